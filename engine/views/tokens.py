"""Tokens as they are drawn and as they are said."""

from collections.abc import Iterable

from engine.drawing.marks import pressed
from engine.drawing.markup import Markup, assignment, tag
from engine.transformer.vocabulary import SYMBOLS

DRAWN = {" ": "\u2423", "<eos>": "end", "<bos>": "\u25b8", "<pad>": "\u2205"}
SAID = {" ": "space", "<eos>": "end", "<bos>": "start", "<pad>": "nothing"}


def drawn(token: int) -> str:
    """A token's letter in a drawing: an open box for a space, "end" for end of sequence, a triangle for the start."""
    symbol = SYMBOLS[token]
    return DRAWN.get(symbol, symbol)


def said(token: int) -> str:
    """A token in a sentence: “d”, space, end."""
    symbol = SYMBOLS[token]
    return SAID.get(symbol) or f"“{symbol}”"


def text_row(tokens: Iterable[int], field: str, picked: int, first: int = 0, mark: str = "query",
             key: int | None = None) -> Markup:
    """Tokens in a row of equal columns; picking one sets `field` to its position. The picked one is in reverse
    (mark "query") or underlined (mark "key"); where queries are picked, `key` is underlined beside."""
    marked = {key: " key", picked: f" {mark}"}
    buttons = [
        tag("button", drawn(token), type="button", data_set=assignment(**{field: at}), data_key=f"{field} {at}",
            class_="letter" + " word" * (len(drawn(token)) > 1) + marked.get(at, ""),
            **pressed(at == picked),
            aria_label=f"{mark} {at + 1}: {said(token)}")
        for at, token in enumerate(tokens, first)
    ]
    return tag("div", buttons, class_="letters")
