"""The wider two vectors are, the further their dot product spreads, and the more a softmax over such scores gives
nearly all to one of them. The lower bar is the gradient that gets back through the softmax, of the most that could.
Random vectors follow the paper’s footnote: independent components of mean 0 and variance 1. The toy’s are its own.

Paper: section 3.2.1, footnote 4.
Try: raise d_k and watch the gradient die; then switch the scale on. Take the toy’s vectors last.
"""

from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple

import numpy as np

from engine.drawing import controls as control
from engine.drawing import marks
from engine.drawing.maps import target
from engine.drawing.marks import box, fluid, path, row_of_bars, segment
from engine.drawing.markup import Markup, assignment, compact, join, subscripted, tag
from engine.drawing.numbers import THOUSANDS, probability, short
from engine.drawing.readouts import chance, readout, readouts
from engine.transformer.ops import softmax
from engine.views import blocks
from engine.views.answer_line import answer_line
from engine.views.chart import WIDTH, Axis, Chart
from engine.views.letters import letter_row
from engine.views.samples import DATES
from engine.views.scores import ROW, gradient, parts, products, random_scores
from engine.views.shapes import attention_shapes, shape
from engine.views.tokens import said

TITLE = "Why the square root"
KIND = "simulation live"
FARTHEST, HEIGHT, BARS = 96, 190.0, 140.0


@dataclass(frozen=True)
class State:
    vectors: str = control.choice("synthetic", "Vectors", ("synthetic", "toy"))
    d_k: int = control.when(
        "vectors", "synthetic", control.choice(64, "Width d_k", tuple(2**power for power in range(10))))
    scaled: bool = control.switch(False, "Scaled by √d_k")
    seed: int = control.when("vectors", "synthetic", control.slider(1, "Seed", 1, 99))
    text: str = control.when("vectors", "toy", control.text("3 march 2012", "A date", DATES))
    block: str = control.when("vectors", "toy", control.choice("encoder 1", "Block", blocks.NAMES))
    head: int = control.when("vectors", "toy", control.head(1))


EXAMPLES = {
    "start": State(),
    "wide": State(d_k=512),
    "wide and scaled": State(d_k=512, scaled=True, seed=7),
    "one component": State(d_k=1),
    "the toy": State(vectors="toy"),
    "the toy, scaled": State(vectors="toy", scaled=True, block="decoder 1 self", head=3),
    "nothing typed": State(vectors="toy", text="", head=2),
}


class Measured(NamedTuple):
    """Scores as the softmax gets them, and what it makes of them.

    spread: [scores] the scores whose spread is measured: independent pairs, or all of the toy's that no mask forbids
    scores, weights: [rows, keys] one query a row
    row: the row that is drawn: the first, in the toy the last, which no mask cuts short
    name: the dotted name of a weight of that row
    keys: the toy's tokens under that row, or None
    """

    spread: np.ndarray
    scores: np.ndarray
    weights: np.ndarray
    d_k: int
    row: int
    name: str
    keys: np.ndarray | None


def measure(state, model) -> Measured:
    if state.vectors == "synthetic":
        pairs, rows = (each / (sqrt(state.d_k) if state.scaled else 1) for each in random_scores(state.seed, state.d_k))
        return Measured(pairs, rows, softmax(rows), state.d_k, 0, "weights[0,{column}]", None)
    block, head = blocks.BLOCKS[state.block], state.head - 1
    trace = model.trace(state.text, scaled=state.scaled)
    attention, row = block.attention(trace), len(block.queries(trace)) - 1
    scores = attention.scores[head]
    return Measured(scores[np.isfinite(scores)], scores, attention.weights[head], attention.query.shape[-1], row,
                    f"{block.path}.weights[{head},{row},{{column}}]", block.keys(trace))


def work(state, model):
    """The components of random vectors, a few at a time; then all that was measured."""
    if state.vectors == "synthetic":
        for part in parts(state.seed, state.d_k):
            yield products(*part)
    yield measure(state, model)


