"""What the figure of the mask must be true to: exact zeros, and what each decoder predicts with and without it."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.drawing.figure import load
from engine.figures.mask import State, attention, run, wrong
from engine.views.samples import DATES

FIGURE = load("mask", "engine.figures")
DATA = Path(__file__).parents[2] / "weights" / "data" / "real_dates.tsv"
REAL = [line.split("\t")[0] for line in DATA.read_text("utf-8").splitlines()[1:]]


@settings(max_examples=12, deadline=None)
@given(text=st.sampled_from(DATES), layer=st.sampled_from((1, 2)), decoder=st.sampled_from(("with", "without")))
def test_masked_weights_are_exactly_zero_and_rows_sum_to_one(model, text, layer, decoder):
    for masked in (True, False):
        state = State(text=text, layer=layer, decoder=decoder, masked=masked)
        weights = attention(state, run(state, model)).weights
        assert np.allclose(weights.sum(axis=-1), 1)
        assert (np.triu(weights, 1) == 0).all() == masked


def test_the_picked_cell_is_the_trace_s(model, read):
    found = read("mask", layer=2, head=3, query=6, key=2)
    block = model.trace("3 march 2012").decoder.layers[1].self_attention
    assert float(found["cell-score"]) == pytest.approx(block.scores[2, 6, 2])
    assert float(found["cell-weight"]) == pytest.approx(block.weights[2, 6, 2])
    assert read("mask", query=0, key=1)["cell-weight"] == "0"


def test_with_its_mask_the_decoder_is_right_and_without_it_wrong(read):
    assert read("mask")["wrong"] == "0"
    off = read("mask", masked=False)
    assert int(off["wrong"]) >= 1
    assert off["predictions"] != read("mask")["predictions"]


def test_the_decoder_trained_without_a_mask_copies_and_cannot_write_alone(read, model):
    found = read("mask", decoder="without", masked=False)
    assert found["wrong"] == "0"
    assert found["written-alone"] != model.answer("3 march 2012").text


@pytest.mark.slow
def test_on_real_dates_the_mask_decides(model):
    """With it no row is wrong; without it some row is, on 19 of 20 dates."""
    counts = {masked: [wrong(run(State(text=text, masked=masked), model)) for text in REAL] for masked in (True, False)}
    assert not any(counts[True])
    assert np.mean([count > 0 for count in counts[False]]) >= 0.95
