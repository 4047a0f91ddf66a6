"""Beginnings: a new section or figure that builds as it is and is found by the tests."""

from pathlib import Path

from .content import FILE_NAME
from .markdown import slug
from .site import read_site

SECTION = '''+++
title = "{title}"
+++

Say what to touch, then what was seen.
'''
FIGURE = '''"""One bar, as long as its number says.

Paper: section 1.
Try: move the slider.
"""

from dataclasses import dataclass

from engine.drawing import controls as control
from engine.drawing.markup import Markup, tag
from engine.drawing.readouts import readout

TITLE = "{title}"
KIND = "formula"


@dataclass(frozen=True)
class State:
    length: int = control.slider(50, "Length", 0, 100)


EXAMPLES = {{"start": State(), "nothing": State(length=0)}}


def render(state: State, model: object) -> Markup:
    bar = tag("rect", width=state.length, height=18, class_="f-ink")
    return tag("div", tag("svg", bar, width=100, height=18), tag("p", "Length ", readout("length", state.length)))


def describe(state: State, model: object) -> str:
    return f"A bar of length {{state.length}}."
'''


def new_section(root: Path, title: str) -> Path:
    """Writes a section that follows the last one; FileExistsError where a section has that name already."""
    numbers = [int(match[1]) for file in (root / "content").glob("*.md") if (match := FILE_NAME.fullmatch(file.name))]
    return _write(root / "content" / f"{max(numbers, default=-1) + 1:02}-{slug(title)}.md", SECTION, title)


def new_figure(root: Path, title: str) -> Path:
    """Writes a figure module; FileExistsError where a figure has that name already."""
    folder = root.joinpath(*read_site(root).figures.split("."))
    return _write(folder / f"{slug(title).replace('-', '_')}.py", FIGURE, title)


def _write(file: Path, template: str, title: str) -> Path:
    if file.exists():
        raise FileExistsError(f"{file} exists already")
    file.write_text(template.format(title=title.replace('"', "\u201d")), encoding="utf-8")
    return file
