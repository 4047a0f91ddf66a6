"""What the figure of equation 1 must be true to: the trace, and what a pulled score does."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.drawing.figure import changed, load
from engine.figures.dot_product_attention import State, run
from engine.transformer.ops import softmax
from engine.views.blocks import BLOCKS, NAMES
from engine.views.samples import DATES

FIGURE = load("dot-product-attention", "engine.figures")
STATES = st.builds(State, text=st.sampled_from((*DATES, "", "7")), block=st.sampled_from(NAMES),
                   head=st.integers(1, 4), query=st.integers(0, 47), key=st.integers(0, 47), scaled=st.booleans(),
                   nudge=st.integers(-100, 100).map(lambda tenths: tenths / 10))
FEW = settings(max_examples=15, deadline=None)


def row(state, model):
    """Scores, weights and output of the picked head and query."""
    attention = BLOCKS[state.block].attention(run(state, model))
    at = state.head - 1, state.query
    return attention, attention.scores[at], attention.weights[at], attention.head_output[at]


@FEW
@given(state=STATES)
def test_the_output_is_the_values_mixed_by_the_softmax_of_the_scores(model, read, state):
    state = FIGURE.settle(state, None, model)
    attention, scores, weights, output = row(state, model)
    assert np.allclose(softmax(scores), weights, atol=1e-12)
    assert np.allclose(weights @ attention.value[state.head - 1], output, atol=1e-12)
    found = read("dot-product-attention", **{name: getattr(state, name) for name in FIGURE.control})
    assert float(found["weights-sum"]) == pytest.approx(1)
    assert float(found["weight"]) == pytest.approx(weights[state.key], abs=1e-9)
    assert float(found["output-norm"]) == pytest.approx(np.linalg.norm(output), rel=1e-8)


@FEW
@given(state=STATES)
def test_a_nudge_moves_the_log_odds_of_its_key_by_itself(model, state):
    state = FIGURE.settle(state, None, model)
    _, scores, before, _ = row(changed(state, nudge=0), model)
    _, _, after, _ = row(state, model)
    key = state.key
    if not np.isfinite(scores[key]):
        assert before[key] == after[key] == 0
    elif len(scores) > 1 and min(before[key], after[key], 1 - before[key], 1 - after[key]) > 1e-9:
        moved = np.log(after[key] / (1 - after[key])) - np.log(before[key] / (1 - before[key]))
        assert moved == pytest.approx(state.nudge, abs=1e-3)


def test_without_the_scale_scores_are_the_plain_products(model):
    state = FIGURE.settle(State(scaled=False), None, model)
    attention, scores, _, _ = row(state, model)
    assert np.allclose(scores, attention.key[state.head - 1] @ attention.query[state.head - 1, state.query])


def test_the_answer_is_the_model_s(model, read):
    for text in DATES:
        assert read("dot-product-attention", text=text)["prediction"] == model.answer(text).text
