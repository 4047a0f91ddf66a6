"""One character at a time. The decoder reads what it has written so far, looks at the text, gives every symbol a
probability, and the likeliest is written down.

Paper: sections 3.1 and 6.1.
Try: play it from the start and watch where the heads look. Then carry four answers along at once.
"""

from dataclasses import dataclass

import numpy as np

from engine.drawing import controls as control
from engine.drawing import marks
from engine.drawing.figure import changed
from engine.drawing.maps import heat_map
from engine.drawing.marks import fluid, named, path, segment
from engine.drawing.markup import Markup, compact, join, tag
from engine.drawing.numbers import probability
from engine.drawing.readouts import chance, readout, readouts
from engine.transformer.vocabulary import write
from engine.views.samples import DATES
from engine.views.shapes import shape
from engine.views.tokens import drawn, said

TITLE = "Writing the answer"
KIND = "live"
MOST = 11
BEST = 5
BLOCK = "decoder.layers[1].cross_attention"


@dataclass(frozen=True)
class State:
    text: str = control.text("the third of march 2012", "A date", DATES)
    beam: int = control.choice(1, "Answers carried along", (1, 4))
    step: int = control.player("Step", MOST)


EXAMPLES = {
    "start": State(),
    "nothing written yet": State(step=0),
    "half way": State(step=5),
    "four at once": State(beam=4),
    "four at once, half way": State(beam=4, step=5, text="03/04/2012"),
    "nothing typed": State(text="", beam=4),
}


def written(state, model) -> tuple[int, ...]:
    """The tokens of the whole answer, end included: the likeliest each time, or the best of four carried along."""
    if state.beam == 1:
        return model.answer(state.text).tokens
    best: tuple[int, ...] = model.beam(state.text)[-1].prefixes[0]
    return best


def last_step(state, model) -> int:
    """The step at which only the end is left to write."""
    return min(len(written(state, model)) - 1, MOST)


def settle(state, before, model):
    """One that was at the end stays at the end when the text or the search changes."""
    end = last_step(state, model)
    was_last = before is not None and state.step == before.step == last_step(before, model)
    return changed(state, step=end if was_last else min(state.step, end))


def limits(state, model):
    """The end of the answer."""
    return {"step": (0, last_step(state, model))}


def following(state, model) -> tuple[str, int, float]:
    """What has been written after `step` tokens, the token that comes next, and its probability."""
    if state.beam == 1:
        answer = model.answer(state.text)
        return write(answer.tokens[: state.step]), answer.tokens[state.step], float(answer.probabilities[state.step])
    steps = model.beam(state.text)
    after = steps[state.step]
    parent, total = int(after.parents[0]), float(after.log_probabilities[0])
    if state.step == 0:
        return "", after.prefixes[0][-1], float(np.exp(total))
    now = steps[state.step - 1]
    chosen = float(np.exp(total - now.log_probabilities[parent]))
    return write(now.prefixes[0]), after.prefixes[0][-1], chosen


def run(state, model):
    """The trace of the whole answer, one row for each step."""
    return model.trace(state.text, write(written(state, model)))


def render(state, model) -> Markup:
    trace = run(state, model)
    prefix, token, chosen = following(state, model)
    choice = candidates(trace, state.step) if state.beam == 1 else tree(state, model)
    return join(
        answer_so_far(state, model),
        looks(state, trace),
        choice,
        readouts((
            ("written so far", readout("prefix", prefix, prefix or "nothing yet")),
            ("next", readout("next", drawn(token))),
            ("its probability", chance("next-probability", chosen)),
        )),
    )


def answer_so_far(state, model) -> Markup:
    """The answer in cells: what is written, what is being written, what is to come."""
    tokens = written(state, model)[: MOST + 1]
    trace = run(state, model)
    shares = trace.probabilities[np.arange(len(tokens)), list(tokens)]
    cells = [
        tag("span", tag("b", drawn(token) if at <= state.step else ""),
            tag("small", probability(share) if at <= state.step else ""),
            class_="written" if at < state.step else "writing" if at == state.step else "to-come",
            **(named(f"probabilities[{at},{token}]", share) if at <= state.step else {}))
        for at, (token, share) in enumerate(zip(tokens, shares.tolist(), strict=True))
    ]
    return tag("div", cells, class_="cells-written")


def looks(state, trace) -> Markup:
    """Where the four heads of the last cross-attention look while this character is chosen."""
    tokens = trace.encoder.tokens
    weights = trace.decoder.layers[1].cross_attention.weights[:, state.step]
    letters = tag("div", [tag("span", drawn(token), class_="word" if len(drawn(token)) > 1 else None)
                          for token in tokens], class_="source-letters", aria_hidden="true")
    hues = [f"--head-{head}" for head in range(1, len(weights) + 1)]
    heads = [tag("span", tag("i", class_="chip"), str(head), style=f"--h:var({hue})")
             for head, hue in enumerate(hues, 1)]
    rows = heat_map(weights, f"{BLOCK}.weights[{{row}},{state.step},{{column}}]", "Where each head looks", hues=hues,
                    overlay=path([segment(0, row, len(tokens), row) for row in range(1, len(hues))], "s-rule2"))
    title = tag("p", "Where the heads of the second cross-attention look", class_="panel-name")
    return tag("div", title, tag("div", letters, tag("div", heads, class_="who"), rows, class_="looks"),
               style=f"--n:{len(tokens)}")


