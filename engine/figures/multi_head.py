"""Four heads make four averages of the same text, and a matrix mixes them. Rows are the characters that look, columns
the characters looked at; darker means more weight.

Paper: section 3.2.2.
Try: switch heads off, in any block and any combination; the answer is written again each time.
"""

from dataclasses import dataclass

import numpy as np

from engine.drawing import controls as control
from engine.drawing import marks
from engine.drawing.figure import changed
from engine.drawing.maps import cells, heat_map, strip
from engine.drawing.markup import Markup, assignment, join, tag
from engine.drawing.numbers import probability, short
from engine.drawing.readouts import chance, readout, readouts
from engine.views import blocks
from engine.views.answer_line import SURE
from engine.views.samples import DATES
from engine.views.shapes import attention_shapes
from engine.views.tokens import drawn, said

TITLE = "Four heads, and what is lost without them"
KIND = "live measured"
HEADS = range(1, 5)
GROUPS = {name: tuple(f"{name.replace(' ', '-')}-{head}" for head in HEADS) for name in blocks.NAMES}
EVERY = tuple(head for heads in GROUPS.values() for head in heads)


@dataclass(frozen=True)
class State:
    text: str = control.text("17 september 1930", "A date", DATES)
    block: str = control.choice("decoder 2 cross", "Block", blocks.NAMES)
    off: tuple[str, ...] = control.switches("Heads switched off", GROUPS)
    query: int = control.pick(0, "Row")
    key: int = control.pick(0, "Column")


EXAMPLES = {
    "start": State(),
    "one head off": State(off=("decoder-2-cross-1",), query=9, key=1),
    "a block off": State(block="decoder 1 self", off=GROUPS["decoder 1 self"]),
    "only one head": State(block="encoder 1", off=GROUPS["encoder 1"][1:], query=4, key=3),
    "all off": State(off=EVERY),
    "nothing typed": State(text="", block="encoder 2"),
}


def heads_off(names: tuple[str, ...]) -> frozenset:
    """Names as the model's what-if wants them: (stack, layer, kind, head), counted from 0."""
    return frozenset(
        (*blocks.BLOCKS[block].address, number)
        for block, heads in GROUPS.items() for number, head in enumerate(heads) if head in names
    )


def answers(state, model):
    """What the model writes with all its heads, and with those that are left."""
    return model.answer(state.text), model.answer(state.text, heads_off=heads_off(state.off))


def verdict(intact, without) -> str:
    """unchanged: the same text, at least 0.9 times as probable; degraded: the same text, less; broken: other text."""
    if without.text != intact.text:
        return "broken"
    return "unchanged" if without.probability >= SURE * intact.probability else "degraded"


def differing(intact: str, text: str) -> int:
    """Places at which two answers hold different characters, or only one holds any."""
    return sum(a != b for a, b in zip(intact, text, strict=False)) + abs(len(intact) - len(text))


def run(state, model):
    """The trace of what is left, fed the intact answer, so that rows stay where they are while heads go."""
    return model.trace(state.text, model.answer(state.text).text, heads_off=heads_off(state.off))


def settle(state, before, model):
    """Picks stay in the maps."""
    _, rows, columns = blocks.BLOCKS[state.block].attention(run(state, model)).weights.shape
    return changed(state, query=min(state.query, rows - 1), key=min(state.key, columns - 1))


def render(state, model) -> Markup:
    block, trace = blocks.BLOCKS[state.block], run(state, model)
    attention = block.attention(trace)
    heads = model.table("report")["heads"]
    maps = [head_map(state, block, trace, attention, number, heads[name])
            for number, name in enumerate(GROUPS[state.block])]
    return join(
        tag("div", maps, class_="maps", style=f"--rows:{len(block.queries(trace))};--columns:{len(block.keys(trace))}"),
        mixture(state, block, attention),
        outcome(state, model),
    )


def without(state, *names: str) -> str:
    """The assignment that leaves exactly these heads off, in their order."""
    return assignment(off=" ".join(name for name in EVERY if name in names))


def head_map(state, block, trace, attention, number: int, measured: dict) -> Markup:
    """One head: its switch, its weights, and what was measured of it."""
    name, off = GROUPS[state.block][number], GROUPS[state.block][number] in state.off
    others = [each for each in GROUPS[state.block] if each != name]
    rest = [each for each in state.off if each not in GROUPS[state.block]]
    toggled = [each for each in state.off if each != name] if off else [*state.off, name]
    weights = attention.weights[number]
    picture = heat_map(
        weights, f"{block.path}.weights[{number},{{row}},{{column}}]", f"Weights of head {number + 1}",
        sets="query={row}&key={column}",
        overlay=join(cells((0, state.query, weights.shape[1], 1), class_="picked-row"),
                     cells((state.key, state.query, 1, 1), class_="picked-cell")),
    )
    return tag(
        "div",
        tag("div",
            tag("button", tag("i", class_="chip"), f"Head {number + 1}", type="button", class_="toggle", role="switch",
                aria_checked="false" if off else "true", data_set=without(state, *toggled), data_key=f"toggle {name}",
                tabindex=-1 if number else None),
            tag("button", "only this", type="button", tabindex=-1, class_="words",
                data_set=without(state, *rest, *others), data_key=f"only {name}"),
            class_="head-line"),
        tag("div", letters(block.queries(trace), state.query, "qy"), picture,
            letters(block.keys(trace), state.key, "kx"), class_="grid"),
        tag("p", measured["label"], ": ", tag("data", short(measured["share"], 2), value=measured["share"]),
            " of its weight" if not off else " of its weight; off, it passes nothing on"),
        class_="map off" if off else "map", style=f"--h:var(--head-{number + 1})", data_key=f"head {number + 1}",
    )


