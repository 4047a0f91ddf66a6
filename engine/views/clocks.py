"""Positional encoding as a bank of clocks: each pair of numbers is one hand, its sine to the right, its cosine up."""

from collections.abc import Sequence
from math import cos, degrees, pi, sin

from engine.drawing.marks import named, path, pressed, segment
from engine.drawing.markup import Markup, assignment, compact, tag
from engine.drawing.numbers import short
from engine.transformer.encoding import frequencies

SIZE, CENTRE, RADIUS = 52, 26, 22.5
HAND, ARC = 20, 11
RING = f"M{CENTRE} {CENTRE - RADIUS}a{RADIUS} {RADIUS} 0 1 1 -.01 0zv3"
POINTER = f"M{CENTRE} {CENTRE}V{CENTRE - HAND}m1 {HAND}a1 1 0 1 1 -2 0a1 1 0 1 1 2 0"


def bank(pairs: Sequence[int], picked: int, position: int, offset: int, d_model: int) -> Markup:
    """The clocks of `pairs`, counted from 1: dashed hands stand at `position`, solid ones `offset` later."""
    rates = frequencies(d_model).tolist()
    clocks = [clock(pair, rates[pair - 1], position, offset, d_model, pair == picked) for pair in pairs]
    return tag("div", clocks, class_="clocks")


def clock(pair: int, rate: float, position: int, offset: int, d_model: int, is_picked: bool) -> Markup:
    """One pair; `rate` is what it turns by from one position to the next, in radians, clockwise from twelve."""
    start, stop = position * rate, (position + offset) * rate
    drawing = tag(
        "svg",
        path([RING], "s-ink" if is_picked else "s-rule2", stroke_width=1.75 if is_picked else 1),
        path([segment(CENTRE, CENTRE, *around(start, HAND)), turn(start, stop)], "s-edge", stroke_dasharray="2 2"),
        path([POINTER], "s-ink move clock-hand", stroke_width=2, style=f"rotate:{compact(degrees(stop))}deg"),
        viewBox=f"0 0 {SIZE} {SIZE}",
    )
    return tag(
        "button", drawing, round_trip(rate), type="button", class_="clock", data_set=assignment(pair=pair),
        **pressed(is_picked),
        aria_label=f"pair {pair}, a full turn in {round_trip(rate)} positions",
        **named(f"encoding.frequencies({d_model})[{pair - 1}]", rate),
    )


def round_trip(rate: float) -> str:
    """How many positions make a full turn."""
    wavelength = 2 * pi / rate
    return short(wavelength, 1 if wavelength < 100 else 0)


def around(angle: float, radius: float) -> tuple[float, float]:
    """The point of a clock at an angle from twelve."""
    return CENTRE + radius * sin(angle), CENTRE - radius * cos(angle)


def turn(start: float, stop: float) -> str:
    """The arc between two hands; nothing where it is too short to be seen or longer than a full turn."""
    angle = abs(stop - start)
    if not 0.05 <= angle < 2 * pi:
        return ""
    x, y = around(stop, ARC)
    begin = " ".join(map(compact, around(start, ARC)))
    return f"M{begin}A{ARC} {ARC} 0 {int(angle > pi)} {int(stop > start)} {compact(x)} {compact(y)}"
