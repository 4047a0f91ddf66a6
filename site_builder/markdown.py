"""The Markdown that sections are written in: one parser, and tokens that know their line.

CommonMark without raw HTML, and with tables, definition lists, attributes ({#id} above a heading, [text]{claim=name}),
typographic quotes and dashes, $…$ and $$…$$, directives (::: name), values ({{ name }}), citations ([@key]), footnotes
([^label]) and terms ([words]{term=name}).
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from mdit_py_plugins.anchors import anchors_plugin
from mdit_py_plugins.attrs import attrs_block_plugin, attrs_plugin
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin

from . import cards, directives, footnotes, spacing, values

ATTRIBUTES = ("id", "class", "claim", "data-set", "lang")
RESOLVED = ("value", "math_inline", "math_block", "fence", "code_block", "directive", "container_directive_open",
            "container_directive_close", "citation", "term", "footnote_ref", "footnote_open", "footnote_anchor")
"""token types whose HTML is made by the rules of sections.py and waits in token.meta"""

STRAY = re.compile(r"\$|\{\{|\[[@^][^\]\n]*\]?|\]\([^)]*|\]\{[^}]*\}?|^:::")


@cache
def parser() -> MarkdownIt:
    """A parser and renderer with every rule of ours."""
    md = MarkdownIt("commonmark", {"html": False, "typographer": True})
    md.enable(["table", "replacements", "smartquotes"])
    deflist_plugin(md)
    attrs_block_plugin(md, allowed=ATTRIBUTES)
    attrs_plugin(md, spans=True, allowed=ATTRIBUTES)
    anchors_plugin(md, min_level=3, max_level=6, slug_func=slug)
    dollarmath_plugin(md, allow_space=False, allow_digits=False, allow_labels=False, allow_blank_lines=False)
    directives.plugin(md)
    values.plugin(md)
    cards.plugin(md)
    footnotes.plugin(md)
    md.core.ruler.before("text_join", "stray", note_stray)
    md.core.ruler.push("unbroken", spacing.bind)
    for name, rule in zip(md.inline.ruler.get_active_rules(), md.inline.ruler.getRules(""), strict=True):
        md.inline.ruler.at(name, located(rule))
    for kind in RESOLVED:
        md.add_render_rule(kind, resolved)
    return md


def html(tokens: Sequence[Token]) -> str:
    """The HTML of tokens that are ready to render."""
    rendered: str = parser().renderer.render(tokens, parser().options, {})
    return rendered


def plain_parser() -> MarkdownIt:
    """A parser for documents that are not of the site: CommonMark with tables."""
    return MarkdownIt("commonmark", {"html": False}).enable("table")


def slug(text: str) -> str:
    """The id made of a heading's text."""
    return "-".join(re.findall(r"[a-z0-9]+", text.lower()))


def located(rule: Callable[[StateInline, bool], bool]) -> Callable[[StateInline, bool], bool]:
    """The same inline rule, noting on every token it makes how many lines below its block's first it begins."""

    def located_rule(state: StateInline, silent: bool) -> bool:
        count, line = len(state.tokens), state.src.count("\n", 0, state.pos)
        found = rule(state, silent)
        for token in state.tokens[count:]:
            token.meta.setdefault("line", line)
        return found

    return located_rule


def note_stray(state: StateCore) -> None:
    """Notes in the environment the signs that meant to be something, with their lines; escaped ones are still apart."""
    for token, line in lines(state.tokens, 0):
        if token.type == "text":
            signs = STRAY.findall(token.content)
            state.env.setdefault("stray", []).extend((line, sign) for sign in signs)


def lines(tokens: Sequence[Token], first: int) -> Iterator[tuple[Token, int]]:
    """Every token in order, those inside inline ones too, with its line; `first` is the line of the text's first."""
    line = first
    for token in tokens:
        if token.map:
            line = first + token.map[0]
        yield token, line
        below = 0
        for child in token.children or ():
            below = child.meta.get("line", below)
            yield child, line + below
            below += child.type in ("softbreak", "hardbreak")


def resolved(renderer: Any, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    """The render rule of every token type in RESOLVED."""
    html: str = tokens[index].meta["html"]
    return html
