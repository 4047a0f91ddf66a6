"""On or off, alone or in a group."""

from collections.abc import Mapping
from typing import NamedTuple

from ..markup import Markup, subscripted, tag
from .parsing import Limits, option


class Switch(NamedTuple):
    """On or off: a native checkbox, whose form text is always sent."""

    label: str

    def parse(self, text: str) -> bool:
        return bool(option(self.label, text, ("on", "off")) == "on")

    def write(self, value: bool) -> str:
        return "on" if value else "off"

    def inputs(self, name: str, value: bool, limits: Limits) -> Markup:
        box = tag("input", type="checkbox", role="switch", name=name, value="on", checked=value)
        return tag("label", box, tag("span", subscripted(self.label)), class_="switch")


class Switches(NamedTuple):
    """Any of several named values: checkboxes of one name, crossing as one text joined by spaces, in their order.

    The Tab key stops at the first of each group; the arrow keys walk to the others.
    """

    label: str
    options: tuple[str, ...]
    groups: Mapping[str, tuple[str, ...]]

    def parse(self, text: str) -> tuple[str, ...]:
        chosen = {option(self.label, word, self.options) for word in text.split()}
        return tuple(each for each in self.options if each in chosen)

    def write(self, value: tuple[str, ...]) -> str:
        return " ".join(value)

    def inputs(self, name: str, value: tuple[str, ...], limits: Limits) -> Markup:
        rows = [
            tag("fieldset", tag("legend", group), [
                tag("label",
                    tag("input", type="checkbox", name=name, value=each, checked=each in value,
                        tabindex=-1 if number > 1 else None),
                    tag("i", class_="chip", style=f"--h:var(--head-{number})"),
                    tag("span", number, aria_hidden="true"),
                    tag("span", f"{group} head {number}", class_="visually-hidden"))
                for number, each in enumerate(options, 1)
            ])
            for group, options in self.groups.items()
        ]
        return tag("fieldset", tag("legend", self.label), rows, class_="control switches", data_group=name)
