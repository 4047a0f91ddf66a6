"""What goes wrong, on the real page: Python that cannot come, a figure that breaks, and input that means harm."""

import gzip
import json
import re
import shutil
from functools import partial
from hashlib import sha256
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from engine.drawing.controls import FieldError
from engine.drawing.controls.pick import Drag, Pick
from engine.drawing.controls.slider import Slider
from engine.drawing.controls.text import Text
from site_builder.runtime_pack import read_zip, write_zip
from tests.browser.hands import put, ways
from tests.browser.hosting import host
from tests.browser.reader import IDLE, LIVE, PLACED, WITH_TEXT, Figure, go, visit

pytestmark = [pytest.mark.browser, pytest.mark.soak]
FAILED = "() => document.documentElement.dataset.runtime === 'failed'"
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


@pytest.fixture
def live_texts(page, model):
    """The first figures that show the reader's text, whose fields and text are reset."""
    figures = [Figure(page, place, model) for place in WITH_TEXT[:3]]
    for figure in figures:
        figure.reset()
    page.wait_for_function(IDLE)
    return figures


def test_without_its_files_the_page_says_so_and_stays_as_it_was_built(browser, site_folder, model):
    with host(site_folder) as hosted:
        hosted.faults["numpy.zip.gz"] = "missing"
        with visit(browser, hosted.address, faults=True) as page:
            page.wait_for_function(FAILED)
            status = page.locator(".runtime-status")
            expect(status).to_be_visible()
            expect(status).to_contain_text("numpy.zip could not be fetched: the server answered 404.")
            figures = [Figure(page, place, model) for place in PLACED]
            for figure in figures:
                figure.check("build")
            first = figures[0]
            name, control = next(iter(first.figure.control.items()))
            text = control.write(control.low + control.step)
            box = first.on_page.locator("input.value").first
            box.fill(text)
            expect(first.on_page).to_have_attribute("data-status", "pending")
            del hosted.faults["numpy.zip.gz"]
            first.act(status.get_by_role("button", name="Try again").click)
            first.answered(**{name: text})
            assert page.evaluate(LIVE)


@pytest.fixture(scope="module")
def broken(site_folder, tmp_path_factory):
    """The built site with an engine whose first figure cannot be imported and whose second cannot be drawn."""
    folder = tmp_path_factory.mktemp("broken") / "dist"
    shutil.copytree(site_folder, folder)
    html = (folder / "index.html").read_text("utf-8")
    found = re.search(r'(?<=id="site">).*?(?=</script>)', html)
    settings = json.loads(found[0])
    entry = settings["runtime"]["first"]["engine.zip"]
    packed = folder / f"{entry['path']}.gz"
    files = read_zip(gzip.decompress(packed.read_bytes()))
    unreadable, undrawable = (
        next(path for path in files if path.endswith(f"/figures/{place.name.replace('-', '_')}.py"))
        for place in PLACED[:2])
    files[unreadable] = b"raise RuntimeError('not readable')\n"
    files[undrawable] += b"\n\ndef render(state, model):\n    raise RuntimeError('not drawable')\n"
    data = write_zip(files)
    packed.write_bytes(gzip.compress(data, 1))
    entry |= {"size": len(data), "sha256": sha256(data).hexdigest()}
    text = json.dumps(settings).replace("<", "\\u003c")
    (folder / "index.html").write_text(html[: found.start()] + text + html[found.end():], "utf-8")
    return folder


def test_figures_that_fail_leave_the_others_working(browser, broken, model):
    with host(broken) as hosted, visit(browser, hosted.address) as page:
        page.wait_for_function(LIVE)
        *failing, third = [Figure(page, place, model) for place in PLACED[:3]]
        for figure, sentence in zip(failing, ("not readable", "not drawable"), strict=True):
            before = figure.on_page.locator(".stage").inner_html()
            figure.act(figure.on_page.locator("[data-action=reset]").click)
            expect(figure.on_page).to_have_attribute("data-status", "error")
            expect(figure.on_page.locator(".error")).to_have_text(
                f"This could not be drawn: RuntimeError: {sentence}")
            assert figure.on_page.locator(".stage").inner_html() == before
        third.reset()
        third.check("python")
        name = next(iter(third.figure.control))
        next(ways(third, name))(third, name)


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_text_is_answered_and_stays_text(page, live_texts, text):
    first, *others = live_texts
    put(first, "text", text)
    page.wait_for_function(IDLE)
    for figure in others:
        figure.answered(text=text)
    assert page.evaluate(HARM) == [None, []]


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_text_of_a_link_is_answered_and_stays_text(page, live_texts, text):
    live_texts[0].act(lambda: go(page, urlencode({"text": text})))
    page.wait_for_function(IDLE)
    for figure in live_texts:
        figure.answered(text=text)
    assert page.evaluate(HARM) == [None, []]


def test_a_hostile_link_into_a_fresh_page(browser, site, model):
    text = HOSTILE["image"]
    fragment = f"{WITH_TEXT[0].id}?nothing=1&__proto__=2;fig-none?head=1;{urlencode({'text': text})}"
    with visit(browser, f"{site}#{fragment}") as page:
        page.wait_for_function(LIVE)
        page.wait_for_function(IDLE)
        for place in WITH_TEXT:
            figure = Figure(page, place, model)
            figure.answered(text=text)
        assert page.evaluate(HARM) == [None, []]


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
