"""The page walked with the Tab key, and read by those who see no motion, zoom in, or set text apart."""

import pytest

from tests.browser.reader import LIVE, visit

pytestmark = pytest.mark.browser

# Where Tab should stop, in the order of the document; a group of radios is one stop.
STOPS = """() => {
  const every = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")];
  const stops = every.filter((element) => element.tabIndex >= 0 && !element.matches(":disabled") &&
    element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: false }) &&
    (element.type !== "radio" || element.checked));
  window.stops = stops;
  return [stops.length, every.filter((element) => element.tabIndex > 0).length];
}"""

# The number of the stop that has the focus, and what is wrong with how it shows.
STOP = """() => {
  const element = document.activeElement;
  const rings = [element, element.closest("label"), element.parentElement].filter(Boolean).map(getComputedStyle);
  const hasRing = rings.some((style) => style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2);
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2;
  const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2;
  const isInside = right > 0 && left < innerWidth && bottom > 0 && top < innerHeight;
  const over = document.elementFromPoint(x, y)?.closest(".instrument, .tip");
  const wrong = [hasRing || "no ring", isInside || "out of the window", !over || over.contains(element) || "covered"];
  return [window.stops.indexOf(element), element.outerHTML.slice(0, 120), wrong.filter((each) => each !== true)];
}"""


@pytest.mark.parametrize("width", [1440, pytest.param(390, marks=pytest.mark.soak)])
def test_tab_walks_the_page_from_end_to_end(browser, site, width):
    """Every stop once and in order, each with its focus in sight; nothing holds the focus back."""
    with visit(browser, site, viewport={"width": width, "height": 800}) as page:
        page.wait_for_function(LIVE)
        count, out_of_order = page.evaluate(STOPS)
        assert count > 100 and not out_of_order
        for at in range(count):
            page.keyboard.press("Tab")
            number, markup, wrong = page.evaluate(STOP)
            assert (number, wrong) == (at, []), f"{markup} after stop {at - 1}"
        page.keyboard.press("Shift+Tab")
        assert page.evaluate(STOP)[0] == count - 2


MOTION = """() => [...document.querySelectorAll("*")].filter((element) => ["", "::before", "::after"].some((part) => {
  const style = getComputedStyle(element, part || null);
  return style.transitionProperty !== "none" || style.animationName !== "none" || style.scrollBehavior !== "auto";
})).map((element) => element.outerHTML.slice(0, 120))"""


def test_nothing_moves_by_itself_where_motion_is_unwanted(browser, site):
    with visit(browser, site) as page:
        assert page.evaluate(MOTION) == []


# What sticks out of the window, and words that are cut off, but for what may be scrolled and what only ears are told.
LOST = """() => {
  const apart = ".scroll, .eq, .equation, pre, .rail, .instrument, .visually-hidden, .skip, [popover], input";
  const every = [...document.querySelectorAll("body *")];
  const shown = every.filter((element) => element.checkVisibility() && !element.closest(apart));
  const isOut = (element) => {
    const { left, right, width } = element.getBoundingClientRect();
    return width > 0 && (left < -1 || right > innerWidth + 1) && !element.closest("svg")?.parentElement.closest("svg");
  };
  const isCut = (element) => element.scrollWidth > element.clientWidth + 6 && // more than the space of a letter
    getComputedStyle(element).overflowX !== "visible";
  const width = document.documentElement.scrollWidth;
  return [...(width > innerWidth ? [`the page is ${width} wide`] : []),
    ...shown.filter((element) => isOut(element) || isCut(element)).map((element) => element.outerHTML.slice(0, 160))];
}"""
# The distances of WCAG 2.2, success criterion 1.4.12.
SPACED = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }
    p { margin-bottom: 2em !important }`);
  document.adoptedStyleSheets.push(sheet);
}"""
SIZES = [
    pytest.param({"viewport": {"width": 720, "height": 450}, "device_scale_factor": 2}, id="twice as large"),
    pytest.param({"viewport": {"width": 320, "height": 256}, "device_scale_factor": 4}, id="four times as large"),
]


@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_lost_where_the_page_is_enlarged(browser, site, size):
    with visit(browser, site, **size) as page:
        assert page.evaluate(LOST) == []


@pytest.mark.parametrize("width", [1440, 360])
def test_nothing_is_lost_where_text_is_set_apart(browser, site, width):
    with visit(browser, site, viewport={"width": width, "height": 800}) as page:
        page.evaluate(SPACED)
        assert page.evaluate(LOST) == []
