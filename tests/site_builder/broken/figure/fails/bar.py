"""A bar that cannot be drawn at zero."""

from dataclasses import dataclass

from engine.drawing import controls as control
from engine.drawing.markup import tag
from engine.drawing.readouts import readout

TITLE = "One bar"
KIND = "formula"


@dataclass(frozen=True)
class State:
    length: int = control.slider(50, "Length", 0, 100)


EXAMPLES = {"start": State(), "nothing": State(length=0)}


def render(state, model):
    return tag("p", 1 / state.length, readout("length", state.length), readout("half-length", state.length / 2))


def describe(state, model):
    return f"A bar {state.length} long."
