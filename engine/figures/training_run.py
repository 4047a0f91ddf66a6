"""How the toy learned to read dates: sixteen checkpoints of its one training run, from the initial numbers to the
shipped ones. Above, what was recorded while it was trained; below, what the toy of that moment writes and where it
looks.

Paper: section 5.
Try: play it from the first checkpoint, and type a date of your own.
"""

from dataclasses import dataclass

from engine.drawing import controls as control
from engine.drawing import marks
from engine.drawing.figure import changed
from engine.drawing.maps import heat_map
from engine.drawing.marks import path, segment
from engine.drawing.markup import Markup, join, tag
from engine.drawing.numbers import short
from engine.drawing.readouts import readout, readouts
from engine.views.answer_line import answer_line, doubts
from engine.views.chart import Axis, Chart, Series
from engine.views.samples import DATES
from engine.views.shapes import attention_shapes
from engine.views.tokens import drawn

TITLE = "The toy’s training run"
KIND = "live measured"
CHECKPOINTS = 16
PATH = "decoder.layers[1].cross_attention"
HEAD = 0
FIRST = 1  # the first step a logarithmic axis can show; the initial parameters stand at its edge


@dataclass(frozen=True)
class State:
    text: str = control.text("the third of march 2012", "A date", DATES)
    checkpoint: int = control.player("Checkpoint", CHECKPOINTS, low=1)


EXAMPLES = {
    "start": State(),
    "before training": State(checkpoint=1),
    "nearly there": State(checkpoint=11),
    "a misspelt date": State(checkpoint=12, text="tuseday 7 may 1985"),
    "nothing typed": State(text="", checkpoint=9),
}


def toy(state, model):
    """The model of the checkpoint; the last is the shipped one."""
    return model if state.checkpoint == CHECKPOINTS else model.variant(f"checkpoint {state.checkpoint}")


def measured(state, model) -> dict:
    """Step, loss and exact match of the checkpoint, from the report."""
    row: dict = model.table("report")["checkpoints"][state.checkpoint - 1]
    return row


def settle(state, before, model):
    return changed(state, checkpoint=min(state.checkpoint, len(model.table("report")["checkpoints"])))


def render(state, model) -> Markup:
    row = measured(state, model)
    chosen = toy(state, model)
    return join(
        tag("div", [curve_chart(state, model, *panel) for panel in PANELS], class_="run-charts"),
        readouts((
            ("steps taken", readout("step", row["step"])),
            ("loss on the evaluation set", readout("loss", row["loss"])),
            ("whole dates right, a share of it", readout("accuracy", row["exact"])),
        )),
        attention_map(state, chosen),
        answer_line(chosen.answer(state.text), state.text, words="at this checkpoint the toy writes"),
    )


def _loss_axis(rows) -> Axis:
    return Axis("nats a character", min(row["loss"] for row in rows), max(row["loss"] for row in rows),
                logarithmic=True)


def _share_axis(rows) -> Axis:
    return Axis("whole dates right in the batch", 0, 1, ticks=(0, 0.5, 1))


def _rate_axis(rows) -> Axis:
    return Axis("how large a step", 0, max(row["rate"] for row in rows))


PANELS = (("Loss", "loss", _loss_axis), ("Accuracy", "accuracy", _share_axis), ("Learning rate", "rate", _rate_axis))


def curve_chart(state, model, title: str, name: str, axis) -> Markup:
    """One quantity over the whole run, with a line where the checkpoint stands."""
    report = model.table("report")
    rows = report["curve"]
    chart = Chart(Axis("step", FIRST, report["training"]["recipe"]["steps"], logarithmic=True), axis(rows), 130.0)
    at = chart.x(max(measured(state, model)["step"], FIRST))
    here = path([segment(at, 0, at, 130.0)], "s-ink", stroke_width=1.5)
    points = [(row["step"], row[name]) for row in rows]
    return tag("section", tag("h3", title), chart.draw([Series("", points)], above=here))


def attention_map(state, chosen) -> Markup:
    """Where head 1 of the last cross-attention looks while this checkpoint writes its answer."""
    trace = chosen.trace(state.text)
    weights = trace.decoder.layers[1].cross_attention.weights[HEAD]
    above = [tag("span", drawn(token), class_="word" if len(drawn(token)) > 1 else None)
             for token in trace.encoder.tokens]
    beside = [tag("span", drawn(token)) for token in trace.decoder.tokens]
    picture = heat_map(weights, f"{PATH}.weights[{HEAD},{{row}},{{column}}]", "Head 1 of the second cross-attention")
    return tag(
        "div",
        tag("p", tag("i", class_="chip"), "Where head 1 of the second cross-attention looks: a row for each character "
            "it reads of its own answer, a column for each character of the text", class_="panel-name"),
        tag("div", tag("div", beside, class_="run-side", aria_hidden="true"), picture,
            tag("div", above, class_="run-below", aria_hidden="true"), class_="run-map",
            style=f"--rows:{len(beside)};--columns:{len(above)}"),
        class_="run-attention", style=f"--h:var(--head-{HEAD + 1})",
    )


def describe(state, model) -> str:
    row, answer = measured(state, model), toy(state, model).answer(state.text)
    doubt = f" ({', '.join(doubts(answer))})" if doubts(answer) else ""
    return (
        f"Checkpoint {state.checkpoint} of {CHECKPOINTS}, after {short(row['step'])} steps: loss {short(row['loss'])}, "
        f"{short(100 * row['exact'])} % of the evaluation set right. It writes {answer.text or 'nothing'}{doubt}."
    )


def shapes(state, model) -> list:
    trace = toy(state, model).trace(state.text)
    block = trace.decoder.layers[1].cross_attention
    return attention_shapes(block, PATH, trace.decoder.output.shape[1], "weights")


def table(state, model) -> Markup:
    rows = [
        (str(row["number"]), *((short(row[name]), row[name]) for name in ("step", "loss", "exact")))
        for row in model.table("report")["checkpoints"]
    ]
    return marks.table(("checkpoint", "step", "loss", "right"), rows)
