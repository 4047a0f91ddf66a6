"""Numbers as text: short for people, exact for machines."""

from math import isclose, isfinite, isnan, log10
from numbers import Integral
from typing import SupportsFloat

MINUS = "\u2212"
THOUSANDS = "\u202f"
UNDEFINED = "\u2014"
_SUPERSCRIPTS = str.maketrans("-0123456789", "\u207b\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079")


def short(value: SupportsFloat | None, decimals: int | None = None) -> str:
    """A number for people: four digits at most, or a fixed count of decimals; whole numbers stay whole.

    Minus is U+2212, thousands are set apart by U+202F, undefined is an em dash, very small or very large numbers are
    written with a power of ten, and minus zero is zero.
    """
    if value is None or isnan(float(value)):
        return UNDEFINED
    number = float(value)
    if not isfinite(number):
        return ("" if number > 0 else MINUS) + "\u221e"
    if decimals is not None:
        text = f"{number:,.{decimals}f}"
    elif number == int(number) and abs(number) < 1e7:
        text = f"{int(number):,}"
    elif not 1e-3 <= abs(number) < 1e7:
        return _scientific(number)
    elif abs(number) >= 1000:
        text = f"{number:,.0f}"
    else:
        text = f"{number:.4g}"
    if not text.strip("-0.,"):
        text = text.lstrip("-")
    return text.replace("-", MINUS).replace(",", THOUSANDS)


def power(value: float) -> str:
    """A tick of a logarithmic axis: a power of ten above 1000 or below 0.01 as 10 with its exponent."""
    exponent = round(log10(value))
    if -2 <= exponent <= 3 or not isclose(value, 10.0**exponent):
        return short(value)
    return f"10{str(exponent).translate(_SUPERSCRIPTS)}"


def _scientific(number: float) -> str:
    mantissa, exponent = f"{number:.2e}".split("e")
    return f"{mantissa.replace('-', MINUS)}\u00d710{str(int(exponent)).translate(_SUPERSCRIPTS)}"


def probability(value: float) -> str:
    """A probability to four decimals; one that only rounds to 1 or 0 is shown as above 0.9999 or below 0.0001."""
    if 0 < value < 0.00005:
        return "<0.0001"
    return ">0.9999" if 0.99995 <= value < 1 else short(value, 4)


def exact(value: SupportsFloat | str | None) -> str:
    """A value for machines: ten digits, which every computer agrees on; 0 for 0.0, "" if undefined."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, Integral):
        return str(int(value))
    number = float(value)
    if isnan(number):
        return ""
    return str(int(number)) if number.is_integer() and abs(number) < 1e15 else f"{number:.10g}"
