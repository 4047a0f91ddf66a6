"""content/site.toml: what the site is called, and which figures, model, facts, claims and data it is made of."""

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from .content import toml_error
from .errors import Place, Problem, Problems, Report, no_such

FILE = "content/site.toml"
REQUIRED = ("title", "description", "author", "figures", "model")
OPTIONAL = ("name", "base_url", "language", "date", "paper", "licence", "notice", "facts", "claims", "references",
            "glossary")
FILES = ("facts", "claims", "notice", "references", "glossary")


@dataclass(frozen=True)
class Site:
    """The settings of one explorable."""

    root: Path
    """the project's folder, which every path in site.toml is relative to"""
    lines: tuple[str, ...]
    """of site.toml, to say where something stands"""
    data: dict[str, str]
    """name by which the model is given it -> file"""
    title: str
    description: str
    author: str
    figures: str
    """package of the figure modules"""
    model: str
    """"package.module:function", called without arguments"""
    facts: str = ""
    """file with facts(model) -> dict, for values in the prose"""
    claims: str = ""
    """file with one predicate a claim"""
    beside: tuple[str, ...] = ()
    """files the model opens by itself, published together with the engine"""
    name: str = "site"
    """what the page as one file and the zip of the site are called"""
    base_url: str = ""
    """where the site will stand; without it pages name no canonical address"""
    language: str = "en"
    paper: str = ""
    """address of the paper that figures name sections of"""
    licence: str = ""
    """one sentence for the foot of every page"""
    references: str = ""
    """file of the works that are cited"""
    glossary: str = ""
    """file of the terms that are explained"""
    date: str = ""
    """when it was published: 2026-11-29"""
    notice: str = ""
    """file that says what the built site carries and under which licences"""

    def place(self, text: str) -> Place:
        """The first line of site.toml that contains `text`."""
        return _place(self.lines, text)


def read_site(root: Path) -> Site:
    """The settings in content/site.toml; Problems where it does not say what it must."""
    try:
        text = (root / FILE).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise Problems([Problem(Place(FILE, 1), "this file is missing")]) from None
    lines = text.splitlines()
    try:
        settings = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        line, sentence = toml_error(error, lines)
        raise Problems([Problem(Place(FILE, line), f"this is not TOML: {sentence}")]) from None
    report = Report()
    data, beside = settings.pop("data", {}), settings.pop("beside", [])
    for file in (*data.values(), *beside):
        if not (root / file).is_file():
            report.add(_place(lines, f'"{file}"'), f"no file {file!r}")
    for key, value in settings.items():
        if key not in REQUIRED + OPTIONAL:
            report.add(_place(lines, key), no_such("setting", key, (*REQUIRED, *OPTIONAL, "data", "beside")))
        elif not isinstance(value, str):
            report.add(_place(lines, key), f"{key} is a text, not {value!r}")
        elif key in FILES and not (root / value).is_file():
            report.add(_place(lines, key), f"no file {value!r}")
    if "date" in settings and not re.fullmatch(r"\d{4}-\d\d-\d\d", str(settings["date"])):
        report.add(_place(lines, "date"), "date is a day written as 2026-11-29")
    for key in REQUIRED:
        if not settings.get(key):
            report.add(Place(FILE, 1), f"the setting {key!r} is missing")
    report.close()
    return Site(root, tuple(lines), data, beside=tuple(beside), **settings)


def _place(lines: Iterable[str], text: str) -> Place:
    return Place(FILE, next((number for number, line in enumerate(lines, 1) if text in line), 1))
