"""Attention of one query, drawn as columns under the characters: key, score, weight, value.

Columns come in groups of twelve, side by side where there is room and one under the other where there is not.
"""

import numpy as np

from engine.drawing.maps import target
from engine.drawing.marks import arc, box, comb, dot, fluid, handle, path, row_of_bars, segment
from engine.drawing.markup import Markup, compact, join, tag
from engine.drawing.numbers import short
from engine.drawing.scales import Linear
from engine.transformer.trace import Attention

from .tokens import text_row

GROUP = 12
COMB, SCORE, WEIGHT = 60.0, 84.0, 76.0


def arcs(weights: np.ndarray, query: int) -> Markup:
    """Bows from the query's character to the keys of the same text; the least are left out."""
    bows = [
        tag("path", class_="s-h", d=arc(query + 0.5, key + 0.5, 104, min(22 + 9 * abs(key - query), 100) * 0.75),
            stroke_width=max(16 * weight, 0.8))
        for key, weight in enumerate(weights.tolist()) if weight >= 0.015
    ]
    return fluid(len(weights), 104, bows, class_="arcs")


def columns(attention: Attention, address: str, head: int, query: int, key: int, tokens: np.ndarray, nudge: float,
            picks: str) -> Markup:
    """The rows of one head for one query; `picks` names the field that a letter sets, "query" or "key"."""
    size = len(tokens)
    groups = [
        group(attention, address, head, query, key, tokens, nudge, picks, range(start, min(start + GROUP, size)))
        for start in range(0, size, GROUP)
    ]
    return tag("div", groups, class_="columns long" if size > 2 * GROUP + 6 else "columns")


def group(attention: Attention, address: str, head: int, query: int, key: int, tokens: np.ndarray, nudge: float,
          picks: str, span: range) -> Markup:
    """The rows of one group: the characters at the positions of `span`, and what the query finds at each."""
    width, cut = len(span), slice(span.start, span.stop)
    picked = query if picks == "query" else key
    under = key - span.start if key in span else None
    wash = path([box(under, 0, 1, 1)], "f-wash") if under is not None else None
    band = tag("svg", wash, class_="band", viewBox=f"0 0 {width} 1", preserveAspectRatio="none", aria_hidden="true")

    def read(values: np.ndarray, name: str, index: str, height: float) -> Markup:
        words = f"{name} of head {head + 1}, positions {span.start + 1} to {span.stop}"
        return target(values, f"{address}.{name}[{head},{index}]", words, sets="key={column}",
                      first_column=span.start, height=height)

    keys, values = attention.key[head], attention.value[head]
    scores, weights = attention.scores[head, query], attention.weights[head, query]
    row = f"{query},{{column}}"
    return tag(
        "div",
        band,
        text_row(tokens[cut], picks, picked, span.start, picks, key if picks == "query" else None),
        fluid(width, COMB, combs(keys[cut], np.abs(keys).max(), under),
              read(keys[cut].T, "key", "{column},{row}", COMB), class_="comb"),
        tag("div", stems(scores, nudge, key, span, read(scores[None, cut], "scores", row, SCORE)), class_="scores"),
        tag("div", bars(weights, span, read(weights[None, cut], "weights", row, WEIGHT)), class_="weights"),
        fluid(width, COMB, faded(values[cut], np.abs(values).max(), weights[cut], weights.max()),
              read(values[cut].T, "value", "{column},{row}", COMB), class_="comb"),
        class_="group", style=f"--n:{width}", data_key=f"group {span.start}",
    )


def combs(vectors: np.ndarray, limit: float, picked: int | None) -> Markup:
    """One comb a column; the picked one in hue, the others in edge."""
    pieces = [comb(vector, limit, column + 0.5, 0.43) for column, vector in enumerate(vectors)]
    zero = path([segment(column + 0.5, 0, column + 0.5, COMB) for column in range(len(pieces))], "s-rule2")
    others = path([piece for column, piece in enumerate(pieces) if column != picked], "f-edge")
    return join(zero, others, path([pieces[picked]], "f-h") if picked is not None else None)


