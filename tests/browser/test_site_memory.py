"""A copy of Python's memory, which the browser makes at a second visit and Python starts from at the third."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.hands import put
from tests.browser.hosting import host
from tests.browser.reader import LIVE, WITH_TEXT, Figure, noted, visit

pytestmark = pytest.mark.browser
TEXT = "may 3rd, 1999"
ROOMY, SMALL = (f"Object.defineProperty(navigator, 'deviceMemory', {{ value: {size} }});" for size in (8, 2))
PLANT = """async ([place, size, length]) => {
  const headers = { "content-length": length };
  await (await caches.open(place)).put(`${place}/heap`, new Response(new Uint8Array(size), { headers }));
}"""


@pytest.fixture
def hosted(site_folder):
    with host(site_folder) as running:
        yield running


def start_again(page):
    page.reload()
    page.wait_for_function(LIVE)


def answers(page, model):
    figure = Figure(page, WITH_TEXT[0], model)
    put(figure, "text", TEXT)
    figure.reset()


def test_the_second_visit_makes_it_and_the_third_starts_from_it(browser, hosted, model):
    with visit(browser, hosted.address, script=ROOMY) as page:
        assert not noted(page, 1, tried=False)["isKept"]
        start_again(page)
        note = noted(page, 2, tried=True)
        assert (len(note["plain"]), note["isKept"]) == (2, True)
        start_again(page)
        note = noted(page, 3, tried=True)
        assert (len(note["plain"]), len(note["remembered"]), note["isKept"]) == (2, 1, True)
        answers(page, model)


@pytest.mark.parametrize(("size", "length"), [
    pytest.param(4096, 4096, id="altered"), pytest.param(4096, 8192, id="cut", marks=pytest.mark.soak),
])
def test_a_damaged_one_is_dropped_and_python_starts_as_ever(browser, hosted, model, size, length):
    with visit(browser, hosted.address, script=ROOMY) as page:
        page.evaluate(PLANT, [noted(page, 1, tried=False)["place"], size, length])
        start_again(page)
        assert not noted(page, 1, tried=False)["isKept"]
        expect(page.locator(".runtime-status")).to_have_text("Python is running in this page.")
        answers(page, model)


def test_a_new_build_deletes_that_of_an_older_one(browser, hosted, site_folder):
    with visit(browser, hosted.address, script=ROOMY) as page:
        old = noted(page, 1, tried=False)["place"]
        page.evaluate(PLANT, [old, 4096, 4096])
        built = (site_folder / "index.html").read_bytes()
        hosted.replaced["index.html"] = re.sub(rb'data-build="\w+', rb"\g<0>newer", built)
        start_again(page)
        page.wait_for_function("async (old) => (await caches.has(old)) === false", arg=old)
        assert noted(page, 1, tried=False)["place"] != old


def test_a_small_computer_keeps_nothing(browser, hosted):
    with visit(browser, hosted.address, script=SMALL) as page:
        page.wait_for_function(LIVE)
        assert page.evaluate("() => caches.keys()") == []
