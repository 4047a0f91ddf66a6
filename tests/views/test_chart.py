"""Charts: values stand where their axis says, ends of lines are named without touching, and zero is never hidden."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.views.chart import NAME_HEIGHT, WIDTH, Axis, Chart, Series, apart


def test_values_stand_where_the_axes_say():
    chart = Chart(Axis("n", 1, 10_000, logarithmic=True), Axis("cost", 0, 50), height=200)
    assert [chart.x(value) for value in (1, 100, 10_000)] == pytest.approx([0, WIDTH / 2, WIDTH])
    assert [chart.y(value) for value in (0, 25, 50)] == pytest.approx([200, 100, 0])
    assert chart.left(100) == "left:50%"


@pytest.mark.parametrize(("axis", "title"), [
    (Axis("BLEU", 0, 30), "BLEU"),
    (Axis("BLEU", 20, 30), "BLEU, not from zero"),
    (Axis("cost", 1, 30, logarithmic=True), "cost, log scale"),
])
def test_an_axis_says_when_zero_is_not_its_start(axis, title):
    assert axis.title() == title


def test_powers_of_ten_are_short_on_a_logarithmic_axis():
    texts = [text for _, text in Axis("n", 100, 1e6, logarithmic=True).marked()]
    assert texts == ["100", "1\u202f000", "10⁴", "10⁵", "10⁶"]


@given(st.lists(st.floats(0, 300), max_size=12).map(sorted))
def test_names_stand_apart_in_order_and_above_the_axis(ends):
    places = apart(ends, 300)
    assert all(upper + NAME_HEIGHT <= lower + 1e-9 for upper, lower in zip(places, places[1:], strict=False))
    assert all(place <= 300 for place in places)


@given(st.floats(NAME_HEIGHT, 280), st.floats(NAME_HEIGHT, 280))
def test_ends_that_are_far_enough_keep_their_place(first, second):
    ends = sorted((first, second))
    if ends[1] - ends[0] >= NAME_HEIGHT:
        assert apart(ends, 300) == ends


def test_lines_carry_their_style_and_their_name():
    chart = Chart(Axis("n", 0, 10), Axis("cost", 0, 10))
    drawn = chart.draw([Series("one", [(0, 0), (10, 10)]), Series("two", [(0, 1), (10, 1)], "dashed")])
    assert 'class="series"' in drawn and 'class="series dashed"' in drawn
    assert drawn.index(">one<") < drawn.index(">two<"), "named from the top down, as they end"


@given(st.booleans(), st.integers(2, 40))
def test_samples_reach_from_end_to_end(logarithmic, count):
    values = Axis("n", 1, 500, logarithmic=logarithmic).spread(count)
    assert len(values) == count and values[0] == 1 and values[-1] == pytest.approx(500)
    assert values == sorted(values)
