"""Numbers on a track."""

from math import log
from typing import NamedTuple

from ..markup import Markup, compact, tag
from .parsing import FieldError, Limits, form_number, number

_GLYPHS = tag("svg", tag("path", d="M2 1L13 7L2 13Z", class_="to-play"),
              tag("path", d="M2 1h4v12H2zM8 1h4v12H8z", class_="to-pause"), viewBox="0 0 14 14", aria_hidden="true")


class Slider(NamedTuple):
    """A number between low and high in equal steps; `logarithmic` spaces the track, not the value."""

    label: str
    low: float
    high: float
    step: float
    unit: str
    logarithmic: bool
    player: bool = False

    def parse(self, text: str) -> float:
        value = number(self.label, text)
        if not self.low <= value <= self.high:
            raise FieldError(f"{self.label} goes from {self.write(self.low)} to {self.write(self.high)}, not {text}.")
        stepped = self.low + round((value - self.low) / self.step) * self.step
        return int(stepped) if self._whole else round(stepped, 9)

    @property
    def _whole(self) -> bool:
        return isinstance(self.step, int) and isinstance(self.low, int)

    def write(self, value: float) -> str:
        return str(value) if isinstance(value, int) else form_number(value)

    def inputs(self, name: str, value: float, limits: Limits) -> Markup:
        low, high = limits or (self.low, self.high)
        ends = {"min": self.write(low), "max": self.write(high)}
        full = {"data_low": self.write(self.low), "data_high": self.write(self.high)}
        text, step = self.write(value), self.write(self.step)
        label = tag("span", self.label, class_="label")
        spoken = f"{text} of {ends['max']}" if self.player else _with_unit(text, self.unit)
        if self.logarithmic:
            at = log(value / self.low) / log(self.high / self.low)
            track = tag("input", type="range", min=0, max=1, step="any", value=form_number(round(at, 6)),
                        data_track=name, data_scale="log", style=_filled(at), aria_label=self.label,
                        aria_valuetext=spoken or text, **full)
            typed = tag("input", type="number", class_="value", name=name, **ends, step=step, value=text,
                        aria_label=f"{self.label}, typed", **full)
        else:
            at = (value - low) / (high - low) if high > low else 1.0
            track = tag("input", type="range", name=name, **ends, step=step, value=text, style=_filled(at),
                        aria_label=self.label, aria_valuetext=spoken, **full)
            typed = tag("input", type="number", class_="value", **ends, step=step, value=text,
                        aria_label=f"{self.label}, typed")
        shown = tag("span", typed, tag("span", self.unit, class_="unit") if self.unit else None, class_="typed")
        if not self.player:
            return tag("div", label, track, shown, class_="control", data_kind="slider", data_unit=self.unit or None)
        of = tag("span", f"/ {self.write(high)}", class_="last")
        play = tag("button", _GLYPHS, type="button", class_="play", data_action="play", aria_label=f"Play {self.label}")
        return tag("div", label, play, track, tag("span", typed, of, class_="typed"), class_="control player",
                   data_kind="player")


def _filled(share: float) -> str:
    return f"--at:{compact(100 * share)}%"


def _with_unit(text: str, unit: str) -> str | None:
    return f"{text} {unit}" if unit else None
