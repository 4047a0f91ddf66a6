"""Every system of the paper’s Table 2: what its training cost, and how well it translates. Further left is cheaper,
further up is better.

Paper: section 6.1, Table 2.
Try: pick a system, and choose one to compare it with. Then change the language pair: it is less tidy there.
"""

from dataclasses import dataclass

from engine.drawing import controls as control
from engine.drawing import marks
from engine.drawing.figure import changed
from engine.drawing.marks import named, path, pressed, segment
from engine.drawing.markup import Markup, assignment, compact, join, tag
from engine.drawing.numbers import short
from engine.drawing.readouts import readout, readouts
from engine.views.chart import WIDTH, Axis, Chart
from engine.views.paper import systems

TITLE = "Cost against quality"
KIND = "reported"
BASE, BIG = "Transformer (base model)", "Transformer (big)"
NAMES = (
    "ByteNet", "Deep-Att + PosUnk", "GNMT + RL", "ConvS2S", "MoE", "Deep-Att + PosUnk Ensemble", "GNMT + RL Ensemble",
    "ConvS2S Ensemble", BASE, BIG,
)
CHEAPEST, DEAREST, MARGIN = 1e18, 2e21, 2.2e18
SCORES = {"EN-DE": (23.0, 29.0), "EN-FR": (37.0, 43.0)}
HEIGHT = 300.0
LETTER, LINE, GAP = 7.0, 17.0, 12.0  # pixels of a name: a letter, its height, from the dot's middle to it
WIDE, NARROW = 700.0, 285.0  # pixels of the plot where all names are written, and where only those of two are
SIDES = ("right", "left", "right above", "left above", "right below", "left below")


@dataclass(frozen=True)
class State:
    pair: str = control.choice("EN-DE", "Languages", ("EN-DE", "EN-FR"))
    system: str = control.pick(BASE, "System", NAMES)
    against: str = control.pick("ConvS2S", "Compared with", NAMES)


EXAMPLES = {
    "start": State(),
    "the dearest": State(against="GNMT + RL Ensemble"),
    "the big model": State(system=BIG, against="MoE"),
    "French": State(pair="EN-FR"),
    "no cost given": State(system="ByteNet"),
}


def settle(state, before, model):
    """A system that was not measured on this pair gives way to the base model, or to ConvS2S."""
    known = systems(model, state.pair)
    return changed(state, system=state.system if state.system in known else BASE,
                   against=state.against if state.against in known else "ConvS2S")


def times_cheaper(state, model) -> float | None:
    """The cost of the one compared with over the cost of the picked one."""
    known = systems(model, state.pair)
    own, other = known[state.system][1], known[state.against][1]
    return None if own is None or other is None else other / own


def render(state, model) -> Markup:
    known = systems(model, state.pair)
    bleu, flops = known[state.system]
    low, high = SCORES[state.pair]
    chart = Chart(Axis("training cost, floating-point operations", CHEAPEST, DEAREST, logarithmic=True),
                  Axis(f"BLEU, {state.pair}", low, high), HEIGHT)
    edge = chart.x(MARGIN)
    margin = join(path([marks.box(0, 0, edge, HEIGHT)], "f-wash"), path([segment(edge, 0, edge, HEIGHT)], "s-rule2"))
    return join(
        chart.draw([], under=margin, above=link(chart, state, known), html=join(
            tag("span", "no cost given", class_="cq-margin", style=f"width:{compact(100 * edge / WIDTH)}%"),
            points(chart, state, known))),
        tag("div", tag("span", "compare with", class_="q"), [
            tag("button", name, type="button", data_set=assignment(against=name), data_key=f"against {name}",
                **pressed(name == state.against))
            for name in known
        ], class_="samples cq-against"),
        readouts((
            (f"BLEU of {state.system}", readout("bleu", bleu)),
            ("training cost", readout("flops", flops), "FLOPs"),
            (f"cheaper than {state.against}", readout("times-cheaper", times_cheaper(state, model)), "times"),
        )),
    )


def place(chart: Chart, bleu: float, flops: float | None) -> tuple[float, float]:
    """Where a system stands; one without a cost in the middle of the margin."""
    return (chart.x(MARGIN) / 2 if flops is None else chart.x(flops)), chart.y(bleu)


def link(chart: Chart, state, known) -> Markup:
    """A line between the two that are compared."""
    (x1, y1), (x2, y2) = (place(chart, *known[name]) for name in (state.system, state.against))
    return path([segment(x1, y1, x2, y2)], "s-rule2 dashed")


Box = tuple[float, float, float, float]


def name_box(name: str, side: str, x: float, y: float, width: float) -> Box:
    """Where a name stands in a plot of this width: (left, top, right, bottom)."""
    long, dot = LETTER * len(name), x / WIDTH * width
    left = dot + GAP if "right" in side else dot - GAP - long
    top = y - LINE / 2 + ("below" in side) * 0.6 * LINE - ("above" in side) * 0.6 * LINE
    return left, top, left + long, top + LINE


def touch(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def sides(places: dict[str, tuple[float, float]]) -> dict[str, str]:
    """The side of each dot on which its name touches neither another dot nor a name, and has room in a narrow plot."""
    dots = [(x / WIDTH * WIDE - 5, y - 5, x / WIDTH * WIDE + 5, y + 5) for x, y in places.values()]
    taken: list[Box] = []
    chosen = {}
    for name, (x, y) in sorted(places.items(), key=lambda item: item[1][1]):
        def fits(side: str, name: str = name, x: float = x, y: float = y) -> bool:
            left, _, right, _ = name_box(name, side, x, y, NARROW)
            box = name_box(name, side, x, y, WIDE)
            return left > 0 and right < NARROW and not any(touch(box, other) for other in dots + taken)

        chosen[name] = next(filter(fits, SIDES), "left below" if x > WIDTH / 2 else "right below")
        taken.append(name_box(name, chosen[name], x, y, WIDE))
    return chosen


def points(chart: Chart, state, known) -> list[Markup]:
    """A dot and a name for each system."""
    drawn = []
    places = {name: place(chart, *values) for name, values in known.items()}
    side = sides(places)
    for name, (x, y) in places.items():
        bleu, flops = known[name]
        picked = "on" if name == state.system else "other" if name == state.against else ""
        cost = "no cost given" if flops is None else f"{short(flops)} FLOPs"
        drawn.append(tag(
            "button", tag("i"), tag("span", name), type="button", class_=f"cq-point {side[name]} {picked}".strip(),
            style=f"left:{compact(100 * x / WIDTH)}%;top:{compact(y)}px", data_set=assignment(system=name),
            **pressed(picked == "on"), aria_label=f"{name}: BLEU {short(bleu)}, {cost}",
            **named(f"Table 2, {name}, BLEU {state.pair}", bleu)))
    return drawn


def describe(state, model) -> str:
    known = systems(model, state.pair)
    bleu, flops = known[state.system]
    ratio = times_cheaper(state, model)
    cost = "without a published cost" if flops is None else f"at {short(flops)} FLOPs"
    versus = (
        f"its cost cannot be compared with that of {state.against}" if ratio is None
        else f"{state.against} cost {short(ratio, 1)} times as much and reached {short(known[state.against][0])}"
    )
    return f"On {state.pair}, {state.system} reached {short(bleu)} BLEU {cost}; {versus}."


def table(state, model) -> Markup:
    rows = [
        (name, (short(bleu), bleu), (short(flops), flops))
        for name, (bleu, flops) in systems(model, state.pair).items()
    ]
    return marks.table(("system", f"BLEU {state.pair}", "FLOPs"), rows)
