"""Three ways to carry a signal from one position to another, on one clock. A line is as thick as what is left of it.

Paper: section 4, Table 1 (maximum path length).
Try: drag either end. The loss is a rule of ours: every hand-off keeps the share you set, for all three alike.
"""

from dataclasses import dataclass
from itertools import pairwise

from engine.drawing import controls as control
from engine.drawing import marks
from engine.drawing.figure import changed
from engine.drawing.marks import dot, fluid, handle, path, segment
from engine.drawing.markup import Markup, compact, tag
from engine.drawing.numbers import short
from engine.drawing.readouts import readout

TITLE = "One hop"
KIND = "simulation"


@dataclass(frozen=True)
class State:
    n: int = control.slider(24, "Positions", 2, 64)
    kernel: int = control.slider(3, "Kernel", 2, 8, unit="positions")
    keep: float = control.slider(0.90, "Keep", 0.50, 1.00, step=0.01)
    source: int = control.drag(0, "Source", 0, 63)
    target: int = control.drag(23, "Target", 0, 63)
    step: int = control.player("Step", 63)


EXAMPLES = {
    "start": State(),
    "a long sentence": State(n=64, target=63),
    "half way": State(step=11),
    "backwards": State(source=20, target=3, kernel=2),
    "no way to go": State(source=5, target=5),
    "lossless": State(keep=1.0, kernel=8),
}


def settle(state, before, model):
    """Ends stay on the line: one at the last position stays last when n changes, the other keeps its share."""
    last = state.n - 1
    if before is not None and before.n != state.n:
        moved = {
            name: last if getattr(state, name) == before.n - 1 else round(getattr(state, name) * last / (before.n - 1))
            for name in ("source", "target")
        }
        state = changed(state, **moved)
    state = changed(state, source=min(state.source, last), target=min(state.target, last))
    was_last = before is not None and before.step == distance(before) and state.step == before.step
    return changed(state, step=distance(state) if was_last else min(state.step, distance(state)))


def limits(state, model):
    """The clock stops when the slowest lane has arrived."""
    return {"step": (0, distance(state))}


def distance(state) -> int:
    """Positions between the two ends."""
    return abs(state.target - state.source)


def layers(reach: int, kernel: int) -> int:
    """The fewest dilated layers of width `kernel` that reach: L of them see kernel**L inputs, more than `reach`."""
    count = 0
    while kernel**count <= reach:
        count += 1
    return count


def route(state) -> list[int]:
    """The positions a signal visits in the convolution, one a layer: the digits of the distance in base `kernel`."""
    sign = 1 if state.target >= state.source else -1
    rest, positions = distance(state), [state.source]
    for layer in range(layers(distance(state), state.kernel)):
        rest, digit = divmod(rest, state.kernel)
        positions.append(positions[-1] + sign * digit * state.kernel**layer)
    return positions


def hops(state) -> dict[str, list[tuple[int, int]]]:
    """Every hand-off of each lane, in order, as (from, to)."""
    sign = 1 if state.target >= state.source else -1
    return {
        "recurrent": list(pairwise(range(state.source, state.target + sign, sign))),
        "convolution": list(pairwise(route(state))),
        "attention": [(state.source, state.target)] if state.source != state.target else [],
    }


def render(state, model) -> Markup:
    every = hops(state)
    lanes = (
        lane("recurrent", "Recurrent", "one neighbour at a time", state, every, recurrent(state, every["recurrent"])),
        lane("convolution", "Convolution", kernel_words(state, every), state, every, convolution(state, every)),
        lane("attention", "Attention", "joins the two directly", state, every, attention(state, every["attention"])),
    )
    return tag("div", axis(state), lanes, class_="hop")


def kernel_words(state, every) -> str:
    count = len(every["convolution"])
    return f"{count} dilated layer{'' if count == 1 else 's'}, {state.kernel} wide"


def lane(name, title, subtitle, state, every, drawing) -> Markup:
    steps = len(every[name])
    done = min(state.step, steps)
    return tag(
        "section",
        tag("h3", title, tag("small", subtitle)),
        tag("dl",
            tag("div", tag("dt", "step" if steps == 1 else "steps"), tag("dd", readout(f"{name}-steps", steps)),
                class_="steps-n"),
            tag("div", tag("dt", "signal"), tag("dd", readout(f"{name}-signal", state.keep**done, decimals=3)))),
        tag("div", drawing, class_="draw"),
        class_="lane", data_key=name,
    )


