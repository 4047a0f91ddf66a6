"""The page as one file, opened from the disk without a network; and the plain page, which says what it lacks there."""

import re

import pytest
from playwright.sync_api import expect

from site_builder.runtime import LIMITS
from tests.browser.hands import set_something, ways
from tests.browser.reader import LIVE, PATIENCE, PLACED, SITE, Figure, visit

pytestmark = pytest.mark.browser
MOST = 14_000_000
"""bytes that the file may have"""


@pytest.fixture(scope="module")
def page(browser, site_folder, tmp_path_factory):
    """The one file, alone in the world, with Python running; it waits for Python as long as a busy machine takes."""
    text = (site_folder / f"{SITE.name}.html").read_text("utf-8")
    for name, limit in LIMITS.items():
        text = text.replace(f'"{name}": {limit}', f'"{name}": {PATIENCE}', 1)
    file = tmp_path_factory.mktemp("alone") / "page.html"
    file.write_text(text, "utf-8")
    with visit(browser, file.as_uri(), offline=True) as page:
        page.wait_for_function(LIVE)
        yield page


@pytest.mark.parametrize("place", PLACED, ids=lambda place: place.id)
def test_a_figure_is_answered(page, model, place):
    figure = Figure(page, place, model)
    figure.reset()
    set_something(figure)


@pytest.mark.soak
@pytest.mark.parametrize("place", PLACED, ids=lambda place: place.id)
def test_a_figure_is_answered_in_every_way(page, model, place):
    figure = Figure(page, place, model)
    for name in figure.figure.control:
        figure.reset()
        for way in list(ways(figure, name)):
            way(figure, name)


def test_python_starts_again(page):
    """In another worker made of the same text."""
    first = page.workers
    page.evaluate("() => modules['boot.js'].runtime.restart()")
    page.wait_for_function(LIVE)
    assert page.workers != first


def test_links_lead_nowhere_that_is_not_there(page):
    left = page.eval_on_selector_all("[href], [src]", """(elements) => elements
      .map((each) => each.getAttribute("href") ?? each.getAttribute("src"))
      .filter((address) => !/^(#|data:|https:)/.test(address))""")
    assert left == []
    assert page.get_by_role("link", name="What this page is made of").get_attribute("download") == "NOTICE.txt"


def test_it_is_offered_with_its_size(browser, site, site_folder):
    size = (site_folder / f"{SITE.name}.html").stat().st_size
    assert size <= MOST
    with visit(browser, site, java_script_enabled=False) as page:
        offer = page.locator(".editions")
        expect(offer).to_contain_text(f"({size / 1e6:.1f} MB)")
        for link in offer.get_by_role("link").all():
            assert (site_folder / str(link.get_attribute("href"))).is_file()


def test_the_plain_page_from_the_disk_is_drawn_and_says_what_it_lacks(browser, site_folder, model):
    with visit(browser, (site_folder / "index.html").as_uri(), faults=True, offline=True) as page:
        status = page.locator(".runtime-status")
        expect(status).to_have_text(re.compile("^Opened from a file, this page stays as it was drawn.*Python"))
        assert (site_folder / str(status.get_by_role("link").get_attribute("href")).rsplit("/")[-1]).is_file()
        for place in PLACED:
            Figure(page, place, model).check("build")
        assert "serif" in page.locator("body").evaluate("(body) => getComputedStyle(body).fontFamily").lower()
