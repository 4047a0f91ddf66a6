"""Templates of a map: what a cell is called and what picking it sets."""

import pytest

pytestmark = pytest.mark.browser

READ = """async ([set, form, first]) => {
  const maps = await import("/maps.js");
  const map = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  Object.assign(map.dataset, { rows: 1, columns: 128, name: "hidden[3,{column}]", set, firstColumn: first });
  return [maps.name(map, [0, 5]), maps.fields(map, [0, 5]), maps.picked(map, form)];
}"""


@pytest.mark.parametrize(("template", "first", "name", "fields", "form", "picked"), [
    ("key={column}", 0, "hidden[3,5]", {"key": "5"}, {"key": "9"}, [0, 9]),
    ("key={column}", 4, "hidden[3,9]", {"key": "9"}, {"key": "9"}, [0, 5]),
    ("unit={number}", 0, "hidden[3,5]", {"unit": "6"}, {"unit": "9"}, [0, 8]),
    ("unit={number}", 4, "hidden[3,9]", {"unit": "10"}, {"unit": "10"}, [0, 5]),
    ("unit={number}", 0, "hidden[3,5]", {"unit": "6"}, {"unit": "0"}, [0, 0]),
])
def test_a_column_is_named_from_0_and_may_be_set_from_1(new_page, template, first, name, fields, form, picked):
    page = new_page()
    assert page.evaluate(READ, [template, form, first]) == [name, fields, picked]
