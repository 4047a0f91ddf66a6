"""What stands around the drawings: speech, instrument, data, exercises; and markup that is let in."""

import pytest
from playwright.sync_api import expect

from tests.browser.fixture.reading import asked, figure, readout

pytestmark = pytest.mark.browser


HEARD = """() => {
  window.heard = [];
  const listen = () => heard.push(document.querySelector("#spoken").textContent);
  new MutationObserver(listen).observe(document.querySelector("#spoken"), { childList: true });
}"""

TYPE = """(box, text) => {
  for (let end = 1; end <= text.length; end += 1) {
    box.value = text.slice(0, end);
    box.dispatchEvent(new Event("input", { bubbles: true }));
  }
}"""  # quick keys, with no time between them


def test_a_figure_is_described_once_it_rests_and_only_then(new_page):
    page = new_page()
    page.evaluate(HEARD)
    box, spoken = figure(page, "letters").locator("[name=text]"), page.locator("#spoken")
    expect(spoken).to_have_attribute("role", "status")
    box.evaluate(TYPE, "abc")
    expect(spoken).to_have_text("Letters of abc.")
    box.fill("7 mä")
    expect(spoken).to_have_text("Some characters were read as spaces. Letters of 7 mä.")
    box.fill("error")
    expect(spoken).to_have_text("This text is an error.")
    page.evaluate("() => (fake.held = true)")
    box.fill("9")
    page.wait_for_function("() => fake.asked.at(-1).fields.text === '9'")
    page.evaluate("() => (fake.held = false, fake.release())")
    expect(spoken).to_have_text("Letters of 9.")
    assert len(page.evaluate("() => heard")) == 4


def test_the_instrument_shows_the_shapes_of_the_figure_in_view(new_page):
    page = new_page()
    figure(page, "letters").locator("[name=text]").fill("abc")
    shapes = page.locator(".instrument li")
    expect(shapes).to_have_text(["x3 × 48", "weights4 × (3 × 3)"])
    expect(page.locator(".instrument .now .name")).to_have_text("weights")
    assert page.locator(".instrument .now i").evaluate("(box) => box.style.getPropertyValue('--heads')") == "4"


def test_data_opens_with_its_table_and_downloads_it(new_page):
    page = new_page()
    letters = figure(page, "letters")
    letters.locator("[name=text]").fill("abc")
    expect(readout(page, "text", "letters")).to_have_text("abc")
    assert asked(page)[0]["table"] is False
    letters.locator("summary").click()
    expect(letters.locator("td")).to_have_text("0.418")
    with page.expect_download() as download:
        letters.get_by_role("button", name="CSV").click()
    assert download.value.suggested_filename == "fig-letters.csv"
    assert download.value.path().read_text() == 'letter,weight\n"a, b",0.4183001\n'


def test_a_map_without_a_table_gets_one_from_its_values(new_page):
    page = new_page()
    walked = figure(page, "map")
    walked.locator("[name=text]").fill("abc")
    expect(readout(page, "text", "map")).to_have_text("abc")
    walked.locator("summary").click()
    expect(walked.locator("td")).to_have_count(12)
    expect(walked.locator("td").nth(3)).to_have_text("−∞")
    expect(walked.locator("td").nth(11)).to_have_text("0.46013")
    expect(walked.locator("tr th").nth(3)).to_have_text("weights[2,0,3]")


def test_an_exercise_is_done_when_its_conditions_hold_and_can_be_forgotten(new_page):
    page = new_page()
    exercise = page.locator("#try-off")
    figure(page, "letters").locator("[value=encoder-1-2]").check()
    expect(exercise).to_contain_text("Done.")
    expect(page.locator("#spoken")).to_have_text("Exercise done. Letters of 3 march 2012.")
    page.reload()
    expect(exercise).to_contain_text("Done.")
    exercise.get_by_role("button", name="forget").click()
    page.reload()
    expect(exercise.locator("p")).to_have_text(["Switch a head off."])


def test_the_page_works_where_storage_is_refused(new_page, browser, fixture_site, errors):
    context = browser.new_context()
    context.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no'); } })"
    )
    page = context.new_page()
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(fixture_site)
    figure(page, "letters").locator("[value=encoder-1-2]").check()
    expect(page.locator("#try-off")).to_contain_text("Done.")
    context.close()
    assert errors == []


HOSTILE = """
<script>window.bad = 1</script><img src=x onerror="bad = 1"><iframe src="/"></iframe><style>p { color: red }</style>
<p onclick="bad = 1" data-set="a=1">kept</p><form action="/"><input name="x"></form>
<a href="javascript:bad = 1">x</a><a href="#fig-map">y</a><a href=" javascript:bad = 1">z</a>
<svg><foreignObject><p>no</p></foreignObject><use href="https://example.org/x.svg#a"/>
<rect mask="url(#m)" fill="url(https://example.org/x)"/><animate attributeName="href" to="javascript:bad = 1"/>
<image href="data:image/png;base64,AAAA"/><image href="data:image/svg+xml,x"/></svg>
<p style="background:url(https://example.org/x)">s</p><p style="left:5%">t</p><p style="background:\\75 rl(x)">u</p>
<math><mi href="javascript:bad = 1">x</mi></math>
"""
GONE = "script onerror onclick iframe foreignObject example.org svg+xml animate form <style src no</p> 75"
KEPT = ('data-set="a=1"', 'href="#fig-map"', 'mask="url(#m)"', "image/png", 'style="left:5%"')


def test_hostile_markup_never_becomes_a_script(new_page, errors):
    page = new_page()
    clean = page.evaluate("""async (markup) => {
      const { sanitise } = await import("/sanitise.js");
      const host = document.createElement("div");
      host.append(sanitise(markup));
      document.body.append(host);
      return host.innerHTML;
    }""", HOSTILE)
    assert page.evaluate("() => window.bad") is None
    assert [word for word in GONE.split() if word in clean] == []
    assert [word for word in KEPT if word not in clean] == []
    errors.clear()  # the page's policy speaks up about the handlers too, even where they are never in the page
