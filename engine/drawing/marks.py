"""Marks: the drawn vocabulary that figures share. Sizes are CSS pixels; colour comes from classes and --h."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from .markup import Markup, compact, tag
from .numbers import exact
from .scales import Linear, Logarithmic


def svg(width: float, height: float, *children: Any, **attributes: Any) -> Markup:
    """A drawing of a fixed size, which may hold text."""
    size = {"width": float(width), "height": float(height), "viewBox": f"0 0 {compact(width)} {compact(height)}"}
    return tag("svg", *children, **size, **attributes)


def fluid(width: float, height: float, *children: Any, top: float = 0.0, class_: str = "", **attributes: Any) -> Markup:
    """A drawing as wide as its container in data units from 0 to `width`; no text, strokes keep their width.

    `height` is both CSS pixels and data units, from `top` down.
    """
    box = f"0 {compact(top)} {compact(width)} {compact(height)}"
    return tag("svg", *children, class_=f"ns {class_}".strip(), width="100%", height=float(height), viewBox=box,
               preserveAspectRatio="none", **attributes)


def path(parts: Iterable[str], class_: str, **attributes: Any) -> Markup:
    """One path of many pieces: the cheap way to draw many marks that look alike."""
    return tag("path", d="".join(parts), class_=class_, **attributes)


def box(x: float, y: float, width: float, height: float) -> str:
    """A rectangle as a piece of a path."""
    return f"M{compact(x)} {compact(y)}h{compact(width)}v{compact(height)}h{compact(-width)}z"


def row_of_bars(rises: Iterable[float], base: float, width: float = 0.7) -> list[str]:
    """A bar in each column from 0 on, upwards from `base` where its number is positive, as pieces of a path."""
    inset = (1 - width) / 2
    # One text each: with `box`, whose six numbers are rounded one by one, bars were most of the drawing's time.
    return [f"M{at + inset:g} {base:g}h{width:g}v{-rise:z.2f}h-{width:g}z" for at, rise in enumerate(rises)]


def dot(x: float, y: float) -> str:
    """A dot as a piece of a path with round caps; the stroke's width is its diameter."""
    return f"M{compact(x)} {compact(y)}h0"


def segment(x1: float, y1: float, x2: float, y2: float) -> str:
    """A straight line as a piece of a path."""
    return f"M{compact(x1)} {compact(y1)}L{compact(x2)} {compact(y2)}"


def curve(points: Iterable[tuple[float, float]]) -> str:
    """A line through points."""
    return "M" + "L".join(f"{compact(x)} {compact(y)}" for x, y in points)


def comb(vector: np.ndarray, limit: float, x: float, half_width: float, pitch: float = 5.0) -> str:
    """A vector standing in a column: one bar a number, left of `x` where negative, right where positive."""
    return _comb_form(len(vector), x, pitch) % tuple((vector / (limit or 1.0) * half_width).tolist())


@lru_cache(maxsize=1024)
def _comb_form(bars: int, x: float, pitch: float) -> str:
    """A comb whose widths are still to be filled in: all at once, as a hundred combs are drawn for a long text."""
    return "".join([f"M{x:g} {row * pitch:g}h%.3fv{pitch - 1:g}H{x:g}z" for row in range(bars)])


def handle(name: str, value: float, low: float, high: float, label: str, *, axis: str = "x", step: float = 1,
           shown: str = "", value_text: str = "", logarithmic: bool = False, lower: bool = False) -> Markup:
    """The solid round that sets a field by dragging: low..high along its parent's box, rightwards or upwards.

    What is `shown` beneath it stands on a second line with `lower`, for where two handles are close.
    """
    share = (Logarithmic if logarithmic else Linear)(low, high, 0, 1)(value)
    at = f"left:{compact(100 * share)}%" if axis == "x" else f"bottom:{compact(100 * share)}%"
    edge = {0.0: " l", 1.0: " r"}.get(share, "") if axis == "x" else " v"
    kind = f"handle{edge}{' lower' * lower}"
    return tag(
        "div", class_=kind, style=at, role="slider", tabindex=0, data_drag=name, data_axis=axis,
        data_low=exact(low), data_high=exact(high), data_step=exact(step), data_label=shown or None,
        data_scale="log" if logarithmic else None,
        aria_label=label, aria_valuemin=exact(low), aria_valuemax=exact(high), aria_valuenow=exact(value),
        aria_valuetext=value_text or None, aria_orientation="vertical" if axis == "y" else None,
    )


def named(name: str, value: float) -> dict[str, str]:
    """Attributes by which the page reads out a mark's exact value under its full dotted name."""
    return {"data_name": name, "data_value": exact(value)}


def pressed(on: bool) -> dict[str, Any]:
    """Attributes of a button that is one of several to pick, and whether it is the picked one.

    The Tab key stops at the picked one; from there the arrow keys walk to the others.
    """
    return {"aria_pressed": "true" if on else "false", "tabindex": None if on else -1}


def arc(start: float, stop: float, bottom: float, height: float) -> str:
    """A rounded bow from start to stop, `height` above `bottom`; a small loop where they are the same."""
    if start == stop:
        start, stop = start - 0.3, stop + 0.3
    top = bottom - height * 4 / 3
    return f"M{compact(start)} {compact(bottom)}C{compact(start)} {compact(top)} {compact(stop)} {compact(top)} " \
           f"{compact(stop)} {compact(bottom)}"


def table(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> Markup:
    """A plain table; a cell is text, Markup or a (text, exact value) pair. The first column heads its row."""
    head = tag("thead", tag("tr", [tag("th", column, scope="col") for column in columns]))
    body = [
        tag("tr", tag("th", row[0], scope="row"), [
            tag("td", cell[0], data_value=exact(cell[1])) if isinstance(cell, tuple) else tag("td", cell)
            for cell in row[1:]
        ])
        for row in rows
    ]
    return tag("table", head, tag("tbody", body))
