"""DEPARTURES.md types the toy's numbers, to be readable by itself; they are those of its parameters and its report."""

import re
from pathlib import Path

import pytest

LIST = (Path(__file__).parents[2] / "DEPARTURES.md").read_text("utf-8")
ROWS = {
    cells[0]: cells[2]
    for line in LIST.splitlines()
    if line.startswith("| ") and len(cells := [cell.strip() for cell in line.strip("|").split("|")]) == 4
}


@pytest.fixture
def expected(project):
    toy = project.facts["toy"]
    recipe = toy["training"]
    assert recipe["schedule"] == "cosine"
    return {
        "layers": [toy["layers"], toy["layers"]],
        "width (`d_model`)": [toy["d_model"]],
        "heads, `d_k`": [toy["heads"], toy["d_k"]],
        "feed-forward (`d_ff`)": [toy["d_ff"]],
        "symbols": [toy["symbols"], toy["symbols"] - 3],
        "residual dropout": [recipe["sizes"]["dropout"]],
        "label smoothing": [recipe["smoothing"]],
        "optimizer": [recipe["betas"][1], recipe["decay"], recipe["clip"]],
        "schedule": [recipe["warm_up"]],
        "averaging": [recipe["average"]],
    }


def test_numbers_of_the_toy_are_true(expected):
    found = {name: [float(number) for number in re.findall(r"\d+(?:\.\d+)?", ROWS[name])] for name in expected}
    assert found == expected
