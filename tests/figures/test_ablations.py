"""What must be true of the ablations' figure."""

import pytest

from engine.figures.ablations import AXES, VARY, State, toy_rows
from engine.views.paper import MEASURES, ablations


def test_every_row_of_table_3_is_shown_once(model):
    shown = [found for vary in VARY for name, found in ablations(model, vary) if "base" not in name]
    given = [row for row in model.table("paper/table3") if row["row"] != "base"]
    assert len(shown) == len(given)
    assert sorted(found["BLEU"] for found in shown) == sorted(float(row["bleu_dev"]) for row in given)


@pytest.mark.parametrize("vary", VARY)
@pytest.mark.parametrize("measure", MEASURES)
def test_values_and_differences(model, read, vary, measure):
    rows = ablations(model, vary)
    base = next(found[measure] for name, found in rows if "base" in name)
    for at, (_, found) in enumerate(rows):
        shown = read("ablations", vary=vary, measure=measure, row=at)
        assert float(shown["value"]) == found[measure]
        assert float(shown["delta"]) == pytest.approx(found[measure] - base, abs=1e-9)
        low, high, _ = AXES[measure]
        assert low <= found[measure] <= high


def test_one_head_costs_nine_tenths_of_a_point(read):
    assert read("ablations")["delta"] == "-0.9"


@pytest.mark.parametrize("vary", VARY)
def test_the_toys_rows_are_the_reports(model, vary):
    rows = toy_rows(State(vary=vary), model)
    assert not rows or (rows[0]["vary"] == "base" and all(row["vary"] in ("base", vary) for row in rows))
    assert all(row["misspelt"]["lowest"] <= row["misspelt"]["exact"] <= row["misspelt"]["highest"] for row in rows)
