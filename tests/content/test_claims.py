"""Every claim of the prose is true, and would be found untrue if what it is about were otherwise."""

import ast
from itertools import count
from pathlib import Path

import numpy as np
import pytest

SOURCE = Path(__file__).parents[2] / "content" / "claims.py"
NAMES = [
    node.name.replace("_", "-")
    for node in ast.parse(SOURCE.read_text("utf-8")).body
    if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")
]
RESULTS = ("bleu", "ppl", "flops", "f1")


@pytest.mark.parametrize("name", NAMES)
def test_claim_is_true(name, evidence, predicates):
    assert predicates[name](evidence)


@pytest.mark.parametrize("name", NAMES)
def test_claim_can_be_untrue(name, evidence, predicates):
    """Under evidence that is wrong throughout, whether its numbers rise, fall or stay the same."""
    assert not all(predicates[name](WrongEvidence(evidence, direction)) for direction in (1, -1, 0))


class WrongEvidence:
    """Evidence of which no number is right: each is more (1) or less (-1) than the one before, or the same (0)."""

    def __init__(self, evidence, direction):
        self.numbers = (0.5 + direction * step / 1000 for step in count())
        self.model = WrongModel(evidence.model)
        self.facts = wrong_facts(evidence.facts, direction)

    def figure(self, name, **fields):
        return WrongReadouts(self.numbers)


class WrongReadouts:
    """Readouts between 0 and 1, the next one each time."""

    def __init__(self, numbers):
        self.numbers = numbers

    def __getattr__(self, name):
        return next(self.numbers)

    def find(self, name):
        number = str(next(self.numbers))
        return number, number


class WrongModel:
    """A model with noise in everything it computes, and tables in which more is less."""

    def __init__(self, model, seed=1):
        self.model, self.random = model, np.random.default_rng(seed)
        self.parameters = {name: self.noisy(array) for name, array in model.parameters.items()}

    def noisy(self, array):
        return np.nan_to_num(array, neginf=-1) + self.random.normal(size=array.shape)

    def variant(self, name):
        return WrongModel(self.model, len(name))

    def answer(self, text, **what_if):
        return self.model.answer(text, **what_if)._replace(text="0.5")

    def trace(self, *arguments, **what_if):
        return self.disturb(self.model.trace(*arguments, **what_if))

    def disturb(self, record):
        if isinstance(record, np.ndarray):
            return self.noisy(record)
        if not isinstance(record, tuple):
            return record
        disturbed = map(self.disturb, record)
        return type(record)(*disturbed) if hasattr(record, "_fields") else tuple(disturbed)

    def table(self, name):
        if not name.startswith("paper/"):
            return wrong_facts(self.model.table(name), 1)
        return [{key: worse(key, value) for key, value in row.items()} for row in self.model.table(name)]


def worse(column, value):
    """A result with its sign turned; what was varied stays as it is."""
    return f"-{value}" if value and any(part in column for part in RESULTS) else value


def wrong_facts(value, direction, place=0):
    """The same facts with every number and word another one."""
    match value:
        case dict():
            return {key: wrong_facts(part, direction, index) for index, (key, part) in enumerate(value.items())}
        case list() | tuple():
            return [wrong_facts(part, direction, index) for index, part in enumerate(value)]
        case bool():
            return not value
        case int() | float():
            return 1 - direction * value * (1 + place)
        case str():
            return negated(value)
    return value


def negated(text):
    """A number in words negated, and any other text altered."""
    try:
        return str(-float(text) - 1)
    except ValueError:
        return f"not {text}"
