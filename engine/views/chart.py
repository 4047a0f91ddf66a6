"""Charts: labelled axes, lines told apart by their style and named at their ends, and room for a handle.

A chart is as wide as its container and a fixed number of pixels high. Its lines are one stretched drawing; everything
in words or numbers is HTML around it, so that no text is ever scaled.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from engine.drawing.marks import curve, dot, fluid, named, path, segment
from engine.drawing.markup import Markup, compact, tag
from engine.drawing.numbers import power, short
from engine.drawing.scales import Linear, Logarithmic

WIDTH = 1000.0
NAME_HEIGHT = 17.0
NARROWEST = 200.0, 280.0  # pixels a plot has on the narrowest screen, with names beside it and without


class Axis(NamedTuple):
    """What one direction of a chart shows; `label` names the quantity and its unit.

    The label says by itself that the scale is logarithmic, or that it does not start at zero.
    """

    label: str
    low: float
    high: float
    logarithmic: bool = False
    ticks: tuple[float, ...] = ()
    write: Callable[[float], str] | None = None

    def scale(self, start: float, stop: float) -> Linear | Logarithmic:
        """From values to places between start and stop."""
        return (Logarithmic if self.logarithmic else Linear)(self.low, self.high, start, stop)

    def marked(self) -> list[tuple[float, str]]:
        """The values that carry a tick, each with its text."""
        write = self.write or (power if self.logarithmic else short)
        return [(value, write(value)) for value in self.ticks or self.scale(0, 1).ticks()]

    def title(self) -> str:
        """The label with what a reader has to know about the scale."""
        if self.logarithmic:
            return f"{self.label}, log scale"
        return self.label if self.low <= 0 else f"{self.label}, not from zero"

    def spread(self, count: int = 61) -> list[float]:
        """Values from low to high at equal distances on the axis, both ends among them."""
        shares = [index / (count - 1) for index in range(count)]
        if self.logarithmic:
            return [self.low * (self.high / self.low) ** share for share in shares]
        return [self.low + (self.high - self.low) * share for share in shares]


class Series(NamedTuple):
    """A line through points (x, y), with its name written at its end; `style` is "", dashed, dotted or hairline."""

    name: str | Markup
    points: Sequence[tuple[float, float]]
    style: str = ""


class Chart:
    """Two axes; `x` and `y` place values in the drawing: x from 0 to WIDTH, y in pixels from the top."""

    def __init__(self, across: Axis, up: Axis, height: float = 280.0) -> None:
        self.across, self.up, self.height = across, up, height
        self.x, self.y = across.scale(0, WIDTH), up.scale(height, 0)

    def left(self, value: float) -> str:
        """Style of HTML in the plot that stands at a value of the x axis."""
        return f"left:{compact(100 * self.x(value) / WIDTH)}%"

    def point(self, x: float, y: float, name: str, label: str, class_: str = "s-ink", size: float = 8.0,
              **attributes: Any) -> Markup:
        """A dot whose exact y can be pointed at under its name."""
        return path([dot(self.x(x), self.y(y))], f"chart-dot {class_}", stroke_width=size, role="img", tabindex=0,
                    aria_label=label, **named(name, y), **attributes)

    def rail(self, handle: Markup, low: float, high: float, y: float) -> Markup:
        """The track of a handle that sets a value low..high of the x axis, lying at the height of y."""
        start, stop = 100 * self.x(low) / WIDTH, 100 * self.x(high) / WIDTH
        style = f"left:{compact(start)}%;width:{compact(stop - start)}%;top:{compact(self.y(y))}px"
        return tag("div", handle, class_="chart-rail", style=style)

    def draw(self, series: Iterable[Series], under: object = None, above: object = None,
             html: object = None, label: str | None = None) -> Markup:
        """The chart; `under` and `above` are marks behind and before the lines, `html` stands over the drawing."""
        lines = list(series)
        across = [(self.x(value), text) for value, text in self.across.marked()]
        up = [(self.y(value), text) for value, text in self.up.marked()]
        drawing = fluid(
            WIDTH, self.height, under,
            path([segment(0, y, WIDTH, y) for y, _ in up], "s-rule"),
            path([segment(0, self.height, WIDTH, self.height)], "s-edge"),
            path([f"M{compact(x)} {compact(self.height)}v5" for x, _ in across], "s-edge"),
            [path([curve((self.x(x), self.y(y)) for x, y in line.points)], f"series {line.style}".strip())
             for line in lines],
            above, class_="chart-lines", role="img" if label else None, aria_label=label,
        )
        crowded = sum(7 * len(text) + 4 for _, text in across) > NARROWEST[not lines]
        below = [
            tag("span", text, style=f"left:{compact(100 * x / WIDTH)}%",
                class_="wide-only" if crowded and index % 2 else None)
            for index, (x, text) in enumerate(across)
        ]
        return tag(
            "div",
            tag("div", self.up.title(), class_="chart-title"),
            tag("div", [tag("span", text, style=f"top:{compact(y)}px") for y, text in up], class_="chart-up"),
            tag("div", drawing, html, class_="chart-plot"),
            self._names(lines),
            tag("div", below, class_="chart-across"),
            tag("div", self.across.title(), class_="chart-title across"),
            class_="chart",
        )

    def _names(self, lines: list[Series]) -> Markup | None:
        """The names of the lines, each at its end or, where ends are close, as near as there is room."""
        if not lines:
            return None
        ends = sorted((self.y(line.points[-1][1]), index) for index, line in enumerate(lines) if line.name)
        places = apart([end for end, _ in ends], self.height)
        leaders = path([segment(2, end, 12, place) for (end, _), place in zip(ends, places, strict=True)], "s-rule2")
        names = [
            tag("span", lines[index].name, style=f"top:{compact(place)}px")
            for (_, index), place in zip(ends, places, strict=True)
        ]
        return tag("div", fluid(14, self.height, leaders), names, class_="chart-names")


def apart(places: Sequence[float], height: float, gap: float = NAME_HEIGHT) -> list[float]:
    """Rising places moved as little as needed to be at least `gap` apart, and none below `height`."""
    moved: list[float] = []
    for place in places:
        moved.append(max(place, moved[-1] + gap) if moved else place)
    for index in range(len(moved) - 1, -1, -1):
        moved[index] = min(moved[index], height - gap * (len(moved) - 1 - index))
    return moved
