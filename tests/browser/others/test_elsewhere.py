"""The same path where the page has no host or little room: kept in the browser, as one file, on a narrow screen."""

import re

import pytest

from site_builder.runtime import LIMITS
from tests.browser.hosting import PATIENT, host
from tests.browser.others.steps import MARKS, STATUS, pick, start, type_text
from tests.browser.reader import PLACED, SITE, Figure

pytestmark = MARKS
KEPT = "() => document.querySelector('.offline').textContent.startsWith('It is kept in this browser')"
NARROWEST = 360
FRAMED = """([address, width]) => {
  const frame = document.createElement("iframe");
  frame.addEventListener("load", () => (window.framed = frame.contentWindow));
  frame.style.cssText = `width: ${width}px; border: 0`;
  frame.src = address;
  document.body.append(frame);
}"""


@pytest.fixture(scope="module")
def one_file(site_folder, tmp_path_factory):
    """The address of the page as one file, which waits for Python as long as a busy machine takes."""
    text = (site_folder / f"{SITE.name}.html").read_text("utf-8")
    for name, limit in LIMITS.items():
        assert f'"{name}": {limit}' in text
        text = text.replace(f'"{name}": {limit}', f'"{name}": {PATIENT[name]}', 1)
    file = tmp_path_factory.mktemp("alone") / "page.html"
    file.write_text(text, "utf-8")
    return file.as_uri()


def walk(window, model):
    """Every figure answers, so that everything it fetches is there."""
    type_text(window, model)
    for place in PLACED:
        figure = Figure(window, place, model)
        figure.settle_as_shown()
        pick(figure)


def test_python_answers_when_the_server_is_gone(window, site_folder, model):
    with host(site_folder) as hosted:
        start(window, hosted.address)
        window.wait_for_function(KEPT)
        hosted.is_gone = True
        window.goto("about:blank")  # the reloading of Firefox's driver goes past what is kept; a reader's does not
        start(window, hosted.address)
        walk(window, model)
        window.goto(f"{hosted.address}gallery/")
        assert window.evaluate("() => document.querySelector('h1').textContent") == "Gallery"


def test_python_answers_in_the_one_file(window, one_file, model):
    start(window, one_file)
    walk(window, model)


def test_the_plain_page_from_the_disk_says_what_it_lacks(window, site_folder):
    window.goto((site_folder / "index.html").as_uri())
    assert re.match("Opened from a file, this page stays as it was drawn.*Python", window.evaluate(STATUS))


def test_nothing_is_wider_than_a_narrow_screen(window, site, site_folder):
    """In a frame, of a text that is on the host too: no window of these browsers is as narrow."""
    text = next(site_folder.glob("assets/*.txt"))
    window.goto(f"{site}assets/{text.name}")
    window.evaluate(FRAMED, [site, NARROWEST])
    window.wait_for_function("() => window.framed")
    assert window.evaluate("() => window.framed.document.documentElement.scrollWidth <= window.framed.innerWidth")
