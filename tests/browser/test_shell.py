"""Questions and answers: what is asked, in which order, and what an answer does to its figure."""

import pytest
from playwright.sync_api import expect

from tests.browser.fixture.reading import asked, figure, readout

pytestmark = pytest.mark.browser


def test_a_typed_text_is_asked_and_drawn(new_page):
    page = new_page()
    figure(page, "letters").locator("[name=text]").fill("7 may")
    expect(readout(page, "text", "letters")).to_have_text("7 may")
    expect(figure(page, "letters")).to_have_attribute("data-status", "idle")
    expect(figure(page, "letters")).to_have_attribute("data-source", "python")
    expect(figure(page, "letters").locator(".description")).to_have_text("Letters of 7 may.")
    first = asked(page)[0]
    fields = {"text": "7 may", "head": "4", "block": "encoder 1", "scaled": "on", "off": "", "query": "0"}
    assert first == {
        "method": "respond", "figure": "letters", "request": 1, "fields": fields,
        "before": fields | {"text": "3 march 2012"}, "page": {"text": "7 may", "parameters": "shipped"}, "table": False,
    }


def test_every_question_carries_the_text_that_was_last_typed(new_page):
    page = new_page()
    for text in ("7 may", "8 may"):
        figure(page, "letters").locator("[name=text]").fill(text)
        expect(readout(page, "text", "map")).to_have_text(text)
        expect(readout(page, "text", "letters")).to_have_text(text)
    assert all(question["page"]["text"] == question["fields"]["text"] for question in asked(page))


def test_controls_work_before_and_only_with_the_script(new_page):
    page = new_page("?wait")
    expect(figure(page, "letters").locator("[name=text]")).to_be_enabled()


def test_every_kind_of_control_is_sent_as_form_text(new_page):
    page = new_page()
    letters = figure(page, "letters")
    letters.locator("[name=head][value='1']").check()
    letters.locator("[name=block]").select_option("encoder 2")
    letters.locator("[name=scaled]").uncheck()
    letters.locator("[value=encoder-1-2]").check()
    letters.locator("[value=encoder-1-1]").check()
    for name, text in {"head": "1", "block": "encoder 2", "scaled": "off", "off": "encoder-1-1 encoder-1-2"}.items():
        expect(readout(page, name, "letters")).to_have_text(text)


def test_a_question_before_the_runtime_is_ready_is_answered_when_it_is(new_page):
    page = new_page("?wait")
    figure(page, "letters").locator("[name=text]").fill("7 may")
    expect(figure(page, "letters")).to_have_attribute("data-status", "pending")
    assert asked(page) == []
    page.evaluate("() => fake.ready()")
    expect(readout(page, "text", "letters")).to_have_text("7 may")
    expect(figure(page, "letters")).to_have_attribute("data-status", "idle")


def test_a_question_under_way_when_the_runtime_falls_is_asked_again(new_page):
    page = new_page("?hold")
    figure(page, "letters").locator("[name=scaled]").uncheck()
    page.wait_for_function("() => fake.asked.length === 1")
    page.evaluate("() => { fake.ready('failed'); fake.failing = 'It fell.'; fake.falling = true; fake.release(); }")
    expect(figure(page, "letters")).to_have_attribute("data-status", "pending")
    page.evaluate("() => { fake.failing = ''; fake.held = false; fake.ready(); }")
    expect(readout(page, "scaled", "letters")).to_have_text("off")


def test_thirty_quick_keys_all_end_in_the_right_answer(new_page):
    page = new_page()
    box = figure(page, "letters").locator("[name=text]")
    box.fill("")
    box.press_sequentially("the third of march two thousand 12")
    for name in ("letters", "map"):
        expect(readout(page, "text", name)).to_have_text("the third of march two thousand 12")
        expect(figure(page, name)).to_have_attribute("data-status", "idle")


def test_only_the_newest_question_of_a_figure_is_asked(new_page):
    page = new_page("?hold")
    box = figure(page, "letters").locator("[name=text]")
    for text in ("a", "ab", "abc", "abcd"):
        box.fill(text)
    page.evaluate("() => { fake.held = false; fake.release(); }")
    expect(readout(page, "text", "letters")).to_have_text("abcd")
    assert [each["fields"]["text"] for each in asked(page) if each["figure"] == "letters"] == ["a", "abcd"]


def test_one_request_at_a_time_and_the_touched_figure_first(new_page):
    page = new_page("?hold")
    page.evaluate("""() => {
      window.order = [];
      document.addEventListener("figure:answer", (event) => order.push(event.target.dataset.figure));
    }""")
    figure(page, "letters").locator("[name=text]").fill("abc")
    figure(page, "lane").locator("[name=n]").fill("10")
    figure(page, "letters").locator("[name=text]").fill("abcd")
    assert len(asked(page)) == 1
    page.evaluate("() => { fake.held = false; fake.release(); }")
    expect(readout(page, "text", "map")).to_have_text("abcd")
    expect(readout(page, "n", "lane")).to_have_text("10")
    assert page.evaluate("() => order") == ["letters", "letters", "lane", "map"]


