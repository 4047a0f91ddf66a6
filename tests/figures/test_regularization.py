"""What the figure of smoothing and dropout must be true to: section 5.4, on the toy's own numbers."""

import math
import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.drawing.figure import load
from engine.figures.regularization import State, activation, kept, log_probabilities, smoothed

FIGURE = load("regularization", "engine.figures")
EPSILONS = st.integers(0, 40).map(lambda hundredths: hundredths / 100)
CHANCES = st.integers(0, 50).map(lambda hundredths: hundredths / 100)


@pytest.fixture(scope="module")
def readouts(model):
    def read(**fields):
        stage = FIGURE.draw(State(**fields), model).stage
        return dict(re.findall(r'data-readout="([^"]+)" value="([^"]*)"', stage))

    return read


@settings(max_examples=15, deadline=None)
@given(epsilon=EPSILONS, position=st.integers(0, 10))
def test_loss_is_the_cross_entropy_against_the_smoothed_target(readouts, model, epsilon, position):
    trace = model.trace("3 march 2012")
    probabilities, right = trace.probabilities[position].tolist(), int(trace.target[position])
    asked = [epsilon / 44 + (1 - epsilon) * (token == right) for token in range(44)]
    loss = -sum(share * math.log(p) for share, p in zip(asked, probabilities, strict=True) if share)
    found = readouts(epsilon=epsilon, position=position)
    assert float(found["loss"]) == pytest.approx(loss, abs=1e-9)
    assert float(found["target-max"]) == pytest.approx(1 - epsilon + epsilon / 44)


@given(right=st.integers(0, 43), epsilon=EPSILONS)
def test_a_target_is_a_distribution_with_the_right_symbol_first(right, epsilon):
    target = smoothed(right, epsilon)
    assert target.shape == (44,) and target.sum() == pytest.approx(1) and target.min() >= 0
    assert target.argmax() == right


def test_logarithms_stay_finite_where_probabilities_vanish():
    logs = log_probabilities(np.array([0.0, -2000.0]))
    assert logs.tolist() == [0.0, -2000.0]


def test_being_sure_costs_more_the_more_is_smoothed(readouts):
    losses = [float(readouts(epsilon=epsilon)["loss"]) for epsilon in (0, 0.1, 0.2, 0.4)]
    assert losses == sorted(losses) and losses[0] < losses[-1]


@settings(max_examples=15, deadline=None)
@given(p_drop=CHANCES, seed=st.integers(1, 99))
def test_dropped_counts_what_is_zero_in_the_drawing(readouts, p_drop, seed):
    survives = kept(State(p_drop=p_drop, seed=seed), 48)
    assert int(readouts(p_drop=p_drop, seed=seed)["dropped"]) == 48 - survives.sum()
    assert p_drop or survives.all()


@given(seed=st.integers(1, 99), low=CHANCES, high=CHANCES)
def test_the_same_draw_drops_more_when_more_is_asked(seed, low, high):
    low, high = sorted((low, high))
    assert not (kept(State(p_drop=high, seed=seed), 48) & ~kept(State(p_drop=low, seed=seed), 48)).any()


def test_draws_drop_the_share_that_was_asked():
    shares = [kept(State(p_drop=0.3, seed=seed), 1000).mean() for seed in range(1, 100)]
    assert np.mean(shares) == pytest.approx(0.7, abs=5 * math.sqrt(0.21 / 99_000))


def test_dropout_is_shown_on_what_the_toy_computed(model):
    state = FIGURE.settle(State(position=4), None, model)
    output = model.trace(state.text).decoder.layers[1].feed_forward.output[4]
    assert np.array_equal(activation(state, model), output)
    assert "decoder.layers[1].feed_forward.output[4,{column}]" in FIGURE.draw(state, model).stage


def test_a_position_beyond_the_answer_becomes_its_last(model):
    assert FIGURE.settle(State(position=500), None, model).position == len(model.trace(State().text).target) - 1


def test_the_caption_is_true_of_the_toy_s_training(model):
    recipe = model.table("report")["training"]["recipe"]
    assert "trained with neither" in FIGURE.caption
    assert recipe["smoothing"] == 0 and recipe["sizes"]["dropout"] == 0
