"""Permalinks and links that set a figure."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


def test_what_differs_from_the_defaults_stands_in_the_address_and_comes_back(new_page):
    page = new_page()
    letters, lane = page.locator("#fig-letters"), page.locator("#fig-lane")
    letters.locator("[name=text]").fill("7 may; 50% = ü")
    letters.locator("[name=scaled]").uncheck()
    letters.locator("[value=encoder-1-2]").check()
    lane.locator("[name=n]").fill("10")
    page.wait_for_function("() => location.hash.includes('n=10') && location.hash.includes('text')")
    fragment = page.evaluate("() => location.hash")
    assert fragment == "#fig-letters?scaled=off&off=encoder-1-2;fig-lane?n=10;text=7+may%3B+50%25+%3D+%C3%BC"
    again = new_page(fragment)
    expect(again.locator("#fig-letters [data-readout=scaled]")).to_have_text("off")
    expect(again.locator("#fig-letters [data-readout=off]")).to_have_text("encoder-1-2")
    expect(again.locator("#fig-lane [data-readout=step]")).to_have_text("9")
    expect(again.locator("#fig-map [data-readout=text]")).to_have_text("7 may; 50% = ü")
    assert all(each["before"] is None for each in again.evaluate("() => fake.asked") if each["figure"] == "lane")


def test_a_link_is_restored_before_the_runtime_is_ready(new_page):
    page = new_page("?wait#fig-letters?head=1")
    letters = page.locator("#fig-letters")
    expect(letters.locator("[name=head][value='1']")).to_be_checked()
    expect(letters).to_have_attribute("data-status", "pending")
    expect(page.locator("#fig-lane")).to_have_attribute("data-status", "idle")
    page.evaluate("() => fake.ready()")
    expect(letters.locator("[data-readout=head]")).to_have_text("1")


def test_a_linked_figure_is_scrolled_to(new_page):
    page = new_page("#fig-map?query=2")
    expect(page.locator("#fig-map")).to_be_in_viewport()


def test_the_address_follows_a_hand_typed_change(new_page):
    page = new_page()
    page.evaluate("() => (location.hash = '#fig-letters?head=1')")
    expect(page.locator("#fig-letters [data-readout=head]")).to_have_text("1")
    page.evaluate("() => (location.hash = '#section')")
    expect(page.locator("#fig-letters [name=head][value='1']")).to_be_checked()


HOSTILE = [
    "#fig-letters?__proto__=1&constructor=2&toString=3&head=1",
    "#__proto__?head=1;constructor?x=1;fig-letters?head=1",
    "#fig-letters?head=1&block=%3Cscript%3Ealert(1)%3C/script%3E&scaled=maybe",
    "#fig-letters?head=1&block=%E0%A4%A;%;?;=;&;text",
    "#fig-letters?head=1;fig-lane?n=1e999&step=&length=NaN",
    "#fig-letters?head=1;text=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E",
    "#fig-letters?head=1;section?x=1;" + "fig-nothing?x=1;" * 2000,
]


@pytest.mark.parametrize("fragment", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_fragments_do_no_harm(new_page, fragment):
    page = new_page(fragment)
    letters = page.locator("#fig-letters")
    expect(letters.locator("[data-readout=head]")).to_have_text("1")
    expect(letters.locator("[data-readout=block]")).to_have_text("encoder 1")
    expect(letters.locator("[data-readout=scaled]")).to_have_text("on")
    expect(page.locator("#fig-lane [name=length]")).to_have_value("100")
    assert page.evaluate("() => document.querySelectorAll('.stage img').length + (({}).head ? 1 : 0)") == 0


def test_a_link_in_the_prose_sets_its_figure_and_brings_it_into_view(new_page):
    page = new_page()
    lane = page.locator("#fig-lane")
    lane.locator("[name=length]").fill("10")
    page.evaluate("() => document.querySelector('#fig-map').scrollIntoView()")
    page.locator("#to-lane").evaluate("(link) => link.click()")
    expect(lane.locator("[data-readout=n]")).to_have_text("8")
    expect(lane.locator("[data-readout=step]")).to_have_text("3")
    expect(lane.locator("[data-readout=length]")).to_have_text("100")
    expect(lane).to_be_in_viewport()


def test_the_link_of_a_figure_is_copied_and_said(new_page):
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    letters = page.locator("#fig-letters")
    button = letters.locator("[data-action=copy-link]")
    button.click()
    expect(button).to_have_text("link copied")
    expect(page.locator("#spoken")).to_have_text("link copied")
    assert page.evaluate("() => navigator.clipboard.readText()").endswith("/#fig-letters")
    letters.locator("[name=scaled]").uncheck()
    expect(button).to_have_text("copy link")
    button.click()
    expect(button).to_have_text("link copied")
    assert page.evaluate("() => navigator.clipboard.readText()").endswith("/#fig-letters?scaled=off")


def test_without_a_clipboard_the_link_goes_to_the_address_bar(new_page):
    page = new_page()
    page.evaluate("() => Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.locator("#fig-lane [data-action=copy-link]").click()
    expect(page.locator("#fig-lane [data-action=copy-link]")).to_have_text("link is in the address bar")
    assert page.evaluate("() => location.hash") == "#fig-lane"
