"""What every page of a site shares: the model with its data, figures drawn once each, facts, and files to publish."""

import sys
from collections.abc import Callable, Mapping
from functools import cached_property
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from engine.drawing.figure import Drawing, Figure, load, names
from engine.drawing.markup import Markup

from .assets import Assets, Description, described, digest
from .drawn import Drawn
from .errors import Place, Report
from .readouts import Readouts, read
from .site import Site
from .works import read_glossary, read_references

if TYPE_CHECKING:
    from .context import Context


class Project:
    """A site, its model and all its data. Problems where the model cannot be loaded or refuses them."""

    def __init__(self, site: Site, report: Report) -> None:
        self.site, self.report, self.assets = site, report, Assets()
        self.pages: list[Context] = []
        self.claimed: dict[str, list[Place]] = {}
        """claim -> where it is made"""
        self.sources: set[str] = set()
        """files of the project that the prose links to, which are published as pages"""
        self.used: set[tuple[str, str]] = set()
        """("reference" or "term", its name) for all that the prose uses"""
        self.data = {name: self._publish(site.root / file) for name, file in site.data.items()}
        """name -> the published file the page fetches it from"""
        self.drawn = Drawn(site)
        self.drawn.get("", ("model",), lambda: bool(self.model))
        self.references = read_references(site.root, site.references, report)
        self.glossary = read_glossary(site.root, site.glossary, report)
        self._figures: dict[str, Figure] = {}
        self._drawings: dict[tuple[str, ...], tuple[Any, Drawing]] = {}

    def _publish(self, file: Path) -> Description:
        data = file.read_bytes()
        return described(self.assets.add(file.name, data), data)

    @cached_property
    def model(self) -> Any:
        """The model with all its data, loaded when something is to be drawn that was not drawn before."""
        model, refused = self._load_model(), Report()
        for name, file in self.site.data.items():
            try:
                model.give(name, (self.site.root / file).read_bytes())
            except (ValueError, LookupError) as error:
                refused.add(self.site.place(f'"{file}"'), f"the model refuses this: {error}")
        refused.close()
        return model

    def _load_model(self) -> Any:
        module, _, path = self.site.model.partition(":")
        try:
            made: Any = import_module(module)
            for name in path.split("."):
                made = getattr(made, name)
            return made()
        except Exception as error:
            self.report.add(self.site.place("model"), f"the model cannot be loaded: {blame(error)}")
            raise self.report.all() from error

    @cached_property
    def figure_names(self) -> list[str]:
        """Every figure of the site's package, in order."""
        return names(self.site.figures)

    @cached_property
    def figures_folder(self) -> Path:
        """Where the figures' modules are, each with a style sheet of the same name where it needs one."""
        return Path(import_module(self.site.figures).__path__[0])

    def figure(self, name: str) -> Figure:
        """The figure of that name; LookupError with the nearest right name where there is none."""
        if name not in self._figures:
            self._figures[name] = load(name, self.site.figures)
        return self._figures[name]

    def picture(self, name: str, texts: Mapping[str, str]) -> tuple[Any, Drawing]:
        """The settled State and drawing for form texts, each drawn once.

        LookupError where there is no such figure, ValueError where the texts do not fit or the figure fails.
        """
        figure = self.figure(name)
        state = figure.parse(texts)
        key = (name, *figure.write(state).values())
        if key not in self._drawings:
            try:
                drawing = self.drawn.get(name, ("drawing", *key[1:]), lambda: figure.picture(state, self.model))
            except Exception as error:
                raise ValueError(f"the figure {name!r} could not be drawn: {blame(error)}") from error
            self._drawings[key] = figure.parse(drawing.fields), drawing
        return self._drawings[key]

    def controls(self, name: str, state: Any) -> Markup:
        """The inputs of a figure in a settled State."""
        figure = self.figure(name)
        return self._kept(name, "controls", state, lambda: figure.controls(state, self.model))

    def table(self, name: str, state: Any) -> Markup:
        """The numbers of a figure as a table; empty where it has none."""
        figure = self.figure(name)
        return self._kept(name, "table", state, lambda: figure.table(state, self.model) or Markup(""))

    def _kept(self, name: str, what: str, state: Any, make: Callable[[], Markup]) -> Markup:
        markup: Markup = self.drawn.get(name, (what, *self.figure(name).write(state).values()), make)
        return markup

    def asked(self, name: str) -> list[Any]:
        """The States of a figure that were asked for, before they were settled."""
        figure = self.figure(name)
        return [figure.parse(dict(zip(figure.control, key[1:], strict=True))) for key in self._drawings
                if key[0] == name]

    def readouts(self, name: str, texts: Mapping[str, str]) -> Readouts:
        """The readouts of a figure in a state, and its fields as they are after settling."""
        _, drawing = self.picture(name, texts)
        fields = {field.replace("_", "-"): (text, text) for field, text in drawing.fields.items()}
        return Readouts(fields | self.shown(name, drawing))

    def shown(self, name: str, drawing: Drawing) -> Readouts:
        """The readouts of a figure's drawing."""
        question = ("readouts", *drawing.fields.values())
        return Readouts(self.drawn.get(name, question, lambda: dict(read(drawing.stage))))

    @cached_property
    def facts(self) -> dict[str, Any]:
        """What `facts(model)` of the site's facts file returns; empty without one."""
        if not self.site.facts:
            return {}
        file = self.site.root / self.site.facts
        question = ("facts", digest(file.read_bytes()))
        try:
            found: dict[str, Any] = self.drawn.get("", question, lambda: load_file(file).facts(self.model))
        except Exception as error:
            self.report.add(where(error, self.site.facts), f"the facts fail: {blame(error)}")
            raise self.report.all() from error
        return found


def load_file(path: Path) -> ModuleType:
    """The module in a Python file, whatever folder it is in."""
    name = f"site_builder_content_{path.stem}"
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} is not a Python file")
    module = sys.modules[name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def blame(error: BaseException) -> str:
    """An exception in a few words, with the file and line that raised it."""
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    origin = f" ({Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno})" if trace else ""
    return f"{type(error).__name__}: {error}{origin}"


def where(error: BaseException, file: str) -> Place:
    """The line of a project's file that an exception passed through last."""
    line, trace = 1, error.__traceback__
    while trace:
        if trace.tb_frame.f_code.co_filename.endswith(file):
            line = trace.tb_lineno
        trace = trace.tb_next
    return Place(file, line)