def candidates(trace, step: int) -> Markup:
    """The likeliest symbols for the next place, as bars from zero to one."""
    row = trace.probabilities[step]
    best = np.argsort(-row, kind="stable")[:BEST]
    bars = [
        tag("div", tag("span", drawn(token), class_="symbol"),
            tag("span", tag("i", style=f"width:{compact(100 * row[token])}%"), class_="bar-track"),
            tag("span", probability(row[token]), class_="number"),
            class_="candidate", data_key=f"rank {rank}", role="img", tabindex=0,
            aria_label=f"{said(token)}, probability {probability(row[token])}",
            **named(f"probabilities[{step},{token}]", row[token]))
        for rank, token in enumerate(best.tolist())
    ]
    title = tag("p", "The five likeliest symbols, bars from 0 to 1", class_="panel-name")
    return tag("div", title, bars, class_="candidates")


def tree(state, model) -> Markup:
    """Every answer carried along, best first from the top; lines join each to its beginning, bold where it leads to the
    answer that won."""
    steps = model.beam(state.text)[: state.step + 1]
    width, height = len(model.beam(state.text)), 34.0
    winner, place = set(), 0
    for depth in range(len(steps) - 1, -1, -1):
        winner.add((depth, place))
        place = int(steps[depth].parents[place])
    thin: list[str] = []
    bold: list[str] = []
    nodes = []
    for depth, step in enumerate(steps):
        for rank, (prefix, parent) in enumerate(zip(step.prefixes, step.parents, strict=True)):
            above = int(parent) if depth else 0
            line = segment(depth, above * height + 17, depth + 1, rank * height + 17)
            (bold if (depth, rank) in winner else thin).append(line)
            share = float(np.exp(step.log_probabilities[rank]))
            nodes.append(tag(
                "span", drawn(prefix[-1]), class_="node winner" if (depth, rank) in winner else "node",
                style=f"left:{compact(100 * (depth + 1) / width)}%;top:{compact(rank * height + 17)}px",
                **named(f"beam[{depth}].probability[{rank}] of {write(prefix) or 'end'}", share)))
    lines = fluid(width, 4 * height, path(thin, "s-rule2"), path(bold, "s-ink", stroke_width=2))
    lengths = {len(prefix) for prefix in model.beam(state.text)[-1].prefixes}
    note = (
        "All four end up equally long, so the length penalty (α = 0.6) changes nothing here."
        if len(lengths) == 1 else "The length penalty (α = 0.6) weighs answers of different length."
    )
    kept = [
        tag("li", tag("b", write(prefix) or "nothing yet"), " ",
            tag("span", probability(float(np.exp(total)))))
        for prefix, total in zip(steps[-1].prefixes, steps[-1].log_probabilities, strict=True)
    ]
    return tag(
        "div", tag("p", "The four answers carried along, the likeliest on top. ", note, class_="panel-name"),
        tag("div", lines, nodes, class_="beam-tree"), tag("ol", kept, class_="kept"), class_="beam",
    )


def describe(state, model) -> str:
    prefix, token, chosen = following(state, model)
    how = "the likeliest each time" if state.beam == 1 else "four answers carried along"
    return (
        f"Writing with {how}: after step {state.step} it stands at {prefix or 'nothing'}, and {said(token)} comes next "
        f"with probability {probability(chosen)}. The whole answer is {write(written(state, model)) or 'nothing'}."
    )


def shapes(state, model) -> list:
    trace = run(state, model)
    chain = (
        ("memory", trace.encoder.output, "encoder.output"),
        ("decoder", trace.decoder.output, "decoder.output"),
        ("logits", trace.logits, "logits"),
        ("probabilities", trace.probabilities, "probabilities"),
    )
    return [shape(name, array.shape, where, name == "probabilities") for name, array, where in chain]


def table(state, model) -> Markup:
    trace = run(state, model)
    rows = []
    for at, row in enumerate(trace.probabilities[: MOST + 1]):
        best = np.argsort(-row, kind="stable")[:BEST]
        pairs = [(said(token), (probability(row[token]), row[token])) for token in best]
        rows.append((str(at), *(cell for pair in pairs for cell in pair)))
    columns = ("step", *(word for rank in range(1, BEST + 1) for word in (f"{rank}.", "probability")))
    return marks.table(columns, rows)
