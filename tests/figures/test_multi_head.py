"""What must be true of the multi-head figure."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.drawing.figure import load
from engine.figures import multi_head
from engine.figures.multi_head import EVERY, GROUPS, State


def test_all_on_is_intact(model, read):
    found = read("multi-head")
    assert found["prediction"] == found["intact-prediction"] == model.answer(State().text).text
    assert found["verdict"] == "unchanged" and found["changed"] == "0"


def test_some_single_head_breaks_the_default_text(read):
    verdicts = {name: read("multi-head", off=(name,))["verdict"] for name in EVERY}
    assert "broken" in verdicts.values() and "unchanged" in verdicts.values(), verdicts


@given(off=st.sets(st.sampled_from(EVERY)))
def test_the_verdict_is_what_it_says(model, read, off):
    chosen = tuple(name for name in EVERY if name in off)
    found = read("multi-head", off=chosen)
    intact, without = model.answer(State().text), model.answer(State().text, heads_off=multi_head.heads_off(chosen))
    assert found["prediction"] == without.text and float(found["probability"]) == pytest.approx(without.probability)
    assert (found["verdict"] == "broken") == (without.text != intact.text) == (found["changed"] != "0")
    if without.text == intact.text:
        assert (found["verdict"] == "unchanged") == (without.probability >= 0.9 * intact.probability)


@pytest.mark.parametrize("name", EVERY)
def test_every_name_is_a_head_of_the_model(model, name):
    (head,) = multi_head.heads_off((name,))
    stack, layer, kind, number = head
    trace = model.trace(State().text, heads_off=frozenset({head}))
    attention = getattr(getattr(trace, stack).layers[layer], f"{kind}_attention")
    assert not attention.head_output[number].any() and np.delete(attention.head_output, number, axis=0).any()


def test_measured_accuracy_is_the_reports(model, read):
    report = model.table("report")
    for name in EVERY:
        assert float(read("multi-head", off=(name,))["accuracy-without"]) == report["heads"][name]["accuracy_without"]
    for block, heads in GROUPS.items():
        measured = report["blocks"][block.replace(" ", "-")]["accuracy_without"]
        assert float(read("multi-head", off=heads)["accuracy-without"]) == measured
    assert read("multi-head", off=(EVERY[0], EVERY[9]))["accuracy-without"] == ""


def test_buttons_switch_heads(model):
    stage = load("multi-head", "engine.figures").picture(State(off=("encoder-1-2",)), model).stage
    assert 'data-set="off="' in stage and "off=encoder-1-2 decoder-2-cross-1" in stage
    assert "off=encoder-1-2 decoder-2-cross-2 decoder-2-cross-3 decoder-2-cross-4" in stage
