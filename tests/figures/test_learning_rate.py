"""What the figure of the learning rate must be true to: equation 3, and the schedule the toy was trained by."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.drawing.figure import load
from engine.figures.learning_rate import State, rate, toy_chart

FIGURE = load("learning-rate", "engine.figures")
WIDTHS = (256, 512, 1024)
CURVE = [{"step": step, "rate": height} for step, height in ((1, 0.00001), (50, 0.002), (75, 0.001), (100, 0.0))]
RECIPE = {"rate": 0.002, "warm_up": 50, "steps": 100, "sizes": {"d_model": 48}}
REPORT = {"training": {"recipe": RECIPE}, "curve": CURVE}


class Trained:
    """A model that answers with a small report."""

    def table(self, name):
        assert name == "report"
        return REPORT


def readouts(**fields):
    stage = FIGURE.draw(State(**fields), Trained()).stage
    return {name: float(value) for name, value in re.findall(r'data-readout="([^"]+)" value="([^"]*)"', stage)}


@settings(max_examples=40, deadline=None)
@given(warmup=st.integers(500, 20000), d_model=st.sampled_from(WIDTHS), step=st.integers(1, 100_000))
def test_readouts_are_equation_3(warmup, d_model, step):
    found = readouts(warmup=warmup, d_model=d_model, step=step)
    assert found["rate"] == pytest.approx(min(1 / step**0.5, step / warmup**1.5) / d_model**0.5)
    assert found["peak"] == pytest.approx((d_model * warmup) ** -0.5)
    assert found["peak-step"] == warmup
    assert found["rate"] <= found["peak"] * (1 + 1e-12)


def test_peaks_of_the_paper_s_two_models():
    assert f"{readouts()['peak']:.3g}" == "0.000699"
    assert f"{readouts(d_model=1024)['peak']:.3g}" == "0.000494"


@given(warmup=st.integers(500, 20000), d_model=st.sampled_from(WIDTHS))
def test_it_rises_in_a_line_and_falls_with_the_root(warmup, d_model):
    half, end, later = (rate(step, warmup, d_model) for step in (warmup / 2, warmup, 4 * warmup))
    assert half == pytest.approx(end / 2) and later == pytest.approx(end / 2)


def test_only_the_deciding_term_is_called_the_smaller():
    said = {step: FIGURE.draw(State(step=step), Trained()).stage for step in (100, 4000, 90_000)}
    assert "step · warmup<sup>−1.5</sup> the smaller" in said[100]
    assert "the smaller" not in said[4000]
    assert "step<sup>−0.5</sup> the smaller" in said[90_000]


def test_the_toy_s_schedule_is_the_recorded_one():
    chart = toy_chart(Trained())
    assert float(re.search(r'data-value="([^"]*)"', chart)[1]) == 2.0 and "at step 50" in chart
    line = re.search(r'd="M([^"]*)" class="series"', chart)[1]
    assert [float(point.split()[0]) for point in line.split("L")] == [row["step"] * 10 for row in CURVE]


def test_the_paper_s_own_numbers_are_shown_only_beside_others():
    assert ">yours<" not in FIGURE.draw(State(step=9), Trained()).stage
    assert ">yours<" in FIGURE.draw(State(warmup=500), Trained()).stage


def test_the_caption_says_how_the_toy_was_trained(model):
    assert "along a cosine" in FIGURE.caption
    assert model.table("report")["training"]["recipe"]["schedule"] == "cosine"
