"""What one layer costs as the input grows, after Table 1 of the paper: four kinds of layer, both axes logarithmic.
Attention and recurrence cross where the input is as long as its vectors are wide. Constants are left out, as in the
paper; the bracket, 10 to 70 words, is a reckoning of ours.

Paper: section 4, Table 1.
Try: drag the round handle along the curve of attention, past the crossing, and then make the vectors wider.
"""

from dataclasses import dataclass
from math import ceil
from typing import NamedTuple

from engine.drawing import controls as control
from engine.drawing import marks
from engine.drawing.marks import handle, path, segment
from engine.drawing.markup import Markup, compact, join, tag
from engine.drawing.numbers import short
from engine.drawing.readouts import readout, readouts
from engine.views.chart import Axis, Chart, Series

TITLE = "What the hop costs"
KIND = "reported formula"

LONGEST = 16384
SENTENCE = (10, 70)  # words, a reckoning of ours: the paper only says that sentences are mostly shorter than d


@dataclass(frozen=True)
class State:
    d: int = control.choice(512, "Width d", (64, 128, 256, 512, 1024, 2048, 4096))
    n: int = control.slider(64, "Length n", 1, LONGEST, unit="positions", logarithmic=True)
    r: int = control.slider(64, "Window r", 8, 512, unit="positions")
    kernel: int = control.slider(3, "Kernel k", 2, 8, unit="positions")


EXAMPLES = {
    "start": State(),
    "at the crossing": State(n=512),
    "a book": State(n=LONGEST),
    "one word": State(n=1),
    "narrow vectors": State(d=64, n=256, r=8, kernel=8),
    "wide vectors": State(d=4096, n=2000, r=512),
}


class Layer(NamedTuple):
    """One row of Table 1: `table` is its name there, `style` how its line is drawn."""

    name: str
    table: str
    style: str


LAYERS = (
    Layer("attention", "Self-Attention", ""),
    Layer("recurrent", "Recurrent", "dashed"),
    Layer("convolution", "Convolutional", "dotted"),
    Layer("restricted", "Self-Attention (restricted)", "hairline"),
)


def cost(name: str, n: float, state) -> float:
    """Operations of one layer by the column "complexity per layer"; a window is never longer than the input."""
    costs = {
        "attention": n * n * state.d,
        "recurrent": n * state.d * state.d,
        "convolution": state.kernel * n * state.d * state.d,
        "restricted": min(state.r, n) * n * state.d,
    }
    return costs[name]


def ratio(state) -> float:
    """How many times what a recurrent layer costs attention costs."""
    return cost("attention", state.n, state) / cost("recurrent", state.n, state)


def sequential(name: str, n: float) -> float:
    """Operations that have to wait for one another."""
    return n if name == "recurrent" else 1


def hops(name: str, state) -> int:
    """The longest path between two positions, in layers or steps, at least one."""
    if name == "convolution":
        count = 1
        while state.kernel**count < state.n:
            count += 1
        return count
    return {"attention": 1, "recurrent": state.n, "restricted": ceil(state.n / state.r)}[name]


def render(state, model) -> Markup:
    return join(curves(state), rows(state, model), readouts((
        ("attention ÷ recurrent", readout("ratio", ratio(state))),
        ("they cross at n =", readout("crossover", state.d)),
    )))


def curves(state) -> Markup:
    across = Axis("length of the input n, in positions", 1, LONGEST, logarithmic=True)
    up = Axis("operations in one layer, without constants", 10, 1e13, logarithmic=True,
              ticks=tuple(10.0**exponent for exponent in range(1, 14, 2)))
    chart = Chart(across, up, 300)
    series = [
        Series(layer.name, [(n, cost(layer.name, n, state)) for n in across.spread()], layer.style) for layer in LAYERS
    ]
    here = [
        chart.point(state.n, cost(layer.name, state.n, state), f"{layer.name}-cost",
                    f"{layer.name} at n = {short(state.n)}", data_key=f"{layer.name} here")
        for layer in LAYERS[1:]
    ]
    at = cost("attention", state.n, state)
    grip = handle("n", state.n, 1, LONGEST, "Length n, along the curve of attention", logarithmic=True,
                  value_text=f"n = {short(state.n)}, attention costs {short(at)}")
    first, last = (chart.x(length) for length in SENTENCE)
    crossing = chart.x(state.d)
    marked = (
        path([segment(chart.x(state.n), chart.height, chart.x(state.n), chart.y(at))], "s-rule2"),
        path([segment(crossing, chart.height, crossing, chart.y(state.d**3))], "s-edge dashed"),
        path([f"M{compact(first)} 29v-6H{compact(last)}v6"], "s-2"),
    )
    side = " before" if state.d > 1024 else ""
    words = (
        tag("span", "a sentence", class_="complexity-sentence", style=chart.left(SENTENCE[0])),
        tag("span", f"n = d = {short(state.d)}", class_=f"complexity-crossing{side}", style=chart.left(state.d)),
        chart.rail(grip, 1, LONGEST, at),
    )
    return chart.draw(series, under=marked, above=here, html=words)


def formula(text: str) -> Markup:
    """A cell of Table 1 as it is set in print: O(n^2 · d) with its exponent raised."""
    parts = [text[:1], *text[1:].replace("^2", "\0sup 2\0").replace("_k", "\0sub k\0").split("\0")]
    return join(tag(part[:3], part[4:]) if part[:4] in ("sup ", "sub ") else part for part in parts)


def rows(state, model) -> Markup:
    """Table 1 with its three columns, and under each formula what it comes to here."""
    printed = {row["layer_type"]: row for row in model.table("paper/table1")}
    body = []
    for layer in LAYERS:
        row = printed[layer.table]
        values = (
            readout(f"{layer.name}-cost", cost(layer.name, state.n, state)),
            short(sequential(layer.name, state.n)),
            short(hops(layer.name, state)),
        )
        formulas = (row[column] for column in ("complexity_per_layer", "sequential_operations", "maximum_path_length"))
        cells = [tag("td", tag("span", formula(text)), value) for text, value in zip(formulas, values, strict=True)]
        body.append(tag("tr", tag("th", layer.name, scope="row"), cells))
    head = ("layer", "complexity per layer", "sequential operations", "maximum path length")
    table = tag("table", tag("thead", tag("tr", [tag("th", words, scope="col") for words in head])),
                tag("tbody", body), class_="complexity-table")
    return tag("div", table, class_="scroll")


def describe(state, model) -> str:
    costs = {layer.name: short(cost(layer.name, state.n, state)) for layer in LAYERS}
    return (
        f"At n = {short(state.n)} positions and width d = {short(state.d)} a layer of attention needs "
        f"{costs['attention']} operations, a recurrent one {costs['recurrent']}, a convolution {costs['convolution']}, "
        f"restricted attention {costs['restricted']}. Attention over recurrence is {short(ratio(state))}; "
        f"they cross at n = {short(state.d)}."
    )


def table(state, model) -> Markup:
    every = []
    for n in sorted({*(4**power for power in range(8)), state.n}):
        costs = (cost(layer.name, n, state) for layer in LAYERS)
        every.append((short(n), *((short(value), value) for value in costs)))
    return marks.table(("n", *(layer.name for layer in LAYERS)), every)
