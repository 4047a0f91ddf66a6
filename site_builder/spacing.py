"""Spaces at which a line must not break: between a word and its number, a number and its unit, two marks."""

import re
from itertools import pairwise

from markdown_it.rules_core import StateCore
from markdown_it.token import Token

WORDS = r"\b(sections?|tables?|figures?|equations?|footnotes?|versions?|heads?|layers?|encoder|decoder|position|step) "
NAMED = re.compile(WORDS + r"(?=\d)", re.IGNORECASE)
NAMED_HERE = re.compile(WORDS + r"(?=\d|$)", re.IGNORECASE)
"""also where the number is the next token"""
MEASURED = re.compile(r"(?<=\d) (?=(?:kB|MB|GB|ms|million|billion)\b)")
UNIT = re.compile(r" (?=(?:kB|MB|GB|ms|million|billion|BLEU|F1)\b)")
SIGN = re.compile(r" ([=<>+\u2212\u00d7\u00f7]) ")
NO_BREAK = "\u00a0"
NARROW = "\u202f"
NUMBERS = ("value", "math_inline")
MARKS = ("citation", "footnote_ref")


def bind(state: StateCore) -> None:
    """Joins, in every text, "section 6", "226 kB", "d = 12" and marks side by side with spaces that do not break."""
    for block in state.tokens:
        for before, token, after in _neighbours(block.children or []):
            if token.type == "text":
                token.content = _bound(token.content, before in NUMBERS, after in NUMBERS)
        if block.children:
            block.children = _apart(block.children)


def _neighbours(tokens: list[Token]) -> list[tuple[str, Token, str]]:
    """Every token between the types of those beside it."""
    kinds = ["", *(token.type for token in tokens), ""]
    return list(zip(kinds, tokens, kinds[2:], strict=False))


def _apart(tokens: list[Token]) -> list[Token]:
    """Tokens with a narrow space between marks that follow each other: a § and a 2 are not section 2."""
    apart = tokens[:1]
    for before, token in pairwise(tokens):
        if before.type in MARKS and token.type in MARKS:
            apart.append(Token("text", "", 0, content=NARROW))
        apart.append(token)
    return apart


def _bound(text: str, after_number: bool, before_number: bool) -> str:
    if after_number and UNIT.match(text):
        text = NO_BREAK + text[1:]
    if after_number and before_number and SIGN.fullmatch(text):
        return f"{NO_BREAK}{text.strip()}{NO_BREAK}"
    named = (NAMED_HERE if before_number else NAMED).sub(rf"\1{NO_BREAK}", text)
    return MEASURED.sub(NO_BREAK, named)
