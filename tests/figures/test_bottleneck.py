"""What the figure of the bottleneck must be true to: turns, memory and idle workers by its printed rule."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.drawing.figure import load
from engine.figures.bottleneck import State

FIGURE = load("bottleneck", "engine.figures")
LENGTHS = st.integers(2, 64)


def readouts(**fields):
    stage = FIGURE.draw(State(**fields), None).stage
    return dict(re.findall(r'data-readout="([^"]+)" value="([^"]*)"', stage))


@settings(max_examples=40, deadline=None)
@given(n=LENGTHS, memory=st.integers(4096, 1048576), data=st.data())
def test_readouts_follow_the_rule(n, memory, data):
    step = data.draw(st.integers(1, n))
    found = {name: float(value) for name, value in readouts(n=n, memory=memory, step=step).items()}
    assert found == pytest.approx({
        "sequential-recurrent": n,
        "sequential-attention": 1,
        "batch-recurrent": memory // n,
        "batch-attention": memory // (n + n**2),
        "idle": (n - 1) / n,
    }, rel=1e-9)


@given(n=LENGTHS, memory=st.integers(4096, 1048576))
def test_attention_fits_fewer_examples_at_every_setting(n, memory):
    found = readouts(n=n, memory=memory, step=n)
    assert int(found["batch-attention"]) < int(found["batch-recurrent"])
    assert int(found["sequential-attention"]) < int(found["sequential-recurrent"])


def test_before_the_first_turn_nobody_is_said_to_be_idle():
    assert readouts(step=0)["idle"] == ""


@given(n=LENGTHS, longer=LENGTHS)
def test_the_clock_keeps_to_the_example(n, longer):
    state = FIGURE.settle(State(n=n), None, None)
    assert state.step == n and FIGURE.limits(state, None) == {"step": (0, n)}
    assert FIGURE.settle(State(n=longer, step=n), state, None).step == longer, "what was last stays last"
    assert FIGURE.settle(State(n=longer, step=1), State(n=n, step=0), None).step == 1


@pytest.mark.parametrize("step", [0, 1, 7, 24])
def test_ink_has_reached_the_present_turn(step):
    stage = FIGURE.draw(State(step=step), None).stage
    pending, done = re.search(r'd="([^"]*)" class="f-rule2"></path><path d="([^"]*)" class="f-ink"', stage).groups()
    assert (done.count("M"), pending.count("M")) == (step, 24 - step)


def test_the_rule_is_printed_and_the_price_is_said():
    assert "n states, attention n states and n² weights" in FIGURE.caption and "ours" in FIGURE.caption
    assert "Attention fits fewer examples" in FIGURE.draw(State(step=24), None).stage
