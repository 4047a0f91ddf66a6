"""While Python is not there, recorded answers stand in for it, and what has none says what it waits for."""

import re
from urllib.parse import parse_qsl, urlencode

import pytest
from playwright.sync_api import expect

from engine.drawing.controls.pick import Pick
from engine.drawing.figure import load
from site_builder.recorded_states import others
from tests.browser.hands import put
from tests.browser.hosting import host
from tests.browser.reader import IDLE, LIVE, PLACED, SITE, WITH_TEXT, Figure, Placed, visit
from tests.browser.test_site_keys import EXERCISES

pytestmark = pytest.mark.browser
SAVING = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } });"
FAILED = "() => document.documentElement.dataset.runtime === 'failed'"


@pytest.fixture
def hosted(site_folder):
    """A host from which one of Python's files does not come."""
    with host(site_folder) as hosted:
        hosted.faults["numpy.zip.gz"] = "stalled"
        yield hosted


def changes(place: Placed, model) -> dict[str, str]:
    """For every field that is recorded and set by a key: a text one control away from the start."""
    figure = load(place.name, SITE.figures)
    start = figure.settle(figure.parse(place.fields), None, model)
    found = {}
    for name, control in figure.control.items():
        other, value = figure.when.get(name, (name, getattr(start, name)))
        if getattr(start, other) != value:
            continue  # hidden, because it changes nothing
        values = list(others(figure, name, start, model))
        if values and not isinstance(control, Pick):
            at_its_end = getattr(start, name) == getattr(control, "low", None)
            found[name] = control.write(values[-1] if at_its_end else values[0])
    return found


def test_every_control_with_a_recorded_answer_is_answered_by_it(browser, hosted, model):
    """By keys, one control after the other, each from the start."""
    with visit(browser, hosted.address) as page:
        for place in PLACED:
            figure = Figure(page, place, model, "recorded")
            texts = changes(place, model)
            assert texts or set(figure.figure.control) == {"text"}, "a figure has a control to record"
            for name, text in texts.items():
                put(figure, name, text)
                figure.reset()
                figure.check("recorded")
            expect(figure.on_page.locator(".by .recorded")).to_be_visible()


def test_a_permalink_is_answered_before_python_and_again_by_it(browser, hosted, model):
    first = [(place, dict([*changes(place, model).items()][:1])) for place in PLACED]
    entries = [f"{place.id}?{urlencode(change)}" for place, change in first if change]
    with visit(browser, f"{hosted.address}#{';'.join(entries)}") as page:
        page.wait_for_function(IDLE)
        shown = [(Figure(page, place, model, "recorded"), change) for place, change in first if change]
        for figure, change in shown:
            texts = figure.place.fields | change
            figure.state = figure.figure.settle(figure.figure.parse(texts), None, model)
            figure.check("recorded")
        hosted.going_on.set()
        page.wait_for_function(LIVE)
        page.wait_for_function(IDLE)
        for figure, _ in shown:
            figure.check("python")


def test_an_exercise_is_done_with_recorded_answers(browser, hosted, model):
    single = [(name, of, by) for name, of, by in EXERCISES if len(by.split()) == 1]
    assert single, "an exercise that one control solves"
    with visit(browser, hosted.address) as page:
        for name, of, by in single:
            figure = Figure(page, next(place for place in PLACED if place.name == of), model, "recorded")
            ((field, text),) = parse_qsl(by)
            put(figure, field, text)
            expect(page.locator(f"[data-exercise='{name}'] .done")).to_be_visible()


def test_what_was_not_recorded_waits_for_python_and_says_how_far_it_is(browser, hosted, model):
    with visit(browser, hosted.address) as page:
        figure = Figure(page, WITH_TEXT[0], model)
        revision = figure.revision()
        figure.on_page.locator("[name=text]").fill("1 may")
        expect(figure.on_page).to_have_attribute("data-status", "pending")
        expect(figure.on_page.locator(".awaited")).to_have_text(re.compile(r"^waits for Python: \d\.\d of \d\.\d MB$"))
        expect(figure.on_page.locator(".awaited")).to_be_visible()
        expect(page.locator("#spoken")).to_have_text(re.compile("^waits for Python"))
        assert figure.revision() == revision
        figure.act(hosted.going_on.set)
        figure.answered(text="1 may")
        expect(figure.on_page.locator(".awaited")).to_be_hidden()


def test_recorded_answers_outlast_a_python_that_failed(browser, hosted, model):
    hosted.faults["numpy.zip.gz"] = "missing"
    with visit(browser, hosted.address, faults=True) as page:
        page.wait_for_function(FAILED)
        figure = Figure(page, WITH_TEXT[0], model, "recorded")
        put(figure, *next(iter(changes(figure.place, model).items())))
        figure.on_page.locator("[name=text]").fill("1 may")
        expect(figure.on_page.locator(".awaited")).to_have_text("needs Python, which is not here")


@pytest.mark.parametrize("fault", ["missing", "altered"])
def test_recorded_answers_that_are_not_to_be_had_are_left_to_python(browser, hosted, site_folder, model, fault):
    hosted.faults |= {file.name: fault for file in (site_folder / "assets").glob("*.json.gz")}
    with visit(browser, hosted.address, faults=True) as page:
        figure = Figure(page, PLACED[0], model)
        name, text = next(iter(changes(figure.place, model).items()))
        figure.on_page.locator("input.value").first.fill(text)
        expect(figure.on_page).to_have_attribute("data-status", "pending")
        figure.act(hosted.going_on.set)
        figure.answered(**{name: text})


def test_who_saves_data_fetches_recorded_answers_at_a_touch(browser, hosted, model):
    with visit(browser, hosted.address, script=SAVING) as page:
        expect(page.locator(".runtime-status")).to_contain_text("because your browser asks to save data.")
        figure = Figure(page, PLACED[0], model, "recorded")
        figure.on_page.scroll_into_view_if_needed()
        assert not [path for path in hosted.asked if path.endswith(".json.gz") or "runtime" in path]
        put(figure, *next(iter(changes(figure.place, model).items())))
        assert [path for path in hosted.asked if path.endswith(".json.gz")] == [
            path for path in hosted.asked if f"/{figure.place.name}-" in path]


def test_no_animation_begins_with_a_question(browser, site):
    with visit(browser, site, reduced_motion="no-preference") as page:
        begun = page.locator(f"#{PLACED[0].id}").evaluate("""(figure) => {
          figure.dataset.status = "pending";
          return figure.getAnimations({ subtree: true }).length;
        }""")
    assert begun == 0