def faded(vectors: np.ndarray, limit: float, weights: np.ndarray, most: float) -> list[Markup]:
    """One comb a column, as strong as its weight."""
    return [
        path([comb(vector, limit, column + 0.5, 0.43)], "f-h", opacity=0.16 + 0.84 * weight / most)
        for column, (vector, weight) in enumerate(zip(vectors, weights.tolist(), strict=True))
    ]


def score_scale(scores: np.ndarray, nudge: float, key: int) -> Linear:
    """Pixels from the top of the score row; it stands still while the picked score is pulled."""
    still = scores.copy()
    still[key] -= nudge
    finite = still[np.isfinite(still)]
    low, high = min(0.0, float(finite.min())), max(0.0, float(finite.max()))
    room = max(high - low, 2.0)
    return Linear(low, low + room, SCORE - 12, 12)


def stems(scores: np.ndarray, nudge: float, key: int, span: range, reader: Markup) -> Markup:
    """A stem a key from the zero line; where the mask forbids, minus infinity. The picked one carries the handle."""
    scale = score_scale(scores, nudge, key)
    zero, width = scale(0), len(span)
    finite = [(at - span.start + 0.5, scale(scores[at])) for at in span if np.isfinite(scores[at])]
    drawing = fluid(
        width, SCORE,
        path([segment(0, zero, width, zero)], "s-rule2"),
        path([segment(x, zero, x, y) for x, y in finite], "s-edge"),
        path([dot(x, y) for x, y in finite], "s-edge dot", stroke_width=6),
        reader,
    )
    never = [
        tag("span", "\u2212\u221e", class_="never", style=f"left:{compact((at - span.start + 0.5) / width * 100)}%")
        for at in span if not np.isfinite(scores[at])
    ]
    if key not in span or not np.isfinite(scores[key]):
        return join(drawing, never)
    raw, unit = scores[key] - nudge, abs(scale(1) - scale(0))
    rail = tag(
        "div",
        handle("nudge", nudge, -10, 10, "Nudge of the picked score", axis="y", step=0.1,
               value_text=f"score {short(scores[key])}, nudged by {short(nudge)}"),
        class_="rail-y",
        style=f"left:{compact((key - span.start + 0.5) / width * 100)}%;top:{compact(scale(raw) - 10 * unit)}px;"
              f"height:{compact(20 * unit)}px",
    )
    return join(drawing, never, rail)


def ceiling(weights: np.ndarray) -> float:
    """The weight at full height: the least of 0.25, 0.5 and 1 that holds them all."""
    return next(top for top in (0.25, 0.5, 1.0) if weights.max() <= top + 1e-12)


def bars(weights: np.ndarray, span: range, reader: Markup) -> Markup:
    """A bar a key from a common zero, with the larger weights written above."""
    width, top = len(span), ceiling(weights)
    scale = Linear(0, top, WEIGHT - 1, 16)
    written = 0.095 if len(weights) <= 2 * GROUP + 6 else 0.2
    heights = [(x, weight, scale(weight)) for x, weight in enumerate(weights[span.start : span.stop].tolist())]
    drawing = fluid(
        width, WEIGHT,
        path(row_of_bars((WEIGHT - 1 - y for _, _, y in heights), WEIGHT - 1, 0.6), "f-h"),
        path([segment(0, WEIGHT - 1, width, WEIGHT - 1)], "s-edge"),
        reader,
    )
    labels = [
        tag("span", f"{weight:.2f}".lstrip("0"), class_="bar-value",
            style=f"left:{compact((x + 0.5) / width * 100)}%;bottom:{compact(WEIGHT - y + 2)}px")
        for x, weight, y in heights if weight >= written
    ]
    return join(drawing, labels)
