"""One thing changed at a time, and what it does to the paper’s base model: every row of Table 3. Beside it the toy’s
own ablations: the same training made short, with one thing changed.

Paper: section 6.2, Table 3.
Try: choose what to vary and what to measure; pick a row to read its distance from base.
"""

from dataclasses import dataclass

from engine.drawing import controls as control
from engine.drawing import marks
from engine.drawing.figure import changed
from engine.drawing.marks import named, pressed
from engine.drawing.markup import Markup, assignment, compact, join, tag
from engine.drawing.numbers import short
from engine.drawing.readouts import readout, readouts
from engine.drawing.scales import Linear
from engine.views.paper import MEASURES, ablations

TITLE = "One thing changed at a time"
KIND = "reported measured"
VARY = ("heads", "d_k", "layers", "d_model", "d_ff", "dropout", "smoothing", "positions", "big")
AXES = {"BLEU": (23.0, 27.0, 1), "perplexity": (4.0, 6.5, 2), "parameters": (0.0, 220.0, 0)}
UNITS = {
    "BLEU": "BLEU on newstest2013, higher is better",
    "perplexity": "perplexity per word piece, lower is better",
    "parameters": "parameters, in millions",
}


@dataclass(frozen=True)
class State:
    vary: str = control.choice("heads", "Vary", VARY)
    measure: str = control.choice("BLEU", "Measure", tuple(MEASURES))
    row: int = control.pick(0, "Row")


EXAMPLES = {
    "start": State(),
    "more layers": State(vary="layers", measure="perplexity", row=3),
    "positions": State(vary="positions", row=1),
    "smoothing": State(vary="smoothing", measure="perplexity"),
    "the big model": State(vary="big", measure="parameters", row=1),
    "keys": State(vary="d_k", measure="parameters"),
}


def settle(state, before, model):
    """Varying something else starts at its first row."""
    moved = before is not None and before.vary != state.vary
    return changed(state, row=0 if moved else min(state.row, len(ablations(model, state.vary)) - 1))


def base(state, model) -> float:
    """The measure of the base model."""
    return next(found[state.measure] for name, found in ablations(model, state.vary) if "base" in name)


def toy_rows(state, model) -> list[dict]:
    """The toy's runs that vary the same thing, its base among them; none where the toy was not varied so."""
    rows = model.table("report")["ablations"]["rows"]
    varied = [row for row in rows if row["vary"] == state.vary]
    return [row for row in rows if row["vary"] == "base"] + varied if varied else []


def render(state, model) -> Markup:
    rows = ablations(model, state.vary)
    name, found = rows[state.row]
    value, decimals = found[state.measure], AXES[state.measure][2]
    return join(
        tag("div", paper_panel(state, rows, base(state, model)), toy_panel(state, model), class_="ablation-panels"),
        readouts((
            (name if state.vary == "big" else f"{state.vary} {name}", readout("value", value, decimals=decimals),
             "million parameters" if state.measure == "parameters" else state.measure),
            ("against base", readout("delta", round(value - base(state, model), 3),
                                     signed(round(value - base(state, model), 3), decimals))),
        )),
    )


def signed(value: float, decimals: int) -> str:
    """A difference with its sign."""
    return ("+" if value > 0 else "") + short(value, decimals)


def paper_panel(state, rows, base_value: float) -> Markup:
    low, high, decimals = AXES[state.measure]
    scale = Linear(low, high, 0, 100)
    lines = []
    for at, (name, found) in enumerate(rows):
        value = found[state.measure]
        mark = {"data_set": assignment(row=at)} | named(f"Table 3, {state.vary} {name}, {state.measure}", value)
        lines.append(line(name, scale(value), short(value, decimals), mark, at == state.row))
    title = UNITS[state.measure] + ("" if low == 0 else f"; the axis begins at {short(low)}, not at zero")
    return panel("The paper", lines, scale, title, scale(base_value))


def toy_panel(state, model) -> Markup:
    rows = toy_rows(state, model)
    if not rows:
        return tag("section", tag("h3", "The toy"), tag("p", "The toy was not varied in this way.", class_="q"))
    scale = Linear(0, 1, 0, 100)
    lines = []
    for row in rows:
        exact, span = row["misspelt"]["exact"], (scale(row["misspelt"]["lowest"]), scale(row["misspelt"]["highest"]))
        name = "base" if row["vary"] == "base" else row["value"]
        mark = named(f"report.ablations, {state.vary} {name}, misspelt", exact)
        lines.append(line(name, scale(exact), short(exact, 3), mark, False, span))
    title = "misspelt dates right, a share of all; a thin line spans the runs where there are several"
    return panel("The toy, trained briefly", lines, scale, title, scale(rows[0]["misspelt"]["exact"]))


def line(name: str, at: float, text: str, mark: dict, picked: bool, spread: tuple[float, float] = (0, 0)) -> Markup:
    """One row: its name, a dot on the axis, its value, and a thin line over `spread`; `mark` are its attributes."""
    span = None
    if spread[1] > spread[0]:
        span = tag("b", style=f"left:{compact(spread[0])}%;width:{compact(spread[1] - spread[0])}%")
    dot = tag("i", style=f"left:{compact(at)}%", class_="on" if picked else None)
    inside = (tag("span", name, class_="who"), tag("span", span, dot, class_="ablation-track"),
              tag("span", text, class_="number"))
    attributes = mark | {"class_": "ablation-row", "aria_label": f"{name}: {text}"}
    if "data_set" in mark:
        return tag("button", inside, type="button", **pressed(picked), **attributes)
    return tag("div", inside, role="img", tabindex=0, **attributes)


def panel(title: str, lines: list[Markup], scale: Linear, unit: str, base_at: float) -> Markup:
    ticks = [tag("span", short(value), style=f"left:{compact(scale(value))}%") for value in scale.ticks(4)]
    base_line = tag("div", class_="ablation-base", style=f"--at:{compact(base_at)}")
    return tag(
        "section", tag("h3", title),
        tag("div", base_line, lines, class_="ablation-lines"),
        tag("div", ticks, class_="ablation-axis"), tag("p", unit, "; the dashed line is base", class_="ablation-unit"),
    )


def describe(state, model) -> str:
    name, found = ablations(model, state.vary)[state.row]
    value = found[state.measure]
    return (
        f"Table 3, {state.vary} {name}: {state.measure} {short(value)}, "
        f"{signed(round(value - base(state, model), 3), AXES[state.measure][2])} against base."
    )


def table(state, model) -> Markup:
    rows = [
        ("paper", name, *((short(found[measure]), found[measure]) for measure in MEASURES), "")
        for name, found in ablations(model, state.vary)
    ]
    for row in toy_rows(state, model):
        exact = row["misspelt"]["exact"]
        rows.append(("toy", row["value"] or "base", "", "", (short(row["parameters"]), row["parameters"]),
                     (short(exact, 3), exact)))
    columns = ("whose", state.vary, "BLEU", "perplexity", "parameters (paper: millions)", "misspelt right")
    return marks.table(columns, rows)
