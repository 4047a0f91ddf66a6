"""Content files read into records: the site, its pages, and their sections.

A folder of Markdown files is one page, its sections in the order of their names (03-scaled-dot-product-attention.md);
content/ itself is the front page and each folder below it a further one. Section 0 opens its page: its title is the
page's, and it may carry a kicker, a standfirst and a byline.
"""

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .errors import Place, Report, no_such

FENCE = "+++"
FILE_NAME = re.compile(r"(\d\d)-([a-z0-9]+(?:-[a-z0-9]+)*)\.md")
FIELDS = {"title": str, "description": str, "kicker": str, "standfirst": str, "byline": list}
OPENING_FIELDS = ("description", "kicker", "standfirst", "byline")


@dataclass(frozen=True)
class Section:
    """One Markdown file."""

    file: str
    """relative to the project"""
    number: int
    slug: str
    """from the file's name; the section's id in the page"""
    fields: dict[str, Any]
    """front matter; always has a title"""
    lines: dict[str, int]
    """the line of each field"""
    body: str
    first_line: int
    """the line of the file on which the body starts, from 1"""

    def place(self, line: int) -> Place:
        return Place(self.file, line)


@dataclass(frozen=True)
class Page:
    """A folder of sections that becomes one HTML file."""

    path: str
    """of its folder in the site: "" for the front page"""
    sections: tuple[Section, ...]

    @property
    def file(self) -> str:
        """Where it is published."""
        return f"{self.path}/index.html" if self.path else "index.html"

    @property
    def opening(self) -> Section | None:
        """Section 0, where there is one."""
        return next((section for section in self.sections if section.number == 0), None)


def read_pages(root: Path, report: Report) -> list[Page]:
    """Every page of the content folder, the front page first."""
    content = root / "content"
    folders = [content, *sorted(folder for folder in content.rglob("*") if folder.is_dir())]
    pages = []
    for folder in folders:
        read = [read_section(file, root, report) for file in sorted(folder.glob("*.md"))]
        sections = tuple(section for section in read if section)
        if sections:
            relative = folder.relative_to(content).as_posix()
            pages.append(Page("" if relative == "." else relative, sections))
    return pages


def read_section(file: Path, root: Path, report: Report) -> Section | None:
    """The section in a Markdown file, or None after reporting why there is none."""
    name = file.relative_to(root).as_posix()
    match = FILE_NAME.fullmatch(file.name)
    if not match:
        report.add(Place(name, 1), "a section's file is named with two digits, a hyphen and a slug: 03-the-mask.md")
        return None
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        report.add(Place(name, error.object.count(b"\n", 0, error.start) + 1), "this is not UTF-8 text")
        return None
    lines = text.splitlines()
    if not lines or lines[0].strip() != FENCE:
        report.add(Place(name, 1), f"front matter is missing: the file starts with a line {FENCE}")
        return None
    end = next((number for number, line in enumerate(lines[1:], 1) if line.strip() == FENCE), None)
    if end is None:
        report.add(Place(name, 1), f"front matter is not closed by a line {FENCE}")
        return None
    fields = _front_matter(name, lines[1:end], report, opening=match[1] == "00")
    if fields is None:
        return None
    places = {key: _line_of(key, lines[:end]) for key in fields}
    return Section(name, int(match[1]), match[2], fields, places, "\n".join(lines[end + 1:]) + "\n", end + 2)


def _front_matter(name: str, lines: list[str], report: Report, opening: bool) -> dict[str, Any] | None:
    try:
        fields = tomllib.loads("\n".join(lines))
    except tomllib.TOMLDecodeError as error:
        line, sentence = toml_error(error, lines)
        report.add(Place(name, min(line, len(lines)) + 1), f"front matter is not TOML: {sentence}")
        return None
    allowed = FIELDS if opening else {key: kind for key, kind in FIELDS.items() if key not in OPENING_FIELDS}
    for key, value in fields.items():
        place = Place(name, _line_of(key, lines) + 1)
        if key not in allowed:
            only = "; only section 00 may have it" if key in FIELDS else ""
            report.add(place, no_such("front matter field", key, allowed) + only)
        elif not isinstance(value, allowed[key]) or not all(isinstance(item, str) for item in value):
            report.add(place, f"{key} is {'a list of texts' if allowed[key] is list else 'a text'}, not {value!r}")
    if not isinstance(fields.get("title", ""), str):
        return None
    if not fields.get("title"):
        report.add(Place(name, 1), "front matter has no title")
        return None
    return fields


def toml_error(error: tomllib.TOMLDecodeError, lines: list[str]) -> tuple[int, str]:
    """The line a TOML error is about, from 1, and what it says; Python tells the line only in words."""
    sentence, _, position = str(error).partition(" (at ")
    match = re.match(r"line (\d+)", position)
    return int(match[1]) if match else max(len(lines), 1), sentence


def _line_of(key: str, lines: list[str]) -> int:
    return next((number for number, line in enumerate(lines, 1) if re.match(rf"\s*{re.escape(key)}\s*=", line)), 1)
