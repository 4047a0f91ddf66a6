"""A misspelling stays nearer to the word it misspells than to any other."""

from random import Random

import pytest

from weights import words
from weights.typos import MEANINGS, misspell, readable_edit


def distance(one, other):
    """Edits between two words (omission, insertion, substitution, exchange of neighbours), by Damerau's algorithm."""
    far = len(one) + len(other)
    cost = [[far] * (len(other) + 2) for _ in range(len(one) + 2)]
    for i in range(len(one) + 1):
        cost[i + 1][1] = i
    for j in range(len(other) + 1):
        cost[1][j + 1] = j
    last = {}
    for i, letter in enumerate(one, 1):
        match = 0
        for j, wanted in enumerate(other, 1):
            row, column = last.get(wanted, 0), match
            same = letter == wanted
            match = j if same else match
            exchange = cost[row][column] + i - row - 1 + 1 + j - column - 1
            cost[i + 1][j + 1] = min(cost[i][j] + (not same), cost[i + 1][j] + 1, cost[i][j + 1] + 1, exchange)
        last[letter] = i
    return cost[-1][-1]


@pytest.mark.parametrize(
    ("one", "other", "edits"),
    [("may", "may", 0), ("arpil", "april", 1), ("soend", "second", 2), ("febuary", "february", 1), ("jrl", "july", 2)],
)
def test_the_distance_used_here(one, other, edits):
    assert distance(one, other) == edits


@pytest.mark.parametrize("count", [1, 2])
def test_misspellings_are_read_as_the_word_meant(count):
    random = Random(count)
    found = 0
    while found < 60:
        word = random.choice(words.MONTHS + words.WEEKDAYS + words.ORDINALS[1:])
        written = misspell(word, count, random)
        if written is None:
            continue
        found += 1
        assert 1 <= distance(written, word) <= count
        others = [distance(written, other) for other, meaning in MEANINGS.items() if meaning != MEANINGS[word]]
        assert min(others) > count


@pytest.mark.parametrize("written", ["jun", "jul", "mar", "mat", "jua"])
def test_what_could_be_another_word_is_no_misspelling(written):
    assert not readable_edit(written, "jan", 1)
    assert not readable_edit(written, "may", 1)


def test_only_months_ordinals_and_weekdays_are_misspelt():
    random = Random(1)
    assert misspell("4 of may in the year 1976", 1, random) is None
    assert misspell("19760704", 1, random) is None
    for _ in range(50):
        assert (misspell("the 4th of july in the year 1976", 1, random) or "the 4th of").startswith("the 4th of")
