"""HTML and SVG as values: text is escaped unless it is already Markup, so markup is safe by construction."""

from collections.abc import Iterable
from functools import cache
from typing import Any

VOID = frozenset({"br", "img", "input"})


class Markup(str):
    """A string that is already HTML and is inserted as it stands."""

    __slots__ = ()


def escape(value: object) -> Markup:
    """Markup for any value; Markup passes through unchanged."""
    return value if isinstance(value, Markup) else Markup(_escaped(str(value)))


def _escaped(text: str) -> str:
    # This runs for every attribute, and nearly always there is nothing to replace: then looking is quickest.
    if not ("&" in text or "<" in text or ">" in text or '"' in text or "'" in text):
        return text
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return text.replace('"', "&quot;").replace("'", "&#39;")


@cache
def _attribute(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


def compact(number: float) -> str:
    """A coordinate or size in CSS pixels, to a hundredth, without trailing zeros and without minus zero."""
    return f"{number:z.2f}".rstrip("0").rstrip(".")


def _written(value: object) -> str:
    """The value of an attribute."""
    if isinstance(value, float):
        return compact(value)
    return str(value) if isinstance(value, int) else _escaped(str(value))


def tag(name: str, /, *children: Any, **attributes: Any) -> Markup:
    """One element. Children are Markup, text, None or iterables of them.

    Attribute names lose a trailing underscore and turn inner ones into hyphens (class_, data_set). None and False
    leave an attribute out, True gives it without a value, floats are written to a hundredth.
    """
    parts = ["<" + name]
    for key, value in attributes.items():
        if value is None or value is False:
            continue
        if value is True:
            parts.append(" " + _attribute(key))
            continue
        parts.append(f' {_attribute(key)}="{_written(value)}"')
    parts.append(">")
    if name not in VOID:
        _flatten(children, parts)
        parts.append(f"</{name}>")
    return Markup("".join(parts))


def join(*children: Any) -> Markup:
    """Several children in a row, without an element around them."""
    parts: list[str] = []
    _flatten(children, parts)
    return Markup("".join(parts))


def _flatten(children: Iterable[Any], parts: list[str]) -> None:
    for child in children:
        if child is None:
            continue
        if isinstance(child, str):
            parts.append(child if isinstance(child, Markup) else _escaped(child))
        elif isinstance(child, Iterable):
            _flatten(child, parts)
        else:
            parts.append(escape(child))


def subscripted(text: str) -> Markup:
    """A text with d_k and d_model set as in print."""
    return Markup(escape(text).replace("d_k", "d<sub>k</sub>").replace("d_model", "d<sub>model</sub>"))


def assignment(**fields: object) -> str:
    """The value of data-set that gives `fields` these form texts: "query=2&key=5"."""
    return "&".join(f"{name}={_percent(str(value))}" for name, value in fields.items())


def _percent(text: str) -> str:
    for character in "%&+=#":
        text = text.replace(character, f"%{ord(character):02X}")
    return text