def letters(tokens, picked: int, class_: str) -> Markup:
    """The characters along one side of a map; the end is an arrow here, where there is no room for a word."""
    return tag("div", [
        tag("span", "\u21b5" if len(drawn(token)) > 1 else drawn(token), class_="on" if at == picked else None)
        for at, token in enumerate(tokens)
    ], class_=class_, aria_hidden="true")


def mixture(state, block, attention) -> Markup:
    """The four outputs side by side, then mixed by W^O, for the picked row."""
    row = state.query
    limit = max(float(np.abs(attention.concatenated).max()), 1e-9)
    width = attention.head_output.shape[2]
    name = f"{block.path}.head_output[{{}},{row},{{{{column}}}}]"
    parts = [
        tag("div", strip(output, limit, name.format(number), f"output of head {number + 1}"),
            style=f"--h:var(--head-{number + 1})")
        for number, output in enumerate(attention.head_output[:, row])
    ]
    mixed = attention.output[row]
    return tag(
        "div",
        tag("span", f"four heads side by side, 4 × {width}", class_="q"), tag("span"),
        tag("span", f"mixed, {len(mixed)} numbers", class_="q"),
        tag("div", parts, class_="side-by-side"), tag("span", "×\u202fW", tag("sup", "O"), class_="times"),
        tag("div", strip(mixed, float(np.abs(attention.output).max()), f"{block.path}.output[{row},{{column}}]",
                         "the mixed output"), style="--h:var(--ink)"),
        class_="concat",
    )


def outcome(state, model) -> Markup:
    """The two answers under each other, buttons, and the figure's readouts."""
    intact, changed_answer = answers(state, model)
    ruling = verdict(intact, changed_answer)
    written = [
        tag("b", character, class_="bad" if intact.text[at : at + 1] != character else None)
        for at, character in enumerate(changed_answer.text)
    ]
    prediction = tag("data", written or "nothing", data_readout="prediction", value=changed_answer.text, class_="out")
    worst = min(EVERY, key=lambda name: model.table("report")["heads"][name]["accuracy_without"])
    return join(
        tag("dl",
            tag("dt", "all heads on"), tag("dd", readout("intact-prediction", intact.text, intact.text or "nothing"),
                                           class_="out rest"),
            tag("dt", "as switched"),
            tag("dd", prediction, tag("strong", readout("verdict", ruling))),
            class_="verdict"),
        tag("div",
            tag("button", "all on", type="button", data_set=without(state), data_key="all on"),
            tag("button", "worst head off", type="button", data_set=without(state, worst), data_key="worst head off"),
            class_="samples"),
        readouts((
            ("characters changed", readout("changed", differing(intact.text, changed_answer.text))),
            ("probability", chance("probability", changed_answer.probability)),
            ("right without these, measured", readout("accuracy-without", accuracy_without(state.off, model))),
        )),
    )


def accuracy_without(off: tuple[str, ...], model) -> float | None:
    """Exact match on the evaluation set without these heads, where that was measured: for one head, one block, none."""
    report = model.table("report")
    if not off:
        return float(report["evaluation_set"]["exact"])
    if len(off) == 1:
        return float(report["heads"][off[0]]["accuracy_without"])
    for name, heads in GROUPS.items():
        if off == heads:
            return float(report["blocks"][name.replace(" ", "-")]["accuracy_without"])
    return None


def describe(state, model) -> str:
    intact, changed_answer = answers(state, model)
    gone = "no head off" if not state.off else f"{len(state.off)} of {len(EVERY)} heads off"
    return (
        f"Block {state.block}; {gone}. With all heads the model writes {intact.text or 'nothing'}, as switched "
        f"{changed_answer.text or 'nothing'} with probability {probability(changed_answer.probability)}: "
        f"{verdict(intact, changed_answer)}."
    )


def shapes(state, model) -> list:
    block, trace = blocks.BLOCKS[state.block], run(state, model)
    return attention_shapes(block.attention(trace), block.path, trace.encoder.output.shape[1], "heads")


def table(state, model) -> Markup:
    block, trace = blocks.BLOCKS[state.block], run(state, model)
    attention, report = block.attention(trace), model.table("report")["heads"]
    rows = []
    for number, name in enumerate(GROUPS[state.block]):
        weights = attention.weights[number, state.query]
        most = int(weights.argmax())
        measured = report[name]
        rows.append((
            f"head {number + 1}", "off" if name in state.off else "on", measured["label"],
            (short(measured["share"], 2), measured["share"]),
            (short(measured["accuracy_without"], 4), measured["accuracy_without"]),
            f"{most + 1} {said(block.keys(trace)[most])}", (short(weights[most]), weights[most]),
        ))
    columns = ("head", "now", "what it does, measured", "share", "right without it", "most weight of the row", "weight")
    return marks.table(columns, rows)
