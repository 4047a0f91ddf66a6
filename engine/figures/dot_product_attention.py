"""Each column is one character. Its key is compared with the picked query; the score becomes a weight; the weights mix
the values.

Paper: section 3.2.1, equation 1.
Try: pick another character, or take the round handle and pull one score up.
"""

from dataclasses import dataclass

import numpy as np

from engine.drawing import controls as control
from engine.drawing import marks
from engine.drawing.figure import changed
from engine.drawing.maps import strip
from engine.drawing.markup import Markup, join, tag
from engine.drawing.numbers import short
from engine.drawing.readouts import readout
from engine.views import blocks, equations
from engine.views.answer_line import answer_line, doubts
from engine.views.columns import arcs, ceiling, columns
from engine.views.samples import DATES
from engine.views.shapes import attention_shapes
from engine.views.tokens import said, text_row

TITLE = "Scaled dot-product attention"
KIND = "live"


@dataclass(frozen=True)
class State:
    text: str = control.text("the third of march 2012", "A date", DATES)
    block: str = control.choice("encoder 1", "Block", blocks.NAMES)
    head: int = control.head(4)
    query: int = control.pick(0, "Query")
    key: int = control.pick(0, "Key")
    scaled: bool = control.switch(True, "Scaled by √12")
    nudge: float = control.slider(0, "Nudge", -10, 10, step=0.1)


EXAMPLES = {
    "start": State(),
    "last block": State(block="decoder 2 cross", query=5, key=3),
    "masked": State(block="decoder 1 self", head=1, query=2, key=6),
    "unscaled": State(scaled=False, text="3 march 2012"),
    "one score pulled up": State(query=8, key=20, nudge=8),
    "longest": State(text="on wednesday the twenty third of september 1998", head=2, query=30),
    "nothing typed": State(text=""),
}


def base(state) -> dict:
    """What the reader changed, the nudge aside."""
    return {"scaled": state.scaled}


def run(state, model):
    """The trace with the nudge, on the answer without it, so that rows stay where they are while a score is pulled."""
    target = model.answer(state.text, **base(state)).text
    return model.trace(state.text, target, **what_if(state))


def what_if(state) -> dict:
    block = blocks.BLOCKS[state.block]
    nudge = ((*block.address, state.head - 1, state.query, state.key), state.nudge) if state.nudge else None
    return base(state) | {"nudge": nudge}


def settle(state, before, model):
    """Picks stay on the text."""
    attention = blocks.BLOCKS[state.block].attention(run(changed(state, nudge=0), model))
    _, queries, keys = attention.weights.shape
    return changed(state, query=min(state.query, queries - 1), key=min(state.key, keys - 1))


def render(state, model) -> Markup:
    block, head, query, key = blocks.BLOCKS[state.block], state.head - 1, state.query, state.key
    trace = run(state, model)
    attention, keys, queries = block.attention(trace), block.keys(trace), block.queries(trace)
    own = block.kind == "self"
    above = arcs(attention.weights[head, query], query) if own else tag(
        "div", tag("p", "The query is a character of the answer:", class_="q"),
        text_row(queries, "query", query), class_="queries",
    )
    picture = columns(attention, block.path, head, query, key, keys, state.nudge, "query" if own else "key")
    names = row_names(state, attention.weights[head, query])
    return join(
        tag("div", names, tag("div", above, picture, class_="picture"), class_=f"attention {block.kind}",
            style=f"--h:var(--head-{state.head})"),
        arithmetic(state, block, attention, keys, queries),
        answer_line(model.answer(state.text, **what_if(state)), state.text),
    )


def row_names(state, weights: np.ndarray) -> Markup:
    """What each row shows, standing at its left or above it."""
    rows = (
        ("key", "12 numbers each"),
        ("score", "q·k / √12" if state.scaled else "q·k, not scaled"),
        ("weight", f"sums to 1, drawn to {ceiling(weights):g}"),
        ("value", "faded by weight"),
    )
    return tag("dl", [tag("div", tag("dt", name), tag("dd", note)) for name, note in rows], class_="row-names")


