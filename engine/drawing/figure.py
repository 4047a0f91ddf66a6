"""The figure contract: what a module in the figures folder must offer, and how it is drawn.

A figure is one module with TITLE, a docstring (caption, Paper:, Try:), KIND, a frozen dataclass State whose fields are
controls, EXAMPLES, render and describe; settle, limits, shapes, table and work are optional.
"""

import os
from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from importlib import import_module
from types import ModuleType
from typing import Any, NamedTuple

from .controls import Control, FieldError, nearest
from .markup import Markup, assignment, join, tag

KINDS = ("live", "measured", "simulation", "formula", "reported")


class Drawing(NamedTuple):
    """What one State looks like."""

    fields: dict[str, str]
    """form text of every field, after settling"""
    stage: Markup
    description: str
    shapes: list[dict[str, Any]]
    """the chain of tensors for the instrument: name, dims, and heads or active where they apply"""
    notices: list[str]
    """what the reader should know about the input: characters not read, text cut"""
    limits: dict[str, tuple[float, float]]
    """present ranges of fields that are narrower than declared"""


class UnknownFigure(LookupError):
    """There is no figure of that name; the message says which is nearest."""


class Figure:
    """A figure module, read once. `name` has hyphens: dot-product-attention for dot_product_attention.py."""

    def __init__(self, name: str, module: ModuleType) -> None:
        self.name, self.module = name, module
        self.title: str = module.TITLE
        self.kinds: tuple[str, ...] = tuple(module.KIND.split())
        self.state_class: Any = module.State
        self.examples: dict[str, Any] = module.EXAMPLES
        self.caption, self.paper, self.invitation = _read_docstring(module.__doc__ or "")
        self.when: dict[str, tuple[str, Any]] = {
            each.name: each.metadata["when"] for each in fields(self.state_class) if "when" in each.metadata
        }
        self.control: dict[str, Control] = {each.name: each.metadata["control"] for each in fields(self.state_class)}

    def parse(self, texts: Mapping[str, str]) -> Any:
        """The State of form texts; fields left out keep their default. FieldError says all that is wrong."""
        values, wrong = {}, []
        for name, text in texts.items():
            if name not in self.control:
                wrong.append(f"{self.name} has no field {name!r}{nearest(name, self.control) or '.'}")
                continue
            try:
                values[name] = self.control[name].parse(text)
            except FieldError as error:
                wrong.append(str(error))
        if wrong:
            raise FieldError(" ".join(wrong))
        return self.state_class(**values)

    def write(self, state: Any) -> dict[str, str]:
        """Form text of every field."""
        return {name: control.write(getattr(state, name)) for name, control in self.control.items()}

    def settle(self, state: Any, before: Any, model: Any) -> Any:
        """The nearest possible State; `before` is what was drawn last, or None."""
        return self.module.settle(state, before, model) if hasattr(self.module, "settle") else state

    def limits(self, state: Any, model: Any) -> dict[str, tuple[float, float]]:
        """Present ranges of fields whose declared range is wider."""
        return self.module.limits(state, model) if hasattr(self.module, "limits") else {}

    def controls(self, state: Any, model: Any) -> Markup:
        """The native inputs of a settled State, in the order of its fields."""
        limits = self.limits(state, model)
        return join(
            self._shown(name, state, control.inputs(name, getattr(state, name), limits.get(name)))
            for name, control in self.control.items()
        )

    def _shown(self, name: str, state: Any, inputs: Markup) -> Markup:
        """The inputs of a field; hidden while they change nothing."""
        if name not in self.when:
            return inputs
        other, value = self.when[name]
        return tag("div", inputs, class_="when", hidden=getattr(state, other) != value,
                   data_when=assignment(**{other: self.control[other].write(value)}))

    def work(self, state: Any, model: Any) -> Iterator[Any] | None:
        """The slices of a figure's long work, or None where it has none."""
        return self.module.work(state, model) if hasattr(self.module, "work") else None

    def table(self, state: Any, model: Any) -> Markup | None:
        """The figure's numbers as a table, where it has one."""
        return self.module.table(state, model) if hasattr(self.module, "table") else None

    def draw(self, state: Any, model: Any, *work: Any) -> Drawing:
        """A settled State drawn; `work` is the last slice of its long work, where it has any."""
        module = self.module
        return Drawing(
            fields=self.write(state),
            stage=module.render(state, model, *work),
            description=module.describe(state, model, *work),
            shapes=module.shapes(state, model) if hasattr(module, "shapes") else [],
            notices=[notice for name in self.control if name == "text" for notice in model.notices(state.text)],
            limits=self.limits(state, model),
        )

    def picture(self, state: Any, model: Any) -> Drawing:
        """Settle, do all the long work at once, and draw: what the build calls."""
        return self.drawn(self.settle(state, None, model), model)

    def drawn(self, state: Any, model: Any) -> Drawing:
        """A settled State drawn, with all its long work done at once."""
        slices = self.work(state, model)
        return self.draw(state, model) if slices is None else self.draw(state, model, last(slices))


def last(slices: Iterator[Any]) -> Any:
    """The last value of an iterator that has at least one."""
    value = next(slices)
    for value in slices:  # noqa: B007
        pass
    return value


def changed(state: Any, **values: Any) -> Any:
    """The same State with some fields changed; the State itself where nothing differs."""
    differing = {name: value for name, value in values.items() if getattr(state, name) != value}
    return replace(state, **differing) if differing else state


def names(package: str) -> list[str]:
    """The figures of a package, in order: every module in its folder is one."""
    folder = import_module(package).__path__[0]
    found = {entry.split(".")[0] for entry in os.listdir(folder) if entry.endswith((".py", ".pyc"))}
    return sorted(name.replace("_", "-") for name in found if not name.startswith("_"))


def load(name: str, package: str) -> Figure:
    """The figure of that name; UnknownFigure where there is none."""
    known = names(package)
    if name not in known:
        raise UnknownFigure(f"no figure {name!r}{nearest(name, known)}")
    return Figure(name, import_module(f"{package}.{name.replace('-', '_')}"))


def _read_docstring(text: str) -> tuple[str, str, str]:
    """Caption, paper's section, invitation. Lines after the first may continue; paragraphs carry their key word."""
    paragraphs: dict[str, list[str]] = {"caption": [], "Paper": [], "Try": []}
    current = "caption"
    for line in text.strip().splitlines():
        key, colon, rest = line.strip().partition(":")
        if colon and key in paragraphs:
            current, line = key, rest
        paragraphs[current].append(line.strip())
    caption, paper, invitation = (" ".join(filter(None, lines)) for lines in paragraphs.values())
    return caption, paper, invitation
