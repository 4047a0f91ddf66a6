"""One visit in which something goes wrong: its host, its page, and what the reader has set without an answer yet."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, CDPSession, Locator, Page, expect

from engine.drawing.controls.slider import Slider
from engine.drawing.figure import load
from engine.errors import NotLoaded
from engine.transformer.model import Model
from tests.browser.hands import native, typed
from tests.browser.hosting import Host, host, worker_after
from tests.browser.reader import IDLE, LIVE, PATIENCE, PLACED, SITE, UNKEPT, WITH_TEXT, Figure, Placed, go
from tests.browser.spoiled import figure_file, settings_of, with_engine

TEXT = "the 3rd of may 1999"
SLIDING, SLIDER = next(
    (place, name) for place in PLACED
    for name, control in load(place.name, SITE.figures).control.items() if type(control) is Slider)
"""a figure and a field of it that any number can be typed into"""

HARMFUL = {
    "endless": "while True: pass",
    "hungry": "import numpy; hoard = []\n        while True: hoard.append(numpy.empty(1 << 25))",
    "fatal": "import os; os.abort()",
}
"""what a figure does at the lowest value of its slider, and at the next ones"""


def harmful_value(harm: str) -> str:
    """The form text at which the sliding figure does that harm."""
    control = load(SLIDING.name, SITE.figures).control[SLIDER]
    return control.write(control.low + list(HARMFUL).index(harm) * control.step)


def harm(files: dict[str, bytes]) -> None:
    """Spoil the sliding figure of an engine."""
    cases = "".join(f"    if str(state.{SLIDER}) == {harmful_value(each)!r}:\n        {code}\n"
                    for each, code in HARMFUL.items())
    code = f"\n\nharmless = render\n\n\ndef render(state, *others):\n{cases}    return harmless(state, *others)\n"
    files[figure_file(files, SLIDING.name)] += code.encode()


def cut_parameters(files: dict[str, bytes]) -> None:
    """Leave half of the trained parameters."""
    path = next(path for path in files if path.endswith("weights/parameters.npz"))
    files[path] = files[path][: len(files[path]) // 2]


def wanting_data() -> tuple[Placed, dict[str, str], str]:
    """A figure, fields other than at its start for which it needs data that the page has not fetched, and its name."""
    for place in PLACED:
        figure = load(place.name, SITE.figures)
        for example in figure.examples.values():
            fields = {name: text for name, text in figure.write(example).items() if name != "text"}
            model = Model.load()
            if figure.parse(place.fields | fields) == figure.parse(place.fields):
                continue  # the page was built with it
            try:
                figure.drawn(figure.settle(figure.parse(place.fields | fields), None, model), model)
            except NotLoaded as missing:
                return place, fields, missing.name
    raise LookupError("no figure needs data")


@dataclass
class Scene:
    """What a fault is caused in and recovered from."""

    host: Host
    context: BrowserContext
    page: Page
    folder: Path
    model: Any
    figure: Figure = field(init=False)
    """the one the reader works with"""
    texts: dict[str, str] = field(default_factory=dict)
    """what the reader has set in it and got no answer to"""
    file: str = ""
    """what the reader is told of as being at fault"""

    def __post_init__(self) -> None:
        self.at(WITH_TEXT[0])

    def at(self, place: Placed) -> None:
        self.figure = Figure(self.page, place, self.model)

    @cached_property
    def session(self) -> CDPSession:
        """The browser's own tools for this page."""
        return self.context.new_cdp_session(self.page)

    def open(self) -> None:
        self.page.goto(self.host.address)

    def run(self) -> None:
        self.page.wait_for_function(LIVE)

    @property
    def status(self) -> Locator:
        return self.page.locator(".runtime-status")

    @property
    def error(self) -> Locator:
        return self.figure.on_page.locator(".error")

    def can_type(self) -> bool:
        return native(self.figure, "text").is_enabled()

    def type_text(self) -> None:
        """Into the first figure that has a text; it is shown by all that have one."""
        self.texts = {"text": TEXT}
        native(self.figure, "text").fill(TEXT)

    def slide(self, text: str) -> None:
        """Set the sliding figure, by typing the number."""
        if self.figure.place is not SLIDING:
            self.at(SLIDING)
        self.texts = {SLIDER: text}
        typed(self.figure, SLIDER).fill(text)

    def spoil(self, fault: str, name: str) -> None:
        """Break a file of the host."""
        self.file = name.removesuffix(".gz")
        self.host.faults[name] = fault

    def runtime_files(self) -> list[str]:
        """The files that Python is started from, as this host serves them."""
        paths = [self.folder / each["path"] for each in settings_of(self.folder)["runtime"]["first"].values()]
        return [path.name if path.exists() else f"{path.name}.gz" for path in paths]

    def spoil_engine(self, change: Any) -> None:
        self.host.replaced = with_engine(self.folder, change)

    def spoil_worker(self, first: str) -> None:
        """Put a line before the worker's script, as if the browser were another."""
        self.host.replaced = worker_after(first, self.folder)

    def spoil_data(self, fault: str) -> None:
        """Break data that a figure fetches when it is needed, and let the reader ask for it."""
        place, self.texts, name = wanting_data()
        self.at(place)
        self.spoil(fault, Path(settings_of(self.folder)["data"][name]["path"]).name)
        self.file = name
        go(self.page, f"{place.id}?" + "&".join(f"{key}={value}" for key, value in self.texts.items()))

    def reload(self) -> None:
        """What was typed is in the address by now."""
        if "text" in self.texts:
            self.page.wait_for_function("() => location.hash.includes('text=')")
        self.page.reload()

    def check_whole(self) -> None:
        """Every drawing is the one there was before, and what was typed stands where it was typed."""
        for place in PLACED:
            each = self.figure if place is self.figure.place else Figure(self.page, place, self.model)
            if each is self.figure or not ("text" in self.texts and place in WITH_TEXT):
                each.check_stage()
        assert self.figure.fields().items() >= self.texts.items()

    def check_answered(self) -> None:
        """Python runs, and has answered what the reader set as CPython does."""
        self.run()
        self.page.wait_for_function(IDLE)
        expect(self.status).to_have_text("Python is running in this page.")
        self.figure.answered(**self.texts)


@contextmanager
def staged(browser: Browser, folder: Path, model: Any) -> Iterator[Scene]:
    """A fresh visit, not yet begun. Whatever goes wrong in it, no script of the page may break."""
    options: dict[str, Any] = {"viewport": {"width": 1100, "height": 900}, "reduced_motion": "reduce"}
    with host(folder) as hosted:
        context = browser.new_context(**options)
        broken: list[str] = []
        context.on("weberror", lambda error: broken.append(str(error.error)))
        context.set_default_timeout(PATIENCE)
        context.add_init_script(UNKEPT)
        try:
            yield Scene(hosted, context, context.new_page(), folder, model)
            assert not broken, broken  # before what closing breaks off
        finally:
            context.close()
