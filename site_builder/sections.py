"""Sections read into tokens, and every token made ready to render: checked, looked up, drawn, converted."""

import pickle
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any

from markdown_it.token import Token

from . import cache, cards, claims, code, directives, footnotes, links, margins, mathematics, values
from .content import Section
from .context import Context
from .errors import Place
from .markdown import lines, parser

Rule = Callable[[Token, Place, Context], None]

STRAY = {
    "$": r"a lone $: write \$ for the sign, $…$ for a formula, $$…$$ on lines of its own for a displayed one",
    "{{": "{{ is not closed by }} in the same paragraph",
    "[^": "SIGN has no footnote: write [^label]: and what it says in the same section, with a label of one word",
    "[@": "SIGN is not a citation: write [@key] with the key of a reference",
    "](": "SIGN) is not a link: its address holds spaces or is not allowed",
    "]{": "SIGN is not understood as attributes",
    ":::": "this ::: opens and closes nothing",
}
"""what a sign left in the text means, by how it begins; SIGN stands for what was found"""


def resolve_heading(token: Token, place: Place, context: Context) -> None:
    """A section's own headings are below its title, which is an h2."""
    if int(token.tag[1]) < 3:
        context.report.add(place, "the section's title is in its front matter; headings in the text begin with ###")


RULES: dict[str, Rule] = {
    "heading_open": resolve_heading,
    "directive": directives.resolve,
    "container_directive_open": directives.resolve,
    "container_directive_close": directives.resolve_end,
    "value": values.resolve,
    "span_open": claims.resolve,
    "link_open": claims.resolve,
    "math_inline": mathematics.resolve,
    "math_block": mathematics.resolve,
    "fence": code.resolve,
    "code_block": code.resolve,
    "image": links.resolve_image,
    "citation": cards.resolve_citation,
    "footnote_ref": footnotes.resolve_mark,
    "footnote_open": footnotes.resolve_footnote,
    "footnote_anchor": footnotes.resolve_return,
}
LATER: dict[str, Rule] = {"link_open": links.resolve, "term": cards.resolve_term}
"""rules that need the ids of every page, and its figures"""


@dataclass
class Prose:
    """A section's tokens."""

    section: Section
    title: list[Token]
    front: dict[str, list[list[Token]]]
    """of the front matter's other texts: kicker, standfirst, byline"""
    body: list[Token]

    def located(self) -> list[tuple[Token, int]]:
        """Every token with its line."""
        found = [pair for name, texts in [("title", [self.title]), *self.front.items()] for tokens in texts
                 for pair in lines(tokens, self.section.lines[name])]
        return found + list(lines(self.body, self.section.first_line))


def read(section: Section, context: Context) -> Prose:
    """Parses a section and reports what does not parse into anything."""
    body, environment = _parse(section.body)
    _report_stray(section, section.first_line, environment, context)
    footnotes.check(section, environment, context)
    _check_closed(section, body, context)
    margins.check_notes(section, body, context)
    front: dict[str, list[list[Token]]] = {}
    for name, value in section.fields.items():
        if name != "description":
            found: dict[str, Any] = {}
            texts = value if isinstance(value, list) else [value]
            front[name] = [parser().parseInline(text, found) for text in texts]
            _report_stray(section, section.lines[name], found, context)
    return Prose(section, front.pop("title")[0], front, body)


def _parse(text: str) -> tuple[list[Token], dict[str, Any]]:
    """The tokens of a text and what was noted about them, from an earlier build that parsed the same text."""

    def made() -> bytes:
        environment: dict[str, Any] = {}
        return pickle.dumps((parser().parse(text, environment), environment))

    recipe = sha256(f"{_parsed_by()} {text}".encode()).hexdigest()
    found: tuple[list[Token], dict[str, Any]] = pickle.loads(cache.kept(f"parsed/{recipe[:20]}.pickle", made))
    return found


@lru_cache
def _parsed_by() -> str:
    """What parses: the libraries, and the builder's own rules."""
    code = [file.read_bytes() for file in sorted(Path(__file__).parent.rglob("*.py"))]
    return repr((version("markdown-it-py"), version("mdit-py-plugins"), sha256(b"".join(code)).hexdigest()))


def resolve(prose: Prose, rules: dict[str, Rule], context: Context) -> None:
    """Applies rules to the tokens of a section, in order."""
    context.section = prose.section
    for token, line in prose.located():
        place = prose.section.place(line)
        if rules is RULES:
            _check_attributes(token, place, context)
        if token.type in rules:
            rules[token.type](token, place, context)


def _report_stray(section: Section, first_line: int, environment: dict[str, Any], context: Context) -> None:
    for line, sign in environment.get("stray", ()):
        sentence = next(sentence for begin, sentence in STRAY.items() if sign.startswith(begin))
        context.report.add(section.place(first_line + line), sentence.replace("SIGN", sign))


def _check_attributes(token: Token, place: Place, context: Context) -> None:
    for name in token.meta.get("insecure_attrs", ()):
        context.report.add(place, f"the attribute {name!r} cannot be set here")
    if "claim" in token.attrs and token.type not in ("span_open", "link_open"):
        context.report.add(place, "a claim is made by [a sentence]{claim=name} or a link")
    if "data-set" in token.attrs and token.type != "link_open":
        context.report.add(place, "only a link can set a figure")
    if "id" in token.attrs:
        context.claim_id(str(token.attrs["id"]), place)


def _check_closed(section: Section, tokens: list[Token], context: Context) -> None:
    """Reports containers that end with their surroundings instead of at a line of their own."""
    source = section.body.splitlines()
    closing: set[int] = set()
    for token in tokens:
        if token.type == "container_directive_open" and token.map:
            last = token.map[1]
            closed = last < len(source) and re.fullmatch(r":{3,}", source[last].strip(" >"))
            if not closed or last in closing:
                name = token.info.split()[0]
                context.report.add(section.place(section.first_line + token.map[0]),
                                   f"{token.markup} {name} is not closed by a line {token.markup} before what is "
                                   "around it ends; an outer directive has more colons than an inner one")
            closing.add(last)
