"""Fingers on a phone, in every figure: the nearest of dense marks is taken, sliding walks along, maps are large."""

from urllib.parse import parse_qsl

import pytest

from tests.browser.hands import slide
from tests.browser.reader import IDLE, LIVE, PLACED, Figure, visit

pytestmark = pytest.mark.browser
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
FINGER = 44

SMALL_MAPS = """(stage, finger) => {
  const maps = [...stage.querySelectorAll("[data-map]")].filter((map) => map.checkVisibility());
  const boxes = maps.map((map) => [map.ariaLabel, map.getBoundingClientRect()]);
  return boxes.filter(([, { width, height }]) => Math.min(width, height) < finger - 0.5).map(([name]) => name);
}"""

# The densest row of marks of a stage, or null: two of its marks that are not picked, the middle of each in the window,
# and a point beside the first that lies on nothing and to which it is the nearest mark.
ROW = """(stage, [now, finger]) => {
  const fields = (mark) => new URLSearchParams(mark.dataset.set);
  const marks = [...stage.querySelectorAll("[data-set]:not([data-map], a)")].filter((mark) => mark.checkVisibility());
  const rows = Object.values(Object.groupBy(marks, (mark) => [...fields(mark).keys()].join()));
  const width = (row) => row[1].getBoundingClientRect().width;
  const row = rows.filter((each) => each.length > 3 && width(each) < finger).sort((a, b) => width(a) - width(b))[0];
  if (!row) return null;
  const box = (mark) => mark.getBoundingClientRect();
  const middle = (mark) => [box(mark).x + box(mark).width / 2, box(mark).y + box(mark).height / 2];
  const away = ([x, y], mark) => {
    const { left, right, top, bottom } = box(mark);
    return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
  };
  const isOther = (mark) => [...fields(mark)].some(([name, text]) => now[name] !== text);
  row[0].scrollIntoView({ block: "center", behavior: "instant" });
  const isOnTop = (mark) => document.elementFromPoint(...middle(mark))?.closest("[data-set]") === mark;
  const first = row.find((mark) => isOther(mark) && isOnTop(mark));
  const isNearest = (point) => marks.every((mark) => mark === first || away(point, mark) > away(point, first));
  const isFree = (point) => {
    const hit = document.elementFromPoint(...point);
    return stage.contains(hit) && !hit.closest("button, a, label, [data-set], [data-map], [data-drag]");
  };
  const [x, y] = middle(first);
  const steps = [6, 10, 14, 18].flatMap((step) => [[x, box(first).top - step], [x, box(first).bottom + step],
    [box(first).left - step, y], [box(first).right + step, y]]);
  const last = row.findLast((mark) => mark !== first && isOther(mark) && Math.abs(middle(mark)[1] - y) < 4);
  const beside = steps.find((point) => isFree(point) && isNearest(point)) ?? null;
  return { first: first.dataset.set, at: [x, y], beside, last: last?.dataset.set, to: last && middle(last) };
}"""


@pytest.fixture(scope="module")
def page(browser, site):
    with visit(browser, site, **PHONE) as page:
        page.wait_for_function(LIVE)
        page.wait_for_function(IDLE)
        yield page


@pytest.fixture(params=PLACED, ids=lambda place: place.id)
def figure(request, page, model):
    figure = Figure(page, request.param, model)
    figure.on_page.locator(".stage").scroll_into_view_if_needed()
    figure.settle_as_shown()
    return figure


def row_of(figure):
    return figure.on_page.locator(".stage").evaluate(ROW, [figure.fields(), FINGER])


def fields(text):
    return dict(parse_qsl(text, keep_blank_values=True))


def test_maps_are_as_large_as_a_finger(figure):
    assert figure.on_page.locator(".stage").evaluate(SMALL_MAPS, FINGER) == []


def test_a_tap_beside_a_dense_row_takes_the_nearest_mark(figure):
    row = row_of(figure)
    if not row or not row["beside"]:
        pytest.skip("nothing dense here, or no room beside it")
    figure.change(lambda: figure.page.touchscreen.tap(*row["beside"]), **fields(row["first"]))


def test_a_sliding_finger_walks_along_a_dense_row(figure):
    row = row_of(figure)
    if not row or not row.get("to"):
        pytest.skip("no dense row across")
    (x, y), (to, _) = row["at"], row["to"]
    figure.change(slide(figure.page, (x, y), ((x + to) / 2, y), (to, y)), **fields(row["last"]))
