"""Two ways of the paper to keep a model from learning its examples by heart.

Label smoothing, above: the target asks for a little less than certainty and spreads the rest over all 44 symbols. A dot
is the probability the toy gives a symbol, a dash the one asked of it. Dropout, below: some numbers of a sublayer’s
output are set to zero, others at every draw, and the rest made larger to make up for it. The toy was trained with
neither.

Paper: section 5.4.
Try: raise the smoothing and watch what it costs to be sure of the right symbol, then draw another dropout.
"""

from dataclasses import dataclass
from math import floor

import numpy as np

from engine.drawing import controls as control
from engine.drawing import marks
from engine.drawing.figure import changed
from engine.drawing.maps import strip
from engine.drawing.maps import target as target_area
from engine.drawing.marks import box, dot, fluid, path, segment
from engine.drawing.markup import Markup, assignment, join, tag
from engine.drawing.numbers import probability, short
from engine.drawing.readouts import readout, readouts
from engine.random import Random
from engine.transformer.vocabulary import SYMBOLS
from engine.views.answer_line import answer_line
from engine.views.chart import Axis, Chart
from engine.views.samples import DATES
from engine.views.tokens import DRAWN, said, text_row

TITLE = "Smoothing and dropout"
KIND = "formula live"

COUNT = len(SYMBOLS)
HALF = COUNT // 2
LAYER = 1
FAINTEST = -60  # the axis goes no lower than this power of ten; fainter symbols lie on it


@dataclass(frozen=True)
class State:
    text: str = control.text("3 march 2012", "A date", DATES)
    position: int = control.pick(0, "Position")
    epsilon: float = control.slider(0.1, "Smoothing ε", 0, 0.4, step=0.01)
    p_drop: float = control.slider(0.1, "Dropout P", 0, 0.5, step=0.01)
    seed: int = control.slider(1, "Draw", 1, 99)


EXAMPLES = {
    "start": State(),
    "neither": State(epsilon=0, p_drop=0),
    "both at their most": State(epsilon=0.4, p_drop=0.5, position=5),
    "another draw": State(seed=2, p_drop=0.3, position=10),
    "not sure": State(text="03/04/05", position=3),
    "nothing typed": State(text=""),
}


def settle(state, before, model):
    """The picked position stays in the answer."""
    return changed(state, position=min(state.position, len(model.trace(state.text).target) - 1))


def smoothed(right: int, epsilon: float) -> np.ndarray:
    """The target: 1 − ε for the right symbol, and ε spread evenly over all, the right one included. [symbols]"""
    target = np.full(COUNT, epsilon / COUNT)
    target[right] += 1 - epsilon
    return target


def log_probabilities(logits: np.ndarray) -> np.ndarray:
    """Natural logarithms of the softmax, exact where a probability is tiny. [symbols]"""
    shifted = logits - logits.max()
    logarithms: np.ndarray = shifted - np.log(np.exp(shifted).sum())
    return logarithms


def kept(state, size: int) -> np.ndarray:
    """Which numbers a draw keeps; with a larger P the same draw drops more of them. [size] bool"""
    survives: np.ndarray = Random(state.seed).uniform(size) >= state.p_drop
    return survives


def run(state, model) -> tuple[int, np.ndarray, np.ndarray]:
    """The right symbol, what is asked of each symbol, and the logarithm of what the toy gives it."""
    trace = model.trace(state.text)
    right = int(trace.target[state.position])
    return right, smoothed(right, state.epsilon), log_probabilities(trace.logits[state.position])


def activation(state, model) -> np.ndarray:
    """The sublayer output that dropout is shown on. [d_model]"""
    output: np.ndarray = model.trace(state.text).decoder.layers[LAYER].feed_forward.output[state.position]
    return output


def render(state, model) -> Markup:
    trace = model.trace(state.text)
    right, target, logs = run(state, model)
    vector = activation(state, model)
    survives = kept(state, len(vector))
    return join(
        tag("div", tag("span", "right symbol, by the toy’s answer", class_="label"),
            text_row(trace.target, "position", state.position), class_="regularization-letters",
            style=f"--n:{len(trace.target)}"),
        tag("div", [panel(half, right, target, logs, state) for half in (0, 1)], class_="panels two"),
        tag("dl", [tag("div", tag("dt", name), tag("dd", value)) for name, value in terms(right, target, logs)],
            class_="steps"),
        dropout(state, vector, survives),
        readouts((
            ("asked of the right symbol", readout("target-max", target[right])),
            (f"dropped of {len(vector)}", readout("dropped", int((~survives).sum()))),
        )),
        answer_line(model.answer(state.text), state.text),
    )


