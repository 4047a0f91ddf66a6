"""What a reader does, in the browsers that Playwright does not drive: every drawing is the one that CPython draws."""

from urllib.parse import parse_qsl

import pytest

from engine.drawing.controls.slider import Slider
from tests.browser.reader import IDLE, PLACED, WITH_TEXT, Figure

pytestmark = [
    pytest.mark.browser,
    pytest.mark.others,
    # The drivers call what is old in their own libraries, and leave sockets open while they wait.
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
TYPED = "may 3rd, 1999"
LOADED = "() => ['ready', 'failed'].includes(document.documentElement.dataset.runtime)"
# The first mark in sight that would change its figure: which of its figure's marks it is, and what it sets.
OTHER_MARK = """([id, fields]) => {
  const marks = [...document.querySelectorAll(`#${id} .stage [data-set]:not([data-map])`)];
  const sets = (mark) => [...new URLSearchParams(mark.dataset.set)];
  const at = marks.findIndex((mark) => mark.checkVisibility() && mark.getBoundingClientRect().width > 0 &&
    sets(mark).some(([name, text]) => fields[name] !== text));
  return at < 0 ? null : [at, marks[at].dataset.set];
}"""
RUNS = "Python is running in this page."
COUNT = "([selector]) => document.querySelectorAll(selector).length"


def start(window, address: str) -> None:
    """Load the page and wait until Python runs in it, or has failed."""
    window.goto(address)
    window.wait_for_function(LOADED)
    assert window.evaluate("() => document.querySelector('.runtime-status').textContent") == RUNS


@pytest.fixture(scope="module")
def page(window, hosted):
    start(window, hosted.address)
    return window


@pytest.fixture(autouse=True)
def reset(page):
    """Each test begins with the page as it was built."""
    page.locator("[data-action=reset-everything]").click()
    page.wait_for_function(IDLE)


def having(page, model, selector: str) -> Figure:
    """The first figure that has what a selector finds."""
    return next(Figure(page, place, model) for place in PLACED if page.evaluate(COUNT, [f"#{place.id} {selector}"]))


def test_typing_is_answered_by_every_figure(page, model):
    first, *others = [Figure(page, place, model) for place in WITH_TEXT]
    first.on_page.locator("[name=text]").fill(TYPED)
    page.wait_for_function(IDLE)
    for figure in (first, *others):
        assert figure.fields()["text"] == TYPED
        figure.state = figure.figure.settle(figure.figure.parse(figure.fields()), None, model)
        figure.check("python")


@pytest.mark.parametrize("place", PLACED, ids=lambda place: place.id)
def test_a_mark_is_picked(page, model, place):
    figure = Figure(page, place, model)
    found = page.evaluate(OTHER_MARK, [place.id, figure.fields()])
    if found:
        at, fields = found
        mark = figure.on_page.locator(".stage [data-set]:not([data-map])").nth(at)
        figure.act(mark.click)
        figure.answered(**dict(parse_qsl(fields, keep_blank_values=True)))
    else:
        tracks = ((name, each) for name, each in figure.figure.control.items() if type(each) is Slider)
        name = next(name for name, control in tracks if not control.logarithmic)
        figure.act(lambda: figure.on_page.locator(f"form [name='{name}']").press("ARROW_LEFT"))
        figure.answered(**{name: figure.fields()[name]})


def test_a_cell_of_a_map_is_picked_by_keys(page, model):
    figure = having(page, model, "[data-map][data-set]")
    grid = figure.on_page.locator("[data-map][data-set]")
    keys = ("HOME", "PAGE_UP", "ARROW_DOWN", "ARROW_RIGHT", "ARROW_RIGHT", "ENTER")
    figure.act(lambda: grid.press(*keys))
    fields = figure.fields()
    assert fields != figure.figure.write(figure.state)
    figure.answered(**fields)


def test_a_handle_is_dragged(page, model):
    figure = having(page, model, "[data-drag][data-axis=x]")
    handle = figure.on_page.locator("[data-drag][data-axis=x]")
    name, before = handle.get_attribute("data-drag"), figure.fields()
    figure.act(lambda: handle.drag(60))
    page.wait_for_function(IDLE)
    assert float(figure.fields()[name]) > float(before[name])
    figure.answered(**figure.fields())


def test_a_permalink_brings_a_fresh_page_into_the_same_state(page, hosted, model):
    figure = Figure(page, WITH_TEXT[0], model)
    figure.on_page.locator("[name=text]").fill(TYPED)
    page.wait_for_function("() => location.hash.includes('text=')")
    page.wait_for_function(IDLE)
    wanted, address = figure.fields(), page.url
    page.goto("about:blank")
    start(page, address)
    page.wait_for_function(IDLE)
    assert figure.fields() == wanted
    figure.answered(**wanted)


def test_nothing_is_wider_than_the_narrowest_window(page):
    page.resize(360, 800)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    page.resize(1200, 900)
