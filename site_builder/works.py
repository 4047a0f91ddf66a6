"""References and glossary: what the prose cites as [@key] and explains as [words]{term=name}, each in one TOML file."""

import tomllib
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from .content import toml_error
from .errors import Place, Report, no_such


@dataclass(frozen=True)
class Reference:
    """A work that is cited."""

    place: Place
    author: list[str]
    """names as they are read, family name last"""
    title: str
    year: int
    url: str
    kind: str = "misc"
    """BibTeX's entry type"""
    within: str = ""
    """the proceedings or journal"""
    note: str = ""
    """one sentence on how it is used here"""

    @property
    def families(self) -> list[str]:
        return [name.split()[-1] for name in self.author]


@dataclass(frozen=True)
class Term:
    """A word of the field."""

    place: Place
    means: str
    see: str = ""
    """the figure where it is touched, as a link: "#fig-NAME?field=value" """


def read_references(root: Path, file: str, report: Report) -> dict[str, Reference]:
    """The works of a file, by key; what is wrong is reported."""
    return _read(root, file, Reference, report)


def read_glossary(root: Path, file: str, report: Report) -> dict[str, Term]:
    """The terms of a file, by name; what is wrong is reported."""
    return _read(root, file, Term, report)


def _read(root: Path, file: str, kind: type, report: Report) -> dict[str, Any]:
    if not file:
        return {}
    lines = (root / file).read_text(encoding="utf-8").splitlines()
    try:
        tables = tomllib.loads("\n".join(lines))
    except tomllib.TOMLDecodeError as error:
        line, sentence = toml_error(error, lines)
        report.add(Place(file, line), f"this is not TOML: {sentence}")
        return {}
    known = {field.name: field for field in fields(kind) if field.name != "place"}
    found = {}
    for name, table in tables.items():
        place = Place(file, next((number for number, line in enumerate(lines, 1)
                                  if line.strip() in (f"[{name}]", f'["{name}"]')), 1))
        wrong = _wrong(table, known)
        for sentence in wrong:
            report.add(place, f"{name}: {sentence}")
        if not wrong:
            found[name] = kind(place, **table)
    return found


SHAPES = {list: "a list of names", int: "a number", str: "a text"}


def _wrong(table: Any, known: dict[str, Any]) -> list[str]:
    if not isinstance(table, dict):
        return ["this is a table of its own, under [its name]"]
    wrong = [no_such("field", key, known) for key in table if key not in known]
    for name, field in known.items():
        shape = list if name == "author" else field.type
        if name in table and not isinstance(table[name], shape):
            wrong.append(f"{name} is {SHAPES[shape]}")
        elif not table.get(name) and name in ("author", "title", "year", "url", "means"):
            wrong.append(f"{name} is missing")
    return wrong


def bibtex(key: str, work: Reference) -> str:
    """A work as a BibTeX entry."""
    where = {"article": "journal", "inproceedings": "booktitle"}.get(work.kind, "howpublished")
    entries = {"author": " and ".join(work.author), "title": f"{{{work.title}}}", where: work.within,
               "year": str(work.year), "url": work.url}
    lines = [f"  {name:<9} = {{{value}}}," for name, value in entries.items() if value]
    return "\n".join([f"@{work.kind}{{{key},", *lines, "}"])
