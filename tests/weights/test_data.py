"""What is kept out of training is never drawn, and every example is one the toy can read."""

import time
from itertools import islice
from random import Random

import pytest

from engine.transformer.vocabulary import LONGEST, TYPABLE
from weights import evaluation
from weights.conventions import Day, clean, full_year, held_out, squeezed
from weights.data import examples, never_trained, real_dates
from weights.times import with_filler, with_time


def day_of(target):
    return Day(*map(int, target.split("-")))


@pytest.fixture(scope="module")
def drawn():
    return list(islice(examples(Random(7)), 4000))


def test_no_held_out_day_is_trained(drawn):
    assert not any(held_out(day_of(example.target)) for example in drawn)


def test_one_day_in_sixteen_is_held_out():
    days = [Day(year, month, day) for year in range(1900, 2100) for month in range(1, 13) for day in range(1, 29)]
    assert sum(map(held_out, days)) / len(days) == pytest.approx(1 / 16, rel=0.05)


def test_no_real_date_is_trained_whatever_its_spacing(drawn):
    assert len(real_dates()) == 297
    assert squeezed(" Oct  7,  '70") in never_trained()
    assert not any(squeezed(example.source) in never_trained() for example in drawn)


def test_a_real_date_that_is_drawn_is_dropped(monkeypatch):
    first = next(examples(Random(3)))
    monkeypatch.setattr("weights.data.never_trained", lambda: frozenset({squeezed(first.source)}))
    assert next(examples(Random(3))) != first


def test_examples_can_be_read(drawn):
    for example in drawn:
        assert example.source == clean(example.source)
        assert len(example.source) <= LONGEST
        assert set(example.source) <= set(TYPABLE)
        year, month, day = day_of(example.target)
        assert 1500 <= year <= 2299
        assert 1 <= month <= 12
        assert 1 <= day <= 31
    assert max(len(example.source) for example in drawn) == LONGEST


def test_some_days_do_not_exist(drawn):
    assert 0.005 < sum(evaluation.real_day(day_of(example.target)) is False for example in drawn) / len(drawn) < 0.04


def test_the_same_seed_draws_the_same(drawn):
    assert list(islice(examples(Random(7)), 50)) == drawn[:50]


def test_held_out_examples_are_all_held_out():
    assert all(held_out(day_of(example.target)) for example in evaluation.everyday(300))


def test_a_time_or_filler_never_hides_the_date():
    random = Random(5)
    for number in range(2000):
        date = ("4 july 1976", "july 4, 76", "19760704", "1976-07-04", "the fourth of july, nineteen seventy-six")[
            number % 5
        ]
        text = with_filler(with_time(date, random), random)[:LONGEST]
        assert date in text or (text.startswith(date[:-5]) and "1976" in text)


def test_two_digit_years_are_those_of_posix():
    for digits in range(100):
        assert full_year(digits) == time.strptime(f"{digits:02d}", "%y").tm_year


def test_cleaning_reads_other_characters_as_spaces():
    assert clean("Oct 7, '70") == "oct 7,  70"
    assert clean("3–MAY–99 İ") == "3 may 99  "
    assert len(clean("ŉ 3 may İ ﬁ")) == len("ŉ 3 may İ ﬁ")


@pytest.mark.parametrize(
    ("text", "group"),
    [
        ("02/05/2020", "plain"),
        ("02/05/1999", "order unknown"),
        ("1-9-1988", "plain"),
        ("3am, october first 2010", "with a time"),
        ("Janurary 1, 2022 17:13:00", "with a time"),
        ("2010:01:02", "plain"),
        ("04:02:2014 4:8:9", "order unknown"),
        ("the thirtieth of November, two thousand and thirty", "too long"),
    ],
)
def test_real_dates_are_grouped_by_what_can_be_known(text, group):
    (row,) = [row for row in real_dates() if row.text == text]
    assert evaluation.real_group(row) == group
