"""Scales map ends to ends, keep order and label themselves with round values."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.drawing.scales import Linear, Logarithmic


@given(st.floats(-1e3, 1e3), st.floats(0.1, 1e3), st.floats(0, 1))
def test_linear(low, span, share):
    scale = Linear(low, low + span, 300, 20)
    assert scale(low) == pytest.approx(300) and scale(low + span) == pytest.approx(20)
    assert scale(low + share * span) == pytest.approx(300 - 280 * share, abs=1e-6)
    assert all(low - 1e-9 <= tick <= low + span + 1e-9 for tick in scale.ticks())
    assert 2 <= len(scale.ticks()) <= 12


def test_linear_ticks_are_round():
    assert Linear(0, 23, 0, 1).ticks() == [0, 5, 10, 15, 20] and Linear(0, 1, 0, 1).ticks(4) == [0, 0.5, 1]


def test_an_empty_range_is_its_start():
    assert Linear(3, 3, 10, 90)(3) == 10


def test_logarithmic():
    scale = Logarithmic(1, 10_000, 0, 400)
    assert [scale(10.0**power) for power in range(5)] == pytest.approx([0, 100, 200, 300, 400])
    assert scale.ticks() == [1, 10, 100, 1000, 10_000]
