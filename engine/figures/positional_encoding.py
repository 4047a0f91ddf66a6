"""Every pair of numbers in a position’s encoding is the hand of one clock: the sine says how far right its tip is, the
cosine how far up. Dashed hands stand at the position, solid ones at the position an offset later; under each clock is
how many positions make a full turn. The last drawing shuffles a text, to see whether attention notices.

Paper: section 3.5.
Try: drag the handle: all hands turn, each at a rate of its own. Then shuffle the text.
"""

from dataclasses import dataclass

import numpy as np

from engine.drawing import controls as control
from engine.drawing import marks
from engine.drawing.figure import changed
from engine.drawing.marks import curve, dot, fluid, handle, named, path, segment
from engine.drawing.markup import Markup, assignment, compact, join, tag
from engine.drawing.numbers import short
from engine.drawing.readouts import readout, readouts
from engine.transformer.encoding import frequencies, rotation
from engine.views.clocks import bank
from engine.views.positions import POSITIONS, Place, encoding_map, hands, similarity, similarity_map
from engine.views.samples import DATES
from engine.views.shapes import shape
from engine.views.shuffled import panel, shuffle

TITLE = "A bank of clocks"
KIND = "formula live"
FARTHEST, CLOCKS = 32, 24
CURVE = 72.0


@dataclass(frozen=True)
class State:
    text: str = control.text("3 march 2012", "A date", DATES)
    position: int = control.slider(10, "Position", 0, POSITIONS - 1)
    d_model: int = control.choice(48, "Width", (48, 512))
    shuffle: bool = control.switch(False, "Shuffle the text")
    offset: int = control.drag(5, "Offset", -FARTHEST, FARTHEST)
    pair: int = control.pick(1, "Pair")


EXAMPLES = {
    "start": State(),
    "a slower pair": State(pair=5, position=23, offset=-9),
    "shuffled": State(shuffle=True, text="the third of march 2012"),
    "as wide as the paper": State(d_model=512, pair=100, offset=32, position=0),
    "no offset": State(offset=0, position=63),
    "nothing typed": State(text="", shuffle=True),
}


