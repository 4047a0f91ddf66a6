"""Accuracy of the shipped parameters on every set, and whether its probabilities can be believed."""

from collections import defaultdict
from typing import Any

import numpy as np

from engine.transformer.vocabulary import LONGEST
from weights import batched, evaluation
from weights.conventions import clean
from weights.data import real_dates
from weights.reasons import reason
from weights.torch_model import Toy

EDGES = (0.0, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.99, 1.0)
GROUPS = ("plain", "with a time", "order unknown", "too long")


def score(right: list[bool]) -> dict[str, float]:
    """Strings, right answers and their share."""
    return {"strings": len(right), "right": sum(right), "exact": sum(right) / len(right)}


def generated(toy: Toy) -> tuple[dict[str, dict], dict[str, tuple[np.ndarray, np.ndarray]]]:
    """Scores of the generated sets, and for each set its probabilities and which answers are right."""
    scores, seen = {}, {}
    for name, questions in evaluation.sets().items():
        answers, probabilities = batched.answer(toy, [question.source for question in questions])
        right = [answer == question.target for answer, question in zip(answers, questions, strict=True)]
        scores[name] = score(right)
        seen[name] = probabilities, np.array(right)
    return scores, seen


def real(toy: Toy) -> list[dict]:
    """Every real date with its answer, group and, where it is wrong, a reason."""
    rows = real_dates()
    answers, probabilities = batched.answer(toy, [clean(row.text)[:LONGEST] for row in rows])
    found = []
    for row, answer, probability in zip(rows, answers, probabilities, strict=True):
        one: dict[str, Any] = {
            "string": row.text,
            "date": row.date,
            "class": row.kind,
            "group": evaluation.real_group(row),
        }
        one |= {"answer": answer, "probability": round(float(probability), 4), "right": answer == row.date}
        found.append(one if one["right"] else one | {"reason": reason(row, answer)})
    return found


def real_scores(rows: list[dict]) -> dict[str, dict[str, dict]]:
    """Scores of the real dates by group and by class."""
    tables: dict[str, dict[str, list[bool]]] = {"groups": defaultdict(list), "classes": defaultdict(list)}
    for row in rows:
        tables["groups"][row["group"]].append(row["right"])
        tables["classes"][row["class"]].append(row["right"])
    groups = {name: score(tables["groups"][name]) for name in GROUPS}
    return {"groups": groups, "classes": {name: score(right) for name, right in sorted(tables["classes"].items())}}


def reliability(probabilities: np.ndarray, right: np.ndarray) -> list[dict[str, float]]:
    """By probability shown: how many answers, their mean probability, and the share that is right."""
    rows = []
    for low, high in zip(EDGES, EDGES[1:], strict=False):
        inside = (probabilities > low) & (probabilities <= high)
        if inside.any():
            row = {"from": low, "to": high, "answers": int(inside.sum())}
            rows.append(
                row | {"probability": float(probabilities[inside].mean()), "exact": float(right[inside].mean())}
            )
    return rows
