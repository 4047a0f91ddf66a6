"""Positional encodings as maps: all positions at once, and how similar any two of them are."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from engine.drawing.maps import cells, heat_map
from engine.drawing.markup import Markup, compact, join, tag
from engine.drawing.numbers import short
from engine.transformer.encoding import frequencies, positional_encoding

POSITIONS = 64
ROOM = 4  # positions that two numbers under a map are apart at least


class Place(NamedTuple):
    """A position, another `offset` later that may lie outside the maps, and the width of their encodings."""

    position: int
    offset: int
    d_model: int

    @property
    def later(self) -> int:
        return self.position + self.offset


def hands(position: float, d_model: int) -> np.ndarray:
    """Where every hand points: the (sine, cosine) pairs of any position, also one before the first. [pairs, 2]"""
    angles = position * frequencies(d_model)
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1)


def similarity(offset: int, d_model: int) -> float:
    """The mean product of two encodings `offset` apart, 1 where they are the same."""
    later, first = hands(offset, d_model), hands(0, d_model)
    return float(np.vecdot(later, first).mean())


def encoding_map(pairs: Sequence[int], picked: int, place: Place) -> Markup:
    """The encoding of all positions, one column each, its fastest pair at the top; marks on the two positions."""
    rows = [row for pair in pairs for row in (2 * pair - 2, 2 * pair - 1)]
    values = positional_encoding(POSITIONS, place.d_model)[:, rows].T
    every = 2 * len(pairs) == place.d_model
    index = "{row}" if every else "shown[{row}]"
    name = f"encoding.positional_encoding({POSITIONS}, {place.d_model})[{{column}},{index}]"
    picture = heat_map(
        values, name, "Positional encoding", sets="position={column}", opacity=(values + 1) / 2,
        overlay=join(
            cells((0, 2 * pairs.index(picked), POSITIONS, 2), class_="picked-row"),
            cells((place.position, 0, 1, len(rows)), class_="picked-row before"),
            cells((place.later, 0, 1, len(rows)), class_="picked-row") if 0 <= place.later < POSITIONS else None,
        ),
    )
    some = "" if every else f", {len(pairs)} of {place.d_model // 2} pairs"
    return tag("div", tag("p", f"The encoding{some}: a column a position, a row a number, the fastest pair at the top; "
                               "bare paper is −1, full ink 1.", class_="q"), picture, map_axis(place))


def similarity_map(place: Place) -> Markup:
    """How similar any two positions are: every diagonal is one shade, for only the offset counts."""
    encoding = positional_encoding(POSITIONS, place.d_model)
    every = encoding @ encoding[0] / (place.d_model / 2)  # as `similarity`, for all offsets
    apart = np.abs(np.subtract.outer(range(POSITIONS), range(POSITIONS)))
    values, least = every[apart], every.min()
    outline = cells((place.later, place.position, 1, 1), class_="picked-cell") if 0 <= place.later < POSITIONS else None
    picture = heat_map(values, "similarity[{row},{column}]", "Similarity of two positions", sets="position={row}",
                       opacity=(values - least) / (1 - least),
                       overlay=join(cells((0, place.position, POSITIONS, 1), class_="picked-row"), outline))
    words = f"Similarity of any two positions: bare paper is {short(least, 2)}, full ink 1. Only the offset counts."
    return tag("div", tag("p", words, class_="q"), picture, map_axis(place))


def map_axis(place: Place) -> Markup:
    """The two positions under a map, and its ends where these leave room."""
    both = (place.position, place.later) if abs(place.offset) >= ROOM else (place.position,)
    marked = [at for at in both if 0 <= at < POSITIONS]
    ends = [at for at in (0, POSITIONS - 1) if all(abs(at - other) >= ROOM for other in marked)]
    return tag("div", [
        tag("span", at, style=f"left:{compact(100 * (at + 0.5) / POSITIONS)}%", class_="on" if at in marked else None)
        for at in sorted(marked + ends)
    ], class_="map-axis")
