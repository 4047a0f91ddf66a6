"""Marks: picked, walked, dragged and read by pointer, touch and keys."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.hands import slide

pytestmark = pytest.mark.browser


def drawn(page: Page, name: str, *readouts: str) -> list[Locator]:
    """The figure, drawn once by the runtime, and some of its readouts."""
    figure = page.locator(f"#fig-{name}")
    figure.locator("form").dispatch_event("input", {"bubbles": True})
    expect(figure).to_have_attribute("data-revision", "1")
    return [figure, *(figure.locator(f"[data-readout={each}]") for each in readouts)]


def middle(locator: Locator) -> tuple[float, float]:
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_mark_is_picked_by_click_and_by_key(new_page):
    figure, query, head = drawn(new_page(), "letters", "query", "head")
    figure.locator(".letter").nth(3).click()
    expect(query).to_have_text("3")
    figure.locator(".letter").nth(5).press("Enter")
    expect(query).to_have_text("5")
    figure.locator("svg [data-set]").press(" ")
    expect(head).to_have_text("1")
    expect(figure.locator("[name=head][value='1']")).to_be_checked()


def test_arrow_keys_walk_along_a_row_of_marks(new_page):
    figure, query = drawn(new_page(), "letters", "query")
    letters = figure.locator(".letter")
    letters.nth(2).press("ArrowRight")
    expect(letters.nth(3)).to_be_focused()
    letters.nth(3).press("Home")
    expect(letters.nth(0)).to_be_focused()
    letters.nth(0).press("ArrowLeft")
    expect(letters.nth(0)).to_be_focused()
    expect(query).to_have_text("0")


def test_arrow_keys_walk_along_a_group_of_boxes_and_tab_comes_back_to_the_last(new_page):
    page = new_page()
    boxes = page.locator("#fig-letters .switches input")
    boxes.nth(0).press("ArrowRight")
    expect(boxes.nth(1)).to_be_focused()
    boxes.nth(1).press(" ")
    expect(boxes.nth(1)).to_be_checked()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(boxes.nth(1)).to_be_focused()


def test_a_finger_slides_along_a_row_and_takes_the_mark_it_lifts_from(new_page):
    page = new_page(has_touch=True)
    figure, query = drawn(page, "letters", "query")
    start, stop = middle(figure.locator(".letter").nth(1)), middle(figure.locator(".letter").nth(6))
    slide(page, start, ((start[0] + stop[0]) / 2, start[1]), stop)()
    expect(query).to_have_text("6")


def test_a_tap_takes_the_nearest_mark(new_page):
    page = new_page(has_touch=True)
    figure, query = drawn(page, "letters", "query")
    last = figure.locator(".letter").last.bounding_box()
    page.touchscreen.tap(last["x"] + last["width"] + 6, last["y"] + last["height"] / 2)
    expect(query).to_have_text("11")


def test_any_mark_with_a_name_shows_its_exact_value(new_page):
    page = new_page()
    figure, = drawn(page, "letters")
    figure.locator(".letter").nth(4).hover()
    expect(figure.locator(".tip")).to_contain_text("x[4] = 0.412346")
    expect(page.locator(".instrument .last")).to_contain_text("x[4] = 0.412346")
    page.keyboard.press("Escape")
    expect(page.locator(".tip")).to_be_hidden()
    figure.locator(".letter").nth(1).hover()
    expect(figure.locator(".tip")).to_be_visible()
    page.locator("#plain").hover()
    expect(page.locator(".tip")).to_be_hidden()


def test_a_map_is_read_by_pointer_and_picked_by_click(new_page):
    page = new_page()
    figure, query, key = drawn(page, "map", "query", "key")
    grid = figure.get_by_role("grid")
    grid.hover(position={"x": 350, "y": 125})
    expect(page.locator(".tip")).to_contain_text("weights[2,2,3] = 0.46013")
    grid.click(position={"x": 250, "y": 25})
    expect(query).to_have_text("0")
    expect(key).to_have_text("2")


def test_a_map_is_walked_with_the_arrow_keys(new_page):
    page = new_page()
    figure, query, key = drawn(page, "map", "query", "key")
    grid, spoken = figure.get_by_role("grid"), page.locator("#spoken")
    figure.locator("[name=text]").press("Tab")
    expect(grid).to_be_focused()
    expect(spoken).to_have_text("row 2, column 3: 0.25098, weights[2,1,2]")
    grid.press("ArrowUp")
    grid.press("End")
    expect(spoken).to_have_text("row 1, column 4: −∞, weights[2,0,3]")
    expect(figure.locator(".cursor")).to_have_attribute("x", "3")
    grid.press("ArrowRight")
    grid.press("PageDown")
    expect(spoken).to_have_text("row 3, column 4: 0.46013, weights[2,2,3]")
    grid.press("Enter")
    expect(query).to_have_text("2")
    expect(key).to_have_text("3")
    expect(figure.locator(".cursor")).to_have_count(1)


def test_a_finger_reads_a_map_takes_a_cell_and_never_blocks_scrolling(new_page):
    page = new_page(has_touch=True)
    figure, query, key = drawn(page, "map", "query", "key")
    grid = figure.get_by_role("grid")
    grid.scroll_into_view_if_needed()
    box = grid.bounding_box()
    lift = slide(page, *((box["x"] + x, box["y"] + 25) for x in (50, 150, 350)))
    expect(page.locator(".instrument .last")).to_contain_text("weights[2,0,3]")
    lift()
    expect(key).to_have_text("3")
    expect(query).to_have_text("0")


@pytest.mark.parametrize(
    ("name", "by", "value"), [("source", (60, 0), "6"), ("level", (0, -50), "5"), ("angle", (50, 50), "15")]
)
def test_a_handle_is_dragged(new_page, name, by, value):
    page = new_page()
    figure, readout = drawn(page, "lane", name)
    handle = figure.locator(f"[data-drag={name}]")
    if name == "angle":  # a quarter of a turn from twelve
        handle.evaluate("(handle) => handle.style.setProperty('top', '0')")
    x, y = middle(handle)
    page.mouse.move(x + 3, y)
    page.mouse.down()
    page.mouse.move(x + 3 + by[0] / 2, y + by[1] / 2)
    page.mouse.move(x + 3 + by[0], y + by[1])
    expect(readout).to_have_text(value)
    expect(handle).to_have_attribute("aria-valuenow", value)
    page.mouse.move(x + 3, 2)
    page.mouse.move(x + 3 + by[0], y + by[1])
    page.mouse.up()
    page.mouse.move(x, y)
    expect(readout).to_have_text(value)


def test_a_handle_is_dragged_by_a_finger(new_page):
    page = new_page(has_touch=True)
    figure, source = drawn(page, "lane", "source")
    x, y = middle(figure.locator("[data-drag=source]"))
    slide(page, (x, y), (x + 50, y + 80), (x + 100, y + 200))()
    expect(source).to_have_text("10")
    assert page.evaluate("() => scrollY") == 0


def test_a_handle_is_moved_by_keys(new_page):
    figure, source, level = drawn(new_page(), "lane", "source", "level")
    handle = figure.locator("[data-drag=source]")
    keys = {"ArrowRight": "1", "PageUp": "11", "ArrowLeft": "10", "End": "23", "ArrowUp": "23", "Home": "0"}
    for key, value in keys.items():
        handle.press(key)
        expect(source).to_have_text(value)
        expect(handle).to_be_focused()
    figure.locator("[data-drag=level]").press("PageDown")
    expect(level).to_have_text("-10")


COLLECT = """() => {
  window.steps = [];
  const step = ({ target }) => steps.push(target.querySelector("[data-readout=step]").value);
  document.addEventListener("figure:answer", step);
}"""


def test_a_player_steps_from_the_first_to_the_last_and_a_touch_stops_it(new_page):
    page = new_page()
    figure, step = drawn(page, "lane", "step")
    button = figure.locator("[data-action=play]")
    figure.locator("[name=n]").fill("5")
    expect(step).to_have_text("4")
    page.evaluate(COLLECT)
    button.click()
    page.wait_for_function("() => steps.length === 5")
    assert page.evaluate("() => steps") == ["0", "1", "2", "3", "4"]
    expect(button).to_have_attribute("aria-pressed", "false")
    figure.locator("[name=n]").fill("60")
    figure.locator("[name=step]").fill("3")
    button.click()
    page.wait_for_function("() => steps.includes('6')")
    figure.locator(".stage").dispatch_event("pointerdown")
    expect(button).to_have_attribute("aria-pressed", "false")


def test_the_page_is_silent_while_a_player_runs_and_speaks_where_it_stops(new_page):
    page = new_page()
    figure, _ = drawn(page, "lane", "step")
    expect(page.locator("#spoken")).to_have_text("Step 23 of 23.")
    page.evaluate(COLLECT)
    page.evaluate("""() => {
      const heard = new MutationObserver(() => (window.said = document.querySelector("#spoken").textContent));
      heard.observe(document.querySelector("#spoken"), { childList: true });
    }""")
    figure.locator("[data-action=play]").click()
    page.wait_for_function("() => steps.includes('8')")
    assert page.evaluate("() => window.said") is None
    figure.locator("[data-action=play]").click()
    step = figure.locator("[name=step]").input_value()
    page.wait_for_function("() => window.said")
    assert page.evaluate("() => window.said") == f"Step {step} of 23."
