"""The sets of strings the toy is examined on: nothing in them was ever trained."""

import re
from calendar import monthrange
from random import Random

from engine.transformer.vocabulary import LONGEST
from weights.conventions import Day, clean, held_out, squeezed
from weights.data import Example, RealDate, draw_day, examples, never_trained
from weights.formats import FORMATS, HELD_OUT_FORMATS, Format
from weights.typos import misspell

SEED = 2017
TIME = re.compile(r"[ap]m\b|\d{4}.* \d+:\d")


def real_day(day: Day) -> bool:
    """Whether there is such a day."""
    return day.day <= monthrange(day.year, day.month)[1]


def existing_day(random: Random, way: Format, first: int, last: int) -> Day:
    """A held-out day between these years that exists and that `way` can write."""
    while True:
        day = draw_day(random, *((1969, 2068) if way.short else (first, last)))
        if held_out(day) and way.fits(day):
            return day


def written(random: Random, way: Format, first: int = 1900, last: int = 2099) -> tuple[Example, str]:
    """A held-out day written in this way, as it is read and as it was written; it fits in what is read."""
    while True:
        day = existing_day(random, way, first, last)
        text = way.write(day, random)
        if len(text) <= LONGEST and squeezed(text) not in never_trained():
            return Example(clean(text), day.iso()), text


def in_formats(ways: list[Format], count: int, first: int = 1900, last: int = 2099) -> list[Example]:
    """`count` held-out days in each of these formats."""
    random = Random(SEED)
    return [written(random, way, first, last)[0] for way in ways for _ in range(count)]


def misspelt(edits: int, count: int) -> list[Example]:
    """Held-out days with `edits` edits in a month, ordinal or weekday word."""
    random = Random(SEED + edits)
    found: list[Example] = []
    while len(found) < count:
        example, text = written(random, random.choice(FORMATS))
        wrong = misspell(text, edits, random)
        if wrong and len(wrong) <= LONGEST and squeezed(wrong) not in never_trained():
            found.append(Example(clean(wrong), example.target))
    return found


def everyday(count: int) -> list[Example]:
    """Held-out days as training writes them: with times, filler words, misspellings and odd spacing."""
    stream = examples(Random(SEED), kept=True)
    return [next(stream) for _ in range(count)]


def impossible(count: int) -> list[Example]:
    """Days that do not exist, such as 31 february, in the formats that can write them."""
    random = Random(SEED)
    found: list[Example] = []
    while len(found) < count:
        way = random.choice(FORMATS)
        day = Day(random.randint(1969, 2068), random.choice((2, 4, 6, 9, 11)), 31)
        text = way.write(day, random)
        if held_out(day) and way.fits(day) and len(text) <= LONGEST:
            found.append(Example(clean(text), day.iso()))
    return found


def sets() -> dict[str, list[Example]]:
    """Every generated set by its name in report.json."""
    return {
        "formats": in_formats(FORMATS, 100),
        "one edit": misspelt(1, 5000),
        "two edits": misspelt(2, 5000),
        "years 1500-2299": in_formats([way for way in FORMATS if not way.short], 20, 1500, 2299),
        "templates": in_formats(HELD_OUT_FORMATS, 200),
        "everyday": everyday(10_000),
        "impossible days": impossible(500),
    }


def order_known(row: RealDate) -> bool:
    """Whether our conventions tell day from month as the writer of this real date meant."""
    if row.order == "-":
        return True
    return row.order == ("us" if "/" in row.text else "eu")


def real_group(row: RealDate) -> str:
    """The group of a real date: the order unknown to us, too long, with a time of day, or plain."""
    if not order_known(row):
        return "order unknown"
    if len(row.text) > LONGEST:
        return "too long"
    return "with a time" if row.kind == "with-time" or TIME.search(row.text.lower()) else "plain"
