"""What every figure promises, whatever it shows (engine/drawing/figure.py)."""

import json
import re
from collections import Counter
from dataclasses import MISSING, fields, replace
from html.parser import HTMLParser

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import live
from engine.drawing.controls import Pick, Slider, Text
from engine.drawing.figure import KINDS, load, names
from engine.drawing.markup import VOID

HOSTILE = (
    "<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "&lt;", "\x00\ud83d\ude00 ١٢", "9" * 10_000, "",
)
ALLOWED = {
    "div", "span", "p", "b", "i", "em", "strong", "small", "sub", "sup", "h3", "section", "dl", "dt", "dd", "ol", "ul",
    "li", "data", "button", "label", "input", "table", "thead", "tbody", "tr", "th", "td", "svg", "g", "path", "rect",
    "circle", "line", "text", "tspan", "title", "mask", "image", "math", "mrow", "mi", "mo", "mn", "mtext", "msup",
    "msub", "msubsup", "mfrac", "msqrt", "mtable", "mtr", "mtd", "mspace", "details", "summary", "br", "var",
}


class Outline(HTMLParser):
    """Every element with its attributes; fails where tags do not nest."""

    def __init__(self, markup):
        super().__init__()
        self.elements, self.open, self.text = [], [], ""
        self.feed(markup)
        self.close()
        assert not self.open, f"left open: {self.open}"

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))
        assert len(dict(attributes)) == len(attributes), f"an attribute twice in {tag}"
        if tag not in VOID:
            self.open.append(tag)

    def handle_data(self, data):
        self.text += data + " "

    def handle_endtag(self, tag):
        assert self.open and self.open.pop() == tag


@pytest.fixture(scope="module")
def outline(drawing):
    """The outline of the drawing's stage."""
    return Outline(drawing[2].stage)


def test_says_what_it_is(figure):
    assert figure.title and figure.caption.endswith(".") and figure.paper and figure.invitation
    assert figure.kinds and set(figure.kinds) <= set(KINDS)
    assert figure.examples["start"] == figure.state_class()


def test_every_field_is_a_control_with_a_default(figure):
    for field in fields(figure.state_class):
        assert field.default is not MISSING
        assert figure.control[field.name].label


def test_form_text_reads_back(drawing):
    figure, state, picture = drawing
    assert figure.parse(figure.write(state)) == state
    assert picture.fields == figure.write(state)
    for name, text in picture.fields.items():
        assert figure.control[name].write(figure.control[name].parse(text)) == text


def test_settling_twice_changes_nothing(drawing, model):
    figure, state, _ = drawing
    assert figure.settle(state, None, model) == state
    assert figure.settle(state, state, model) == state


def test_drawing_is_pure(drawing, model):
    figure, state, picture = drawing
    assert figure.picture(state, model) == picture


def test_markup_is_well_formed_and_allowed(drawing, outline, model):
    figure, state, _ = drawing
    assert {tag for tag, _ in outline.elements} <= ALLOWED
    for tag, attributes in outline.elements:
        for name, value in attributes.items():
            assert not name.startswith("on") and name != "srcdoc", (tag, name)
            if name in ("href", "src"):
                assert value.startswith(("#", "data:image/png;base64,")), (tag, value)
    Outline(figure.controls(state, model))


def test_marks_have_one_identity_each(outline):
    keys = Counter(
        attributes.get("data-key") or attributes.get("data-set") or attributes.get("data-drag")
        for _, attributes in outline.elements
    )
    del keys[None]
    assert [key for key, count in keys.items() if count > 1] == []


def test_marks_set_fields_that_exist(drawing, outline):
    figure, _, _ = drawing
    for _, attributes in outline.elements:
        for change in filter(None, (attributes.get("data-set") or "").split("&")):
            name, _, value = change.partition("=")
            assert name in figure.control, change
            if "{" not in value:
                figure.parse({name: value.replace("%25", "%").replace("%26", "&").replace("%2B", "+")})
        if "data-drag" in attributes:
            assert attributes["data-drag"] in figure.control
            assert attributes["role"] == "slider" and attributes["aria-label"] and attributes["tabindex"] == "0"


def test_marks_that_pick_one_field_are_one_tab_stop(drawing, outline):
    figure, _, _ = drawing
    stops, on_maps = Counter(), ""
    for tag, attributes in outline.elements:
        name, _, _ = (attributes.get("data-set") or "").partition("=")
        if "data-map" in attributes:
            on_maps += attributes.get("data-set") or ""
        elif tag == "button" and isinstance(figure.control.get(name), Pick):
            stops[name] += "tabindex" not in attributes
    assert all(count == 1 or count == 0 and f"{name}={{" in on_maps for name, count in stops.items()), stops


