"""What must be true of the stack."""

from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.figures.stack import BOXES, State
from engine.transformer.parameters import SHAPES
from engine.views import machine

SUBLAYERS = [box for box in BOXES if box.kind in ("attention", "feed-forward")]


def test_the_boxes_parameters_sum_to_the_total(model, read):
    counted = sum(int(read("stack", sublayer=box.name)["parameters"]) for box in BOXES)
    trained = sum(array.size for array in model.parameters.values())
    assert counted == trained == 109_376 == int(read("stack")["total-parameters"])


@pytest.mark.parametrize("box", [box for box in BOXES if box.layer], ids=lambda box: box.name)
def test_a_boxes_parameters_are_those_of_its_name(read, box):
    prefix = f"{box.stack}.layers.{box.layer - 1}.{box.part}."
    held = sum(prod(shape) for name, shape in SHAPES.items() if name.startswith(prefix))
    assert int(read("stack", sublayer=box.name)["parameters"]) == held > 0


def test_the_papers_count_and_what_it_reports(read):
    found = read("stack", machine="paper")
    assert round(int(found["total-parameters"]) / 1e6, 1) == 63.1 and int(found["reported-parameters"]) == 65_000_000
    assert found["shape"] == "n × 512" and found["mean"] == ""


@given(box=st.sampled_from([box for box in BOXES if box.kind == "norm"]), position=st.integers(0, 12))
def test_before_gain_and_bias_the_mean_is_0_and_the_variance_1(read, box, position):
    found = read("stack", sublayer=box.name, position=position)
    assert float(found["mean"]) == pytest.approx(0, abs=1e-9) and float(found["variance"]) == pytest.approx(1, abs=1e-3)


@pytest.mark.parametrize("box", SUBLAYERS, ids=lambda box: box.name)
def test_residual_and_update_add_up_to_what_is_normalized(model, box):
    trace = model.trace(State().text)
    past, update = machine.held(box, trace)
    following = machine.PARTS[box.stack][[part for _, _, part in machine.PARTS[box.stack]].index(box.part) + 1]
    norm = next(other for other in BOXES if other.layer == box.layer and other.stack == box.stack
                and other.part == following[2])
    assert machine.held(norm, trace)[0].values == pytest.approx(past.values + update.values, abs=1e-12)
