"""What every page of a site shares: the model with its data, figures drawn once each, facts, and files to publish."""

import sys
from collections.abc import Mapping
from functools import cached_property
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from engine.drawing.figure import Drawing, Figure, load, names

from .assets import Assets
from .errors import Place, Report
from .readouts import Readouts, read
from .site import Site
from .works import read_glossary, read_references

if TYPE_CHECKING:
    from .context import Context


class Project:
    """A site with its model loaded and all its data given to it. Problems where that cannot be done."""

    def __init__(self, site: Site, report: Report) -> None:
        self.site, self.report, self.assets = site, report, Assets()
        self.pages: list[Context] = []
        self.claimed: dict[str, list[Place]] = {}
        """claim -> where it is made"""
        self.sources: set[str] = set()
        """files of the project that the prose links to, which are published as pages"""
        self.used: set[tuple[str, str]] = set()
        """("reference" or "term", its name) for all that the prose uses"""
        self.model = self._load_model()
        self.data = self._give_data()
        self.references = read_references(site.root, site.references, report)
        self.glossary = read_glossary(site.root, site.glossary, report)
        self._figures: dict[str, Figure] = {}
        self._drawings: dict[tuple[str, ...], tuple[Any, Drawing]] = {}

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

    def _give_data(self) -> dict[str, str]:
        """Gives the model all its data; name -> the published file the page fetches it from."""
        published = {}
        for name, file in self.site.data.items():
            data = (self.site.root / file).read_bytes()
            published[name] = self.assets.add(Path(file).name, data)
            try:
                self.model.give(name, data)
            except (ValueError, LookupError) as error:
                self.report.add(self.site.place(f'"{file}"'), f"the model refuses this: {error}")
        self.report.close()
        return published

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
                drawing = figure.picture(state, self.model)
            except Exception as error:
                raise ValueError(f"the figure {name!r} could not be drawn: {blame(error)}") from error
            self._drawings[key] = figure.parse(drawing.fields), drawing
        return self._drawings[key]

    def readouts(self, name: str, texts: Mapping[str, str]) -> Readouts:
        """The readouts of a figure in a state, and its fields as they are after settling."""
        drawing = self.picture(name, texts)[1]
        fields = {field.replace("_", "-"): (text, text) for field, text in drawing.fields.items()}
        return Readouts(fields | read(drawing.stage))

    @cached_property
    def facts(self) -> dict[str, Any]:
        """What `facts(model)` of the site's facts file returns; empty without one."""
        if not self.site.facts:
            return {}
        try:
            found: dict[str, Any] = load_file(self.site.root / self.site.facts).facts(self.model)
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