def test_readouts_are_text_outside_and_exact_inside(outline):
    found = [attributes for _, attributes in outline.elements if "data-readout" in attributes]
    assert found, "a figure prints at least one number"
    assert all("value" in attributes for attributes in found)
    names_found = [attributes["data-readout"] for attributes in found]
    assert len(names_found) == len(set(names_found))
    assert not re.search(r"\bnan\b|\binf\b|(?<![\d-])-0\b|\bNone\b", outline.text), outline.text


def test_description_is_a_sentence(drawing):
    _, _, picture = drawing
    assert picture.description[-1] == "." and len(picture.description) < 500 and "None" not in picture.description


def test_shapes_name_arrays(drawing):
    _, _, picture = drawing
    for link in picture.shapes:
        assert link["name"] and all(size > 0 for size in link["dims"])


def test_table_is_well_formed(drawing, model):
    figure, state, _ = drawing
    table = figure.table(state, model)
    assert table is not None, "every figure gives its numbers as a table"
    Outline(table)


def ask(name, texts, **further):
    question = {"figure": name, "request": 1, "fields": texts, "before": None, "page": {}} | further
    answer = json.loads(live.respond(json.dumps(question)))
    while answer.get("more"):
        answer = json.loads(live.proceed(name, 1))
    return answer


@pytest.fixture(scope="module")
def site(model):
    live._site = live.Site("engine.figures", model)
    return live


def test_live_answers_as_the_figure_draws(drawing, site):
    figure, state, picture = drawing
    answer = ask(figure.name, figure.write(state))
    assert answer["stage"] == picture.stage
    assert answer["description"] == picture.description
    assert answer["fields"] == picture.fields


@pytest.mark.parametrize("text", HOSTILE)
def test_any_text_is_answered_and_escaped(text_figure, site, text):
    answer = ask(text_figure.name, {"text": text})
    assert "error" not in answer
    for tag, attributes in Outline(answer["stage"]).elements:
        assert tag in ALLOWED and not any(name.startswith("on") for name in attributes)


def texts_of(control):
    """Form texts for a field: right ones, ones out of range, and anything at all."""
    anything = st.one_of(st.text(max_size=20), st.sampled_from([*HOSTILE[:4], "nan", "inf", "-1", "1e99", "0.5"]))
    if isinstance(control, Slider):
        low, high = int(control.low) - 2, int(control.high) + 2
        return st.one_of(anything, st.integers(low, high).map(str))
    if isinstance(control, Pick) and not control.options:
        return st.one_of(anything, st.integers(0, 80).map(str))
    if isinstance(control, Text):
        return st.text(max_size=60)
    options = getattr(control, "options", ("on", "off"))
    return st.one_of(anything, st.sampled_from([str(option) for option in options]))


@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_any_fields_are_answered(figure, site, data):
    chosen = data.draw(st.lists(st.sampled_from(sorted(figure.control)), unique=True, max_size=4))
    texts = {name: data.draw(texts_of(figure.control[name]), label=name) for name in chosen}
    answer = ask(figure.name, texts)
    if "error" in answer:
        assert not answer["error"].startswith("This could not be drawn"), answer["error"]
    else:
        Outline(answer["stage"])


def test_a_field_that_is_not_shown_changes_nothing(drawing, model):
    figure, state, picture = drawing
    for name, (other, value) in figure.when.items():
        assert other in figure.control and getattr(figure.state_class(), other) is not None
        for example in figure.examples.values():
            changed = figure.settle(replace(state, **{name: getattr(example, name)}), None, model)
            if getattr(state, other) != value:
                assert figure.picture(changed, model).stage == picture.stage, name


def test_wrong_fields_are_named_in_a_sentence(figure, site):
    name = next(iter(figure.control))
    answer = ask(figure.name, {name + "x": "1"})
    assert f"did you mean '{name}'?" in answer["error"]


def test_examples_differ(figure):
    states = list(figure.examples.values())
    assert len(states) >= 2 and len(set(states)) == len(states)
    assert all(replace(state) == state for state in states)


def test_there_are_figures():
    assert {"one-hop", "dot-product-attention", "mask"} <= set(names("engine.figures"))
    assert load("one-hop", "engine.figures").title == "One hop"
