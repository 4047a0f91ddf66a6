"""Finding one's way in the built page: cards of citations and terms, neighbouring sections, keys, and small screens."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.reader import visit

pytestmark = pytest.mark.browser
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}

# Controls a finger must find: their own box, or that of the label around them. Links and buttons within a line of text
# are as high as the line; a slider's number is as wide as its digits.
SMALL = """() => {
  const box = (element) => (element.closest("label, .control") ?? element).getBoundingClientRect();
  const small = ({ width, height }) => width > 0 && (width < 43.5 || height < 43.5);
  const found = [...document.querySelectorAll("button, summary, select, input:not([hidden]), nav a, .fig-head a")]
    .filter((element) => !element.closest(".stage, .cite, .term, .card, dialog"));
  return found.filter((element) => small(box(element))).map((element) => element.outerHTML.slice(0, 90));
}"""
SIDEWAYS = """() => {
  for (const figure of document.querySelectorAll("figure")) figure.style.contentVisibility = "visible";
  return document.documentElement.scrollWidth - document.documentElement.clientWidth;
}"""


@pytest.fixture(scope="module")
def silent(browser, site):
    """The page on a phone, without scripts."""
    with visit(browser, site, java_script_enabled=False, **PHONE) as page:
        yield page


@pytest.fixture(scope="module")
def page(browser, site):
    """The page on a wide screen."""
    with visit(browser, site) as page:
        yield page


@pytest.mark.parametrize("kind", ["cite", "term"])
def test_a_tap_opens_a_card_without_a_script(silent, kind):
    word = silent.locator(f".{kind} button").first
    card = silent.locator(f".{kind} > .card").first
    expect(card).to_be_hidden()
    word.tap()
    expect(card).to_be_visible()
    box = card.bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 360
    silent.locator("h1").tap()
    expect(card).to_be_hidden()


@pytest.mark.parametrize("kind", ["cite", "term"])
def test_a_card_shows_under_the_pointer_and_under_focus(page, kind):
    button = page.locator(f".{kind} button").first
    card = page.locator(f".{kind} > .card").first
    button.hover()
    expect(card).to_be_visible()
    page.mouse.move(0, 0)
    expect(card).to_be_hidden()
    button.press("Enter")
    expect(card).to_be_visible()
    page.keyboard.press("Escape")
    button.blur()
    expect(card).to_be_hidden()


def test_every_reference_leads_back_to_the_text(page):
    for link in page.locator(".works li > a:last-child").all():
        assert page.locator(link.get_attribute("href")).count() == 1


def test_sections_lead_to_their_neighbours(page):
    slugs = [each.get_attribute("id") for each in page.locator("main > section:not(.end) > h2").all()]
    following = [each.get_attribute("href") for each in page.locator(".pager [rel=next]").all()]
    before = [each.get_attribute("href") for each in page.locator(".pager [rel=prev]").all()]
    assert following == [f"#{slug}" for slug in slugs[1:]]
    assert before == [f"#{slug}" for slug in slugs[:-1]]


def test_keys_walk_the_sections_and_can_be_switched_off(page):
    page.evaluate("scrollTo(0, 0)")
    page.keyboard.press("n")
    first = page.locator("main > section > h2").first.get_attribute("id")
    page.wait_for_function("(id) => location.hash === `#${id}`", arg=first)
    page.keyboard.press("n")
    page.wait_for_function("(id) => location.hash !== `#${id}`", arg=first)
    page.keyboard.press("?")
    keys = page.locator("#keys")
    expect(keys).to_be_visible()
    keys.locator("label").click()
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    page.keyboard.press("?")
    expect(keys).to_be_hidden()
    page.locator(".footer [popovertarget=keys]").click()
    keys.locator("label").click()
    keys.get_by_text("close").click()


def test_a_key_typed_into_a_field_is_text(page):
    field = page.locator("figure input.text").first
    field.fill("")
    field.press("n")
    expect(field).to_have_value("n")
    slugs = [f"#{each.get_attribute('id')}" for each in page.locator("main > section > h2").all()]
    page.evaluate("history.replaceState(null, '', location.pathname)")
    field.press("p")
    assert page.evaluate("location.hash") not in slugs


def test_controls_are_as_large_as_a_finger(silent):
    assert silent.evaluate(SMALL) == []


@pytest.mark.parametrize("width", [320, 360])
@pytest.mark.parametrize("address", ["", "gallery/"])
def test_nothing_scrolls_sideways(browser, site, address, width):
    phone = {**PHONE, "viewport": {"width": width, "height": 740}}
    with visit(browser, site + address, java_script_enabled=False, **phone) as page:
        assert page.evaluate(SIDEWAYS) == 0


def test_the_paper_says_where_it_stands(page):
    """On paper a figure says its address and what it shows in words; what can only be pressed is left out."""
    page.emulate_media(media="print")
    figure = page.locator("figure").first
    expect(figure.locator(".description")).to_have_css("position", "static")
    expect(figure.locator("form")).to_be_hidden()
    expect(page.locator(".pager").first).to_be_hidden()
    assert re.match(r"rgb\(2[45]\d, 2[45]\d, 2[34]\d\)|rgba\(0, 0, 0, 0\)", page.evaluate(
        "getComputedStyle(document.body).backgroundColor"))
    page.emulate_media(media="screen")
