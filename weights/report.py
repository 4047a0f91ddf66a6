"""Measure everything the page says about the toy: python -m weights.report writes report.json and weights/README.md."""

import json
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np
import torch

from engine.transformer.vocabulary import LONGEST
from weights import accuracy, batched, heads, looks, mask, readme
from weights.ablations import SHORT
from weights.batched import FOLDER
from weights.conventions import clean
from weights.data import real_dates
from weights.evaluation import in_formats
from weights.formats import FORMATS, HELD_OUT_FORMATS
from weights.torch_model import Toy
from weights.train import checkpoint_steps
from weights.unmasked import RECIPE as UNMASKED

Questions = tuple[list[str], list[str]]


def evaluation_set(count: int) -> Questions:
    """The set behind heads, masks and checkpoints: `count` held-out days in every format, texts and dates."""
    questions = in_formats(FORMATS, count)
    return [question.source for question in questions], [question.target for question in questions]


def accuracies(toy: Toy) -> dict:
    """Accuracy by set and by class, reliability, every real date and every error on one, the surest first."""
    scores, seen = accuracy.generated(toy)
    real = accuracy.real(toy)
    mixed = [seen[name] for name in ("one edit", "two edits", "templates", "everyday")]
    probabilities, right = (np.concatenate(parts) for parts in zip(*mixed, strict=True))
    wrong = sorted((row for row in real if not row["right"]), key=lambda row: -row["probability"])
    return {
        "accuracy": scores,
        "real_dates": accuracy.real_scores(real),
        "reliability": accuracy.reliability(probabilities, right),
        "errors": wrong,
        "answers": [[row["string"], row["answer"], row["probability"]] for row in real],
    }


def head_table(toy: Toy, questions: Questions) -> dict:
    """Per head and block: exact match without it; per head: what it looks at and a label."""
    without_head, without_block = heads.without(toy, *questions)
    shares = {heads.head_name(head): found for head, found in looks.shares(toy, looks.annotated(400)).items()}
    table = {}
    for name, exact in without_head.items():
        best = looks.summary(shares[name])
        looks_at = [share._asdict() for share in shares[name][:5]]
        table[name] = {"label": best.label, "share": best.share, "accuracy_without": exact, "looks_at": looks_at}
    return {"heads": table, "blocks": {name: {"accuracy_without": exact} for name, exact in without_block.items()}}


def masks(toy: Toy, questions: Questions) -> dict:
    """The mask experiments on held-out days, and on real dates with the shipped model's own answers as targets."""
    second = batched.load("parameters.npz", "unmasked.npz")
    texts = [clean(row.text)[:LONGEST] for row in real_dates()]
    answers, _ = batched.answer(toy, texts)
    whole = [(text, own) for text, own in zip(texts, answers, strict=True) if len(own) == len("yyyy-mm-dd")]
    texts, own = [text for text, _ in whole], [own for _, own in whole]
    return {
        "held_out": mask.experiments(toy, second, *questions),
        "real_dates": mask.experiments(toy, second, texts, own),
        "strings": {"held_out": len(questions[0]), "real_dates": len(texts)},
        "second_decoder": {"parameters": 63_136, "steps": UNMASKED.steps, "batch": UNMASKED.batch},
    }


def checkpoints(questions: Questions, steps: int) -> list[dict]:
    """Step, loss and exact match of each checkpoint on the evaluation set."""
    rows = []
    for number, step in enumerate(checkpoint_steps(steps), 1):
        toy = batched.load(f"checkpoints/{number:02d}.npz")
        loss = batched.loss(toy, *questions)
        rows.append({"number": number, "step": step, "loss": loss, "exact": batched.exact(toy, *questions)})
    return rows


def ablations() -> dict:
    """The toy's Table 3, seeds together, and how long each run was."""
    rows = json.loads((FOLDER / "ablations.json").read_text("utf-8"))
    table = []
    rows.sort(key=lambda row: (row["vary"], row["value"]))
    for (vary, value), group in groupby(rows, key=lambda row: (row["vary"], row["value"])):
        seeds = list(group)
        row = {"vary": vary, "value": value, "parameters": seeds[0]["parameters"], "seeds": len(seeds)}
        row["minutes"] = round(float(np.mean([one["seconds"] for one in seeds])) / 60, 1)
        for name in ("misspelt", "clean"):
            exact = [one[name] for one in seeds]
            row[name] = {"exact": float(np.mean(exact)), "lowest": min(exact), "highest": max(exact)}
        table.append(row)
    return {"steps": SHORT.steps, "batch": SHORT.batch, "rows": table}


def sizes() -> dict[str, int]:
    """Bytes of every file shipped."""
    files = [*FOLDER.glob("*.npz"), *FOLDER.glob("checkpoints/*.npz")]
    return {file.relative_to(FOLDER).as_posix(): file.stat().st_size for file in sorted(files)}


def measure() -> dict:
    """The whole report."""
    toy, questions = batched.load("parameters.npz"), evaluation_set(7)
    training = json.loads((FOLDER / "training.json").read_text("utf-8"))
    recipe = training["recipe"]
    return {
        "training": {
            "recipe": recipe,
            "minutes": training["seconds"] / 60,
            "examples": recipe["steps"] * recipe["batch"],
            "formats": len(FORMATS),
            "templates_held_out": len(HELD_OUT_FORMATS),
        },
        **accuracies(toy),
        "evaluation_set": {"strings": len(questions[0]), "exact": batched.exact(toy, *questions)},
        **head_table(toy, questions),
        "together": [{"head": head, "exact": exact} for head, exact in heads.together(toy, *evaluation_set(2))],
        "mask": masks(toy, questions),
        "ablations": ablations(),
        "curve": [dict(zip(("step", "loss", "accuracy", "rate"), row, strict=True)) for row in training["log"]],
        "checkpoints": checkpoints(questions, recipe["steps"]),
        "sizes": sizes(),
    }


def rounded(value: Any) -> Any:
    """The same, with numbers to six digits, so that the file stays readable."""
    if isinstance(value, float):
        return float(f"{value:.6g}")
    if isinstance(value, dict):
        return {key: rounded(one) for key, one in value.items()}
    return [rounded(one) for one in value] if isinstance(value, list | tuple) else value


def main() -> None:
    """Write report.json and the tables of README.md."""
    torch.set_num_threads(1)
    report = rounded(measure())
    Path(FOLDER / "report.json").write_text(json.dumps(report, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    readme.update(report)


if __name__ == "__main__":
    main()
