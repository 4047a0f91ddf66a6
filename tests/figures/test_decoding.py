"""What must be true of the decoding figure."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.figures.decoding import State, last_step, settle
from engine.transformer.vocabulary import write
from engine.views.samples import DATES
from engine.views.tokens import drawn


@pytest.mark.parametrize("text", [*DATES, ""])
def test_the_last_prefix_is_the_prediction_elsewhere(model, read, text):
    found = read("decoding", text=text)
    assert found["prefix"] == model.answer(text).text[:11]
    assert found["prefix"] == read("dot-product-attention", text=text)["prediction"][:11]


@given(text=st.sampled_from(DATES), step=st.integers(0, 10))
def test_each_step_adds_the_likeliest_symbol(model, read, text, step):
    found = read("decoding", text=text, step=step)
    trace = model.trace(text)
    row = trace.probabilities[min(step, len(trace.target) - 1)]
    assert found["next"] == drawn(row.argmax())
    assert float(found["next-probability"]) == pytest.approx(row.max(), rel=1e-9)
    assert found["prefix"] == model.answer(text).text[:step]


@given(text=st.sampled_from(DATES), step=st.integers(0, 10))
def test_a_beam_shows_its_best_answer_so_far(model, read, text, step):
    found, steps = read("decoding", text=text, step=step, beam=4), model.beam(text)
    shown = min(step, len(steps) - 1)
    assert found["prefix"] == ("" if shown == 0 else write(steps[shown - 1].prefixes[0]))
    assert 0 < float(found["next-probability"]) <= 1


def test_a_beam_is_at_least_as_likely_as_the_greedy_answer(model):
    for text in DATES:
        assert np.exp(model.beam(text)[-1].log_probabilities[0]) >= model.answer(text).probability * (1 - 1e-9)


def test_the_end_stays_the_end(model):
    before = settle(State(), None, model)
    later = State(text="31 feb 1999", step=before.step)
    assert settle(later, before, model).step == last_step(later, model)
    assert settle(State(text="31 feb 1999", step=3), before, model).step == 3
