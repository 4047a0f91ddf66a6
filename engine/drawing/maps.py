"""Maps: a matrix as ONE mark, a mask of opacities over a rectangle in the current hue, with its exact values beside it.

The picture is an alpha-only PNG used as an SVG mask, so that hue, dark mode and forced colours stay with the style
sheet. The values travel as base64 of little-endian int32: round(value * 10**6), the smallest int32 for minus infinity.
"""

import base64
import struct
import zlib
from collections.abc import Sequence

import numpy as np

from .marks import fluid, path, row_of_bars, segment
from .markup import Markup, join, tag

NEVER = -(2**31)


def encode(matrix: np.ndarray) -> str:
    """The exact values of a map: [rows, columns] -> base64."""
    numbers = np.clip(np.round(matrix * 1e6), NEVER, -NEVER - 1)
    return base64.b64encode(numbers.astype("<i4").tobytes()).decode("ascii")


def png(opacity: np.ndarray) -> bytes:
    """A picture of white at the given opacities: [rows, columns] in 0..1 -> PNG, grey with alpha."""
    rows, columns = opacity.shape
    pixels = np.full((rows, 1 + 2 * columns), 255, np.uint8)
    pixels[:, 0] = 0
    pixels[:, 2::2] = np.round(np.clip(opacity, 0, 1) * 255)
    header = struct.pack(">IIBBBBB", columns, rows, 8, 4, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(pixels.tobytes(), 6)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body)) for kind, body in chunks
    )


def heat_map(matrix: np.ndarray, name: str, label: str, *, sets: str | None = None, opacity: np.ndarray | None = None,
             values: np.ndarray | None = None, first_column: int = 0, overlay: object = None,
             hues: Sequence[str | None] = (None,)) -> Markup:
    """A matrix [rows, columns] as one picture in --h, or in as many `hues` as it has equal bands of rows, that can be
    pointed at and walked with the arrow keys.

    `name` is a template of the dotted name, such as "weights[0,{row},{column}]", `sets` one of what a pick sets, such
    as "query={row}&key={column}"; in both {column} counts from `first_column`, and {number} is one more: for fields
    that count from 1;
    `opacity` what is painted (the matrix itself by default); `values` what is read out (the matrix by default);
    `overlay` further marks in units of cells, drawn above the picture.
    """
    rows, columns = matrix.shape
    picture = png(matrix if opacity is None else opacity)
    identity = f"mask-{zlib.crc32(picture, zlib.crc32(name.encode())):08x}"
    href = "data:image/png;base64," + base64.b64encode(picture).decode("ascii")
    size = {"width": columns, "height": rows}
    mask = tag("mask", tag("image", href=href, preserveAspectRatio="none", class_="pixels", **size), id=identity,
               maskUnits="userSpaceOnUse", x=0, y=0, **size)
    band = rows / len(hues)
    paint = [tag("rect", class_="f-h", mask=f"url(#{identity})", y=at * band or None, width=columns, height=band,
                 style=hue and f"--h:var({hue})") for at, hue in enumerate(hues)]
    return tag("svg", mask, paint, overlay, target(matrix if values is None else values, name, label, sets=sets,
                                                   first_column=first_column),
               class_="heat-map ns", viewBox=f"0 0 {columns} {rows}", preserveAspectRatio="none", width="100%")


def target(matrix: np.ndarray, name: str, label: str, *, sets: str | None = None, first_column: int = 0,
           top: float = 0.0, height: float | None = None) -> Markup:
    """The clear rectangle, in units of cells, by which the page reads, walks and picks the values under it."""
    rows, columns = matrix.shape
    return tag("rect", class_="map", x=0, y=float(top), width=columns, height=float(rows if height is None else height),
               role="grid", tabindex=0, aria_label=label, aria_rowcount=rows, aria_colcount=columns, data_name=name,
               data_rows=rows, data_columns=columns, data_first_column=first_column or None, data_map=encode(matrix),
               data_set=sets, data_key=f"map {name} {first_column}")


def cells(*rectangles: tuple[float, float, float, float], class_: str) -> Markup:
    """Outlines over a map, in units of cells: (x, y, width, height) each."""
    return join(
        tag("rect", x=float(x), y=float(y), width=float(width), height=float(height), class_=class_)
        for x, y, width, height in rectangles
    )


FINGER = 44.0
"""CSS pixels that what is touched has at least in its short direction"""


def strip(vector: np.ndarray, limit: float, name: str, label: str, height: float = 36.0) -> Markup:
    """A vector lying down: one bar a number, up where positive, over a zero line; `limit` is half the height.

    `name` is a template of the dotted name with {column}; each number can be pointed at and walked.
    """
    values = np.asarray(vector)
    rises = (values / (limit or 1.0) * height / 2).tolist()
    bars = row_of_bars(rises, height / 2)
    zero = path([segment(0, height / 2, len(rises), height / 2)], "s-edge")
    reader = target(values[None], name, label, top=min(0.0, (height - FINGER) / 2), height=max(height, FINGER))
    return fluid(len(rises), height, path(bars, "f-h"), zero, reader, class_="strip", style=f"--n:{len(rises)}")
