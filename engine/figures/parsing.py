"""English constituency parsing, a task the Transformer was not designed for: every row of the paper’s Table 4. The axis
begins at 85, so compare where the bars end and not how long they are.

Paper: section 6.3, Table 4.
Try: choose a kind of training, and pick a parser to compare the Transformer with.
"""

from dataclasses import dataclass

from engine.drawing import controls as control
from engine.drawing import marks
from engine.drawing.figure import changed
from engine.drawing.marks import named, pressed
from engine.drawing.markup import Markup, assignment, compact, join, tag
from engine.drawing.numbers import short
from engine.drawing.readouts import readout, readouts
from engine.views.paper import TABLE4

TITLE = "Parsing English"
KIND = "reported"
OWN = "Transformer (4 layers)"
LOW, HIGH = 85.0, 95.0


@dataclass(frozen=True)
class State:
    training: str = control.choice("all", "Trained on", ("all", "WSJ only", "semi-supervised"))
    row: int = control.pick(4, "Parser")


EXAMPLES = {
    "start": State(),
    "newspaper only": State(training="WSJ only", row=3),
    "semi-supervised": State(training="semi-supervised", row=9),
    "the best": State(row=11),
}


def parsers(model) -> list[tuple[str, str, float]]:
    """Table 4 in its order: parser, training, F1 on section 23 of the Wall Street Journal."""
    return [(row["parser"], row["training"], float(row["wsj23_f1"])) for row in model.table(TABLE4)]


def shown(state, model) -> list[int]:
    """Rows of the table with the chosen training."""
    return [at for at, (_, training, _) in enumerate(parsers(model))
            if state.training == "all" or training.startswith(state.training)]


def settle(state, before, model):
    rows = shown(state, model)
    own = [at for at in rows if parsers(model)[at][0] == OWN]
    return changed(state, row=state.row if state.row in rows else own[0])


def own_score(state, model) -> float:
    """The Transformer's F1 under the picked row's training, or its better one where it was not trained that way."""
    training = parsers(model)[state.row][1]
    scores = {kind: score for name, kind, score in parsers(model) if name == OWN}
    return scores.get(training, max(scores.values()))


def render(state, model) -> Markup:
    rows = parsers(model)
    drawn, last = [], ""
    for at in shown(state, model):
        name, training, score = rows[at]
        if training != last:
            drawn.append(tag("h3", training))
            last = training
        drawn.append(bar(at, name, training, score, state.row))
    ticks = [
        tag("span", str(value), style=f"left:{10 * (value - int(LOW))}%") for value in range(int(LOW), int(HIGH) + 1, 5)
    ]
    name, training, score = rows[state.row]
    own = own_score(state, model)
    return join(
        tag("div", drawn, tag("div", ticks, class_="parsing-axis"),
            tag("p", "F1 on section 23 of the Wall Street Journal, not from zero: the axis begins at 85",
                class_="parsing-title"), class_="parsing"),
        readouts((
            (f"{name}, {training}", readout("f1", score)),
            ("the Transformer, trained alike" if trained_alike(training, rows) else "the Transformer at its best",
             readout("transformer-f1", own)),
            ("difference", readout("delta", round(own - score, 1))),
        )),
    )


def trained_alike(training: str, rows) -> bool:
    """Whether the paper trained the Transformer in this way too."""
    return any(name == OWN and kind == training for name, kind, _ in rows)


def bar(at: int, name: str, training: str, score: float, picked: int) -> Markup:
    """A parser: its name, a bar from 85, its score."""
    width = 100 * (score - LOW) / (HIGH - LOW)
    return tag(
        "button", tag("span", name, class_="who"),
        tag("span", tag("i", style=f"width:{compact(width)}%"), class_="parsing-track"),
        tag("span", short(score, 1), class_="number"),
        type="button", class_=f"parsing-row{' own' if name == OWN else ''}{' on' if at == picked else ''}",
        data_set=assignment(row=at), **pressed(at == picked),
        aria_label=f"{name}, {training}: F1 {short(score, 1)}", **named(f"Table 4, {name}, {training}, F1", score))


def describe(state, model) -> str:
    name, training, score = parsers(model)[state.row]
    own = own_score(state, model)
    return (
        f"{name}, trained {training}, reached an F1 of {short(score, 1)}; the Transformer with four layers "
        f"{short(own, 1)}, a difference of {short(round(own - score, 1), 1)}."
    )


def table(state, model) -> Markup:
    rows = [(name, training, (short(score, 1), score)) for name, training, score in parsers(model)]
    return marks.table(("parser", "training", "F1"), rows)