def letter(token: int) -> str:
    """A symbol under its place on a dense axis."""
    symbol = SYMBOLS[token]
    return "↵" if symbol == "<eos>" else DRAWN.get(symbol, symbol)


def panel(half: int, right: int, target: np.ndarray, logs: np.ndarray, state) -> Markup:
    """Half of the symbols, in alphabetical order: dots for what the toy gives, dashes for what is asked."""
    span = range(half * HALF, (half + 1) * HALF)
    least = min(logs.min(), np.log(target.min() or 1))
    lowest = max(2 * floor(least / np.log(10) / 2), FAINTEST)
    ticks = tuple(10.0**exponent for exponent in range(0, lowest - 1, -max(2, 2 * round(-lowest / 8))))
    across = Axis("symbol", -0.5, HALF - 0.5, ticks=tuple(range(HALF)),
                  write=lambda place: letter(span[int(place)]))
    chart = Chart(across, Axis("probability", 10.0**lowest, 1, logarithmic=True, ticks=ticks), 180)
    given = np.exp(logs[span.start : span.stop])
    places = [(chart.x(place), chart.y(height)) for place, height in enumerate(np.maximum(given, 10.0**lowest))]
    asked = [
        segment(chart.x(place - 0.36), chart.y(target[token]), chart.x(place + 0.36), chart.y(target[token]))
        for place, token in enumerate(span) if target[token] > 0
    ]
    name = f"probabilities[{state.position},{{column}}]"
    words = "What the toy gives each symbol"
    area = target_area(given[None], name, words, first_column=span.start, height=chart.height)
    reader = fluid(HALF, chart.height, area, class_="regularization-reader")
    drawing = (
        path([segment(x, chart.height, x, y) for x, y in places], "s-rule2"),
        path([dot(x, y) for x, y in places], "s-edge chart-dot", stroke_width=6),
        path([dot(*places[right - span.start])], "s-ink chart-dot", stroke_width=9) if right in span else None,
        path(asked, "s-ink", stroke_width=2),
    )
    return chart.draw([], above=drawing, html=reader)


def terms(right: int, target: np.ndarray, logs: np.ndarray) -> list[tuple[str, Markup | str]]:
    """Cross-entropy as the sum of what the right symbol costs and what the others do, in nats."""
    costs = -target * logs
    return [
        ("without smoothing", short(-logs[right])),
        ("of the right symbol", short(costs[right])),
        (f"of the {COUNT - 1} others", short(costs.sum() - costs[right])),
        ("cross-entropy, nats", readout("loss", costs.sum())),
    ]


def dropout(state, vector: np.ndarray, survives: np.ndarray) -> Markup:
    """One sublayer's output, which of its numbers a draw keeps, and what is added to the residual."""
    scale = 1 / (1 - state.p_drop)
    after = vector * survives * scale
    limit = np.abs(vector).max() * scale
    name = f"decoder.layers[{LAYER}].feed_forward.output[{state.position},{{column}}]"
    squares = [box(at + 0.15, 2, 0.7, 10) for at in range(len(vector))]
    mask = fluid(
        len(vector), 14,
        path([square for square, stays in zip(squares, survives, strict=True) if stays], "f-ink"),
        path([square for square, stays in zip(squares, survives, strict=True) if not stays], "s-edge"),
        class_="strip", style=f"--n:{len(vector)}",
    )
    rows = (
        (f"output of decoder {LAYER + 1}, feed-forward", strip(vector, limit, name, "before dropout")),
        ("kept", mask),
        (f"what is left, × {short(scale)}", strip(after, limit, "dropped_out[{column}]", "after dropout")),
    )
    again = tag("button", "another draw", type="button", class_="words", data_set=assignment(seed=state.seed % 99 + 1))
    return tag("section", tag("div", [join(tag("span", words, class_="label"), drawing) for words, drawing in rows],
                              class_="regularization-rows"), again, class_="parted")


def describe(state, model) -> str:
    right, target, logs = run(state, model)
    survives = kept(state, len(activation(state, model)))
    return (
        f"At position {state.position + 1} of the answer “{model.answer(state.text).text}” the right symbol is "
        f"{said(right)}: the target asks {short(target[right])} for it, the toy gives "
        f"{probability(np.exp(logs[right]))}; cross-entropy {short(-(target * logs).sum())}. "
        f"Dropout sets {int((~survives).sum())} of {len(survives)} numbers to zero."
    )


def table(state, model) -> Markup:
    _, target, logs = run(state, model)
    rows = [
        (said(token), (probability(given), given), (short(asked), asked), (short(-asked * log), -asked * log))
        for token, (given, asked, log) in enumerate(zip(np.exp(logs), target, logs, strict=True))
    ]
    return marks.table(("symbol", "given", "asked", "part of the cross-entropy"), rows)
