"""Examples made on the fly: a day, one way of writing it, and the disorder of real text.

Days, misspelt strings and formats kept for evaluation are never drawn; neither is any string of data/real_dates.tsv.
"""

import csv
import re
from collections.abc import Iterator
from datetime import date
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

from engine.transformer.vocabulary import LONGEST
from weights.conventions import Day, clean, held_out, squeezed
from weights.formats import FORMATS, Format
from weights.times import with_filler, with_time
from weights.typos import misspell

REAL_DATES = Path(__file__).parent / "data" / "real_dates.tsv"
MISTYPED = {"0": "o", "1": "l", "o": "0", "l": "1"}


class Example(NamedTuple):
    """What is read (cleaned, at most LONGEST characters) and what should be written."""

    source: str
    target: str


class RealDate(NamedTuple):
    """A row of real_dates.tsv: text, its date, its class, and us, eu or - for its order of day and month."""

    text: str
    date: str
    kind: str
    order: str


@cache
def real_dates(path: Path = REAL_DATES) -> tuple[RealDate, ...]:
    """Dates as people really wrote them, for evaluation only."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    return tuple(RealDate(*row) for row in rows[1:])


@cache
def never_trained() -> frozenset[str]:
    """The real strings, whatever their spacing."""
    return frozenset(squeezed(row.text) for row in real_dates())


def draw_day(random: Random, first: int, last: int) -> Day:
    """A day that exists, from `first` to `last` year."""
    drawn = date.fromordinal(random.randint(date(first, 1, 1).toordinal(), date(last, 12, 31).toordinal()))
    return Day(drawn.year, drawn.month, drawn.day)


def draw_for(random: Random, way: Format, kept: bool = False) -> Day:
    """A day that `way` can write, to train or (`kept`) held out; one in fifty does not exist."""
    while True:
        far = not way.short and random.random() < 0.35
        day = draw_day(random, *((1500, 2299) if far else (1969, 2068) if way.short else (1900, 2099)))
        if random.random() < 0.02:
            day = Day(day.year, random.choice((2, 2, 4, 6, 9, 11)), random.choice((29, 30, 31)))
        if way.fits(day) and held_out(day) == kept:
            return day


def respaced(text: str, random: Random) -> str:
    """`text` with one space more or less where that changes nothing for a human reader."""
    kind = random.randrange(5)
    if kind == 0:
        return " " + text
    if kind == 1:
        return text + random.choice((" ", "  "))
    pattern = {
        2: r"(?<=[a-z,.])[ ](?=\d)|(?<=\d)[ ](?=[a-z])|(?<=[,.])[ ]|(?<=\d)[ ](?=,)",
        3: r"(?<= )|(?=[,/.-])|(?<=[,/.-])",
        4: r"(?<=[a-z])(?=\d)|(?<=\d)(?=[a-z])|(?<=,)|(?<= )",
    }[kind]
    places = list(re.finditer(pattern, text))
    if not places:
        return text
    place = random.choice(places)
    return text[: place.start()] + ("" if kind == 2 else " ") + text[place.end() :]


def mistyped(text: str, random: Random) -> str:
    """`text` with one 0 for o, l for 1 or the reverse."""
    places = [place for place, letter in enumerate(text) if letter in MISTYPED]
    if not places:
        return text
    place = random.choice(places)
    return text[:place] + MISTYPED[text[place]] + text[place + 1 :]


def disordered(text: str, random: Random) -> str:
    """`text` as a careless writer leaves it; about a third of texts stay as they are."""
    if random.random() < 0.3:
        text = misspell(text, 1 if random.random() < 0.6 else 2, random) or text
    elif random.random() < 0.05 and not text.isdigit():
        text = mistyped(text, random)
    if random.random() < 0.03:
        text = re.sub(r"(?<=\d)(st|nd|rd|th)\b", lambda _: random.choice(("st", "nd", "rd", "th")), text)
    if random.random() < 0.03 and re.search("[a-z]", text):
        text = re.sub(r",(?= )|-(?=\d)", lambda _: random.choice((",", ".", "-", ";")), text, count=1)
    if not text.isdigit() and random.random() < 0.15:
        text = respaced(text, random)
    fits = len(text)
    if random.random() < 0.25:
        text = with_time(text, random)
    if random.random() < 0.1:
        text = with_filler(text, random)
    if random.random() < 0.04:
        text = respaced(text, random)
    return text if fits <= LONGEST else ""


def examples(random: Random, ways: list[Format] = FORMATS, kept: bool = False) -> Iterator[Example]:
    """Endless examples to train, or (`kept`) of the days held out."""
    while True:
        way = random.choice(ways)
        day = draw_for(random, way, kept)
        written = way.write(day, random)
        text = clean(disordered(written, random))
        # only what follows a date may be cut, and a long one might itself reach beyond
        cut = len(text) > LONGEST and len(written) > LONGEST - 12
        if not text or cut or squeezed(text) in never_trained():
            continue
        yield Example(text[:LONGEST], day.iso())
