"""The contract, on a figure made for it, and the door that browsers use."""

import json
import sys
from dataclasses import dataclass
from types import ModuleType

import pytest

from engine import live
from engine.drawing import controls as control
from engine.drawing.controls import FieldError
from engine.drawing.figure import Figure, UnknownFigure, changed, load
from engine.drawing.markup import tag
from engine.errors import Altered, NotLoaded


@dataclass(frozen=True)
class State:
    text: str = control.text("abc", "Text")
    n: int = control.slider(3, "Count", 1, 9)
    at: int = control.pick(0, "Place")


class Model:
    """What a figure may ask of a model, and nothing more."""

    def __init__(self):
        self.given = {}

    def variant(self, name):
        return self

    def notices(self, text):
        return ["Shortened."] if len(text) > 5 else []

    def give(self, name, data):
        self.given[name] = data

    def table(self, name):
        if name not in self.given:
            raise NotLoaded(name)
        return self.given[name]


def render(state, model, *work):
    if state.text == "fail":
        raise KeyError("inside")
    if state.text == "data":
        return tag("p", model.table("numbers").decode())
    return tag("p", state.text * state.n, *(str(value) for value in work))


def settle(state, before, model):
    grown = before is not None and before.n != state.n
    return changed(state, at=min(state.n - 1 if grown else state.at, state.n - 1))


def slices(state, model):
    yield 1
    yield state.n * 10


@pytest.fixture
def make():
    def make(**further):
        module = ModuleType("made")
        module.__doc__ = "What it is\nin two lines.\n\nPaper: section 3.\nTry: do this,\n\nthen that."
        module.__dict__.update(TITLE="Made", KIND="live measured", State=State, EXAMPLES={"start": State()},
                               settle=settle, render=render, describe=lambda state, model, *work: "It is.", **further)
        return Figure("made-figure", module)

    return make


@pytest.fixture
def ask(make, monkeypatch):
    def ask(figure=None, **question):
        site = live.Site("nowhere", Model())
        site.figures["made-figure"] = figure or make()
        monkeypatch.setattr(live, "_site", site, raising=False)
        question = {"figure": "made-figure", "request": 7, "fields": {}, "before": None, "page": {}} | question
        return json.loads(live.respond(json.dumps(question)))

    return ask


def test_the_docstring_is_read_by_its_key_words(make):
    figure = make()
    assert figure.caption == "What it is in two lines." and figure.paper == "section 3."
    assert figure.invitation == "do this, then that." and figure.kinds == ("live", "measured")


def test_fields_are_parsed_and_every_wrong_one_named(make):
    assert make().parse({"n": "4"}) == State(n=4)
    with pytest.raises(FieldError, match=r"no field 'nn'.*did you mean 'n'.*Count goes from 1 to 9, not 12"):
        make().parse({"nn": "1", "n": "12"})


def test_an_unknown_figure_names_the_nearest():
    with pytest.raises(UnknownFigure, match="did you mean 'one-hop'"):
        load("onehop", "engine.figures")


def test_an_answer_holds_what_was_settled(ask):
    answer = ask(fields={"n": "5", "at": "8"}, before={"n": "9", "at": "8", "text": "abc"})
    assert answer["fields"] == {"text": "abc", "n": "5", "at": "4"} and answer["request"] == 7
    assert answer["stage"] == "<p>" + "abc" * 5 + "</p>" and answer["notices"] == [] and "table" not in answer


def test_the_pages_text_comes_before_the_figures(ask):
    answer = ask(fields={"text": "abc"}, page={"text": "longer text"})
    assert answer["fields"]["text"] == "longer text" and answer["notices"] == ["Shortened."]


def test_what_does_not_fit_is_one_sentence(ask):
    assert ask(fields={"n": "12"})["error"] == "Count goes from 1 to 9, not 12."
    assert ask(fields={"text": "fail"})["error"] == "This could not be drawn: KeyError: 'inside'"
    assert ask(figure=None, fields={})["fields"] == {"text": "abc", "n": "3", "at": "0"}


def test_an_unknown_figure_is_answered_in_a_sentence(ask):
    ask()
    live._site.package = "engine.figures"
    answer = json.loads(live.respond(json.dumps({"figure": "one-hopp", "request": 1, "fields": {}})))
    assert answer["error"] == "No figure 'one-hopp'; did you mean 'one-hop'?"


def test_data_is_asked_for_and_given(ask):
    assert ask(fields={"text": "data"})["needs"] == ["numbers"]
    assert json.loads(live.give("numbers", b"1 2 3")) == {"given": "numbers"}
    question = {"figure": "made-figure", "request": 8, "fields": {"text": "data"}}
    assert json.loads(live.respond(json.dumps(question)))["stage"] == "<p>1 2 3</p>"


def test_long_work_goes_on_in_slices_and_newer_questions_end_it(ask, make):
    figure = make(work=slices)
    assert ask(figure)["more"] is True
    assert json.loads(live.proceed("made-figure", 7))["more"] is True
    assert json.loads(live.proceed("made-figure", 6))["superseded"] is True
    assert json.loads(live.proceed("made-figure", 7))["stage"] == "<p>abcabcabc30</p>"
    assert figure.picture(State(), Model()).stage == "<p>abcabcabc30</p>"


def test_a_table_comes_when_asked_for(ask, make):
    figure = make(table=lambda state, model: tag("table"))
    assert ask(figure, table=True)["table"] == "<table></table>" and "table" not in ask(figure)


def test_configure_finds_the_model_by_name(monkeypatch):
    monkeypatch.setattr(live, "_site", None, raising=False)
    module = ModuleType("some_model")
    module.Model = Model
    monkeypatch.setitem(sys.modules, "some_model", module)
    assert live.configure("engine.figures", "some_model:Model") == "{}"
    assert isinstance(live._site.model, Model)


def test_a_model_whose_file_is_altered_is_told_in_a_sentence(monkeypatch, ask):
    def make():
        raise Altered("a.npz", "1", "2")

    monkeypatch.setitem(sys.modules, "some_model", module := ModuleType("some_model"))
    module.make = make
    sentence = {"error": "The file a.npz is not the one this page was built with."}
    assert json.loads(live.configure("engine.figures", "some_model:make")) == sentence
    ask()
    live._site.model.give = lambda name, data: make()
    assert json.loads(live.give("numbers", b"1 2 3")) == {"given": "numbers"} | sentence
