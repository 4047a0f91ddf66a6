"""What one reader does to the whole page: quick keys, one text for all figures, links, permalinks and exercises."""

import re
from urllib.parse import parse_qsl

import pytest
from playwright.sync_api import expect

from tests.browser.hands import put
from tests.browser.reader import IDLE, LIVE, PLACED, ROOT, WITH_TEXT, Figure, visit

pytestmark = pytest.mark.browser
TYPED = "the twenty-third of april 1987"  # thirty keys
EXERCISE = re.compile(r'^:{3,} exercise (\S+) figure=(\S+) until="[^"]+" by="([^"]+)"', re.MULTILINE)
EXERCISES = [match.groups() for file in sorted((ROOT / "content").glob("*.md"))
             for match in EXERCISE.finditer(file.read_text("utf-8"))]
LINK = "a[data-set]:not([popover] a)"  # those in closed cards cannot be reached
LINKS = f"""() => [...document.querySelectorAll("{LINK}")].map((link) =>
  [link.getAttribute("href"), link.dataset.set])"""
READOUTS = """() => Object.fromEntries([...document.querySelectorAll("figure [data-readout]")].map((readout) =>
  [`${readout.closest("figure").id} ${readout.dataset.readout}`, readout.value]))"""


@pytest.fixture(scope="module")
def page(browser, site):
    with visit(browser, site) as page:
        page.wait_for_function(LIVE)
        yield page


@pytest.fixture(autouse=True)
def reset(page):
    """Each test begins with the page as it was built."""
    page.locator("[data-action=reset-everything]").click()
    page.wait_for_function(IDLE)


def check_shown(figure: Figure) -> None:
    """The figure shows what CPython draws for the fields that stand in its form."""
    figure.settle_as_shown()
    figure.check("python")


def test_thirty_quick_keys_end_in_the_right_answer_everywhere(page, model):
    first, *others = [Figure(page, place, model) for place in WITH_TEXT]
    assert len(TYPED) == 30 and others
    box = first.on_page.locator("[name=text]")
    box.press("ControlOrMeta+a")
    page.keyboard.type(TYPED)
    page.wait_for_function(IDLE)
    expect(box).to_be_focused()
    for figure in (first, *others):
        assert figure.fields()["text"] == TYPED
        check_shown(figure)


def test_reset_leaves_the_shared_text_and_reset_text_gives_each_its_own(page, model):
    first, second, *_ = [Figure(page, place, model) for place in WITH_TEXT]
    box = second.on_page.locator("[name=text]")
    put(first, "text", "1 may")
    expect(box).to_have_value("1 may")
    second.act(second.on_page.locator("[data-action=reset]").click)
    expect(box).to_have_value("1 may")
    second.act(second.on_page.locator("[data-action=reset-text]").click)
    page.wait_for_function(IDLE)
    for figure in (first, second):
        assert figure.fields()["text"] == figure.first().text
        check_shown(figure)


def test_a_permalink_brings_a_fresh_page_into_the_same_state(page, browser, site, model):
    """Every figure in its last example, with a text of the reader's."""
    figures = [Figure(page, place, model) for place in PLACED]
    for figure in figures:
        example = figure.figure.write(list(figure.figure.examples.values())[-1])
        figure.open(**{name: text for name, text in example.items() if name != "text"})
    put(next(figure for figure in figures if "text" in figure.figure.control), "text", "7 may 1985; 50% & so on")
    page.wait_for_function(IDLE)
    page.wait_for_function("() => location.hash.includes('text=')")
    written = page.evaluate(READOUTS)
    with visit(browser, page.url) as fresh:
        fresh.wait_for_function(LIVE)
        fresh.wait_for_function(IDLE)
        assert fresh.evaluate(READOUTS) == written
        for figure in figures:
            assert Figure(fresh, figure.place, model).fields() == figure.fields()


def test_links_in_the_prose_set_their_figures(page, model):
    by_address = {f"#{place.id}": place for place in PLACED}
    links = page.evaluate(LINKS)
    assert links
    for at, (address, fields) in enumerate(links):
        figure = Figure(page, by_address[address], model)
        figure.act(lambda at=at: page.locator(LINK).nth(at).press("Enter"))
        texts = figure.place.fields | dict(parse_qsl(fields, keep_blank_values=True))
        figure.state = figure.figure.settle(figure.figure.parse(texts), None, model)
        figure.check("python")
        expect(figure.on_page).to_be_in_viewport()


@pytest.mark.parametrize("name,of,by", EXERCISES, ids=[name for name, *_ in EXERCISES])
def test_an_exercise_is_done_by_its_own_solution(page, model, name, of, by):
    figure = Figure(page, next(place for place in PLACED if place.name == of), model)
    exercise = page.locator(f"[data-exercise='{name}']")
    expect(exercise.locator(".done")).to_have_count(0)
    for field, text in parse_qsl(by.replace(" ", "&")):
        put(figure, field, text)
    expect(exercise.locator(".done")).to_be_visible()
    exercise.get_by_role("button", name="forget").click()
    expect(exercise.locator(".done")).to_have_count(0)


def test_there_are_exercises():
    assert len(EXERCISES) >= 3
