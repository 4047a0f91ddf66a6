"""Row by row the decoder has read a little more of its own answer. Cells above the diagonal are scores of minus
infinity: after the softmax their weight is exactly zero.

Paper: section 3.2.3.
Try: switch the mask off and read the last two columns. Then take the decoder that was trained without it.
"""

from dataclasses import dataclass

import numpy as np

from engine.drawing import controls as control
from engine.drawing import marks
from engine.drawing.figure import changed
from engine.drawing.maps import cells, heat_map
from engine.drawing.markup import Markup, assignment, join, tag
from engine.drawing.numbers import short
from engine.drawing.readouts import readout, readouts
from engine.transformer.vocabulary import SYMBOLS
from engine.views.samples import DATES
from engine.views.shapes import attention_shapes
from engine.views.tokens import drawn, said

TITLE = "No looking ahead"
KIND = "live"


@dataclass(frozen=True)
class State:
    text: str = control.text("3 march 2012", "A date", DATES)
    masked: bool = control.switch(True, "Mask")
    layer: int = control.choice(1, "Layer", (1, 2))
    head: int = control.head(1)
    decoder: str = control.choice("with", "Trained", ("with", "without"))
    query: int = control.pick(0, "Row")
    key: int = control.pick(0, "Column")


EXAMPLES = {
    "start": State(),
    "mask off": State(masked=False),
    "second layer": State(layer=2, head=3, query=6, key=2),
    "trained without, mask off": State(decoder="without", masked=False),
    "trained without, mask on": State(decoder="without"),
    "nothing typed": State(text=""),
}


def answer(state, model) -> str:
    """What the shipped model writes with its mask: what every row should predict."""
    return model.answer(state.text).text


def decoder(state, model):
    """The model whose decoder is shown."""
    return model if state.decoder == "with" else model.variant("unmasked")


def run(state, model):
    """The chosen decoder, fed the shipped model's answer."""
    return decoder(state, model).trace(state.text, answer(state, model), masked=state.masked)


def attention(state, trace):
    return trace.decoder.layers[state.layer - 1].self_attention


def settle(state, before, model):
    """Picks stay in the grid."""
    last = len(answer(state, model))
    return changed(state, query=min(state.query, last), key=min(state.key, last))


def predictions(trace) -> np.ndarray:
    """The likeliest token after each row."""
    most: np.ndarray = trace.logits.argmax(axis=-1)
    return most


def wrong(trace) -> int:
    """Rows that predict another token than they should."""
    return int((predictions(trace) != trace.target).sum())


def render(state, model) -> Markup:
    trace = run(state, model)
    block = attention(state, trace)
    weights, scores = block.weights[state.head - 1], block.scores[state.head - 1]
    path = f"decoder.layers[{state.layer - 1}].self_attention"
    name = f"{path}.weights[{state.head - 1},{{row}},{{column}}]"
    picture = heat_map(weights, name, "Weights of self-attention", sets="query={row}&key={column}",
                       overlay=outlines(weights, state))
    grid = tag(
        "div",
        tag("div", heads(trace, "key", state.key, "column"), class_="top"),
        tag("div", heads(trace, "query", state.query, "row"), class_="side"),
        tag("div", picture, never(scores), class_="cells"),
        outcome(trace),
        class_="mask", style=f"--n:{len(weights)};--h:var(--head-{state.head})",
    )
    return tag("div", grid, numbers(state, model, trace, scores, weights), class_="maskwrap")


def outlines(weights: np.ndarray, state) -> Markup:
    """Cell borders, the picked row and the picked cell."""
    size = len(weights)
    steps = [marks.segment(at, 0, at, size) + marks.segment(0, at, size, at) for at in range(1, size)]
    return join(
        marks.path(steps, "s-rule"),
        cells((0, state.query, size, 1), class_="picked-row"),
        cells((state.key, state.query, 1, 1), class_="picked-cell"),
    )


def never(scores: np.ndarray) -> Markup:
    """Minus infinity in every cell that may not be looked at, over the washed ground."""
    cell, gap = tag("i", "\u2212\u221e"), tag("b")
    rows = [Markup(gap * int(np.isfinite(row).sum()) + cell * int(np.isneginf(row).sum())) for row in scores]
    return tag("div", rows, class_="never", aria_hidden="true")


def heads(trace, field: str, picked: int, word: str) -> list[Markup]:
    """The letters along one side of the grid; they are picked by pointer, the grid itself by keys."""
    return [
        tag("button", drawn(token), type="button", class_="on" if at == picked else None, tabindex=-1,
            data_set=assignment(**{field: at}), aria_label=f"{word} {at + 1}: {said(token)}")
        for at, token in enumerate(trace.decoder.tokens)
    ]


def outcome(trace) -> Markup:
    """What each row predicts, beside what it should; a wrong one in reverse."""
    given = [
        tag("span", tag("b", drawn(token), class_="bad" if token != right else None))
        for token, right in zip(predictions(trace), trace.target, strict=True)
    ]
    right = [tag("span", drawn(token)) for token in trace.target]
    return join(
        tag("div", tag("span", "predicts", class_="v"), given, class_="outcome"),
        tag("div", tag("span", "should be", class_="v"), right, class_="outcome"),
    )


def numbers(state, model, trace, scores, weights) -> Markup:
    """The figure's readouts."""
    predicted = "".join(SYMBOLS[token] for token in predictions(trace) if len(SYMBOLS[token]) == 1)
    alone = decoder(state, model).answer(state.text, masked=state.masked).text
    score, weight = scores[state.query, state.key], weights[state.query, state.key]
    return readouts((
        (f"wrong of {len(weights)}", tag("span", readout("wrong", wrong(trace)), class_="headline")),
        ("score of the picked cell", readout("cell-score", score)),
        ("its weight", readout("cell-weight", weight)),
        ("predicted, row by row", readout("predictions", predicted)),
        ("written alone", readout("written-alone", alone, alone or "nothing")),
    ))


def describe(state, model) -> str:
    trace = run(state, model)
    count, rows = wrong(trace), len(trace.target)
    alone = decoder(state, model).answer(state.text, masked=state.masked).text
    return (
        f"The decoder trained {state.decoder} the mask, mask {'on' if state.masked else 'off'}, fed "
        f"{answer(state, model) or 'nothing'}: {count} of {rows} rows predict the wrong character. "
        f"Writing alone it answers {alone or 'nothing'}."
    )


def shapes(state, model) -> list:
    trace = run(state, model)
    path = f"decoder.layers[{state.layer - 1}].self_attention"
    return attention_shapes(attention(state, trace), path, trace.decoder.output.shape[1], "weights")


def table(state, model) -> Markup:
    trace = run(state, model)
    weights = attention(state, trace).weights[state.head - 1]
    letters = [f"{at} {said(token)}" for at, token in enumerate(trace.decoder.tokens, 1)]
    rows = [
        (letter, *((short(weight, 3), weight) for weight in row), said(given), said(right))
        for letter, row, given, right in zip(letters, weights, predictions(trace), trace.target, strict=True)
    ]
    return marks.table(("row", *letters, "predicts", "should be"), rows)
