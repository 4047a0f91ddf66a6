"""The shipped files are those of the manifest, and the report says what the engine itself finds on a sample."""

import hashlib
import json

import numpy as np
import pytest

from engine.transformer.model import Model
from engine.transformer.parameters import FOLDER, SHAPES
from weights import readme
from weights.data import real_dates
from weights.evaluation import in_formats
from weights.formats import FORMATS
from weights.ship import read_parameters

MANIFEST = json.loads((FOLDER / "manifest.json").read_text("utf-8"))
REPORT = json.loads((FOLDER / "report.json").read_text("utf-8"))
CHECKPOINTS = [f"checkpoints/{number:02d}.npz" for number in range(1, 17)]


@pytest.fixture(scope="module")
def model():
    return Model.load()


@pytest.fixture(scope="module")
def sample():
    return in_formats(FORMATS[::8], 1)


def exact(model, questions, **what_if):
    return np.mean([model.answer(question.source, **what_if).text == question.target for question in questions])


def test_the_manifest_lists_every_parameters_file():
    assert list(MANIFEST) == [*CHECKPOINTS, "parameters.npz", "unmasked.npz"]
    assert sorted(path.name for path in (FOLDER / "checkpoints").iterdir()) == [name[-6:] for name in CHECKPOINTS]


@pytest.mark.parametrize("file", MANIFEST)
def test_a_shipped_file_is_as_the_manifest_says(file):
    assert hashlib.sha256((FOLDER / file).read_bytes()).hexdigest() == MANIFEST[file]["sha256"]
    arrays = read_parameters(FOLDER / file)
    assert {array.dtype for array in arrays.values()} == {np.dtype(np.float16)}
    expected = 63_136 if file == "unmasked.npz" else 109_376
    assert sum(array.size for array in arrays.values()) == MANIFEST[file]["parameters"] == expected
    assert set(arrays) == {name for name in SHAPES if file != "unmasked.npz" or name.startswith("decoder.")}


def test_the_last_checkpoint_is_what_is_shipped():
    assert (FOLDER / CHECKPOINTS[-1]).read_bytes() == (FOLDER / "parameters.npz").read_bytes()


def test_most_answers_take_two_or_three_runs(model, sample):
    model._forward.cache_clear()
    texts = {question.source for question in sample}
    for text in texts:
        model.answer(text)
    assert model._forward.cache_info().misses <= 3 * len(texts)


def test_the_report_gives_the_engines_own_answers_to_real_dates(model):
    assert [string for string, _, _ in REPORT["answers"]] == [row.text for row in real_dates()]
    for string, written, probability in REPORT["answers"][::5]:
        answer = model.answer(string)
        assert answer.text == written
        assert answer.probability == pytest.approx(probability, abs=1e-3)


def test_the_engine_is_as_exact_on_a_sample_as_the_report_says(model, sample):
    assert exact(model, sample) >= REPORT["accuracy"]["formats"]["exact"] - 0.02
    worst = min(REPORT["heads"], key=lambda name: REPORT["heads"][name]["accuracy_without"])
    stack, layer, *kind, head = worst.split("-")
    off = frozenset({(stack, int(layer) - 1, kind[0] if kind else "self", int(head) - 1)})
    assert exact(model, sample, heads_off=off) == pytest.approx(REPORT["heads"][worst]["accuracy_without"], abs=0.2)


def test_the_toy_reaches_what_it_was_made_to_reach():
    accuracy = {name: row["exact"] for name, row in REPORT["accuracy"].items()}
    groups = REPORT["real_dates"]["groups"]
    assert accuracy["formats"] >= 0.9999
    assert accuracy["years 1500-2299"] >= 0.9999
    assert accuracy["templates"] >= 0.999
    assert min(accuracy["one edit"], accuracy["two edits"]) >= 0.994
    assert groups["plain"]["exact"] >= 0.98
    assert groups["with a time"]["exact"] >= 0.92


def test_probabilities_mean_what_they_say():
    rows = [row for row in REPORT["reliability"] if row["answers"] >= 100]
    assert rows
    for row in rows:
        assert row["exact"] == pytest.approx(row["probability"], abs=0.15)


def test_every_head_and_block_is_measured_and_labelled():
    blocks = ["encoder-1", "encoder-2"] + [f"decoder-{layer}-{kind}" for layer in (1, 2) for kind in ("self", "cross")]
    assert list(REPORT["blocks"]) == blocks
    assert list(REPORT["heads"]) == [f"{block}-{head}" for block in blocks for head in (1, 2, 3, 4)]
    for head in REPORT["heads"].values():
        assert head["label"].startswith("looks ")
        assert 0 < head["share"] <= 1


def test_every_error_has_a_reason():
    dates = {row.text: row.date for row in real_dates()}
    wrong = [string for string, written, _ in REPORT["answers"] if written != dates[string]]
    assert sorted(row["string"] for row in REPORT["errors"]) == sorted(wrong)
    assert all(row["reason"] for row in REPORT["errors"])


def test_checkpoints_go_from_untrained_to_shipped():
    rows = REPORT["checkpoints"]
    assert [row["number"] for row in rows] == list(range(1, 17))
    assert rows[0]["step"] == 0
    assert rows[-1]["step"] == REPORT["training"]["recipe"]["steps"] == REPORT["curve"][-1]["step"]
    assert rows[0]["loss"] > 10 * rows[-1]["loss"]


def test_a_decoder_that_sees_the_future_copies_and_cannot_write_alone():
    for rates in (REPORT["mask"]["held_out"], REPORT["mask"]["real_dates"]):
        assert rates["without"]["off"]["teacher_forced_characters"] > 0.99
        assert rates["without"]["off"]["alone"] < 0.05
        assert rates["with"]["on"]["teacher_forced"] > 0.95
        assert rates["with"]["off"]["teacher_forced"] < 0.05


def test_every_ablation_is_there():
    rows = {(row["vary"], row["value"]): row["seeds"] for row in REPORT["ablations"]["rows"]}
    assert len(rows) == 17
    assert sum(rows.values()) == 23
    assert {name for name, seeds in rows.items() if seeds == 3} == {("base", ""), ("heads", "1"), ("positions", "none")}


def test_the_readme_shows_the_report():
    assert readme.render(REPORT) in readme.README.read_text("utf-8")