def test_an_error_is_said_and_the_drawing_stays(new_page):
    page = new_page()
    letters = figure(page, "letters")
    letters.locator("[name=text]").fill("abc")
    expect(readout(page, "text", "letters")).to_have_text("abc")
    letters.locator("[name=text]").fill("error")
    expect(letters).to_have_attribute("data-status", "error")
    expect(letters.locator(".error")).to_have_text("This text is an error.")
    expect(letters.locator(".error")).to_be_visible()
    expect(readout(page, "text", "letters")).to_have_text("abc")
    letters.locator("[name=text]").fill("abcd")
    expect(letters).to_have_attribute("data-status", "idle")
    expect(letters.locator(".error")).to_be_hidden()
    last = [each for each in asked(page) if each["figure"] == "letters"][-1]
    assert last["before"]["text"] == "abc"


def test_a_call_that_fails_is_an_error_of_its_figure_alone(new_page):
    page = new_page()
    page.evaluate("() => (fake.failing = 'Python took too long.')")
    lane = figure(page, "lane")
    lane.locator("[name=n]").fill("10")
    expect(lane.locator(".error")).to_have_text("Python took too long. Try again")
    page.evaluate("() => (fake.failing = '')")
    figure(page, "letters").locator("[name=scaled]").uncheck()
    expect(readout(page, "scaled", "letters")).to_have_text("off")
    expect(lane).to_have_attribute("data-status", "error")
    expect(lane.locator("[name=n]")).to_have_value("10")


def test_what_failed_is_asked_again_only_by_the_reader(new_page):
    """A question that ended Python would end it again; one that was only lost with it would not."""
    page = new_page("?hold")
    lane = figure(page, "lane")
    lane.locator("[name=n]").fill("10")
    figure(page, "letters").locator("[name=scaled]").uncheck()
    page.evaluate("() => { fake.failing = 'It took too long.'; fake.ready('loading'); fake.release(); }")
    expect(lane).to_have_attribute("data-status", "error")
    expect(figure(page, "letters")).to_have_attribute("data-status", "pending")
    page.evaluate("() => { fake.failing = ''; fake.held = false; fake.ready(); }")
    expect(readout(page, "scaled", "letters")).to_have_text("off")
    assert [each["figure"] for each in asked(page)] == ["lane", "letters"]
    lane.get_by_role("button", name="Try again").click()
    expect(readout(page, "n", "lane")).to_have_text("10")
    expect(lane.locator(".error")).to_be_hidden()


def test_a_player_stops_where_an_answer_fails(new_page):
    page = new_page()
    lane = figure(page, "lane")
    expect(lane.locator("[name=step]")).to_have_value("23")
    page.evaluate("() => (fake.failing = 'It took too long.')")
    lane.locator("[data-action=play]").click()
    expect(lane.locator("[data-action=play]")).to_have_attribute("aria-pressed", "false")
    expect(lane.locator("[name=step]")).to_have_value("0")


def test_long_work_lost_with_python_is_begun_anew(new_page):
    page = new_page()
    page.evaluate("() => { fake.forgetful = true; }")
    letters = figure(page, "letters")
    letters.locator("[name=text]").fill("slow")
    expect(readout(page, "text", "letters")).to_have_text("slow")
    methods = [each["method"] for each in asked(page) if each["figure"] == "letters"]
    assert methods == ["respond", "proceed", "respond", "proceed", "proceed", "proceed"]


def test_notices_are_shown_and_go(new_page):
    page = new_page()
    notices = figure(page, "letters").locator(".notices")
    figure(page, "letters").locator("[name=text]").fill("märz")
    expect(notices).to_have_text("Some characters were read as spaces.")
    figure(page, "letters").locator("[name=text]").fill("march")
    expect(notices).to_be_hidden()


def test_a_settled_field_is_written_back_only_where_the_form_still_holds_what_was_asked(new_page):
    page = new_page("?hold")
    letters = figure(page, "letters")
    query = letters.locator("[name=query]")
    page.evaluate("""() => {
      const form = document.querySelector("#fig-letters form");
      form.elements.query.value = "40";
      form.elements.scaled.click();
    }""")
    page.wait_for_function("() => fake.asked.length === 1")
    page.evaluate("() => fake.release()")
    expect(query).to_have_value("11")
    page.evaluate("""() => {
      const form = document.querySelector("#fig-letters form");
      form.elements.query.value = "40";
      form.elements.scaled.click();
    }""")
    page.wait_for_function("() => fake.asked.length === 2")
    page.evaluate("() => { document.querySelector('#fig-letters form').elements.query.value = '2'; fake.release(); }")
    expect(letters).to_have_attribute("data-revision", "2")
    expect(query).to_have_value("2")


