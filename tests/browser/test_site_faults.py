"""What readers and authors may do to the page: figures that break, and input that means harm."""

from functools import partial
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from engine.drawing.controls import FieldError
from engine.drawing.controls.pick import Drag, Pick
from engine.drawing.controls.slider import Slider
from engine.drawing.controls.text import Text
from tests.browser.hands import native, ways
from tests.browser.hosting import host
from tests.browser.reader import IDLE, LIVE, PLACED, WITH_TEXT, Figure, go, visit
from tests.browser.spoiled import figure_file, with_engine

pytestmark = pytest.mark.browser
HOSTILE = {
    "script": "<script>window.harmed = 1</script>",
    "image": "\"'><img src=x onerror=window.harmed=1>",
    "drawing": "</text></svg><svg onload=window.harmed=1>",
    "entity": "&lt;b&gt; &amp; &#60;i>",
    "other scripts": "\U0001f5d3 ٣ مارس ３月 \u202e1999",
    "long": "9<" * 5000,
    "nothing": "",
}
# Elements and attributes that would run or fetch something, wherever text may have got to.
HARM = """() => [window.harmed, [...document.querySelectorAll(
  "figure :is(script, iframe, object, embed, img), figure [onload], figure [onerror], .instrument script, .tip img")]
  .map((element) => element.outerHTML)]"""


@pytest.fixture(scope="module")
def page(browser, site):
    with visit(browser, site) as page:
        page.wait_for_function(LIVE)
        yield page


def check_harmless(page, model, text: str) -> None:
    """Every figure with a text has answered it as CPython does, and nothing of it has become markup."""
    page.wait_for_function(IDLE)
    for place in WITH_TEXT:
        figure = Figure(page, place, model)
        assert figure.fields()["text"] == text
        figure.settle_as_shown()
        figure.check("python")
    assert page.evaluate(HARM) == [None, []]


@pytest.fixture(scope="module")
def with_failures(browser, site_folder):
    """The page with an engine whose first figure cannot be imported and whose second cannot be drawn."""
    def change(files):
        unreadable, undrawable = (figure_file(files, place.name) for place in PLACED[:2])
        files[unreadable] = b"raise RuntimeError('not readable')\n"
        files[undrawable] += b"\n\ndef render(state, model):\n    raise RuntimeError('not drawable')\n"

    with host(site_folder) as hosted:
        hosted.replaced = with_engine(site_folder, change)
        with visit(browser, hosted.address) as page:
            page.wait_for_function(LIVE)
            yield page


def test_figures_that_fail_leave_the_others_working(with_failures, model):
    *failing, third = [Figure(with_failures, place, model) for place in PLACED[:3]]
    for figure, sentence in zip(failing, ("not readable", "not drawable"), strict=True):
        figure.act(figure.on_page.locator("[data-action=reset]").click)
        expect(figure.on_page).to_have_attribute("data-status", "error")
        expect(figure.on_page.locator(".error")).to_have_text(f"This could not be drawn: RuntimeError: {sentence}")
        figure.check_stage()
    third.reset()
    third.check("python")
    name = next(iter(third.figure.control))
    next(ways(third, name))(third, name)


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_text_is_answered_and_stays_text(page, model, text):
    native(Figure(page, WITH_TEXT[0], model), "text").fill(text)
    check_harmless(page, model, text)


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_text_of_a_link_is_answered_and_stays_text(page, model, text):
    first = Figure(page, WITH_TEXT[0], model)
    native(first, "text").fill("1 may")
    page.wait_for_function(IDLE)
    first.act(lambda: go(page, urlencode({"text": text})))
    check_harmless(page, model, text)


def test_a_hostile_link_into_a_fresh_page(browser, site, model):
    text = HOSTILE["image"]
    fragment = f"{WITH_TEXT[0].id}?nothing=1&__proto__=2;fig-none?head=1;{urlencode({'text': text})}"
    with visit(browser, f"{site}#{fragment}") as page:
        page.wait_for_function(LIVE)
        check_harmless(page, model, text)


def test_what_a_link_names_and_is_not_there_is_left_out(page, model):
    """Unknown figures, unknown fields, and values that no control can hold."""
    for place in PLACED:
        figure = Figure(page, place, model)
        figure.reset()
        fields = {name: "<b>none</b>" for name, control in figure.figure.control.items()
                  if not isinstance(control, (Pick, Drag, Text))}
        fragment = f"fig-none?n=1;{place.id}?{urlencode(fields | {'nothing': '1', '__proto__': '2'})};=;?;%"
        figure.act(partial(go, page, fragment))
        off = {name: "" for name in fields if isinstance(getattr(figure.state, name), tuple)}
        figure.answered(**off)


def test_a_value_that_does_not_fit_is_refused_in_a_sentence_and_the_drawing_stays(page, model):
    """What is set in the drawing stands in the form as text, and a link may write anything there."""
    for place in PLACED:
        figure = Figure(page, place, model)
        names = [name for name, control in figure.figure.control.items() if isinstance(control, (Pick, Drag))]
        for name in names:
            figure.reset()
            with pytest.raises(FieldError) as refusal:
                figure.figure.parse({name: "<b>-1</b>"})
            figure.act(partial(go, page, f"{place.id}?{urlencode({name: '<b>-1</b>'})}"))
            expect(figure.on_page).to_have_attribute("data-status", "error")
            expect(figure.on_page.locator(".error")).to_have_text(str(refusal.value))
            expect(figure.on_page.locator(".stage")).to_be_visible()
        if names:
            figure.reset()
            figure.check("python")


def test_a_number_out_of_range_becomes_the_nearest_possible_one(page, model):
    figure = Figure(page, PLACED[0], model)
    figure.reset()
    name, control = next(iter(figure.figure.control.items()))
    assert isinstance(control, Slider)
    box = figure.on_page.locator("input.value").first
    box.fill("99999")
    figure.act(lambda: box.press("Tab"))
    figure.answered(**{name: control.write(control.high)})
    expect(box).to_have_value(control.write(control.high))
