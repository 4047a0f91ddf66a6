"""One training example under recurrence and under attention: the turns it takes, and the numbers it keeps.

Columns are positions, each with a worker of its own. A recurrent state waits for the one before it, so only one works
at a time. Attention does not wait; it pays in memory. The rule is ours, for one layer of width 1: recurrence keeps n
states, attention n states and n² weights.

Paper: section 1, second paragraph.
Try: play the turns, then make the example longer and see which of the two squares fills.
"""

from dataclasses import dataclass

from engine.drawing import controls as control
from engine.drawing import marks
from engine.drawing.figure import changed
from engine.drawing.marks import box, fluid, named, path, segment
from engine.drawing.markup import Markup, join, tag
from engine.drawing.numbers import short
from engine.drawing.readouts import readout

TITLE = "The bottleneck"
KIND = "simulation"

HEIGHT = 168.0
LANES = ("recurrent", "attention")


@dataclass(frozen=True)
class State:
    n: int = control.slider(24, "Positions", 2, 64)
    memory: int = control.slider(65536, "Memory", 4096, 1048576, unit="numbers", logarithmic=True)
    step: int = control.player("Turn", 64)


EXAMPLES = {
    "start": State(),
    "half way": State(step=12),
    "before the first turn": State(step=0),
    "a long example": State(n=64),
    "too little memory": State(n=64, memory=4096),
    "two positions": State(n=2, memory=1048576),
}


def settle(state, before, model):
    """The clock stops after the last position; one that stood at its end stays there when n changes."""
    was_last = before is not None and before.step == before.n and state.step == before.step
    return changed(state, step=state.n if was_last else min(state.step, state.n))


def limits(state, model):
    """Recurrence takes a turn a position."""
    return {"step": (0, state.n)}


def turns(lane: str, n: int) -> int:
    """How many turns one example takes, one after the other."""
    return n if lane == "recurrent" else 1


def kept(lane: str, n: int) -> int:
    """How many numbers one example keeps until it has been learned from."""
    return n if lane == "recurrent" else n + n * n


def batch(lane: str, state) -> int:
    """How many examples fit into memory at once."""
    return state.memory // kept(lane, state.n)


def idle(state) -> float | None:
    """The share of recurrence's workers with nothing to do in this turn; before the first there is none."""
    return (state.n - 1) / state.n if state.step else None


def render(state, model) -> Markup:
    return join(
        tag("div",
            group("Turn by turn", "ink is done", state, turn_panel, turn_numbers),
            group("What one example keeps", "a cell is a number", state, memory_panel, memory_numbers),
            class_="bottleneck"),
        tag("div", verdict(state), class_="aside"),
    )


def group(title: str, note: str, state, picture, numbers) -> Markup:
    """The two lanes side by side under one heading."""
    lanes = [
        tag("div", tag("p", lane.capitalize(), class_="label"), picture(lane, state),
            tag("dl", [tag("div", tag("dt", name), tag("dd", value)) for name, value in numbers(lane, state)],
                class_="readouts column"))
        for lane in LANES
    ]
    return tag("section", tag("h3", title, tag("small", note)), tag("div", lanes, class_="bottleneck-lanes"))


def turn_panel(lane: str, state) -> Markup:
    """A timetable: rows are turns, ink where a worker has worked, and the present turn outlined."""
    n, count = state.n, turns(lane, state.n)
    row = HEIGHT / n
    width = n if lane == "attention" else 1
    boxes = [box(turn if lane == "recurrent" else 0, turn * row, width, row) for turn in range(count)]
    done = min(state.step, count)
    present = path([box(0, (state.step - 1) * row, n, row)], "s-ink") if 1 <= state.step <= count else None
    return fluid(n, HEIGHT, path(boxes[done:], "f-rule2"), path(boxes[:done], "f-ink"),
                 hairs(n, count * row) if lane == "attention" else None, frame(n), present)


def memory_panel(lane: str, state) -> Markup:
    """What is kept, a cell a number: a row of states and, under attention, a square of weights below it."""
    n = state.n
    row = HEIGHT / (n + 1)
    bottom = kept(lane, n) / n * row
    across = path([segment(0, at * row, n, at * row) for at in range(2, round(bottom / row))], "s-paper", **thin(n))
    full = path([box(0, 0, n, bottom)], "f-ink", role="img", tabindex=0, data_key=f"{lane} memory",
                aria_label=f"{lane}, numbers kept for one example", **named(f"{lane}.kept", kept(lane, n)))
    seam = path([segment(0, row, n, row)], "s-paper", stroke_width=3) if lane == "attention" else None
    return fluid(n, HEIGHT, full, hairs(n, bottom), across, seam, frame(n))


def hairs(n: int, bottom: float) -> Markup:
    """Hairs of paper between the columns."""
    return path([segment(at, 0, at, bottom) for at in range(1, n)], "s-paper", **thin(n))


def thin(n: int) -> dict[str, float]:
    """Hairs narrow with their cells, so that ink is left between them."""
    return {"stroke_width": 1.0 if n <= 32 else 0.5}


def frame(n: int) -> Markup:
    return path([box(0, 0, n, HEIGHT)], "s-rule2")


def turn_numbers(lane: str, state) -> list[tuple[str, Markup]]:
    count = turns(lane, state.n)
    rows = [("turn" if count == 1 else "turns", readout(f"sequential-{lane}", count))]
    if lane == "recurrent":
        rows.append(("idle workers", readout("idle", idle(state), decimals=3)))
    return rows


def memory_numbers(lane: str, state) -> list[tuple[str, Markup]]:
    return [
        ("numbers", tag("data", short(kept(lane, state.n)), value=kept(lane, state.n))),
        ("examples fit", readout(f"batch-{lane}", batch(lane, state))),
    ]


def verdict(state) -> str:
    """What is bought and what is paid, in one sentence."""
    recurrent, attention = (batch(lane, state) for lane in LANES)
    return (
        f"Attention fits fewer examples into a memory of {short(state.memory)} numbers, {short(attention)} instead of "
        f"{short(recurrent)}, but no position waits for another: 1 turn instead of {state.n}. "
        "Idle workers could turn to further examples, as far as memory has room for them."
    )


def describe(state, model) -> str:
    recurrent, attention = (batch(lane, state) for lane in LANES)
    busy = f"in turn {state.step}, {state.n - 1} of {state.n} workers are idle"
    waiting = busy if state.step else "no turn has begun"
    return (
        f"An example of {state.n} positions takes {state.n} turns under recurrence, 1 under attention; under "
        f"recurrence {waiting}. In memory for {short(state.memory)} numbers {short(recurrent)} examples fit under "
        f"recurrence and {short(attention)} under attention."
    )


def table(state, model) -> Markup:
    rows = [
        (lane, *((short(value), value) for value in (turns(lane, state.n), kept(lane, state.n), batch(lane, state))))
        for lane in LANES
    ]
    return marks.table(("layer", "turns", "numbers kept", "examples that fit"), rows)
