"""Values that are set in the drawing, by picking a mark or dragging a handle."""

from typing import Any, NamedTuple

from ..markup import Markup, tag
from .parsing import FieldError, Limits, number, option
from .slider import Slider


class Pick(NamedTuple):
    """A value set by picking a mark in the drawing: a whole number from 0, or one of `options`."""

    label: str
    options: tuple[str, ...]

    def parse(self, text: str) -> Any:
        if self.options:
            return option(self.label, text, self.options)
        value = number(self.label, text)
        if value != int(value) or not 0 <= value < 1e6:
            raise FieldError(f"{self.label} is a whole number from 0, not {text}.")
        return int(value)

    def write(self, value: Any) -> str:
        return str(value)

    def inputs(self, name: str, value: Any, limits: Limits) -> Markup:
        return tag("input", type="text", hidden=True, name=name, value=self.write(value))


class Drag(Slider):
    """A number set by dragging a handle in the drawing."""

    def inputs(self, name: str, value: float, limits: Limits) -> Markup:
        return tag("input", type="text", hidden=True, name=name, value=self.write(value))
