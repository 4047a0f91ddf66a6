"""What is wrong with an author's files, collected while building and told all at once."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.drawing.controls import nearest


@dataclass(frozen=True, order=True)
class Place:
    """A line of an author's file."""

    file: str
    """relative to the project, with forward slashes"""
    line: int
    """counted from 1"""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


@dataclass(frozen=True, order=True)
class Problem:
    """One thing to mend: where it is and a sentence saying what it is."""

    place: Place
    sentence: str

    def __str__(self) -> str:
        return f"{self.place}: {self.sentence}"


class Problems(Exception):
    """Raised once, with everything that was found; each is one line of text."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = sorted(set(problems))
        super().__init__("\n".join(str(problem) for problem in self.problems))


class PortsTaken(OSError):
    """No port is free to serve at; the message names them."""


class Report:
    """Collects problems; whoever finds one carries on, so that the author sees them all."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def add(self, place: Place, sentence: str) -> None:
        self.problems.append(Problem(place, sentence))

    def all(self) -> Problems:
        """Everything found so far, to raise."""
        return Problems(self.problems)

    def close(self) -> None:
        """Raise Problems if there are any."""
        if self.problems:
            raise self.all()


def no_such(kind: str, name: str, names: Iterable[str]) -> str:
    """A sentence for a name that does not exist, with the nearest one that does."""
    return f"no {kind} {name!r}{nearest(name, names)}"
