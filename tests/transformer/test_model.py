import hashlib
import io
from datetime import date

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.transformer.answer import is_day
from engine.transformer.model import KEPT, KEPT_OF_A_VARIANT, RUNS_PER_TEXT, Model, NotLoaded
from engine.transformer.parameters import DECODER
from engine.transformer.vocabulary import EOS
from weights.ship import record

TEXT = "the third of march 2012"


def packed(arrays):
    file = io.BytesIO()
    np.savez(file, parameters=record({name: array.astype(np.float16) for name, array in arrays.items()}))
    return file.getvalue()


@pytest.fixture
def second(random_parameters):
    """Other numbers under the same names."""
    return {name: array + 0.25 for name, array in random_parameters.items()}


@pytest.fixture
def files(second):
    decoder = {name: second[name] for name in DECODER}
    return {"unmasked.npz": packed(decoder), "checkpoints/07.npz": packed(second), "checkpoints/16.npz": packed(second)}


@pytest.fixture
def fresh(random_parameters, files):
    """A model that further data can be given to."""
    return Model(
        random_parameters, {name: {"sha256": hashlib.sha256(data).hexdigest()} for name, data in files.items()}
    )


@pytest.mark.parametrize("text", ["", " ", "🎉" * 3, "三月", "x" * 10_000, "\ud800", "<script>", "\0"])
def test_anything_typed_is_answered(model, text):
    answer, trace = model.answer(text), model.trace(text)
    assert 0 < answer.probability <= 1
    assert len(answer.tokens) == len(answer.probabilities) <= 11
    assert len(trace.encoder.tokens) == min(len(text), 47) + 1
    assert np.isfinite(trace.logits).all()
    assert (answer.cut > 0) == (len(text) > 47)
    assert bool(model.notices(text)) == bool(answer.dropped or answer.cut)


def test_what_was_read_as_a_space_is_said(model):
    answer = model.answer("3é2" + "0" * 50)
    assert (answer.dropped, answer.cut) == (("é",), 6)
    assert len(model.notices("3é2" + "0" * 50)) == 2


def test_an_answer_holds_together(model, brief_model):
    for one in (model, brief_model):
        answer = one.answer(TEXT)
        assert answer.probability == pytest.approx(np.prod(answer.probabilities))
        assert len(answer.text) == len(answer.tokens) - (answer.tokens[-1] == EOS)
        assert not answer.valid


def test_the_same_question_is_computed_once(model):
    assert model.trace(TEXT) is model.trace(TEXT)
    assert model.trace(TEXT.upper()) is model.trace(TEXT)
    assert model.trace(TEXT, masked=False) is not model.trace(TEXT)
    assert model.trace(TEXT, heads_off=frozenset()).encoder is model.trace(TEXT).encoder


@pytest.mark.parametrize(("variant", "texts"), [("shipped", KEPT), ("checkpoint 7", KEPT_OF_A_VARIANT)])
def test_only_so_many_runs_are_kept(fresh, files, variant, texts):
    fresh.give("checkpoint 7", files["checkpoints/07.npz"])
    one = fresh.variant(variant)
    first = one.trace(TEXT, "1")
    runs = RUNS_PER_TEXT * texts
    for length in range(runs - 1):
        one.trace(TEXT, "2" * length)
    assert one.trace(TEXT, "1") is first
    for length in range(runs):
        one.trace(TEXT, "2" * length)
    assert one.trace(TEXT, "1") is not first


@pytest.mark.parametrize(
    "what_if",
    [
        {"heads_off": frozenset({("encoder", 0, "cross", 0)})},
        {"heads_off": frozenset({("decoder", 2, "self", 0)})},
        {"heads_off": frozenset({("decoder", 1, "cross", 4)})},
        {"heads_off": frozenset({("decoder", 1, "cross", -1)})},
        {"nudge": (("middle", 0, "self", 0, 0, 0), 1.0)},
        {"nudge": (("encoder", 0, "self", 0, 24, 0), 1.0)},
        {"nudge": (("encoder", 0, "self", 0, 0, 24), 1.0)},
        {"nudge": (("decoder", 0, "cross", 0, 0, 24), 1.0)},
        {"nudge": (("decoder", 0, "self", 0, -1, 0), 1.0)},
    ],
    ids=str,
)
def test_a_what_if_about_nothing_is_refused(model, what_if):
    with pytest.raises(ValueError, match="expected .* received"):
        model.answer(TEXT, **what_if)


