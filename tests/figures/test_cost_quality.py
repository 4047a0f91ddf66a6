"""What must be true of cost against quality."""

import pytest

from engine.figures.cost_quality import BASE, BIG, NAMES
from engine.views.paper import systems


def test_the_names_are_those_of_the_table(model):
    assert tuple(row["model"] for row in model.table("paper/table2")) == NAMES


def test_the_base_model_against_the_cheapest_and_the_dearest(model, read):
    costs = {name: flops for name, (_, flops) in systems(model, "EN-DE").items() if flops and name not in (BASE, BIG)}
    cheapest, dearest = min(costs, key=costs.get), max(costs, key=costs.get)
    assert float(read("cost-quality", against=cheapest)["times-cheaper"]) == pytest.approx(2.9, abs=0.05)
    assert float(read("cost-quality", against=dearest)["times-cheaper"]) == pytest.approx(54.5, abs=0.05)


def test_on_french_the_base_model_is_the_lowest_point(model):
    scores = {name: bleu for name, (bleu, _) in systems(model, "EN-FR").items()}
    assert min(scores, key=scores.get) == BASE and max(scores, key=scores.get) == BIG


@pytest.mark.parametrize("pair", ["EN-DE", "EN-FR"])
@pytest.mark.parametrize("name", NAMES)
def test_readouts_are_the_tables(model, read, pair, name):
    known = systems(model, pair)
    shown = name if name in known else BASE
    found = read("cost-quality", pair=pair, system=name)
    bleu, flops = known[shown]
    assert float(found["bleu"]) == bleu and found["flops"] == ("" if flops is None else f"{flops:.0f}" if flops < 1e15
                                                               else repr(flops))
