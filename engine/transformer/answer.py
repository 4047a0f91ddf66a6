"""What the model answers, and whether that is a day."""

from typing import NamedTuple

import numpy as np

DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


class Answer(NamedTuple):
    """What the model wrote.

    text: the characters before eos
    tokens: every token written, eos too unless the model never stopped
    probabilities: [tokens] the probability each of them had
    probability: their product, that of the whole answer
    dropped: the different characters of the question that were read as spaces
    cut: how many characters at the question's end were not read
    valid: whether text is a day of the calendar, written yyyy-mm-dd
    """

    text: str
    tokens: tuple[int, ...]
    probabilities: np.ndarray
    probability: float
    dropped: tuple[str, ...]
    cut: int
    valid: bool


def is_day(text: str) -> bool:
    """Whether text is a day of the Gregorian calendar, written yyyy-mm-dd, in the years 1 to 9999."""
    year, month, day = text[:4], text[5:7], text[8:]
    if text != f"{year}-{month}-{day}" or [len(year), len(month), len(day)] != [4, 2, 2]:
        return False
    if not (text.isascii() and (year + month + day).isdigit()) or year == "0000" or not 1 <= int(month) <= 12:
        return False
    leap = int(year) % 4 == 0 and (int(year) % 100 != 0 or int(year) % 400 == 0)
    return 1 <= int(day) <= DAYS[int(month) - 1] + (leap and month == "02")
