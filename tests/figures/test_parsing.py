"""What must be true of the parsing figure."""

import pytest


@pytest.mark.parametrize("row", range(12))
def test_every_row_is_the_tables(model, read, row):
    found, given = read("parsing", row=row), model.table("paper/table4")[row]
    assert found["f1"] == given["wsj23_f1"].removesuffix(".0")
    assert float(found["delta"]) == pytest.approx(float(found["transformer-f1"]) - float(found["f1"]), abs=1e-6)


def test_the_transformers_two_scores(read):
    assert read("parsing", training="WSJ only", row=0)["transformer-f1"] == "91.3"
    assert read("parsing", training="semi-supervised", row=5)["transformer-f1"] == "92.7"
    assert read("parsing", row=11)["transformer-f1"] == "92.7"


def test_a_row_of_another_training_gives_way_to_the_transformer(read):
    assert read("parsing", training="semi-supervised", row=0)["f1"] == "92.7"
