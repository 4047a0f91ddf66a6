"""Every format writes what our conventions read as the same day."""

from random import Random

import pytest

from tests.weights.reader import read
from weights.conventions import clean
from weights.data import draw_for
from weights.formats import FORMATS, HELD_OUT_FORMATS

ALL = FORMATS + HELD_OUT_FORMATS


@pytest.mark.parametrize("ways", [FORMATS, HELD_OUT_FORMATS], ids=["trained", "held out"])
def test_every_format_reads_back_as_its_day(ways):
    for way in ways:
        random = Random(way.example)
        for _ in range(25):
            day = draw_for(random, way)
            text = clean(way.write(day, random))
            assert read(text) == day, f"{way.example}: {text}"


def test_a_format_names_year_month_and_day_once_each():
    random = Random(1)
    for way in ALL:
        fields = [field for field, _ in way.pieces(draw_for(random, way), random)]
        assert [fields.count(field) for field in ("year", "month", "day")] == [1, 1, 1], way.example


def test_there_are_enough_and_no_two_are_the_same():
    examples = [way.example for way in ALL]
    assert len(FORMATS) >= 141
    assert len(HELD_OUT_FORMATS) >= 12
    assert len(set(examples)) == len(examples)