def predicted(state) -> float:
    """The standard deviation that the footnote foretells."""
    return 1.0 if state.scaled else sqrt(state.d_k)


def render(state, model, measured: Measured) -> Markup:
    largest = measured.weights.max(axis=1)
    toy = state.vectors == "toy"
    rows = [
        ("measured spread", readout("measured-std", measured.spread.std())),
        None if toy else ("foretold", readout("predicted-std", predicted(state))),
        ("largest weight", chance("largest-weight", largest[measured.row])),
        ("average of all rows", chance("mean-largest-weight", largest.mean())),
        ("gradient", readout("gradient", gradient(measured.weights))),
    ]
    return tag(
        "div",
        tag("div",
            tag("div", tag("p", subscripted(histogram_words(state, measured)), class_="q"), histogram(state, measured)),
            tag("div", tag("p", row_words(measured), class_="q"), one_row(measured),
                tag("p", "gradient the softmax passes on, of the most it could", class_="q"), gauge(measured)),
            tag("p", subscripted(sentence(state)), class_="aside"),
            None if toy else tag("button", "resample", type="button", class_="words",
                                 data_set=assignment(seed=state.seed % 99 + 1)),
            class_="scaling-panels"),
        answer_line(answer(state, model), state.text, model.answer(state.text).text) if toy else None,
        readouts(row for row in rows if row),
        class_="scaling", style=f"--h:var(--head-{state.head})" if toy else None,
    )


def answer(state, model):
    """What the toy writes, with the scale or without it in every block."""
    return model.answer(state.text, scaled=state.scaled)


def score_words(state) -> str:
    return "q·k / √d_k" if state.scaled else "q·k"


def histogram_words(state, measured: Measured) -> str:
    count = f"{len(measured.spread):,}".replace(",", THOUSANDS)
    whose = "random vectors" if measured.keys is None else f"the toy, {state.block}, head {state.head}"
    return f"{count} score{'s' * (count != '1')} {score_words(state)} of {whose}, d_k\u00a0=\u00a0{measured.d_k}"


def row_words(measured: Measured) -> str:
    if measured.keys is None:
        return f"softmax of one row of {ROW} keys, drawn to 1"
    rows = len(measured.scores)
    return f"softmax of the {f'last of {rows} rows' if rows > 1 else 'only row'}, drawn to 1"


def histogram(state, measured: Measured) -> Markup:
    """Shares of the scores, one bar a unit, on an axis that stands still; what lies beyond is in the outer bars."""
    edges = np.arange(-FARTHEST, FARTHEST + 1)
    counts, _ = np.histogram(np.clip(measured.spread, -FARTHEST, FARTHEST), edges)
    shares = counts / max(len(measured.spread), 1)
    across = Axis("score", -FARTHEST, FARTHEST, ticks=(-80, -40, 0, 40, 80))
    top = next(level for level in (0.05, 0.1, 0.2, 0.5, 1.0) if shares.max() <= level)
    chart = Chart(across, Axis("share of the scores, in bars 1 wide", 0, top), HEIGHT)
    bars = [
        box(chart.x(left), HEIGHT, WIDTH / len(shares), chart.y(share) - HEIGHT)
        for left, share in zip(edges[:-1].tolist(), shares.tolist(), strict=True) if share
    ]
    spread, mean = measured.spread.std(), measured.spread.mean()
    reader = fluid(len(shares), HEIGHT, target(shares[None], "share of scores from {column} to {column} + 1",
                                               "histogram of scores", first_column=-FARTHEST, height=HEIGHT),
                   class_="scaling-reader")
    bracket = path([f"M{compact(chart.x(mean - spread))} 14v-6H{compact(chart.x(mean + spread))}v6"], "s-2")
    words = tag("span", f"± {short(spread, 2)}", class_="scaling-spread", style=chart.left(mean + spread))
    return chart.draw((), above=join(path(bars, "f-h"), bracket), html=join(words, reader))


