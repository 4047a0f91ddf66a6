"""What attention notices of a shuffled text: its output for each character, without positional encoding and with it."""

from typing import NamedTuple

import numpy as np

from engine.drawing.maps import target
from engine.drawing.marks import fluid, path, row_of_bars, segment
from engine.drawing.markup import Markup, join, tag
from engine.drawing.numbers import short
from engine.random import Random
from engine.transformer.model import Model
from engine.transformer.vocabulary import LONGEST

from .letters import letter_row

OUTPUT = "encoder.layers[0].self_attention.output"
LINES, BARS = 44.0, 46.0


class Shuffled(NamedTuple):
    """A text, the same text in another order, and how far attention's output for each character went apart.

    tokens: [positions] as typed, eos last
    order: [positions] where each token of the shuffled text was; eos stays last
    without: [positions] largest change of a character's output when the encoding is left out
    encoded: [positions] the same, with the encoding
    """

    tokens: np.ndarray
    order: np.ndarray
    without: np.ndarray
    encoded: np.ndarray


def shuffle(text: str, is_shuffled: bool, model: Model) -> Shuffled:
    """The first encoder layer's attention over `text` and over its characters in random order, or in the same one."""
    kept = text[:LONGEST]
    typed_order = np.arange(len(kept))
    order = Random(1).permutation(len(kept)) if is_shuffled else typed_order
    if is_shuffled and (order == typed_order).all():
        order = typed_order[::-1]  # chance may leave a short text as it is
    other = "".join(kept[at] for at in order)
    places = np.append(order, len(kept))
    changes = []
    for positions in (False, True):
        typed, moved = (model.trace(each, "", positions=positions).encoder for each in (kept, other))
        before, after = (run.layers[0].self_attention.output for run in (typed, moved))
        changes.append(np.abs(after - before[places]).max(axis=1))
    return Shuffled(typed.tokens, places, *changes)


def panel(run: Shuffled) -> Markup:
    """Both orders, joined by lines, and under each character how much its output changed."""
    count = len(run.tokens)
    ceiling = max(1.0, float(np.ceil(run.encoded.max() * 10)) / 10)
    threads = path([segment(place + 0.5, 0, at + 0.5, LINES) for at, place in enumerate(run.order.tolist())], "s-edge")
    rows = (
        ("as typed", "", letter_row(run.tokens)),
        ("", "", fluid(count, LINES, threads)),
        ("as read", "", letter_row(run.tokens[run.order])),
        ("without the encoding", "change of its output", bars(run.without, ceiling, "without the encoding")),
        ("with the encoding", f"drawn to {short(ceiling)}", bars(run.encoded, ceiling, "with the encoding")),
    )
    return tag("div", [
        join(tag("span", name, tag("small", note) if note else None, class_="q"), drawing)
        for name, note, drawing in rows
    ], class_="shuffled", style=f"--n:{count}")


def bars(changes: np.ndarray, ceiling: float, name: str) -> Markup:
    """A bar a character, as high as its output changed."""
    rises = (changes / ceiling * (BARS - 1)).tolist()
    return fluid(
        len(rises), BARS,
        path(row_of_bars(rises, BARS - 1, 0.6), "f-ink"),
        path([segment(0, BARS - 1, len(rises), BARS - 1)], "s-edge"),
        target(changes[None], f"change of {OUTPUT}[{{column}}] {name}", f"change {name}", height=BARS),
    )
