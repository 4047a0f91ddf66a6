"""How large a step the optimizer takes: the rate rises in a straight line for the warm-up, then falls as one over the
square root of the step. Wider models take smaller steps. Beside it the toy’s own schedule, which is not the paper’s:
after its warm-up it falls along a cosine to nothing.

Paper: section 5.3, equation 3.
Try: drag the round handle along the curve and watch which of the two terms is the smaller; then shorten the warm-up.
"""

from dataclasses import dataclass
from math import isclose

from engine.drawing import controls as control
from engine.drawing import marks
from engine.drawing.marks import handle, path, segment
from engine.drawing.markup import Markup, join, tag
from engine.drawing.numbers import short
from engine.drawing.readouts import readout, readouts
from engine.views.chart import Axis, Chart, Series

TITLE = "The learning rate"
KIND = "formula"

STEPS = 100_000
THOUSANDTHS = 1000.0
HEIGHT = 220.0


@dataclass(frozen=True)
class State:
    warmup: int = control.slider(4000, "Warm-up", 500, 20000, unit="steps")
    d_model: int = control.choice(512, "d_model", (256, 512, 1024))
    step: int = control.slider(4000, "Step", 1, STEPS)


EXAMPLES = {
    "start": State(),
    "warming up": State(step=1000),
    "the end of training": State(step=STEPS),
    "the first step": State(step=1),
    "the big model": State(d_model=1024),
    "hardly any warm-up": State(warmup=500, d_model=256, step=500),
}


def rate(step: float, warmup: float, d_model: float) -> float:
    """The learning rate of a step, counted from 1 (equation 3)."""
    return d_model**-0.5 * min(step**-0.5, step * warmup**-1.5)


def peak(state) -> float:
    """The largest rate; it stands at the last step of the warm-up."""
    return rate(state.warmup, state.warmup, state.d_model)


def moments(warmup: int, last: int) -> list[float]:
    """Steps at which a schedule is drawn, its peak among them, closer where it bends."""
    return [1, warmup, *(warmup + (last - warmup) * (index / 40) ** 2 for index in range(1, 41))]


def curve(warmup: int, d_model: int, last: int) -> list[tuple[float, float]]:
    """The schedule as points (step, rate in thousandths)."""
    return [(step, rate(step, warmup, d_model) * THOUSANDTHS) for step in moments(warmup, last)]


def render(state, model) -> Markup:
    return join(
        tag("div", paper_chart(state), toy_chart(model), class_="panels two"),
        tag("dl", [tag("div", tag("dt", name), tag("dd", value)) for name, value in terms(state)], class_="steps"),
        readouts((
            ("peak", readout("peak", peak(state))),
            ("at step", readout("peak-step", state.warmup)),
        )),
    )


def terms(state) -> list[tuple[Markup, Markup | str]]:
    """Equation 3 with the numbers of the present step in it; the smaller of the two terms decides."""
    falling, rising = state.step**-0.5, state.step * state.warmup**-1.5
    even = isclose(falling, rising)
    smaller = [" the smaller" if one < other and not even else None
               for one, other in ((falling, rising), (rising, falling))]
    return [
        (join("d", tag("sub", "model"), tag("sup", "−0.5")), short(state.d_model**-0.5)),
        (join("step", tag("sup", "−0.5"), smaller[0]), short(falling)),
        (join("step · warmup", tag("sup", "−1.5"), smaller[1]), short(rising)),
        (join("rate at step ", short(state.step)), readout("rate", rate(state.step, state.warmup, state.d_model))),
    ]


def paper_chart(state) -> Markup:
    """The paper's formula at the reader's numbers, with the paper's own for comparison where they differ."""
    top = next(high for high in (1.0, 2.0, 3.0) if peak(state) * THOUSANDTHS <= high)
    chart = Chart(Axis("step", 0, STEPS, ticks=(0, STEPS / 2, STEPS)), Axis("learning rate, in thousandths", 0, top),
                  HEIGHT)
    own = State()
    schedules = [(state, "")]
    if (state.warmup, state.d_model) != (own.warmup, own.d_model):
        schedules.append((own, "dotted"))
    series = [
        Series("yours" if len(schedules) > 1 and not style else "the paper’s",
               curve(one.warmup, one.d_model, STEPS), style)
        for one, style in schedules
    ]
    now = rate(state.step, state.warmup, state.d_model)
    grip = handle("step", state.step, 1, STEPS, "Step, along the schedule", step=1,
                  value_text=f"step {short(state.step)}, rate {short(now)}")
    across = chart.x(state.warmup)
    guide = path([segment(across, HEIGHT, across, chart.y(peak(state) * THOUSANDTHS))], "s-edge dashed")
    word = tag("span", "warm-up ends", class_="learning-rate-word", style=chart.left(state.warmup))
    return tag("section", tag("h3", "The paper’s formula"),
               chart.draw(series, under=guide, html=(word, chart.rail(grip, 1, STEPS, now * THOUSANDTHS))))


def toy_chart(model) -> Markup:
    """The rates the toy was trained with, as they were recorded, and what the paper's formula would have given it."""
    report = model.table("report")
    recipe = report["training"]["recipe"]
    last = recipe["steps"]
    recorded = [(row["step"], row["rate"] * THOUSANDTHS) for row in report["curve"]]
    formula = curve(recipe["warm_up"], recipe["sizes"]["d_model"], last)
    top = max(height for _, height in recorded + formula)
    chart = Chart(Axis("step", 0, last, ticks=(0, last / 2, last)), Axis("learning rate, in thousandths", 0, top),
                  HEIGHT)
    highest = max(recorded, key=lambda point: point[1])
    label = f"the toy’s highest rate, in thousandths, at step {highest[0]}"
    at_peak = chart.point(*highest, "report.curve.rate", label)
    series = [Series("recorded", recorded), Series("by the formula", formula, "dotted")]
    return tag("section", tag("h3", "The toy’s own schedule"), chart.draw(series, above=at_peak))


def describe(state, model) -> str:
    now = rate(state.step, state.warmup, state.d_model)
    toy = model.table("report")["training"]["recipe"]
    return (
        f"At step {short(state.step)} of the paper’s schedule, with a warm-up of {short(state.warmup)} steps and "
        f"d_model {short(state.d_model)}, the rate is {short(now)}; its peak is {short(peak(state))}, at step "
        f"{short(state.warmup)}. The toy’s schedule peaks at {short(toy['rate'])} after {short(toy['warm_up'])} of "
        f"{short(toy['steps'])} steps."
    )


def table(state, model) -> Markup:
    every = sorted({1, 100, 1000, 10_000, 50_000, STEPS, state.warmup, state.step})
    rows = [
        (short(step), *((short(value), value) for value in (
            rate(step, state.warmup, state.d_model), rate(step, State().warmup, State().d_model))))
        for step in every
    ]
    return marks.table(("step", "rate here", "the paper’s, d_model 512"), rows)