def test_what_was_not_given_is_not_loaded(fresh):
    for ask, name in ((fresh.variant, "unmasked"), (fresh.variant, "checkpoint 7"), (fresh.table, "paper/table3")):
        with pytest.raises(NotLoaded) as caught:
            ask(name)
        assert caught.value.name == name


def test_the_second_decoder_stands_on_the_shipped_encoder(fresh, files, second):
    fresh.give("unmasked", files["unmasked.npz"])
    unmasked = fresh.variant("unmasked")
    for name, array in unmasked.parameters.items():
        expected = second[name].astype(np.float16) if name in DECODER else fresh.parameters[name]
        assert (array == expected).all()
    assert (unmasked.trace(TEXT).encoder.output == fresh.trace(TEXT).encoder.output).all()
    assert (unmasked.trace(TEXT, "1").logits != fresh.trace(TEXT, "1").logits).any()


def test_variants_share_what_is_given(fresh, files):
    fresh.give("checkpoint 7", files["checkpoints/07.npz"])
    early = fresh.variant("checkpoint 7")
    early.give("report", b'{"steps": 3}')
    early.give("checkpoint 16", files["checkpoints/16.npz"])
    assert fresh.table("report") == {"steps": 3}
    assert early.variant("shipped") is fresh is fresh.variant("shipped")
    assert fresh.variant("checkpoint 16") is early.variant("checkpoint 16")


def test_a_table_of_the_paper_is_rows_of_text(fresh):
    fresh.give("paper/table1", "layer,cost\nself-attention,O(n²·d)\n".encode())
    assert fresh.table("paper/table1") == [{"layer": "self-attention", "cost": "O(n²·d)"}]


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("unmasked", b"", "expected sha256"),
        ("checkpoint 7", b"PK\3\4", "expected sha256"),
        ("checkpoint 17", b"", "checkpoints/17.npz: expected a file of the manifest"),
        ("checkpoint x", b"", "checkpoints/0x.npz: expected a file of the manifest"),
        ("report", b"{", "report: "),
        ("report", b"\xff", "report: "),
        ("paper/table1", b"a,b\n1,2,3\n", "paper/table1: "),
        ("paper/table1", b"", "paper/table1: "),
        ("something", b"", "no data is named 'something'"),
    ],
)
def test_data_that_is_not_what_it_should_be_is_refused(fresh, name, data, message):
    with pytest.raises(ValueError, match=message):
        fresh.give(name, data)
    with pytest.raises(NotLoaded):
        fresh.table(name)


@given(st.dates())
def test_every_day_of_the_calendar_is_one(day):
    assert is_day(day.isoformat())


@pytest.mark.parametrize(("text", "exists"), [("2000-02-29", True), ("1900-02-29", False), ("0000-01-01", False)])
def test_the_years_that_are_easily_got_wrong(text, exists):
    assert is_day(text) is exists


@given(st.integers(0, 9999), st.integers(0, 20), st.integers(0, 40))
def test_a_day_is_one_exactly_when_the_calendar_has_it(year, month, day):
    text = f"{year:04}-{month:02}-{day:02}"
    try:
        date(year, month, day)
    except ValueError:
        assert not is_day(text)
    else:
        assert is_day(text)


@pytest.mark.parametrize("text", ["", "2012-3-03", "2012-03-03 ", "20120303", "2012/03/03", "2o12-03-03", "٢012-03-03"])
def test_other_text_is_no_day(text):
    assert not is_day(text)
