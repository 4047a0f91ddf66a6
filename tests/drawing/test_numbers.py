"""Numbers for people and for machines."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.drawing.numbers import exact, probability, short


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.4183001, "0.4183"), (11.349, "11.35"), (3.28, "3.28"), (-1.5, "\u22121.5"), (-0.0, "0"), (24, "24"),
        (109376, "109\u202f376"), (1234.5, "1\u202f234"), (6.99e-4, "6.99\u00d710\u207b\u2074"), (None, "\u2014"),
        (math.nan, "\u2014"), (-math.inf, "\u2212\u221e"), (1.8e20, "1.80\u00d710\u00b2\u2070"),
    ],
)
def test_short(value, text):
    assert short(value) == text


@given(st.floats(-1e6, 1e6))
def test_short_is_close_and_has_no_minus_zero(value):
    text = short(value)
    if "\u00d7" not in text:
        number = float(text.replace("\u2212", "-").replace("\u202f", ""))
        assert abs(number - value) <= max(abs(value) * 6e-4, 6e-4)
    assert text.strip("0.\u2212") or "\u2212" not in text


def test_fixed_decimals_have_no_minus_zero():
    assert short(-0.0001, 2) == "0.00" and short(0.9, 3) == "0.900"


def test_a_probability_is_never_shown_as_certain_unless_it_is():
    assert probability(0.00002) == "<0.0001" and probability(0) == "0.0000"
    assert probability(0.99997) == ">0.9999" and probability(1.0) == "1.0000" and probability(0.5) == "0.5000"


@given(st.floats(allow_nan=False))
def test_exact_reads_back_to_ten_digits(value):
    assert float(exact(value)) == pytest.approx(value, rel=1e-9)


def test_exact_of_what_is_not_a_float():
    assert exact(3) == "3" and exact("broken") == "broken" and exact(None) == "" and exact(math.nan) == ""
    assert exact(-0.0) == "0" and exact(8.0) == "8" and exact(0.1) == "0.1"
