"""Reading form text: what every control shares."""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any

from ..numbers import MINUS

Limits = tuple[float, float] | None


class FieldError(ValueError):
    """A field's text does not fit; the message is one plain sentence for the reader."""


def nearest(text: str, names: Iterable[str]) -> str:
    """The question "did you mean …?" with the nearest right name, or nothing."""
    match = get_close_matches(text, list(names), n=1)
    return f"; did you mean {match[0]!r}?" if match else ""


def form_number(value: float) -> str:
    """A number as a browser's form writes it: 0 rather than 0.0, no trailing zeros."""
    return str(int(value)) if float(value).is_integer() else repr(round(float(value), 9))


def number(label: str, text: str) -> float:
    """The finite number a text stands for."""
    try:
        value = float(text.replace(MINUS, "-"))
    except ValueError:
        raise FieldError(f"{label} is a number, not {text!r}.") from None
    if value - value != 0:
        raise FieldError(f"{label} is a finite number, not {text!r}.")
    return value


def option(label: str, text: str, options: tuple[Any, ...]) -> Any:
    """The option whose form text is `text`."""
    for candidate in options:
        if str(candidate) == text:
            return candidate
    names = [str(candidate) for candidate in options]
    shown = ", ".join(names) if len(names) <= 10 else f"{', '.join(names[:9])} …"
    raise FieldError(f"{label} is one of {shown}, not {text!r}{nearest(text, names) or '.'}")
