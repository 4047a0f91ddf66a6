"""What the figure of the feed-forward network must be true to: equation 2 at one position, and at each alike."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.drawing.figure import load
from engine.figures.feed_forward import State, run, sentence
from engine.transformer.ops import feed_forward
from engine.views.convolution import convolve

FIGURE = load("feed-forward", "engine.figures")
TEXT = "the third of march 2012"
NETWORKS = st.fixed_dictionaries({"stack": st.sampled_from(("encoder", "decoder")), "layer": st.sampled_from((1, 2))})


def parameters(model, stack, layer):
    prefix = f"{stack}.layers.{layer - 1}.feed_forward"
    return {part: {kind: model.parameters[f"{prefix}.{part}.{kind}"] for kind in ("weight", "bias")} for part in "12"}


@given(network=NETWORKS, position=st.integers(0, 60), unit=st.integers(0, 140))
def test_readouts_are_equation_2_at_the_picked_position(model, read, network, position, unit):
    trace = model.trace(TEXT)
    stack = getattr(trace, network["stack"])
    norm = "norm_1" if network["stack"] == "encoder" else "norm_2"
    at = min(position, len(stack.tokens) - 1)
    x = getattr(stack.layers[network["layer"] - 1], norm).output[at]
    first = parameters(model, **network)["1"]
    hidden = [float(np.dot(x, first["weight"][:, each]) + first["bias"][each]) for each in range(128)]
    number = min(unit, 128) or 1 + hidden.index(max(hidden))
    found = read("feed-forward", text=TEXT, position=position, unit=unit, **network)
    assert int(found["active"]) == sum(value > 0 for value in hidden)
    assert int(found["unit"]) == number
    assert float(found["activation"]) == pytest.approx(max(0, hidden[number - 1]), abs=1e-9)


@given(network=NETWORKS)
def test_it_is_two_convolutions_of_kernel_size_1(read, network):
    assert float(read("feed-forward", text=TEXT, **network)["kernel-1-difference"]) < 1e-5


def test_the_convolution_is_one():
    x, kernel = np.arange(8.0).reshape(4, 2), np.arange(18.0).reshape(3, 2, 3)
    expected = np.array([
        sum((x[at + tap - 1] @ kernel[tap] for tap in range(3) if 0 <= at + tap - 1 < 4), np.ones(3)) for at in range(4)
    ])
    np.testing.assert_allclose(convolve(x, kernel, np.ones(3)), expected)


def test_a_wrong_network_would_be_found_out(model, monkeypatch, read):
    off = "engine.figures.feed_forward.convolve"
    monkeypatch.setattr(off, lambda x, kernel, bias: convolve(x, kernel, bias) + 1e-3)
    assert float(read("feed-forward")["kernel-1-difference"]) > 1e-5


@given(network=NETWORKS, position=st.integers(0, 12))
def test_equal_inputs_give_equal_outputs(model, network, position):
    one = run(State(position=position, **network), model)
    row = one.x[min(position, len(one.x) - 1)]
    output = feed_forward(np.stack([row, one.x[0], row]), parameters(model, **network)).output
    np.testing.assert_allclose(output[0], output[2], atol=1e-12)


def test_what_is_drawn_of_the_input_is_what_the_network_gets(model):
    for stack in ("encoder", "decoder"):
        one = run(State(stack=stack, layer=2), model)
        np.testing.assert_allclose(feed_forward(one.x, parameters(model, stack, 2)).output, one.output)


def test_the_hardest_firing_character_is_named(model):
    one = run(State(text=TEXT, unit=17), model)
    fires = one.rectified[:, one.unit]
    first = int(re.search(r"position (\d+)", sentence(one))[1])
    assert fires[first - 1] == fires.max()


def test_a_silent_unit_is_said_to_be_silent(model):
    one = run(State(text=""), model)
    unit = int((one.rectified.max(axis=0) == 0).argmax())
    assert "silent at every character" in FIGURE.picture(State(text="", unit=unit + 1), model).stage


def test_the_caption_s_numbers_are_the_toy_s(model):
    one = run(State(), model)
    assert f"{one.x.shape[1]} numbers become {one.hidden.shape[1]} units" in FIGURE.caption


def test_a_unit_is_picked_by_its_number_and_named_by_its_index(model):
    stage = FIGURE.picture(State(unit=17), model).stage
    assert 'data-set="unit={number}"' in stage and "feed_forward.rectified[{column},16]" in stage
