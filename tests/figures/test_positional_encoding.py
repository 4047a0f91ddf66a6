"""What the figure of positional encoding must be true to: sines, cosines, and what attention makes of them."""

import re
from math import cos, pi, sin

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.figures.positional_encoding import State, shown_pairs
from engine.transformer.ops import softmax
from engine.views.clocks import clock
from engine.views.shuffled import shuffle

POSITIONS, OFFSETS, WIDTHS = st.integers(0, 63), st.integers(-32, 32), st.sampled_from((48, 512))


def encoding(position, d_model):
    """PE(position) number by number, as section 3.5 defines it."""
    return [
        (cos if index % 2 else sin)(position / 10000 ** ((index - index % 2) / d_model)) for index in range(d_model)
    ]


@given(position=POSITIONS, offset=OFFSETS, d_model=WIDTHS, share=st.floats(0, 1))
def test_readouts_are_the_paper_s_encoding(read, position, offset, d_model, share):
    pair = 1 + round(share * (d_model // 2 - 1))
    found = read("positional-encoding", position=position, offset=offset, d_model=d_model, pair=pair, text="")
    rate = 10000 ** (-2 * (pair - 1) / d_model)
    here, later = encoding(position, d_model), encoding(position + offset, d_model)
    assert float(found["rotation-error"]) < 1e-9
    assert float(found["wavelength"]) == pytest.approx(2 * pi / rate)
    assert float(found["turn"]) == pytest.approx(offset * rate)
    assert float(found["similarity"]) == pytest.approx(np.dot(here, later) * 2 / d_model, abs=1e-9)


@settings(max_examples=10)
@given(offset=OFFSETS, d_model=WIDTHS, one=POSITIONS, other=POSITIONS)
def test_similarity_depends_on_the_offset_only(read, offset, d_model, one, other):
    first, second = (
        read("positional-encoding", position=at, offset=offset, d_model=d_model, text="") for at in (one, other)
    )
    assert first["similarity"] == second["similarity"]


@given(position=POSITIONS, offset=OFFSETS, pair=st.integers(1, 24))
def test_every_hand_turns_by_offset_times_frequency(position, offset, pair):
    rate = 10000 ** (-2 * (pair - 1) / 48)
    before, after = (
        float(re.search(r"rotate:([^d]*)deg", clock(pair, rate, position, moved, 48, False))[1])
        for moved in (0, offset)
    )
    assert after - before == pytest.approx(offset * rate * 180 / pi, abs=0.011 + abs(after) * 1e-5)


def test_the_dashed_hand_points_at_sine_and_cosine():
    drawn = re.search(r'd="M26 26L([\d.]+) ([\d.]+)M[^"]*" class="s-edge"', clock(1, 1.0, 10, 5, 48, True))
    x, y = map(float, drawn.groups())
    assert ((x - 26) / 20, (26 - y) / 20) == pytest.approx((sin(10), cos(10)), abs=1e-3)


@given(d_model=WIDTHS, share=st.floats(0, 1))
def test_the_bank_shows_24_clocks_in_order_and_the_picked_one(d_model, share):
    pair = 1 + round(share * (d_model // 2 - 1))
    pairs = shown_pairs(State(d_model=d_model, pair=pair))
    assert len(pairs) == 24 and pairs == sorted(set(pairs)) and pair in pairs
    assert pairs[0] >= 1 and pairs[-1] <= d_model // 2


def test_a_pair_beyond_the_narrower_encoding_becomes_its_last(read):
    assert read("positional-encoding", pair=200) == read("positional-encoding", pair=24)
    assert read("positional-encoding", pair=0) == read("positional-encoding", pair=1)


@pytest.mark.parametrize("text", ["3 march 2012", "the third of march 2012", "x" * 60, "tuseday 7 may 1985", "É 1"])
def test_without_the_encoding_attention_does_not_notice_the_order(model, read, text):
    found = read("positional-encoding", text=text, shuffle=True)
    assert float(found["permuted-difference"]) < 1e-5
    kept = text[:47]
    run = shuffle(text, True, model)
    assert sorted(run.order.tolist()) == list(range(len(kept) + 1)) and run.order[-1] == len(kept)
    if len(set(kept)) > 2:
        assert float(found["encoded-difference"]) > 0.1, "the encoding tells the orders apart"


def test_the_change_is_that_of_the_shuffled_tokens_themselves(model):
    """The first attention written out anew, on rows of the embedding in another order."""
    text = "3 march 2012"
    run, trace = shuffle(text, True, model), model.trace(text, "")
    for changes, encoded in ((run.without, 0), (run.encoded, 1)):
        typed = trace.encoder.embedding + encoded * trace.encoder.positional_encoding
        moved = trace.encoder.embedding[run.order] + encoded * trace.encoder.positional_encoding
        before, after = (attention(model.parameters, x) for x in (typed, moved))
        np.testing.assert_allclose(changes, np.abs(after - before[run.order]).max(axis=1), atol=1e-12)


def attention(parameters, x):
    name = "encoder.layers.0.self_attention"
    query, key, value = (
        x @ parameters[f"{name}.{part}.weight"] + parameters[f"{name}.{part}.bias"]
        for part in ("query", "key", "value")
    )
    heads = [
        softmax(query[:, part] @ key[:, part].T / np.sqrt(12)) @ value[:, part]
        for part in (slice(12 * head, 12 * head + 12) for head in range(4))
    ]
    return np.concatenate(heads, axis=1) @ parameters[f"{name}.output.weight"] + parameters[f"{name}.output.bias"]


def test_in_the_typed_order_nothing_changes(read):
    found = read("positional-encoding")
    assert found["permuted-difference"] == found["encoded-difference"] == "0"
