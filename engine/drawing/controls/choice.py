"""One of a few values."""

from typing import Any, NamedTuple

from ..markup import Markup, subscripted, tag
from .parsing import Limits, option


class Choice(NamedTuple):
    """One of a few values: words in a row up to four, a native list beyond."""

    label: str
    options: tuple[Any, ...]
    heads: bool

    def parse(self, text: str) -> Any:
        return option(self.label, text, self.options)

    def write(self, value: Any) -> str:
        return str(value)

    def inputs(self, name: str, value: Any, limits: Limits) -> Markup:
        if len(self.options) > 4:
            options = [tag("option", each, value=each, selected=each == value) for each in self.options]
            menu = tag("select", options, name=name)
            return tag("label", tag("span", subscripted(self.label), class_="label"), menu, class_="control")
        words = [
            tag("label",
                tag("input", type="radio", name=name, value=each, checked=each == value),
                tag("i", class_="chip", style=f"--h:var(--head-{each})") if self.heads else None,
                tag("span", each))
            for each in self.options
        ]
        legend = tag("legend", subscripted(self.label))
        return tag("fieldset", legend, tag("span", words, class_="choice"), class_="control")
