"""What a written date means where English alone does not say: README.md lists these conventions."""

from functools import cache
from hashlib import sha256
from typing import NamedTuple

from engine.transformer.vocabulary import TYPABLE


class Day(NamedTuple):
    """A day as written, which need not exist (31 February)."""

    year: int
    month: int
    day: int

    def iso(self) -> str:
        """yyyy-mm-dd, the toy's answer."""
        return f"{self.year:04d}-{self.month:02d}-{self.day:02d}"


def clean(text: str) -> str:
    """`text` as the toy reads it: lower case, every other character a space, not yet cut."""
    return "".join(letter if letter in TYPABLE else " " for letter in map(str.lower, text))


def squeezed(text: str) -> str:
    """`text` cleaned, with single spaces: two strings that differ only in spacing are the same string."""
    return " ".join(clean(text).split())


def full_year(two_digits: int) -> int:
    """POSIX %y: 69-99 are 1969-1999, 00-68 are 2000-2068."""
    return two_digits + (1900 if two_digits >= 69 else 2000)


@cache
def held_out(day: Day) -> bool:
    """Whether this day is never trained, in any format: one day in sixteen, by hash."""
    return sha256(day.iso().encode()).digest()[0] % 16 == 0
