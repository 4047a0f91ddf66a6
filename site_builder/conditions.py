"""Conditions on readouts, as an exercise states them: "verdict=broken probability<0.5" (all must hold)."""

import operator
import re
from dataclasses import dataclass

from .readouts import Readouts, number_or_text

COMPARISONS = {"=": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt,
               ">=": operator.ge}


@dataclass(frozen=True)
class Conditions:
    """Several comparisons of a readout with a text or number."""

    each: tuple[tuple[str, str, str], ...]
    """readout, comparison, what it is compared with"""

    def names(self) -> list[str]:
        return [name for name, _, _ in self.each]

    def hold(self, readouts: Readouts) -> bool:
        """Whether all are true. Numbers compare as numbers; a text is neither more nor less than a number."""
        return all(_holds(number_or_text(readouts[name][1]), sign, number_or_text(value))
                   for name, sign, value in self.each)


def _holds(found: float | str, sign: str, wanted: float | str) -> bool:
    if isinstance(found, float) is not isinstance(wanted, float):
        return sign == "!="
    return bool(COMPARISONS[sign](found, wanted))


def parse_conditions(text: str) -> Conditions:
    """The conditions in a text, separated by spaces; ValueError where one is not a comparison."""
    matches = [(word, re.fullmatch(r"([\w-]+)(!=|<=|>=|=|<|>)(.+)", word)) for word in text.split()]
    wrong = next((word for word, match in matches if not match), None)
    if wrong or not matches:
        raise ValueError(f"{wrong or text!r} is not a condition; one is readout=value, with = != < <= > or >=")
    return Conditions(tuple((match[1], match[2], match[3]) for _, match in matches if match))
