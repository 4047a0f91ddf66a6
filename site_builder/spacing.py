"""Where a line must not break: between a word and its number, a number and its unit, two marks, within a title's word,
and beside what browsers would let a line break at whatever stands next to it."""

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
SPACE = re.compile(r"([ \n]+)")
NO_BREAK = "\u00a0"
NARROW = "\u202f"
WHOLE = "-\u2060"
"""a hyphen and a word joiner; no font of the page has U+2011"""
NUMBERS = ("value", "math_inline")
MARKS = ("citation", "footnote_ref")
BOXES = ("citation", "term", "math_inline")
"""A line may break on either side of these, even at a joiner."""


def bind(state: StateCore) -> None:
    """Joins, in every text, "section 6", "226 kB", "d = 12", marks side by side, and boxes with what touches them.

    What is parsed inline is a title or another short text of large type: there a hyphen does not end a line either.
    """
    for block in state.tokens:
        for before, token, after in _neighbours(block.children or []):
            if token.type == "text":
                bound = bind_words(token.content, before in NUMBERS, after in NUMBERS)
                token.content = bound.replace("-", WHOLE) if state.inlineMode else bound
        if block.children:
            block.children = _glued(_apart(block.children))


def bind_words(text: str, after_number: bool = False, before_number: bool = False) -> str:
    """A text in which spaces do not part a number from its word or unit, told whether numbers stand next to it."""
    if after_number and UNIT.match(text):
        text = NO_BREAK + text[1:]
    if after_number and before_number and SIGN.fullmatch(text):
        return f"{NO_BREAK}{text.strip()}{NO_BREAK}"
    named = (NAMED_HERE if before_number else NAMED).sub(rf"\1{NO_BREAK}", text)
    return MEASURED.sub(NO_BREAK, named)


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


def _glued(tokens: list[Token]) -> list[Token]:
    """Tokens with an unbroken span around every box and the words or numbers that touch it."""
    glued: list[Token] = []
    run: list[Token] = []

    def end() -> None:
        if len(run) > 1 and any(token.type in BOXES for token in run):
            glued.extend([Token("unbroken_open", "span", 1, attrs={"class": "unbroken"}), *run,
                          Token("unbroken_close", "span", -1)])
        else:
            glued.extend(run)
        run.clear()

    for token in tokens:
        if token.type == "text":
            for piece in filter(None, SPACE.split(token.content)):
                if SPACE.fullmatch(piece):
                    end()
                    glued.append(Token("text", "", 0, content=piece))
                else:
                    run.append(Token("text", "", 0, content=piece))
        elif token.type in BOXES or token.type in NUMBERS or token.type in MARKS:
            run.append(token)
        else:
            end()
            glued.append(token)
    end()
    return glued
