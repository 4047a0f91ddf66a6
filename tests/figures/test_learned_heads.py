"""What must be true of the heads the paper shows, and of the toy's beside them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.drawing.figure import load
from engine.figures.learned_heads import FIRST, LAW, MAKING, State


def test_making_reaches_difficult_seven_positions_ahead(read):
    found = read("learned-heads")
    assert MAKING.index("difficult") - MAKING.index("making") == 7
    assert found["distance"] == "7" and "“difficult”" in found["to"] and "“more”" in found["to"]


def test_its_reaches_law_and_application(read):
    assert read("learned-heads", figure="4", word=FIRST["4"])["to"] == "“Law”"
    assert read("learned-heads", figure="4", word=FIRST["4"], head=2)["to"] == "“Law” and “application”"


def test_a_word_that_the_paper_does_not_show_is_said_to_be_so(read):
    found = read("learned-heads", word=0)
    assert found["to"] == "" and found["distance"] == ""


@given(word=st.integers(0, len(LAW) - 1))
def test_the_two_heads_of_figure_5(read, word):
    assert read("learned-heads", figure="5", word=word)["to"].count("“") == 4
    assert float(read("learned-heads", figure="5", word=word, head=2)["distance"]) <= 1


def test_choosing_a_figure_picks_its_word(model):
    figure = load("learned-heads", "engine.figures")
    before = figure.settle(State(), None, model)
    assert figure.settle(State(figure="4", word=before.word), before, model).word == LAW.index("its")


@pytest.mark.parametrize("head", [1, 2, 3, 4])
@pytest.mark.parametrize("word", [0, 5, 12])
def test_the_toys_numbers_are_the_traces(model, read, head, word):
    row = model.trace(State().text).encoder.layers[1].self_attention.weights[head - 1, word]
    found = read("learned-heads", figure="toy", head=head, word=word)
    assert float(found["weight"]) == pytest.approx(row.max(), rel=1e-9)
    assert float(found["distance"]) == abs(row.argmax() - word)