def settle(state, before, model):
    """There are half as many pairs as numbers."""
    return changed(state, pair=min(max(state.pair, 1), state.d_model // 2))


def rotated(state) -> np.ndarray:
    """Every hand at the position, turned by the rotation that belongs to the offset. [pairs, 2]"""
    here = hands(state.position, state.d_model)
    return (rotation(state.offset, state.d_model) @ here[:, :, None])[:, :, 0]


def rotation_error(state) -> float:
    """How far the rotation misses the hands of the later position, at most."""
    return float(np.abs(rotated(state) - hands(state.position + state.offset, state.d_model)).max())


def shown_pairs(state) -> list[int]:
    """The pairs of the bank, from 1: all, or as many evenly spaced ones, the picked one in place of the nearest."""
    pairs = [round(1 + at * (state.d_model // 2 - 1) / (CLOCKS - 1)) for at in range(CLOCKS)]
    nearest = min(range(CLOCKS), key=lambda at: abs(pairs[at] - state.pair))
    pairs[nearest] = state.pair
    return pairs


def render(state, model) -> Markup:
    run = shuffle(state.text, state.shuffle, model)
    rate = frequencies(state.d_model)[state.pair - 1]
    place = Place(state.position, state.offset, state.d_model)
    return join(
        bank(shown_pairs(state), state.pair, state.position, state.offset, state.d_model),
        track(state),
        turned(state),
        readouts((
            ("wavelength", readout("wavelength", 2 * np.pi / rate), "positions"),
            ("similarity", readout("similarity", similarity(state.offset, state.d_model))),
            ("rotation error, all pairs", readout("rotation-error", rotation_error(state))),
        )),
        tag("div", encoding_map(shown_pairs(state), state.pair, place), similarity_map(place), class_="encoding-maps"),
        tag("div", tag("p", sentence(state), class_="aside"), switch(state), panel(run), class_="parted shuffled-part"),
        readouts((
            ("outputs change, without the encoding", readout("permuted-difference", run.without.max())),
            ("with it", readout("encoded-difference", run.encoded.max())),
        )),
    )


def sentence(state) -> str:
    """What the last drawing compares."""
    if state.shuffle:
        return "The toy’s first attention reads the same characters in another order. Without the encoding each gets " \
               "the output it had before; with it, another."
    return "The toy’s first attention reads these characters as they were typed. Once they are shuffled, lines show " \
           "where each one goes, bars how much attention’s output for it changes."


def switch(state) -> Markup:
    """The control's switch once more, where its effect is seen."""
    words, setting = ("put them back", "off") if state.shuffle else ("shuffle them", "on")
    return tag("div", tag("button", words, type="button", data_set=assignment(shuffle=setting), data_key="shuffle"),
               class_="samples")


def signed(number: int) -> str:
    """An offset with its sign."""
    return ("+" if number > 0 else "") + short(number)


def track(state) -> Markup:
    """Similarity by offset over the axis of the handle, which is its zero line."""
    offsets = range(-FARTHEST, FARTHEST + 1)
    points = [(at + FARTHEST, CURVE - similarity(at, state.d_model) * (CURVE - 4)) for at in offsets]
    x, y = points[state.offset + FARTHEST]
    drawing = fluid(
        2 * FARTHEST, CURVE,
        path([segment(x, y, x, CURVE)], "s-edge", stroke_dasharray="2 3"),
        path([curve(points)], "s-ink", stroke_width=1.5),
        path([dot(x, y)], "s-ink dot", stroke_width=7),
    )
    ends = ((-FARTHEST, " first"), (0, ""), (FARTHEST, " last"))
    labels = [
        tag("span", signed(at), class_=f"lab{where}", style=f"left:{compact(50 + 50 * at / FARTHEST)}%")
        for at, where in ends if abs(at - state.offset) > 5
    ]
    grip = handle("offset", state.offset, -FARTHEST, FARTHEST, "Offset", shown=signed(state.offset),
                  value_text=f"from position {state.position} to {short(state.position + state.offset)}")
    return tag(
        "div",
        tag("p", f"similarity to position {state.position}, by offset: 0 on the axis, 1 at its peak", class_="q"),
        drawing,
        tag("div", tag("span", class_="z", style="left:50%"), labels, grip, class_="bank"),
        class_="offset-track",
    )


def turned(state) -> Markup:
    """The picked pair's rotation with its numbers: from the dashed hand to the solid one."""
    at, later = state.pair - 1, state.position + state.offset
    angle = state.offset * frequencies(state.d_model)[at]
    matrices = (
        ("", rotation(state.offset, state.d_model)[at], f"encoding.rotation({state.offset}, {state.d_model})[{at}]"),
        ("×", hands(state.position, state.d_model)[at][:, None], f"position {state.position}, pair {state.pair}"),
        ("=", rotated(state)[at][:, None], f"position {short(later)}, pair {state.pair}"),
    )
    return tag(
        "div",
        tag("div", f"{signed(state.offset)} positions turn pair {state.pair} by ",
            readout("turn", angle), " radians", class_="q turn-words"),
        tag("div", [join(tag("span", sign) if sign else None, matrix(*each)) for sign, *each in matrices],
            class_="mat"),
        class_="turn",
    )


def matrix(values: np.ndarray, name: str) -> Markup:
    """Numbers between brackets, each of which can be pointed at."""
    entries = [
        tag("span", short(value, 3), **named(f"{name}[{row},{column}]", value))
        for (row, column), value in np.ndenumerate(values)
    ]
    return tag("span", entries, class_="m", style=f"--c:{values.shape[1]}")


def describe(state, model) -> str:
    run = shuffle(state.text, state.shuffle, model)
    rate = frequencies(state.d_model)[state.pair - 1]
    noticed = (
        f"With the text shuffled, attention’s outputs change by up to {short(run.without.max())} without the encoding "
        f"and {short(run.encoded.max())} with it."
        if state.shuffle else "The text is not shuffled."
    )
    return (
        f"Pair {state.pair} of {state.d_model // 2} makes a full turn in {short(2 * np.pi / rate)} positions. From "
        f"position {state.position} to {short(state.position + state.offset)} it turns by "
        f"{short(state.offset * rate)} radians; the two encodings have similarity "
        f"{short(similarity(state.offset, state.d_model))}. {noticed}"
    )


def shapes(state, model) -> list:
    encoder = model.trace(state.text, "").encoder
    return [
        shape("embedding", encoder.embedding.shape, "encoder.embedding"),
        shape("PE", encoder.positional_encoding.shape, "encoder.positional_encoding", active=True),
        shape("x", encoder.layers[0].input.shape, "encoder.layers[0].input"),
    ]


def table(state, model) -> Markup:
    rates = frequencies(state.d_model)
    before, after = (hands(at, state.d_model) for at in (state.position, state.position + state.offset))
    rows = []
    for pair in shown_pairs(state):
        at = pair - 1
        values = (2 * np.pi / rates[at], state.offset * rates[at], *before[at], *after[at])
        rows.append((f"pair {pair}", *((short(value), value) for value in values)))
    columns = ("pair", "wavelength", "turn, radians", *(
        f"{wave} at {short(place)}" for place in (state.position, state.position + state.offset)
        for wave in ("sine", "cosine")
    ))
    return marks.table(columns, rows)
