"""Free text."""

from typing import NamedTuple

from ..markup import Markup, assignment, join, tag
from .parsing import Limits


class Text(NamedTuple):
    """Free text, with samples to tap. Any text is accepted; what the model cannot read it says itself."""

    label: str
    samples: tuple[str, ...]

    def parse(self, text: str) -> str:
        return text

    def write(self, value: str) -> str:
        return value

    def inputs(self, name: str, value: str, limits: Limits) -> Markup:
        box = tag("input", class_="text", name=name, value=value, spellcheck="false", autocapitalize="off")
        samples = [
            tag("button", sample, type="button", data_set=assignment(**{name: sample}), tabindex=-1 if at else None)
            for at, sample in enumerate(self.samples)
        ]
        return join(
            tag("label", tag("span", self.label, class_="label"), box, class_="control"),
            tag("span", samples, class_="samples") if samples else None,
        )
