"""Every system of the paper's Table 2: what its training cost, and how well it translates. Further left is cheaper,
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
CLOSE, NEAR = 15.0, 320.0  # names of dots closer than this, down in pixels and across in data units, would touch


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


def points(chart: Chart, state, known) -> list[Markup]:
    """A dot and a name for each system; where two would touch, one name stands above and the other below."""
    drawn = []
    places = {name: place(chart, *values) for name, values in known.items()}
    for name, (x, y) in places.items():
        bleu, flops = known[name]
        close = [other for other, (left, top) in places.items()
                 if other != name and abs(y - top) < CLOSE and abs(x - left) < NEAR]
        side = "left" if x > 0.72 * WIDTH else "right"
        if close:
            side += " above" if all(y <= places[other][1] for other in close) else " below"
        picked = "on" if name == state.system else "other" if name == state.against else ""
        cost = "no cost given" if flops is None else f"{short(flops)} FLOPs"
        drawn.append(tag(
            "button", tag("i"), tag("span", name), type="button", class_=f"cq-point {side} {picked}".strip(),
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
