"""Which states of a figure are recorded, and which of them answers what a form can ask.

Recorded are the states that the content and the examples show, and those one control away from where the figure
starts: every option of a choice or a pick among names, every switch, and at most eleven other stops of a slider or
player. Text is not recorded, nor what is picked by its position: its value is in the markup already.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from engine.drawing.controls import Control
from engine.drawing.controls.choice import Choice
from engine.drawing.controls.pick import Pick
from engine.drawing.controls.slider import Slider
from engine.drawing.controls.switch import Switch, Switches
from engine.drawing.figure import Figure

MOST = 150
"""states of a figure"""
STOPS = 9
"""of a track, evenly spaced, beside the two next to where it starts"""

Fields = dict[str, str]


class Unrecorded(ValueError):
    """A figure cannot be recorded; the message completes a sentence that begins with the figure."""


@dataclass
class States:
    """The settled states of a figure, and what is answered with which of them."""

    settled: list[Any]
    """the first is the one the figure starts from"""
    moves: list[tuple[int, Fields, int]] = field(default_factory=list)
    """what stood before, what is asked, what answers; -1 is "a complete state, after nothing" and "none of these".
    Left out where the asked fields are those of a state and that state answers."""


def find(figure: Figure, start: Any, shown: Iterable[Any], model: Any) -> States:
    """The states of a figure that starts from a settled State, those `shown` elsewhere among them."""
    elsewhere = list(shown)
    settled = [start]
    near: dict[str, list[Any]] = {}
    for name in figure.control:
        asked = [replace(start, **{name: value}) for value in others(figure, name, start, model)]
        reached = [figure.settle(each, start, model) for each in asked]
        near[name] = list({getattr(state, name): None for state in reached if state != start})
        settled += reached
    settled += [figure.settle(each, None, model) for each in elsewhere]
    states = States(list(dict.fromkeys(settled)))
    if len(states.settled) > MOST:
        counts = ", ".join(f"{name} {len(values)}" for name, values in near.items() if values)
        raise Unrecorded(f"has {len(states.settled)} states to record, and {MOST} are the most; by control: {counts}")
    numbers = {state: number for number, state in enumerate(states.settled)}
    fresh = _after_reset(figure, start)
    wholes = [fresh, *states.settled, *elsewhere,
              *(replace(fresh, **{name: value}) for name, values in near.items() for value in values)]
    questions = [(None, each) for each in wholes] + list(_steps(figure, start, near, model))
    for before, state in dict.fromkeys(questions):
        answer = numbers.get(figure.settle(state, before, model), -1)
        if answer != numbers.get(state, -1):
            states.moves.append((-1 if before is None else numbers[before], figure.write(state), answer))
    return states


def others(figure: Figure, name: str, start: Any, model: Any) -> Iterator[Any]:
    """Values of a field that are recorded beside the one it has."""
    control, value = figure.control[name], getattr(start, name)
    low, high = figure.limits(start, model).get(name) or (getattr(control, "low", 0), getattr(control, "high", 0))
    for other in _values(control, value, low, high):
        if other != value:
            yield other


def _values(control: Control, value: Any, low: float, high: float) -> Iterable[Any]:
    match control:
        case Switch():
            return (not value,)
        case Switches(options=options):
            return [tuple(each for each in options if (each in value) != (each == turned)) for turned in options]
        case Choice(options=options) | Pick(options=options):
            return options
        case Slider():
            return _stops(control, value, low, high)
        case _:
            return ()


def _stops(slider: Slider, value: float, low: float, high: float) -> list[float]:
    """All values of a short track; of a long one its ends, stops between them and the neighbours of the present one."""
    if (high - low) / slider.step <= STOPS + 2:
        wanted = [low + slider.step * number for number in range(round((high - low) / slider.step) + 1)]
    else:
        shares = [number / (STOPS - 1) for number in range(STOPS)]
        inner = [low * (high / low) ** share if slider.logarithmic else low + (high - low) * share for share in shares]
        wanted = [*inner, max(low, value - slider.step), min(high, value + slider.step)]
    return sorted({slider.parse(str(min(max(each, low), high))) for each in wanted})


def _after_reset(figure: Figure, start: Any) -> Any:
    """What a reset asks for: a player's default is the top of its whole range."""
    players = {name: control.high for name, control in figure.control.items()
               if isinstance(control, Slider) and control.player}
    return replace(start, **players)


def _steps(figure: Figure, start: Any, near: dict[str, list[Any]], model: Any) -> Iterator[tuple[Any, Any]]:
    """A recorded State, and another value of the field in which it differs from the start."""
    for name, values in near.items():
        if isinstance(figure.control[name], Switches):  # two boxes away from the start nothing is recorded
            values = [getattr(start, name)]
            befores = near[name]
        else:
            values = [getattr(start, name), *values]
            befores = values
        for before in befores:
            differs = before != getattr(start, name)
            stood = figure.settle(replace(start, **{name: before}), start, model) if differs else start
            for value in values:
                yield stood, replace(stood, **{name: value})
