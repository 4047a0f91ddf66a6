"""Readouts: the numbers a figure prints, each under a fixed name, short for people and exact for machines."""

from collections.abc import Iterable
from typing import Any

from .markup import Markup, tag
from .numbers import exact, probability, short


def readout(name: str, value: Any, text: str | None = None, decimals: int | None = None) -> Markup:
    """One value: `<data data-readout="weight" value="0.4183001">0.4183</data>`. Text is shown as it stands,
    and is of class "words" where it is several.
    """
    shown = text if text is not None else value if isinstance(value, str) else short(value, decimals)
    is_words = " " in shown and not any(sign.isdigit() for sign in shown)
    return tag("data", shown, data_readout=name, value=exact(value), class_="words" if is_words else None)


def chance(name: str, value: float) -> Markup:
    """A probability, which is never shown as 1 unless it is."""
    return readout(name, value, probability(value))


def readouts(rows: Iterable[tuple[Any, ...]]) -> Markup:
    """Labelled readouts in a row: (label, readout) or (label, readout, unit). Stands last in a stage."""
    return tag("dl", [
        tag("div", tag("dt", label), tag("dd", value, [" ", unit[0]] if unit else None)) for label, value, *unit in rows
    ], class_="readouts")
