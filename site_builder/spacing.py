"""Spaces at which a line must not break: before a number that its word needs, and between a number and its unit."""

import re

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
NUMBERS = ("value", "math_inline")


def bind(state: StateCore) -> None:
    """Joins, in every text, "section 6", "226 kB" and "d = 12" with spaces that do not break."""
    for block in state.tokens:
        for before, token, after in _neighbours(block.children or []):
            if token.type == "text":
                token.content = _bound(token.content, before in NUMBERS, after in NUMBERS)


def _neighbours(tokens: list[Token]) -> list[tuple[str, Token, str]]:
    """Every token between the types of those beside it."""
    kinds = ["", *(token.type for token in tokens), ""]
    return list(zip(kinds, tokens, kinds[2:], strict=False))


def _bound(text: str, after_number: bool, before_number: bool) -> str:
    if after_number and UNIT.match(text):
        text = NO_BREAK + text[1:]
    if after_number and before_number and SIGN.fullmatch(text):
        return f"{NO_BREAK}{text.strip()}{NO_BREAK}"
    named = (NAMED_HERE if before_number else NAMED).sub(rf"\1{NO_BREAK}", text)
    return MEASURED.sub(NO_BREAK, named)
