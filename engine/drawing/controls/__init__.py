"""Controls: the fields of a figure's State, each with one form text, one check and one set of native inputs.

Every control has `parse(text)` -> value (FieldError when the text does not fit), `write(value)` -> the very text a
browser's form would hold, and `inputs(name, value, limits)` -> Markup. `limits` is the present range of a field where
it is narrower than the declared one. The functions here make dataclass fields and are what figures use.
"""

from collections.abc import Mapping
from dataclasses import Field, field
from typing import Any

from .choice import Choice
from .parsing import FieldError, Limits, nearest
from .pick import Drag, Pick
from .slider import Slider
from .switch import Switch, Switches
from .text import Text

__all__ = ["Control", "FieldError", "Limits", "choice", "drag", "head", "nearest", "pick", "player", "slider", "switch",
           "switches", "text", "when"]

Control = Text | Slider | Choice | Switch | Switches | Pick
HEADS = (1, 2, 3, 4)


def _field(default: Any, control: Control) -> Any:
    made: Field[Any] = field(default=default, metadata={"control": control})
    return made


def when(name: str, value: Any, declared: Any) -> Any:
    """A field that changes nothing, and is not shown, unless the field `name` has this value."""
    made: Field[Any] = field(default=declared.default, metadata={**declared.metadata, "when": (name, value)})
    return made


def text(default: str, label: str, samples: tuple[str, ...] = ()) -> Any:
    """A line of text, with samples to tap beside it."""
    return _field(default, Text(label, samples))


def slider(default: float, label: str, low: float, high: float, step: float = 1, unit: str = "",
           logarithmic: bool = False) -> Any:
    """A number on a track, which may also be typed."""
    control = Slider(label, low, high, step, unit, logarithmic)
    return _field(control.parse(control.write(default)), control)


def player(label: str, high: int, low: int = 0) -> Any:
    """A step that can be played; the default is the last, settled to the present last one."""
    return _field(high, Slider(label, low, high, 1, "", False, player=True))


def choice(default: Any, label: str, options: tuple[Any, ...], heads: bool = False) -> Any:
    """One of a few values; with `heads` each carries its head's colour chip."""
    return _field(default, Choice(label, options, heads))


def head(default: int) -> Any:
    """One of the four heads, counted from 1, with their chips."""
    return choice(default, "Head", HEADS, heads=True)


def switch(default: bool, label: str) -> Any:
    """On or off."""
    return _field(default, Switch(label))


def switches(label: str, groups: Mapping[str, tuple[str, ...]]) -> Any:
    """Any of several named values, none at first, shown in named groups."""
    return _field((), Switches(label, tuple(option for group in groups.values() for option in group), groups))


def pick(default: Any, label: str = "The pick", options: tuple[str, ...] = ()) -> Any:
    """A whole number from 0, or one of `options`, set by picking a mark."""
    return _field(default, Pick(label, options))


def drag(default: float, label: str, low: float, high: float, step: float = 1) -> Any:
    """A number set by dragging a handle."""
    return _field(default, Drag(label, low, high, step, "", False))
