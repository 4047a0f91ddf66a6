"""The whole machine, after the paper’s Figure 1, from the text at the bottom to the answer at the top. Every box opens:
what goes in and comes out at one position, how large the residual is beside the update, and how many numbers it holds.

Paper: section 3.1, Figure 1.
Try: pick a box, then a character, and follow one position from the bottom to the top.
"""

from dataclasses import dataclass

import numpy as np

from engine.drawing import controls as control
from engine.drawing import marks
from engine.drawing.figure import changed
from engine.drawing.maps import strip
from engine.drawing.marks import pressed
from engine.drawing.markup import Markup, assignment, compact, join, tag
from engine.drawing.numbers import short
from engine.drawing.readouts import readout, readouts
from engine.views import machine
from engine.views.machine import BOXES, BY_NAME
from engine.views.samples import DATES
from engine.views.shapes import shape
from engine.views.tokens import drawn, said, text_row

TITLE = "The stack"
KIND = "reported live"
REPORTED = 65e6


@dataclass(frozen=True)
class State:
    machine: str = control.choice("toy", "Machine", ("toy", "paper"))
    text: str = control.text("3 march 2012", "A date", DATES)
    sublayer: str = control.pick("encoder 1 self-attention", "Box", tuple(BY_NAME))
    position: int = control.pick(0, "Position")


EXAMPLES = {
    "start": State(),
    "a norm": State(sublayer="decoder 2 add & norm 3", position=4),
    "feed-forward": State(sublayer="encoder 2 feed-forward", position=7),
    "the end": State(sublayer="softmax", position=3),
    "the paper": State(machine="paper", sublayer="encoder 1 feed-forward"),
    "nothing typed": State(text="", sublayer="output projection"),
}


def sizes(state) -> machine.Sizes:
    return machine.TOY if state.machine == "toy" else machine.PAPER


def tokens(state, model) -> np.ndarray:
    """The tokens of the stack that the picked box stands in. [positions]"""
    found: np.ndarray = getattr(model.trace(state.text), BY_NAME[state.sublayer].stack).tokens
    return found


def settle(state, before, model):
    """The paper is drawn with one layer of its six; a position stays on its text."""
    box = BY_NAME[state.sublayer]
    if state.machine == "paper" and box.layer > 1:
        state = changed(state, sublayer=f"{box.stack} 1 {box.short}")
    return changed(state, position=min(state.position, len(tokens(state, model)) - 1))


def render(state, model) -> Markup:
    return tag("div", towers(state, model), opened(state, model), class_="stack")


def towers(state, model) -> Markup:
    """Encoder and decoder, side by side, from the bottom up."""
    layers = 2 if state.machine == "toy" else 1
    built = []
    for stack in ("encoder", "decoder"):
        boxes = [box for box in BOXES if box.stack == stack and box.layer <= layers]
        start = [button(box, state) for box in boxes if box.kind in ("embedding", "same embedding", "encoding")]
        middle = [
            tag("div", tag("span", layer_name(number, state), class_="stack-layer-name"),
                [button(box, state) for box in boxes if box.layer == number], class_="stack-layer",
                data_key=f"{stack} {number}")
            for number in range(1, layers + 1)
        ]
        end = [button(box, state) for box in boxes if box.kind in ("projection", "softmax")]
        ends = "memory, for every cross-attention" if stack == "encoder" else "the next character"
        built.append(tag("div", tag("span", stack, class_="stack-name"), start, middle, end,
                         tag("span", ends, class_="stack-end"), class_=f"stack-tower {stack}"))
    return tag("div", built, shift(state, model), class_="stack-towers")


def layer_name(number: int, state) -> str:
    return f"layer {number}" if state.machine == "toy" else f"× {machine.PAPER.layers}"


def button(box: machine.Box, state) -> Markup:
    from_memory = tag("small", " \u2190 memory") if box.part == "cross_attention" else None
    kind = box.kind.replace(" ", "-")
    return tag("button", box.short, from_memory, type="button", class_=f"stack-box stack-{kind}",
               aria_label=f"box {box.name}", data_set=assignment(sublayer=box.name),
               **pressed(box.name == state.sublayer))


def shift(state, model) -> Markup:
    """The model's own answer, fed to the decoder one place later than it is to be written."""
    trace = model.trace(state.text)
    reads, writes = (
        [tag("span", drawn(token), class_="stack-word" if len(drawn(token)) > 1 else None) for token in tokens]
        for tokens in (trace.decoder.tokens, trace.target)
    )
    return tag("div", tag("p", "The decoder reads its answer shifted by one place:", class_="q"),
               tag("div", tag("i", "reads"), reads, class_="stack-shift"),
               tag("div", tag("i", "writes"), writes, class_="stack-shift"), class_="stack-shifted")


