"""What a hand rests on is answered before it acts: then nothing has to be asked, and the answer is CPython's."""

from urllib.parse import parse_qsl

import pytest
from playwright.sync_api import Locator, Page, expect

from engine.drawing.controls.choice import Choice
from engine.drawing.controls.switch import Switch
from tests.browser.reader import IDLE, LIVE, PLACED, WITH_TEXT, Figure, visit

pytestmark = pytest.mark.browser

COUNTED = """
  window.asked = [];
  window.underWay = 0;
  window.Worker = class extends Worker {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", ({ data }) => (underWay -= Boolean(data.id)));
    }
    postMessage(message, ...rest) {
      underWay += Boolean(message.id);
      if (message.method === "respond") asked.push(JSON.parse(message.arguments[0]));
      super.postMessage(message, ...rest);
    }
  };
"""
SAVING = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } });"
FORESEEN = "(count) => asked.length > count && underWay === 0"
STEPS_FORESEEN = """([before, figure, name, value, count]) => {
  const values = asked.slice(before).filter((each) => each.figure === figure).map(({ fields }) => fields[name]);
  return underWay === 0 && new Set(values.filter((each) => each !== value)).size >= count;
}"""
OTHER_MARK = """(figure) => {
  const form = Object.fromEntries(new FormData(figure.querySelector("form")));
  const sets = (mark) => [...new URLSearchParams(mark.dataset.set)];
  const isOther = (mark) => sets(mark).every(([name, value]) => name in form && form[name] !== value);
  const marks = [...figure.querySelectorAll(".stage [data-set]:not([data-map], a)")];
  return marks.find((mark) => mark.checkVisibility() && isOther(mark)) ?? null;
}"""


def asked(page: Page) -> list[dict]:
    """The questions that the worker was sent."""
    return list(page.evaluate("() => asked"))


def rest(page: Page, on: Locator) -> None:
    """The pointer moved there, until everything that is foreseen there is answered."""
    on.scroll_into_view_if_needed()
    page.mouse.move(0, 0)
    before = len(asked(page))
    on.hover()
    page.wait_for_function(FORESEEN, arg=before)


def figures(page: Page, model):
    """Every figure that is answered ahead, once Python runs: long work is not done ahead."""
    page.wait_for_function(LIVE)
    page.wait_for_function(IDLE)
    for place in PLACED:
        figure = Figure(page, place, model)
        if not hasattr(figure.figure.module, "work"):
            yield figure


def foreseen_acts(figure: Figure):
    """One thing of each kind that the pointer can rest on in a figure: what is clicked, and what it sets."""
    handle = figure.on_page.evaluate_handle(OTHER_MARK).as_element()
    if handle:
        key = handle.get_attribute("data-set")
        yield figure.on_page.locator(f".stage [data-set='{key}']:visible").first, dict(parse_qsl(key))
    for name, control in figure.figure.control.items():
        inputs = figure.on_page.locator(f"form [name='{name}']:visible")
        if isinstance(control, Switch) and inputs.count():
            now = getattr(figure.state, name)
            yield inputs.locator("xpath=ancestor::label"), {name: control.write(not now)}
        elif isinstance(control, Choice) and inputs.count() > 1:
            value = inputs.and_(figure.page.locator(":not(:checked)")).first.get_attribute("value")
            yield inputs.and_(figure.page.locator(f"[value='{value}']")).locator("xpath=ancestor::label"), {name: value}


def test_every_figure_is_answered_ahead(browser, site, model):
    """Acting where the pointer rests asks nothing, and shows what CPython draws."""
    counted = 0
    with visit(browser, site, script=COUNTED) as page:
        for figure in figures(page, model):
            for target, texts in foreseen_acts(figure):
                rest(page, target)
                before = len(asked(page))
                figure.change(target.click, **texts)
                assert not [each for each in asked(page)[before:] if texts.items() <= each["fields"].items()]
                counted += 1
    assert counted > len(PLACED) / 2


def test_the_next_step_of_every_slider_is_answered_ahead(browser, site, model):
    """By a key, on plain tracks and on logarithmic ones."""
    scales = set()
    with visit(browser, site, script=COUNTED) as page:
        for figure in figures(page, model):
            for name in figure.figure.control:
                track = figure.on_page.locator(
                    f"form input[type=range]:is([name='{name}'], [data-track='{name}']):visible")
                if not track.count():
                    continue
                is_first, is_last = track.evaluate("({ value, min, max }) => [value === min, value === max]")
                before, value = len(asked(page)), figure.fields()[name]
                track.focus()
                count = 2 - is_first - is_last
                page.wait_for_function(STEPS_FORESEEN, arg=[before, figure.place.name, name, value, count])
                key = "ArrowLeft" if is_last else "ArrowRight"
                before = len(asked(page))
                figure.act(lambda track=track, key=key: track.press(key))
                shown = figure.fields()
                assert shown[name] != value
                assert not [each for each in asked(page)[before:]
                            if each["figure"] == figure.place.name and each["fields"] == shown]
                scales.add(track.get_attribute("data-scale"))
    assert scales == {None, "log"}


def test_what_was_foreseen_is_not_shown_after_another_change(browser, site, model):
    """An answer depends on what was drawn before it: it holds for that only."""
    with visit(browser, site, script=COUNTED) as page:
        page.wait_for_function(LIVE)
        page.wait_for_function(IDLE)
        figure = Figure(page, next(each for each in PLACED if each.name == "mask"), model)
        (target, texts), *_ = foreseen_acts(figure)
        rest(page, target)
        figure.change(lambda: figure.on_page.locator("[name=masked]").press("Space"), masked="off")
        figure.change(target.click, **texts)


def test_nothing_is_foreseen_where_data_is_to_be_saved(browser, site, model):
    """What a guess needs may have to be fetched."""
    with visit(browser, site, script=SAVING + COUNTED) as page:
        figure = Figure(page, WITH_TEXT[0], model)
        figure.on_page.locator("[name=text]").press("End")
        page.wait_for_function(LIVE)
        page.wait_for_function(IDLE)
        (target, texts), *_ = foreseen_acts(figure)
        target.hover()
        before = len(asked(page))
        figure.change(target.click, **texts)
        assert len(asked(page)) == before + 1


def test_a_typed_text_is_answered_where_it_was_typed_before_it_stands_elsewhere(browser, site, model):
    """The other forms show it once they are answered."""
    with visit(browser, site, script=COUNTED) as page:
        page.wait_for_function(LIVE)
        page.wait_for_function(IDLE)
        figure = Figure(page, WITH_TEXT[-1], model)
        other = page.locator(f"#{WITH_TEXT[0].id} [name=text]")
        before = len(asked(page))
        figure.act(lambda: figure.on_page.locator("[name=text]").fill("1 may 1999"))
        page.wait_for_function(IDLE)
        assert asked(page)[before]["figure"] == figure.place.name
        expect(other).to_have_value("1 may 1999")
