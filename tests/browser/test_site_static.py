"""The page without scripts: every figure drawn and described as CPython draws it, with its numbers as a table."""

import pytest
from playwright.sync_api import expect

from tests.browser.reader import PLACED, Figure, visit

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def page(browser, site):
    with visit(browser, site, java_script_enabled=False) as page:
        yield page


@pytest.fixture(params=PLACED, ids=lambda place: place.id)
def figure(request, page, model):
    return Figure(page, request.param, model)


def test_it_is_drawn(figure):
    """Stage, readouts, description, controls and table are those of CPython."""
    figure.check("build", table=True)
    assert figure.revision() == 0
    expect(figure.on_page.locator("[data-readout]").first).to_be_attached()
    expect(figure.on_page.locator("form > fieldset")).to_have_attribute("disabled", "")


def test_it_says_what_it_is(figure):
    caption = figure.on_page.locator("figcaption")
    expect(caption).to_contain_text(figure.figure.caption.replace("d_", "d"))
    expect(caption).to_contain_text(figure.figure.invitation.replace("d_", "d"), ignore_case=True)
    expect(figure.on_page.locator(".fig-head")).to_contain_text(figure.figure.title)
    expect(figure.on_page).to_have_accessible_description(figure.drawing().description)


def test_the_page_says_that_scripts_are_off(page):
    expect(page.locator("html")).to_have_attribute("data-runtime", "static")
    said = page.locator(".runtime-status").inner_text()
    assert said == "Scripts are off here: the figures stay as they were drawn."


def test_what_only_a_script_would_answer_is_not_there(page):
    expect(page.locator(".theme")).to_be_hidden()
