"""The page on a small screen: the strip of tensor shapes at its foot covers nothing that is read or pressed."""

import pytest
from playwright.sync_api import expect

from tests.browser.reader import PLACED, visit

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def page(browser, site):
    with visit(browser, site) as page:
        page.set_viewport_size({"width": 360, "height": 640})
        page.locator("figure[data-shapes]").first.evaluate("(figure) => figure.scrollIntoView({ block: 'center' })")
        expect(page.locator(".instrument li").first).to_be_attached()
        yield page


def test_the_end_of_the_page_is_above_the_strip(page):
    page.evaluate("() => scrollTo(0, document.documentElement.scrollHeight)")
    end, strip = (page.locator(name).bounding_box() for name in (".footer .flow > :last-child", ".instrument"))
    assert end["y"] + end["height"] <= strip["y"]


@pytest.mark.parametrize("place", PLACED[::6], ids=lambda place: place.id)
def test_what_has_the_focus_is_above_the_strip(page, place):
    for button in page.locator(f"#{place.id} .fig-foot button:visible").all():
        page.evaluate("() => scrollTo(0, 0)")
        page.locator(f"#{place.id} .stage").scroll_into_view_if_needed()  # as who comes from the drawing
        page.evaluate("() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))")
        button.focus()
        box, strip = button.bounding_box(), page.locator(".instrument").bounding_box()
        edge = strip["y"] if strip else page.viewport_size["height"]  # no strip where a figure has no shapes
        assert box["y"] + box["height"] <= edge


def test_nothing_is_wider_than_the_screen(page):
    assert page.evaluate("() => document.documentElement.scrollWidth") == 360
