"""What the figure of the three lanes must be true to: counts of steps, and what is left of the signal."""

import re
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from engine.drawing.figure import changed, load
from engine.figures.one_hop import State, distance, layers, route

FIGURE = load("one-hop", "engine.figures")


@st.composite
def states(draw):
    n = draw(st.integers(2, 64))
    ends = st.integers(0, n - 1)
    state = State(n=n, kernel=draw(st.integers(2, 8)), keep=draw(st.integers(50, 100)) / 100, source=draw(ends),
                  target=draw(ends))
    return changed(state, step=draw(st.integers(0, distance(state))))


def readouts(state):
    return {name: float(value) for name, value in
            re.findall(r'data-readout="([^"]*)" value="([^"]*)"', FIGURE.picture(state, None).stage)}


@given(state=states())
def test_steps_and_signals_follow_the_printed_rules(state):
    found, reach = readouts(state), abs(state.source - state.target)
    steps = {name: found[f"{name}-steps"] for name in ("recurrent", "convolution", "attention")}
    assert steps["recurrent"] == reach and steps["attention"] == min(reach, 1)
    assert state.kernel ** steps["convolution"] > reach
    assert steps["convolution"] == 0 or state.kernel ** (steps["convolution"] - 1) <= reach
    for name, count in steps.items():
        assert abs(found[f"{name}-signal"] - state.keep ** min(state.step, count)) < 1e-9


@given(state=states())
def test_a_convolution_s_route_goes_from_one_end_to_the_other_within_its_kernels(state):
    visited = route(state)
    assert (visited[0], visited[-1]) == (state.source, state.target)
    assert len(visited) - 1 == layers(distance(state), state.kernel)
    for layer, (here, there) in enumerate(pairwise(visited)):
        assert abs(there - here) <= (state.kernel - 1) * state.kernel**layer


@given(state=states(), n=st.integers(2, 64))
def test_when_the_line_changes_an_end_at_its_end_stays_there(state, n):
    settled = FIGURE.settle(changed(state, n=n), state, None)
    assert settled.source < n and settled.target < n and settled.step <= distance(settled)
    for name in ("source", "target"):
        if getattr(state, name) == state.n - 1:
            assert getattr(settled, name) == n - 1
