"""Marks that figures share."""

import numpy as np

from engine.drawing import marks
from engine.drawing.readouts import chance, readout, readouts


def test_a_handle_tells_its_value_and_its_range():
    markup = marks.handle("offset", 0, -32, 32, "Offset", shown="offset 0", value_text="no shift")
    for part in ('role="slider"', 'data-drag="offset"', "left:50%", 'aria-valuenow="0"', 'aria-valuetext="no shift"'):
        assert part in markup
    assert "bottom:100%" in marks.handle("nudge", 10, -10, 10, "Nudge", axis="y")


def test_a_comb_goes_left_where_negative():
    assert marks.comb(np.array([1.0, -2.0]), 2.0, 5, 10) == "M5 0h5.000v4H5zM5 5h-10.000v4H5z"
    assert marks.comb(np.zeros(1), 0.0, 5, 10) == "M5 0h0.000v4H5z"


def test_a_table_keeps_exact_values():
    markup = marks.table(("key", "weight"), [("1 “t”", ("0.42", 0.4183001))])
    assert '<th scope="row">1 “t”</th><td data-value="0.4183001">0.42</td>' in markup


def test_readouts():
    assert readout("weight", 0.4183001) == '<data data-readout="weight" value="0.4183001">0.4183</data>'
    assert readout("score", None) == '<data data-readout="score" value="">\u2014</data>'
    assert chance("probability", 0.99997) == '<data data-readout="probability" value="0.99997">&gt;0.9999</data>'
    assert "<dt>steps</dt><dd>" in readouts([("steps", readout("n", 3), "hops")])


def test_an_arc_to_itself_is_a_loop():
    assert marks.arc(2, 2, 104, 30) == "M1.7 104C1.7 64 2.3 64 2.3 104"
