"""What one page has gathered so far while its sections are read: ids, figures placed, notes and citations."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from engine.drawing.figure import Drawing

from .assets import Description
from .content import Page, Section
from .errors import Place, Report
from .project import Project


@dataclass
class Placed:
    """A figure on the page."""

    name: str
    id: str
    number: str
    """of its section, with a letter where a section has several"""
    state: Any
    drawing: Drawing


@dataclass
class Context:
    """One page in the making."""

    project: Project
    page: Page
    section: Section
    """the one being read"""
    ids: dict[str, Place] = field(default_factory=dict)
    """every id of the page, and where it was given"""
    placed: list[Placed] = field(default_factory=list)
    recorded: dict[str, Description] = field(default_factory=dict)
    """id of a figure -> its recorded answers, published gzipped under that path and .gz"""
    counts: Counter[str] = field(default_factory=Counter)
    cited: dict[str, int] = field(default_factory=dict)
    """keys of the works cited so far -> their numbers"""
    terms: set[str] = field(default_factory=set)
    """names of the terms that are explained"""
    open_directives: list[str] = field(default_factory=list)
    """HTML that will close the containers now open, innermost last"""

    @property
    def report(self) -> Report:
        return self.project.report

    def claim_id(self, name: str, place: Place) -> None:
        """Takes an id for this page, and reports where it is taken already."""
        if name in self.ids:
            self.report.add(place, f"the id {name!r} is taken already at {self.ids[name]}")
        else:
            self.ids[name] = place

    def count(self, kind: str) -> int:
        """The next number of a kind of thing, from 1."""
        self.counts[kind] += 1
        return self.counts[kind]

    def figures_here(self) -> list[str]:
        """Names of the figures placed so far."""
        return [placed.name for placed in self.placed]

    def picture(self, name: str, texts: dict[str, str], place: Place) -> tuple[Any, Drawing] | None:
        """A figure drawn, or None after reporting why it cannot be."""
        try:
            return self.project.picture(name, texts)
        except (LookupError, ValueError) as error:
            self.report.add(place, str(error.args[0]))
            return None
