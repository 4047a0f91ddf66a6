"""What a reader does, in the browsers that Playwright does not drive: every drawing is the one that CPython draws."""

from typing import Any
from urllib.parse import parse_qsl

import pytest

from engine.drawing.controls.slider import Slider
from tests.browser.others.window import Window
from tests.browser.reader import IDLE, WITH_TEXT, Figure

MARKS = [
    pytest.mark.browser,
    pytest.mark.others,
    # The drivers call what is old in their own libraries, and leave sockets open while they wait.
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
TYPED = "may 3rd, 1999"
RUNS = "Python is running in this page."
LOADED = "() => ['ready', 'failed'].includes(document.documentElement.dataset.runtime)"
STATUS = "() => document.querySelector('.runtime-status').innerText"
# The first mark in sight that would change its figure: which of its figure's marks it is, and what it sets.
OTHER_MARK = """([id, fields]) => {
  const marks = [...document.querySelectorAll(`#${id} .stage [data-set]:not([data-map])`)];
  const sets = (mark) => [...new URLSearchParams(mark.dataset.set)];
  const at = marks.findIndex((mark) => mark.checkVisibility() && mark.getBoundingClientRect().width > 0 &&
    sets(mark).some(([name, text]) => fields[name] !== text));
  return at < 0 ? null : [at, marks[at].dataset.set];
}"""


def start(window: Window, address: str) -> None:
    """Load the page and wait until Python runs in it."""
    window.goto(address)
    window.wait_for_function(LOADED)
    assert window.evaluate(STATUS) == RUNS


def type_text(window: Window, model: Any) -> None:
    """Over the text of the page, key by key; every figure that shows it answers."""
    first, *others = [Figure(window, place, model) for place in WITH_TEXT]
    first.on_page.locator("[name=text]").fill(TYPED)
    window.wait_for_function(IDLE)
    for figure in (first, *others):
        assert figure.fields()["text"] == TYPED
        figure.settle_as_shown()
        figure.check("python")


def pick(figure: Figure) -> None:
    """A mark by mouse, where the figure has one that changes it, or one step of its first track by key."""
    found = figure.page.evaluate(OTHER_MARK, [figure.place.id, figure.fields()])
    if found:
        at, fields = found
        figure.act(figure.on_page.locator(".stage [data-set]:not([data-map])").nth(at).click)
        figure.answered(**dict(parse_qsl(fields, keep_blank_values=True)))
    else:
        tracks = ((name, each) for name, each in figure.figure.control.items() if type(each) is Slider)
        name = next(name for name, control in tracks if not control.logarithmic)
        figure.act(lambda: figure.on_page.locator(f"form [name='{name}']").press("ARROW_LEFT"))
        figure.answered(**{name: figure.fields()[name]})