def test_long_work_goes_on_in_slices_and_lets_others_pass(new_page):
    page = new_page()
    letters = figure(page, "letters")
    letters.locator("[name=text]").fill("slow")
    expect(readout(page, "text", "letters")).to_have_text("slow")
    assert [each["method"] for each in asked(page) if each["figure"] == "letters"] == ["respond"] + ["proceed"] * 3
    expect(letters).to_have_attribute("data-status", "idle")


def test_limits_narrow_a_slider_and_a_reset_restores_its_whole_range(new_page):
    page = new_page()
    lane = figure(page, "lane")
    step = lane.locator("[name=step]")
    lane.locator("[name=n]").fill("10")
    expect(step).to_have_attribute("max", "9")
    expect(step).to_have_value("9")
    expect(lane.locator(".last")).to_have_text("/ 9")
    step.fill("4")
    lane.locator("[name=n]").fill("64")
    expect(readout(page, "step", "lane")).to_have_text("4")
    lane.locator("[data-action=reset]").click()
    expect(readout(page, "n", "lane")).to_have_text("24")
    expect(step).to_have_value("23")
    assert asked(page)[-1]["before"] is None


def test_a_track_and_its_typed_number_are_one_field(new_page):
    page = new_page()
    lane = figure(page, "lane")
    track, typed = lane.locator("[name=n]"), lane.get_by_label("Positions, typed")
    typed.fill("12")
    expect(readout(page, "n", "lane")).to_have_text("12")
    expect(track).to_have_value("12")
    assert track.evaluate("(input) => input.style.getPropertyValue('--at')").startswith("16.1")
    track.press("ArrowRight")
    expect(typed).to_have_value("13")
    typed.fill("900")
    typed.press("Tab")
    expect(typed).to_have_value("64")
    expect(readout(page, "n", "lane")).to_have_text("64")


def test_a_logarithmic_track_spaces_the_track_and_not_the_value(new_page):
    page = new_page()
    lane = figure(page, "lane")
    track, typed = lane.get_by_label("Length", exact=True), lane.get_by_label("Length, typed")
    track.evaluate("(input) => { input.value = 0.75; input.dispatchEvent(new Event('input', { bubbles: true })); }")
    expect(readout(page, "length", "lane")).to_have_text("1000")
    expect(track).to_have_attribute("aria-valuetext", "1000 tokens")
    typed.fill("10")
    expect(readout(page, "length", "lane")).to_have_text("10")
    assert track.evaluate("(input) => Number(input.value)") == pytest.approx(0.25)


def test_a_text_is_asked_first_of_the_figure_it_is_typed_into_wherever_that_stands(new_page):
    page = new_page()
    figure(page, "map").locator("[name=text]").fill("abc")
    expect(readout(page, "text", "letters")).to_have_text("abc")
    assert [each["figure"] for each in asked(page)] == ["map", "letters"]


def test_the_reader_s_text_is_shown_by_every_figure_until_it_is_given_back(new_page):
    page = new_page()
    page.locator("[data-action=reset-text]").click()
    figure(page, "letters").get_by_role("button", name="31 feb 1999").click()
    expect(readout(page, "text", "map")).to_have_text("31 feb 1999")
    figure(page, "letters").locator("[name=scaled]").uncheck()
    figure(page, "letters").locator("[data-action=reset]").click()
    expect(readout(page, "scaled", "letters")).to_have_text("on")
    expect(readout(page, "text", "letters")).to_have_text("31 feb 1999")
    page.locator("[data-action=reset-text]").click()
    expect(readout(page, "text", "letters")).to_have_text("3 march 2012")
    expect(readout(page, "text", "map")).to_have_text("17 september 1930")


def test_reset_everything(new_page):
    page = new_page()
    figure(page, "letters").locator("[name=text]").fill("abc")
    figure(page, "lane").locator("[name=n]").fill("10")
    expect(readout(page, "n", "lane")).to_have_text("10")
    page.locator("[data-action=reset-everything]").click()
    expect(readout(page, "n", "lane")).to_have_text("24")
    expect(readout(page, "text", "letters")).to_have_text("3 march 2012")
    expect(readout(page, "text", "map")).to_have_text("17 september 1930")
    page.wait_for_function("() => location.hash === ''")


def test_figures_out_of_view_wait_until_the_hand_rests_longer_than_between_two_moves(new_page):
    page = new_page()
    page.evaluate("""() => {
      document.querySelector("[data-figure=map]").style.marginTop = "3000px";
      return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }""")
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    for text in ("7 may", "8 may"):
        figure(page, "letters").locator("[name=text]").fill(text)
        page.clock.run_for(300)
    of_map = [question["fields"]["text"] for question in asked(page) if question["figure"] == "map"]
    assert of_map == ["7 may"]
    page.clock.run_for(300)
    expect(readout(page, "text", "map")).to_have_text("8 may")