def opened(state, model) -> Markup:
    """The picked box from inside."""
    box = BY_NAME[state.sublayer]
    return tag("div", tag("h3", box.name), toy_inside(state, model, box) if state.machine == "toy" else None,
               numbers(state, model, box), class_="stack-inside")


def toy_inside(state, model, box) -> Markup:
    """What goes through the box at the picked position."""
    at = state.position
    holds = machine.held(box, model.trace(state.text))
    strips = [
        tag("div", tag("span", item.label, class_="q"),
            strip(item.values[at], float(np.abs(item.values).max()), f"{item.name}[{at},{{column}}]", item.label),
            tag("span", moments(item.values[at]), class_="stack-moments"), class_="stack-strip", data_key=item.name)
        for item in holds
    ]
    where = tag("div", text_row(tokens(state, model), "position", at, mark="query"), class_="stack-positions",
                style=f"--n:{len(tokens(state, model))}")
    compared = sizes_compared(*(np.sqrt((item.values[at] ** 2).sum()) for item in holds)) \
        if box.kind in ("attention", "feed-forward") else None
    return join(where, strips, compared)


def moments(vector: np.ndarray) -> str:
    return f"mean {short(round(float(vector.mean()), 4))}, variance {short(float(vector.var()))}"


def sizes_compared(past: float, update: float) -> Markup:
    """Length of the residual beside length of the update, as bars from zero."""
    most = max(past, update)
    rows = [
        tag("div", tag("span", name, class_="q"),
            tag("span", tag("i", style=f"width:{compact(100 * length / most)}%"), class_="stack-track"),
            tag("span", short(length), class_="number"), class_="stack-length")
        for name, length in (("length of the residual", past), ("length of the update", update))
    ]
    return tag("div", rows, class_="stack-lengths")


def numbers(state, model, box) -> Markup:
    """The figure's readouts."""
    own = sizes(state)
    if state.machine == "toy":
        last = machine.held(box, model.trace(state.text))
        shown = last[1] if box.kind == "norm" else last[-1]
        rows, columns = shown.values.shape
        vector = shown.values[state.position]
        extent, mean, variance = f"{rows} × {columns}", float(vector.mean()), float(vector.var())
    else:
        columns = own.symbols if box.kind in ("projection", "softmax") else own.d_model
        extent, mean, variance = f"n × {short(columns)}", None, None
    where = "before gain and bias" if box.kind == "norm" else ""
    total: list[tuple] = [("parameters of the whole machine", readout("total-parameters", own.total()))]
    if state.machine == "paper":
        total = [("of the whole machine, our count", readout("total-parameters", own.total()), "with 37 000 symbols"),
                 ("as reported", readout("reported-parameters", REPORTED))]
    return readouts((
        ("shape", readout("shape", extent)),
        ("parameters in this box", readout("parameters", own.parameters(box)), parameters_note(box)),
        ("mean", readout("mean", mean), where),
        ("variance", readout("variance", variance), where),
        *total,
    ))


def parameters_note(box) -> str:
    return "shared with the input embedding" if box.kind in ("same embedding", "projection") else ""


def describe(state, model) -> str:
    box, own = BY_NAME[state.sublayer], sizes(state)
    whose = "the toy" if state.machine == "toy" else "the paper’s base model"
    inside = ""
    if state.machine == "toy":
        last = machine.held(box, model.trace(state.text))[-1]
        vector = last.values[state.position]
        inside = f" At {said(tokens(state, model)[state.position])}, position {state.position + 1}, " \
                 f"{last.label} has {moments(vector)}."
    return (
        f"The box {box.name} of {whose}, with {short(own.parameters(box))} of its {short(own.total())} parameters."
        f"{inside}"
    )


def shapes(state, model) -> list:
    if state.machine == "paper":
        return []
    box = BY_NAME[state.sublayer]
    holds = machine.held(box, model.trace(state.text))
    return [shape(item.label, item.values.shape, item.name, item is holds[-1]) for item in holds]


def table(state, model) -> Markup:
    own = sizes(state)
    rows = [
        (box.name, (short(own.parameters(box)), own.parameters(box))) for box in BOXES
        if state.machine == "toy" or box.layer <= 1
    ]
    return marks.table(("box", "parameters"), rows)
