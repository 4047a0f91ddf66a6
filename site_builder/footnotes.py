"""Footnotes: `text[^label]`, and in the same section `[^label]: what it says`, one paragraph that stands where it ends.

A mark is a link to its footnote, which leads back, so that it works without a script and on paper. Marks are signs,
counted in each section, because citations have numbers and notes in the margin letters.
"""

from collections.abc import Mapping
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from mdit_py_plugins.footnote import footnote_plugin

from engine.drawing.markup import tag

from .content import Section
from .context import Context
from .errors import Place

SIGNS = "*†‡§"
PARAGRAPH = ["paragraph_open", "inline", "paragraph_close", "footnote_reference_close"]


def plugin(md: MarkdownIt) -> None:
    """Adds footnotes to a parser."""
    footnote_plugin(md, inline=False)
    md.core.ruler.before("footnote_tail", "footnote_definitions", _note_definitions)
    md.add_render_rule("footnote_block_open", lambda *_: '<ol class="footnotes" aria-label="Footnotes">\n')
    md.add_render_rule("footnote_block_close", lambda *_: "</ol>\n")


def _note_definitions(state: StateCore) -> None:
    """Notes in the environment every definition: its label, its line, and whether it is one paragraph."""
    for index, token in enumerate(state.tokens):
        if token.type == "footnote_reference_open" and token.map:
            inside = state.tokens[index + 1:index + 5]
            is_paragraph = [each.type for each in inside] == PARAGRAPH
            state.env.setdefault("defined", []).append((token.meta["label"], token.map[0], is_paragraph))
            for each in inside if is_paragraph else ():
                each.hidden = True  # the list's item is its element


def check(section: Section, environment: Mapping[str, Any], context: Context) -> None:
    """Reports footnotes that are not one paragraph, are defined twice, or that nothing refers to."""
    seen = set()
    for label, line, is_paragraph in environment.get("defined", ()):
        place = section.place(section.first_line + line)
        if not is_paragraph:
            context.report.add(place, f"the footnote [^{label}] is one paragraph of text")
        if label in seen:
            context.report.add(place, f"the footnote [^{label}] is defined twice")
        elif environment["footnotes"]["refs"][f":{label}"] < 0:
            context.report.add(place, f"nothing refers to the footnote [^{label}]")
        seen.add(label)


def resolve_mark(token: Token, place: Place, context: Context) -> None:
    """The sign in the text."""
    name, copy = _identity(token, context), token.meta["subId"]
    if not copy:
        context.claim_id(name, place)
    token.meta["html"] = tag("sup", tag("a", _sign(token), class_="footnote", href=f"#{name}",
                                        id=f"{name}-mark" + (f"-{copy + 1}" if copy else ""),
                                        aria_label=f"Footnote {token.meta['id'] + 1}"))


def resolve_footnote(token: Token, place: Place, context: Context) -> None:
    """The beginning of a footnote: its sign is the marker of an item of the list."""
    token.meta["html"] = f"<li id=\"{_identity(token, context)}\" style=\"list-style-type: '{_sign(token)} '\">"


def resolve_return(token: Token, place: Place, context: Context) -> None:
    """The way back to the first mark in the text; one is enough."""
    back = tag("a", "↑", class_="back", href=f"#{_identity(token, context)}-mark", aria_label="Back to the text")
    token.meta["html"] = "" if token.meta["subId"] else f" {back}"


def _identity(token: Token, context: Context) -> str:
    return f"footnote-{context.section.slug}-{token.meta['id'] + 1}"


def _sign(token: Token) -> str:
    """The sign by a footnote's place in its section: each in turn, then each doubled, and so on."""
    times, which = divmod(token.meta["id"], len(SIGNS))
    return SIGNS[which] * (times + 1)
