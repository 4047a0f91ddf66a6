"""Half of every layer looks at one position alone: 48 numbers become 128 units, those below zero are cut off, and the
rest become 48 numbers again. The same two matrices serve every position; below is what one unit does for each character
of the text.

Paper: section 3.3, equation 2.
Try: pick a character, then a unit: its bar leads to what it reads, where it fires and what it writes.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from engine.drawing import controls as control
from engine.drawing import marks
from engine.drawing.figure import changed
from engine.drawing.maps import strip, target
from engine.drawing.marks import box, fluid, path, row_of_bars, segment
from engine.drawing.markup import Markup, assignment, join, tag
from engine.drawing.numbers import short
from engine.drawing.readouts import readout, readouts
from engine.views.convolution import convolve
from engine.views.letters import letter_row
from engine.views.samples import DATES
from engine.views.shapes import shape
from engine.views.tokens import said, text_row

TITLE = "One position at a time"
KIND = "live"
UNITS = 128
BEFORE, AFTER, BARS = 76.0, 44.0, 56.0


@dataclass(frozen=True)
class State:
    text: str = control.text("3 march 2012", "A date", DATES)
    stack: str = control.choice("encoder", "Stack", ("encoder", "decoder"))
    layer: int = control.choice(1, "Layer", (1, 2))
    position: int = control.pick(0, "Position")
    unit: int = control.pick(0, "Unit")


EXAMPLES = {
    "start": State(),
    "the other layer": State(layer=2, position=4),
    "in the decoder": State(stack="decoder", layer=2, position=9, unit=77),
    "one unit": State(text="the third of march 2012", position=13, unit=128),
    "longest": State(text="on wednesday the twenty third of september 1998", position=47),
    "nothing typed": State(text=""),
}


class Run(NamedTuple):
    """One feed-forward network over a text; arrays as in trace.FeedForward, `unit` counted from 0."""

    path: str
    source: str
    tokens: np.ndarray
    x: np.ndarray
    hidden: np.ndarray
    rectified: np.ndarray
    output: np.ndarray
    unit: int


def run(state, model) -> Run:
    stack = getattr(model.trace(state.text), state.stack)
    layer, norm = stack.layers[state.layer - 1], "norm_1" if state.stack == "encoder" else "norm_2"
    network, position = layer.feed_forward, min(state.position, len(stack.tokens) - 1)
    unit = state.unit - 1 if state.unit else int(network.hidden[position].argmax())
    path = f"{state.stack}.layers[{state.layer - 1}]"
    return Run(f"{path}.feed_forward", f"{path}.{norm}.output", stack.tokens, getattr(layer, norm).output,
               network.hidden, network.rectified, network.output, unit)


def parameter(state, model, part: str) -> np.ndarray:
    """One of the network's parameters: "1.weight" is W1, [48, 128]."""
    array: np.ndarray = model.parameters[parameter_name(state, part)]
    return array


def parameter_name(state, part: str) -> str:
    return f"{state.stack}.layers.{state.layer - 1}.feed_forward.{part}"


def settle(state, before, model):
    """Picks stay on the text and among the units."""
    last = len(getattr(model.trace(state.text), state.stack).tokens) - 1
    return changed(state, position=min(state.position, last), unit=min(state.unit, UNITS))


def kernel_1_difference(state, model) -> float:
    """How far the network is from two convolutions of kernel size 1 with a rectifier between them, at most."""
    one = run(state, model)
    hidden = convolve(one.x, parameter(state, model, "1.weight")[None], parameter(state, model, "1.bias"))
    output = convolve(np.maximum(0, hidden), parameter(state, model, "2.weight")[None],
                      parameter(state, model, "2.bias"))
    return float(np.abs(output - one.output).max())


def active(state, one: Run) -> int:
    """Units above zero at the picked position."""
    return int((one.rectified[state.position] > 0).sum())


def render(state, model) -> Markup:
    one = run(state, model)
    return join(
        tag("div", text_row(one.tokens, "position", state.position),
            class_="forward-letters long" if len(one.tokens) > 24 else "forward-letters",
            style=f"--n:{len(one.tokens)}"),
        chain(state, one),
        the_unit(state, model, one),
        readouts((
            ("active", readout("active", active(state, one)), f"of {UNITS}"),
            ("unit", readout("unit", one.unit + 1)),
            ("fires here with", readout("activation", one.rectified[state.position, one.unit])),
            ("two convolutions 1 wide differ by", readout("kernel-1-difference", kernel_1_difference(state, model))),
        )),
    )


def rows(*named_rows) -> Markup:
    """Drawings under each other, each with its name and a note at its left."""
    return tag("div", [
        join(tag("span", name, tag("small", note), class_="forward-name"), tag("div", drawing))
        for name, note, drawing in named_rows
    ], class_="forward-rows")


