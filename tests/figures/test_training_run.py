"""What must be true of the training run's figure."""

import numpy as np
import pytest

from engine.figures import training_run
from engine.figures.training_run import CHECKPOINTS, State


def test_the_last_checkpoint_is_the_shipped_model(model, read):
    shipped, last = model.parameters, model.variant(f"checkpoint {CHECKPOINTS}").parameters
    assert all(np.array_equal(shipped[name], last[name]) for name in shipped)
    assert read("training-run")["prediction"] == model.answer(State().text).text


@pytest.mark.parametrize("number", range(1, CHECKPOINTS + 1))
def test_each_checkpoint_answers_for_itself(model, read, number):
    found, row = read("training-run", checkpoint=number), model.table("report")["checkpoints"][number - 1]
    assert found["prediction"] == training_run.toy(State(checkpoint=number), model).answer(State().text).text
    assert float(found["step"]) == row["step"] and float(found["accuracy"]) == row["exact"]
    assert float(found["loss"]) == row["loss"]


def test_steps_rise_and_the_toy_learns(model):
    rows = model.table("report")["checkpoints"]
    steps = [row["step"] for row in rows]
    assert [row["number"] for row in rows] == list(range(1, CHECKPOINTS + 1)) and steps == sorted(set(steps))
    assert rows[0]["step"] == 0 and rows[0]["exact"] < 0.01 and rows[-1]["exact"] > 0.98
    assert rows[-1]["step"] == model.table("report")["training"]["recipe"]["steps"]
