"""Every figure of the page, every field of it, in every way a reader can set it: answered as CPython answers."""

import pytest

from engine.drawing.figure import load, names
from tests.browser.hands import ways
from tests.browser.reader import LIVE, PLACED, SITE, Figure, visit

pytestmark = pytest.mark.browser
FIELDS = [(place, name) for place in PLACED for name in load(place.name, SITE.figures).control]


@pytest.fixture(scope="module")
def page(browser, site):
    with visit(browser, site) as page:
        page.wait_for_function(LIVE)
        yield page


@pytest.mark.parametrize("place,name", FIELDS, ids=[f"{place.id}-{name}" for place, name in FIELDS])
def test_a_field_is_set_in_every_way(page, model, place, name):
    figure = Figure(page, place, model)
    figure.reset()
    figure.check("python")
    others = iter(figure.figure.examples.values())
    while not (found := list(ways(figure, name))):
        example = next(others, None)
        assert example, "there is a State in which the reader can set it"
        figure.open(**figure.figure.write(example))
    for way in found:
        way(figure, name)


@pytest.mark.parametrize("place", PLACED, ids=lambda place: place.id)
def test_the_table_is_that_of_the_drawing(page, model, place):
    figure = Figure(page, place, model)
    figure.reset()
    summary = figure.on_page.locator("details.data summary")
    figure.act(lambda: summary.press("Enter"))
    figure.check("python", table=True)
    summary.press("Enter")


def test_every_figure_is_on_the_page():
    assert {place.name for place in PLACED} == set(names(SITE.figures))
