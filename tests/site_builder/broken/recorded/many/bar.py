"""A bar with more sides than can be recorded.

Paper: section 1.
Try: move the slider.
"""

from dataclasses import dataclass

from engine.drawing import controls as control
from engine.drawing.markup import tag
from engine.drawing.readouts import readout

TITLE = "One bar"
KIND = "formula live"


@dataclass(frozen=True)
class State:
    length: int = control.slider(50, "Length", 0, 100)
    side: int = control.choice(0, "Side", tuple(range(200)))
    shown: bool = control.switch(True, "Shown")


EXAMPLES = {"start": State(), "none at all": State(length=0)}


def render(state, model):
    bar = tag("rect", width=state.length, height=9, class_="f-ink")
    return tag("div", tag("svg", bar), readout("length", state.length), readout("half-length", state.length / 2))


def describe(state, model):
    return f"A bar {state.length} long."


def table(state, model):
    return tag("table", tag("tr", tag("td", state.length)))