def axis(state) -> Markup:
    last = state.n - 1
    middle = (state.source + state.target) / 2
    lower, upper = ("source", "target") if state.source <= state.target else ("target", "source")
    ticks = [
        tag("span", class_="tick", style=f"left:{compact(100 * at / last)}%",
            data_set=f"{lower if at <= middle else upper}={at}", data_key=f"tick {at}")
        for at in range(state.n)
    ]
    close = 4 * abs(state.source - state.target) < state.n
    ends = [
        handle(name, getattr(state, name), 0, last, f"{name.capitalize()} position",
               shown=f"{name} {getattr(state, name) + 1}", value_text=f"position {getattr(state, name) + 1}",
               lower=close and name == "target")
        for name in ("source", "target")
    ]
    guides = [
        tag("div", class_="guide", style=f"left:calc(12px + (100% - 24px)*{compact(getattr(state, name) / last)})")
        for name in ("source", "target")
    ]
    return tag("div", guides, tag("div", ticks, ends, class_="axis"), class_="over")


def signal_line(d: str, state, hand_offs: int, done: int) -> Markup:
    """One hand-off: ink as thick as the signal that it delivers, or a hairline while it has not happened yet."""
    if hand_offs > done:
        return path([d], "s-rule2", stroke_width=1)
    return path([d], "s-ink", stroke_width=0.5 + 3.1 * state.keep**hand_offs)


def nodes(points, state, done: int) -> list[Markup]:
    """A dot for each place the signal has reached, as large as what is left there."""
    return [
        path([dot(x, y)], "s-ink dot", stroke_width=3 + 4.5 * state.keep**count)
        for count, (x, y) in enumerate(points[: done + 1])
    ]


def positions_row(state, y: float) -> Markup:
    return path([dot(at, y) for at in range(state.n)], "s-rule2 dot", stroke_width=5)


def recurrent(state, steps) -> Markup:
    base, done = 40.0, min(state.step, len(steps))
    bows = [
        signal_line(f"M{a} {base:g}C{a + (b - a) * 0.1:.1f} 12 {a + (b - a) * 0.9:.1f} 12 {b} {base:g}",
                    state, count, done)
        for count, (a, b) in enumerate(steps, 1)
    ]
    places = [(state.source, base), *((b, base) for _, b in steps)]
    return fluid(state.n - 1, 56, positions_row(state, base), bows, nodes(places, state, done))


def convolution(state, every) -> Markup:
    steps = every["convolution"]
    depth, done = len(steps), min(state.step, len(steps))
    height = 30.0 + 27 * depth
    level = [height - 15 - 27 * layer for layer in range(depth + 1)]
    sign = 1 if state.target >= state.source else -1
    tree, feeding = [], {state.target}
    for layer in range(depth, 0, -1):
        reach = state.kernel ** (layer - 1)
        below = set()
        for at in sorted(feeding):
            for tap in range(state.kernel):
                start = at - sign * tap * reach
                if 0 <= start < state.n:
                    below.add(start)
                    tree.append(segment(start, level[layer - 1], at, level[layer]))
        feeding = below
    trunk = [
        signal_line(segment(a, level[count - 1], b, level[count]), state, count, done)
        for count, (a, b) in enumerate(steps, 1)
    ]
    places = [(at, level[layer]) for layer, at in enumerate(route(state))]
    rows = [positions_row(state, y) for y in level]
    return fluid(state.n - 1, height, rows, path(tree, "s-rule2"), trunk, nodes(places, state, done))


def attention(state, steps) -> Markup:
    base, done = 84.0, min(state.step, len(steps))
    bow = [
        signal_line(f"M{a} {base:g}C{a + (b - a) * 0.25:.2f} -24 {a + (b - a) * 0.75:.2f} -24 {b} {base:g}",
                    state, 1, done)
        for a, b in steps
    ]
    places = [(state.source, base), *((b, base) for _, b in steps)]
    return fluid(state.n - 1, 100, positions_row(state, base), bow, nodes(places, state, done))


def describe(state, model) -> str:
    counts = {name: len(steps) for name, steps in hops(state).items()}
    left = {name: short(state.keep ** min(state.step, count), 3) for name, count in counts.items()}
    return (
        f"From position {state.source + 1} to position {state.target + 1} of {state.n}: recurrence needs "
        f"{counts['recurrent']} steps, a convolution {state.kernel} wide {counts['convolution']}, attention "
        f"{counts['attention']}. After {state.step} on the clock the signals stand at {left['recurrent']}, "
        f"{left['convolution']} and {left['attention']}."
    )


def table(state, model) -> Markup:
    rows = []
    for name, steps in hops(state).items():
        done = min(state.step, len(steps))
        signal = state.keep**done
        rows.append((name, (short(len(steps)), len(steps)), (short(done), done), (short(signal, 3), signal)))
    return marks.table(("lane", "steps", "done", "signal"), rows)
