"""A reader's path through the page as a host serves it."""

import pytest

from tests.browser.others.steps import MARKS, TYPED, pick, start, type_text
from tests.browser.reader import IDLE, PLACED, WITH_TEXT, Figure

pytestmark = MARKS
COUNT = "([selector]) => document.querySelectorAll(selector).length"


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
    type_text(page, model)


@pytest.mark.parametrize("place", PLACED, ids=lambda place: place.id)
def test_a_mark_is_picked(page, model, place):
    pick(Figure(page, place, model))


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
