"""What a drawing says of itself: the texts and exact values of the readouts in its stage."""

from html.parser import HTMLParser
from typing import Any

from .errors import no_such


class Readouts(dict[str, tuple[str, str]]):
    """Readout name -> (text for people, exact value). As an attribute, a readout is a number where its value is one:
    `readouts.largest_weight` for the readout largest-weight."""

    def __getattr__(self, name: str) -> Any:
        return number_or_text(self.find(name)[1])

    def find(self, name: str) -> tuple[str, str]:
        """Text and exact value of a readout, its name with hyphens or underscores; LookupError without one."""
        hyphenated = name.replace("_", "-")
        if hyphenated not in self:
            raise LookupError(no_such("readout", hyphenated, self))
        return self[hyphenated]


def number_or_text(value: str) -> float | str:
    """The number that a value stands for, or the value itself."""
    try:
        return float(value)
    except ValueError:
        return value


def read(stage: str) -> Readouts:
    """The readouts of a stage's markup."""
    reader = _Reader()
    reader.feed(stage)
    reader.close()
    return Readouts({name: (text, value) for name, (text, value) in reader.found.items()})


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: dict[str, tuple[str, str]] = {}
        self.open = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        if tag == "data" and attributes.get("data-readout"):
            self.open = str(attributes["data-readout"])
            self.found[self.open] = ("", attributes.get("value") or "")

    def handle_data(self, data: str) -> None:
        if self.open:
            text, value = self.found[self.open]
            self.found[self.open] = (text + data, value)

    def handle_endtag(self, tag: str) -> None:
        if tag == "data":
            self.open = ""
