"""What the figure of complexity must be true to: Table 1 of the paper, at every width and length."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.drawing.figure import load
from engine.drawing.markup import Markup
from engine.figures.complexity import LAYERS, LONGEST, State, cost, formula

WIDTHS = (64, 128, 256, 512, 1024, 2048, 4096)


@pytest.fixture(scope="module")
def readouts(model):
    figure = load("complexity", "engine.figures")

    def read(**fields):
        stage = figure.draw(State(**fields), model).stage
        return {name: float(value) for name, value in re.findall(r'data-readout="([^"]+)" value="([^"]*)"', stage)}

    return read


@settings(max_examples=40, deadline=None)
@given(d=st.sampled_from(WIDTHS), n=st.integers(1, LONGEST), r=st.integers(8, 512), kernel=st.integers(2, 8))
def test_readouts_are_the_paper_s_formulas(readouts, d, n, r, kernel):
    assert readouts(d=d, n=n, r=r, kernel=kernel) == pytest.approx({
        "attention-cost": n**2 * d,
        "recurrent-cost": n * d**2,
        "convolution-cost": kernel * n * d**2,
        "restricted-cost": min(r, n) * n * d,
        "ratio": n / d,
        "crossover": d,
    }, rel=1e-9)


@pytest.mark.parametrize("d", WIDTHS)
def test_attention_and_recurrence_cross_at_d(d):
    state = State(d=d)
    assert cost("attention", d, state) == cost("recurrent", d, state)
    assert cost("attention", d - 1, state) < cost("recurrent", d - 1, state)
    assert cost("attention", d + 1, state) > cost("recurrent", d + 1, state)


@settings(max_examples=40, deadline=None)
@given(n=st.integers(1, LONGEST), r=st.integers(8, 512))
def test_a_window_never_costs_more_than_looking_everywhere(n, r):
    restricted, full = (cost(name, n, State(r=r)) for name in ("restricted", "attention"))
    assert restricted <= full and (restricted == full) == (n <= r)


@pytest.mark.parametrize(("n", "share"), [(1, "0"), (128, "50"), (LONGEST, "100")])
def test_the_handle_stands_on_a_logarithmic_track(model, n, share):
    stage = load("complexity", "engine.figures").draw(State(n=n), model).stage
    grip = re.search(r'<div class="handle[^>]*>', stage)[0]
    assert f"left:{share}%" in grip and 'data-scale="log"' in grip and f'aria-valuenow="{n}"' in grip


def test_every_row_of_the_table_is_drawn(readouts, model):
    rows = model.table("paper/table1")
    assert [layer.table for layer in LAYERS] == [row["layer_type"] for row in rows]
    assert len({layer.style for layer in LAYERS}) == len(LAYERS), "lines differ by style alone"
    assert {f"{layer.name}-cost" for layer in LAYERS} < set(readouts())


@pytest.mark.parametrize(("text", "shown"), [
    ("O(n^2 · d)", "O(n<sup>2</sup> · d)"),
    ("O(log_k(n))", "O(log<sub>k</sub>(n))"),
    ("O(n/r)", "O(n/r)"),
])
def test_formulas_are_set_as_in_print(text, shown):
    assert formula(text) == Markup(shown)