def chain(state, one: Run) -> Markup:
    """Equation 2 as drawings, for the picked position."""
    at = state.position
    limit, wide = np.abs(one.hidden[at]).max(), f"{UNITS} units"
    return rows(
        ("x", f"{one.x.shape[1]} numbers of {said(one.tokens[at])}",
         strip(one.x[at], np.abs(one.x).max(), f"{one.source}[{at},{{column}}]", "input")),
        (join("x W", tag("sub", 1), " + b", tag("sub", 1)), wide,
         units(one.hidden[at], limit, BEFORE, BEFORE / 2, one, f"{one.path}.hidden[{at},{{column}}]", "before")),
        (join("max(0, x W", tag("sub", 1), " + b", tag("sub", 1), ")"), f"{active(state, one)} of {UNITS} left",
         units(one.rectified[at], limit, AFTER, AFTER - 1, one, f"{one.path}.rectified[{at},{{column}}]", "after")),
        (join("… W", tag("sub", 2), " + b", tag("sub", 2)), f"{one.x.shape[1]} numbers again",
         strip(one.output[at], np.abs(one.output).max(), f"{one.path}.output[{at},{{column}}]", "output")),
    )


def units(values: np.ndarray, limit: float, height: float, zero: float, one: Run, name: str, when: str) -> Markup:
    """All units side by side as bars from a zero line; the picked one in ink over a washed column."""
    rises = (values / limit * (BEFORE / 2 - 2)).tolist()
    bars = row_of_bars(rises, zero)
    return fluid(
        len(rises), height,
        path([box(one.unit - 0.5, 0, 2, height)], "f-wash"),
        path(bars[: one.unit] + bars[one.unit + 1 :], "f-edge"),
        path([segment(0, zero, len(rises), zero)], "s-edge"),
        path([bars[one.unit]], "f-ink forward-unit"),
        target(values[None], name, f"units {when} the rectifier", sets="unit={number}", height=height),
        class_="forward-units",
    )


def the_unit(state, model, one: Run) -> Markup:
    """What the picked unit looks for, at which characters it fires, and what it adds to the output there."""
    fires = one.rectified[:, one.unit]
    reads, writes = parameter(state, model, "1.weight")[:, one.unit], parameter(state, model, "2.weight")[one.unit]
    ceiling = max(1.0, float(np.ceil(fires.max() * 10)) / 10)
    most = "the most active here" if one.unit == int(one.hidden[state.position].argmax()) else tag(
        "button", "take the most active here", type="button", class_="words", data_set=assignment(unit=0),
    )
    first, second = (parameter_name(state, part) for part in ("1.weight", "2.weight"))
    return tag(
        "section",
        tag("h3", f"Unit {one.unit + 1} ", tag("small", most)),
        tag("p", sentence(one), class_="aside"),
        rows(
            ("reads", join("its column of W", tag("sub", 1)),
             strip(reads, np.abs(reads).max(), f'parameters["{first}"][{{column}},{one.unit}]', "what the unit reads")),
            ("fires", f"drawn to {short(ceiling)}", firing(state, one, fires, ceiling)),
            ("writes", join("its row of W", tag("sub", 2), ", times how much it fires"),
             strip(writes, np.abs(writes).max(), f'parameters["{second}"][{one.unit},{{column}}]', "what it writes")),
        ),
        class_="parted forward-part",
    )


def firing(state, one: Run, fires: np.ndarray, ceiling: float) -> Markup:
    """The unit over the characters of the text."""
    rises = (fires / ceiling * (BARS - 2)).tolist()
    bars = row_of_bars(rises, BARS - 1, 0.6)
    return tag(
        "div",
        fluid(len(rises), BARS,
              path(bars, "f-edge"), path([bars[state.position]], "f-ink"),
              path([segment(0, BARS - 1, len(rises), BARS - 1)], "s-edge"),
              target(fires[None], f"{one.path}.rectified[{{column}},{one.unit}]", f"unit {one.unit + 1}",
                     sets="position={column}", height=BARS)),
        letter_row(one.tokens, state.position),
        class_="forward-firing", style=f"--n:{len(rises)}",
    )


def sentence(one: Run) -> str:
    """Which characters fire the unit hardest."""
    fires = one.rectified[:, one.unit]
    order = [int(at) for at in np.argsort(-fires, kind="stable")[:3] if fires[at] > 0]
    if not order:
        return "It is silent at every character of this text."
    places = [f"{said(one.tokens[at])} at position {at + 1} ({short(fires[at], 2)})" for at in order]
    return f"It fires hardest at {', then '.join(places)}; at {int((fires <= 0).sum())} of {len(fires)} it is silent."


def describe(state, model) -> str:
    one = run(state, model)
    return (
        f"{state.stack.capitalize()} layer {state.layer}, {said(one.tokens[state.position])} at position "
        f"{state.position + 1}: {active(state, one)} of {UNITS} units are above zero. Unit {one.unit + 1} has "
        f"{short(one.rectified[state.position, one.unit])} here. {sentence(one)}"
    )


def shapes(state, model) -> list:
    one = run(state, model)
    return [
        shape("x", one.x.shape, one.source),
        shape("x W₁ + b₁", one.hidden.shape, f"{one.path}.hidden"),
        shape("max(0, …)", one.rectified.shape, f"{one.path}.rectified", active=True),
        shape("output", one.output.shape, f"{one.path}.output"),
    ]


def table(state, model) -> Markup:
    one, at = run(state, model), state.position
    body = []
    for unit in range(UNITS):
        most = int(one.rectified[:, unit].argmax())
        values = (one.hidden[at, unit], one.rectified[at, unit], one.rectified[most, unit])
        *shown, highest = ((short(value), value) for value in values)
        body.append((f"unit {unit + 1}", *shown, f"{most + 1} {said(one.tokens[most])}", highest))
    return marks.table(("unit", "before", "after", "fires hardest at", "with"), body)
