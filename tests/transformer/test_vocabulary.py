import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.transformer.parameters import SYMBOLS as COUNT
from engine.transformer.vocabulary import BOS, EOS, LONGEST, PAD, SYMBOLS, TYPABLE, encode, notices, read, write


def test_symbols_are_in_the_order_the_parameters_were_trained_in():
    assert "".join(SYMBOLS[3:]) == TYPABLE == "0123456789abcdefghijklmnopqrstuvwxyz ,-./"
    assert (len(SYMBOLS), len(TYPABLE), SYMBOLS[3]) == (COUNT, 41, "0")
    assert (PAD, BOS, EOS) == (0, 1, 2)


@given(st.text(TYPABLE, max_size=LONGEST))
def test_what_can_be_typed_comes_back(text):
    assert write(read(text).tokens) == text
    assert read(text).tokens == encode(text)
    assert notices(read(text)) == []


@given(st.text())
def test_any_text_is_read(text):
    reading = read(text)
    assert len(reading.tokens) == min(len(text), LONGEST) + 1
    assert reading.tokens[-1] == EOS
    assert set(write(reading.tokens)) <= set(TYPABLE)
    assert reading.cut == max(0, len(text) - LONGEST)
    for sentence in notices(reading):
        assert sentence.isprintable() and sentence.encode("utf-8")


def test_capitals_are_read_as_small_letters():
    assert write(read("3 MARCH 2012").tokens) == "3 march 2012"
    assert read("3 MARCH 2012").dropped == ()


def test_unknown_characters_are_spaces_and_named_once_in_order():
    reading = read("3é🎉é2\t0")
    assert write(reading.tokens) == "3   2 0"
    assert reading.dropped == ("é", "🎉", "\t")
    assert notices(reading) == ["Read as a space: “é”, “🎉”, U+0009."]


def test_a_letter_that_grows_when_small_is_one_space():
    assert read("İ").tokens == read(" ").tokens
    assert read("İ").dropped == ("İ",)


def test_long_text_is_cut_and_the_reader_told():
    reading = read("1" * 10_000)
    assert (len(reading.tokens), reading.cut) == (48, 9_953)
    assert notices(reading) == ["Only the first 47 characters are read; 9,953 characters were left out."]
    assert notices(read("1" * 48)) == ["Only the first 47 characters are read; 1 character was left out."]


def test_characters_that_are_cut_are_not_called_spaces():
    assert read("1" * 47 + "é").dropped == ()


def test_nothing_typed_is_eos_alone():
    assert read("").tokens == (EOS,)


def test_writing_stops_at_eos_and_leaves_out_what_is_no_character():
    assert write([PAD, BOS, 3, EOS, 4]) == "0"


@pytest.mark.parametrize("target", ["2012_03", "A", "1" * 48, "é"])
def test_a_target_outside_the_vocabulary_is_refused(target):
    with pytest.raises(ValueError, match="target: expected at most 47"):
        encode(target)
