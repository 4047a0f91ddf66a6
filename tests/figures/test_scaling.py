"""What the figure of the scale must be true to: the footnote's variance, the softmax's gradient, the toy's scores."""

from math import sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.drawing.figure import load
from engine.figures.scaling import State, measure
from engine.random import Random
from engine.transformer.ops import softmax
from engine.views import blocks
from engine.views.scores import PAIRS, ROW, gradient, products, random_scores

FIGURE = load("scaling", "engine.figures")
WIDTHS = tuple(2**power for power in range(10))
SEEDS = st.integers(1, 99)


def standard_error(d_k):
    """Of a standard deviation over PAIRS products of d_k normal components each, relative to it."""
    return sqrt((2 + 6 / d_k) / PAIRS) / 2


@settings(max_examples=8)
@given(seed=SEEDS, d_k=st.sampled_from(WIDTHS[:6]))
def test_the_spread_is_the_footnote_s(read, seed, d_k):
    unscaled, scaled = (read("scaling", seed=seed, d_k=d_k, scaled=scaled) for scaled in (False, True))
    assert float(unscaled["predicted-std"]) == pytest.approx(sqrt(d_k)) and float(scaled["predicted-std"]) == 1
    for found in (unscaled, scaled):
        ratio = float(found["measured-std"]) / float(found["predicted-std"])
        assert abs(ratio - 1) < 4 * standard_error(d_k)


def test_the_spread_is_the_footnote_s_at_the_widest(read):
    found = read("scaling", d_k=512)
    assert abs(float(found["measured-std"]) / sqrt(512) - 1) < 4 * standard_error(512)


def test_the_pairs_are_independent_and_many_enough():
    pairs, rows = random_scores(5, 2)
    vectors = [Random(5000 + component).normal(2, PAIRS) for component in range(2)]
    np.testing.assert_allclose(pairs, sum(query * key for query, key in vectors))
    assert len(pairs) >= 4096 and len(rows) >= 256
    for at in (0, 7):
        row = [sum(query[at * ROW] * key[at * ROW + other] for query, key in vectors) for other in range(ROW)]
        np.testing.assert_allclose(rows[at], row)


@given(seed=SEEDS)
def test_the_same_draws_widen(seed):
    narrow, wide = (random_scores(seed, d_k)[0] for d_k in (4, 8))
    np.testing.assert_allclose(wide - narrow, products(seed, 4, 4)[0], atol=1e-12)


@settings(max_examples=5)
@given(seed=SEEDS)
def test_the_gradient_dies_without_the_scale_and_lives_with_it(read, seed):
    unscaled = {d_k: float(read("scaling", seed=seed, d_k=d_k)["gradient"]) for d_k in (1, 2, 4, 8, 16, 64)}
    assert unscaled[1] < unscaled[2] < unscaled[4], "the figure says that it rises below 8"
    assert unscaled[8] > unscaled[16] > unscaled[64], "the figure says that it falls from 8"
    assert unscaled[4] > unscaled[16] > unscaled[64]
    assert float(read("scaling", seed=seed, d_k=64, scaled=True)["gradient"]) > 1.5 * unscaled[64]


def test_the_gradient_goes_on_dying(read):
    by_width = [float(read("scaling", d_k=d_k)["gradient"]) for d_k in (64, 128, 256, 512)]
    assert by_width == sorted(by_width, reverse=True) and by_width[-1] < 0.3


@given(scores=st.lists(st.lists(st.floats(-50, 50), min_size=3, max_size=3), min_size=1, max_size=4))
def test_the_gradient_is_the_jacobian_s_norm(scores):
    weights = softmax(np.array(scores))
    norms = [np.sqrt(((np.diag(row) - np.outer(row, row)) ** 2).sum()) for row in weights]
    assert gradient(weights) == pytest.approx(np.mean(norms) / 0.5, abs=1e-7)
    assert gradient(weights) <= 1 + 1e-12


def test_the_gradient_s_maximum_is_two_halves():
    assert gradient(np.array([[0.5, 0.5, 0.0]])) == 1
    assert gradient(np.array([[1.0, 0.0, 0.0]])) == 0


@given(block=st.sampled_from(blocks.NAMES), head=st.integers(1, 4), scaled=st.booleans())
def test_the_toy_s_scores_are_its_own(model, read, block, head, scaled):
    found = read("scaling", vectors="toy", block=block, head=head, scaled=scaled, d_k=512)
    trace = model.trace("3 march 2012", scaled=scaled)
    attention = blocks.BLOCKS[block].attention(trace)
    products = attention.query[head - 1] @ attention.key[head - 1].T / (sqrt(12) if scaled else 1)
    if block.endswith("self"):
        products = products[np.tri(len(products), dtype=bool)]
    assert float(found["measured-std"]) == pytest.approx(products.std())
    assert float(found["largest-weight"]) == pytest.approx(attention.weights[head - 1, -1].max())
    assert found["prediction"] == model.answer("3 march 2012", scaled=scaled).text
    assert "predicted-std" not in found


def test_the_toy_s_width_is_drawn_and_the_field_ignored(model):
    states = [State(vectors="toy", d_k=d_k) for d_k in (1, 512)]
    first, second = (FIGURE.picture(state, model).stage for state in states)
    assert first == second and "d<sub>k</sub>\u00a0=\u00a012" in first and measure(states[0], model).d_k == 12


def test_random_vectors_know_no_answer(read):
    assert "prediction" not in read("scaling")


@pytest.mark.parametrize(("seed", "following"), [(1, 2), (99, 1)])
def test_resample_takes_the_next_seed(model, seed, following):
    assert f'data-set="seed={following}"' in FIGURE.picture(State(seed=seed), model).stage
    assert measure(State(seed=seed), model).spread.tolist() != measure(State(seed=following), model).spread.tolist()


def test_work_goes_in_slices_to_the_same_drawing(model):
    state = State(d_k=32)
    slices = list(FIGURE.work(state, model))
    assert len(slices) == 9
    assert FIGURE.draw(state, model, slices[-1]) == FIGURE.picture(state, model)