def one_row(measured: Measured) -> Markup:
    """The weights of one row as bars, the largest with its value."""
    weights = measured.weights[measured.row]
    rises = (weights * (BARS - 18)).tolist()
    most = int(weights.argmax())
    bars = row_of_bars(rises, BARS - 1, 0.6)
    top = f"bottom:calc({compact(rises[most])}px + var(--under))"
    return tag(
        "div",
        fluid(len(rises), BARS, path(bars, "f-h"),
              path([segment(0, BARS - 1, len(rises), BARS - 1)], "s-edge"),
              target(weights[None], measured.name, "weights of one row", height=BARS)),
        tag("span", probability(weights[most]), class_="scaling-value",
            style=f"left:{compact(100 * (most + 0.5) / len(rises))}%;{top}"),
        letter_row(measured.keys) if measured.keys is not None else None,
        class_="scaling-row with-letters" if measured.keys is not None else "scaling-row", style=f"--n:{len(rises)}",
    )


def gauge(measured: Measured) -> Markup:
    """The gradient as a bar from 0 to 1."""
    share = gradient(measured.weights)
    drawing = fluid(1, 18, path([box(0, 4, share, 10)], "f-h"), path([segment(0, 0, 0, 18)], "s-edge"),
                    path([segment(0, 17.5, 1, 17.5)], "s-edge"), path(["M1 12v6"], "s-edge"))
    return tag("div", drawing, tag("div", tag("span", "0"), tag("span", "1"), class_="scaling-ends"),
               class_="scaling-gauge")


def sentence(state) -> str:
    """What is to be seen, and what it must not be taken for."""
    if state.vectors == "toy":
        return "The width is the toy’s own here, and the scale is taken from every block at once. Its vectors were " \
               "trained with the scale: what they do without it is measured, not foretold."
    if state.scaled:
        return "Divided by √d_k the scores spread by 1 at every width, and the softmax stays where it can learn."
    if state.d_k < 8:
        return "Below d_k\u00a0=\u00a08 the gradient still rises with d_k: where scores are nearly equal, a softmax " \
               "is not at its most sensitive either."
    return "A wider vector has the same components and more: the same draws, spread further. " \
           "From d_k\u00a0=\u00a08 on the gradient falls."


def describe(state, model, measured: Measured) -> str:
    largest = measured.weights[measured.row].max()
    written = answer(state, model).text
    foretold = f" The toy writes {written or 'nothing'}." if state.vectors == "toy" else \
        f" The footnote foretells {short(predicted(state))}."
    return (
        f"{histogram_words(state, measured)}: their standard deviation is {short(measured.spread.std())}.{foretold} "
        f"In the row drawn the largest weight is {probability(largest)}; the softmax passes on "
        f"{short(gradient(measured.weights))} of the most gradient it could."
    )


def shapes(state, model) -> list:
    if state.vectors == "toy":
        block = blocks.BLOCKS[state.block]
        trace = model.trace(state.text, scaled=state.scaled)
        return attention_shapes(block.attention(trace), block.path, trace.encoder.output.shape[1], "QKᵀ")
    return [
        shape("q", (ROW, state.d_k), "synthetic.query"),
        shape("k", (ROW, state.d_k), "synthetic.key"),
        shape("q·k", (1, ROW), "synthetic.scores", active=True),
        shape("weights", (1, ROW), "synthetic.weights"),
    ]


def table(state, model) -> Markup:
    measured = measure(state, model)
    scores, weights = measured.scores[measured.row], measured.weights[measured.row]
    names = [str(at) if measured.keys is None else f"{at} {said(measured.keys[at - 1])}"
             for at in range(1, len(scores) + 1)]
    rows = [
        (name, (short(score), score), (short(weight), weight))
        for name, score, weight in zip(names, scores, weights, strict=True)
    ]
    return marks.table(("key", "score", "weight"), rows)
