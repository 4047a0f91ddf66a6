"""Tokens in a row of equal columns that only show what stands above or below them."""

from collections.abc import Iterable

from engine.drawing.markup import Markup, tag

from .tokens import drawn


def letter_row(tokens: Iterable[int], picked: int | None = None) -> Markup:
    """The letters, the picked one in reverse; the end is an arrow, for there may be 48 in a row."""
    shown = (drawn(token) for token in tokens)
    return tag("div", [
        tag("span", "\u21b5" if len(each) > 1 else each, class_="query" if at == picked else None)
        for at, each in enumerate(shown)
    ], class_="letter-row")