def arithmetic(state, block, attention, keys, queries) -> Markup:
    """Equation 1 with the numbers of the picked pair in it, and the vectors it is about."""
    head, query, key = state.head - 1, state.query, state.key
    score, weight = attention.scores[head, query, key], attention.weights[head, query, key]
    dot = float(attention.query[head, query] @ attention.key[head, key])
    total = 1 / attention.weights[head, query].max() * np.exp(attention.scores[head, query].max())
    output = attention.head_output[head, query]
    largest = max(np.abs(attention.query[head, query]).max(), np.abs(attention.key[head, key]).max())
    nudged = f", nudged by {short(state.nudge)}" if state.nudge else ""
    steps = (
        (join("q · k", tag("sub", key + 1)), short(dot)),
        (("÷ √12" if state.scaled else "not scaled") + nudged, readout("score", score)),
        (join("e", tag("sup", short(score)), f" ÷ {short(total)}"), readout("weight", weight)),
        ("all weights together", readout("weights-sum", attention.weights[head, query].sum(), decimals=4)),
        ("length of the sum", readout("output-norm", np.sqrt(output @ output))),
    )
    vectors = (
        (f"query of {said(queries[query])}", "", "query", attention.query[head, query], query, largest),
        (f"key of {said(keys[key])}", "only-slim", "key", attention.key[head, key], key, largest),
        ("its value", "only-slim", "value", attention.value[head, key], key, np.abs(attention.value[head]).max()),
        ("weighted sum", "", "head_output", output, query, np.abs(attention.value[head]).max()),
    )
    return tag(
        "div",
        tag("div", tag("div", equations.ATTENTION, class_="equation"),
            tag("dl", [tag("div", tag("dt", name), tag("dd", value)) for name, value in steps], class_="steps"),
            class_="eq"),
        tag("div", [
            join(tag("span", label, class_=f"q {slim}".strip()),
                 tag("span", strip(vector, limit, f"{block.path}.{name}[{head},{row},{{column}}]", label),
                     class_=slim or None))
            for label, slim, name, vector, row, limit in vectors
        ], class_="vectors"),
        class_="sum", style=f"--h:var(--head-{state.head})",
    )


def describe(state, model) -> str:
    block, head = blocks.BLOCKS[state.block], state.head - 1
    trace = run(state, model)
    attention, keys = block.attention(trace), block.keys(trace)
    weights = attention.weights[head, state.query]
    most = int(weights.argmax())
    answer = model.answer(state.text, **what_if(state))
    doubt = f" ({', '.join(doubts(answer))})" if doubts(answer) else ""
    return (
        f"In {state.block}, head {state.head}, {said(block.queries(trace)[state.query])} at position {state.query + 1} "
        f"gives its largest weight, {short(weights[most])}, to {said(keys[most])} at position {most + 1}. "
        f"The picked key, {said(keys[state.key])} at position {state.key + 1}, has score "
        f"{short(attention.scores[head, state.query, state.key])} and weight {short(weights[state.key])}. "
        f"The model writes {answer.text or 'nothing'}{doubt}."
    )


def shapes(state, model) -> list:
    block = blocks.BLOCKS[state.block]
    trace = run(state, model)
    return attention_shapes(block.attention(trace), block.path, trace.encoder.output.shape[1], "weights")


def table(state, model) -> Markup:
    block, head, query = blocks.BLOCKS[state.block], state.head - 1, state.query
    trace = run(state, model)
    attention = block.attention(trace)
    products = attention.key[head] @ attention.query[head, query]
    values = zip(products, attention.scores[head, query], attention.weights[head, query], strict=True)
    rows = [
        (f"{at} {said(token)}", *((short(value), value) for value in row))
        for at, (token, row) in enumerate(zip(block.keys(trace), values, strict=True), 1)
    ]
    return marks.table(("key", "q·k", "score", "weight"), rows)
