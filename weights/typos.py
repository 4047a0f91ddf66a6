"""Misspellings that can still be read: one or two edits, nearer to the word meant than to any other."""

import re
from collections import defaultdict
from functools import cache
from random import Random

from weights import words

LETTERS = "abcdefghijklmnopqrstuvwxyz"
WORD = re.compile(r"[a-z]+")


def meanings() -> dict[str, str]:
    """Every word an edit may touch or be mistaken for -> what it means."""
    known: dict[str, str] = {}
    for word in words.MONTHS + words.WEEKDAYS:
        meaning = word if word in words.MONTHS else "weekday"
        known |= dict.fromkeys((word, *words.ABBREVIATIONS.get(word, (word[:3],))), meaning)
    for word in words.ORDINALS[1:] + words.CARDINALS[1:] + words.TENS[2:] + list(words.ORDINAL_TENS.values()):
        known[word] = word
    return known | {word: word for word in "the of day in year and on oh hundred thousand".split()}


MEANINGS = meanings()
EDITABLE = frozenset(
    word
    for word, meaning in MEANINGS.items()
    if len(word) > 2
    and (meaning in words.MONTHS or meaning == "weekday" or meaning.endswith(("th", "first", "second", "third")))
) - {"may", "month"}


def edits(word: str) -> list[str]:
    """Every string one omission, exchange of neighbours, substitution or insertion away from `word`."""
    cuts = [(word[:place], word[place:]) for place in range(len(word) + 1)]
    omitted = [head + tail[1:] for head, tail in cuts if tail]
    exchanged = [head + tail[1] + tail[0] + tail[2:] for head, tail in cuts if len(tail) > 1 and tail[0] != tail[1]]
    substituted = [head + letter + tail[1:] for head, tail in cuts if tail for letter in LETTERS if letter != tail[0]]
    inserted = [head + letter + tail for head, tail in cuts for letter in LETTERS]
    return omitted + exchanged + substituted + inserted


@cache
def neighbours() -> dict[str, set[str]]:
    """Each string at most one edit from a known word -> the meanings it is that near to."""
    near: dict[str, set[str]] = defaultdict(set)
    for word, meaning in MEANINGS.items():
        for other in (word, *edits(word)):
            near[other].add(meaning)
    return dict(near)


def edit(word: str, random: Random) -> str:
    """`word` after one random edit; the four kinds are equally likely."""
    place = random.randrange(len(word))
    kind = random.randrange(4)
    if kind == 0:
        return word[:place] + word[place + 1 :]
    if kind == 1 and len(word) > 1:
        place = min(place, len(word) - 2)
        return word[:place] + word[place + 1] + word[place] + word[place + 2 :]
    letter = random.choice((random.choice(LETTERS), word[place], word[max(0, place - 1)]))
    return word[:place] + letter + word[place + (kind == 2) :]


def readable(written: str, meaning: str, count: int) -> bool:
    """Whether `written`, `count` edits from a word of this meaning, is farther from every other."""
    if written in MEANINGS:
        return False
    near = neighbours()
    if count == 1:
        return near[written] == {meaning}
    if near.get(written, {meaning}) != {meaning}:
        return False
    return all(near.get(other, {meaning}) == {meaning} for other in edits(written))


def misspell(text: str, count: int, random: Random) -> str | None:
    """`text` with `count` edits in one month, ordinal or weekday word; None if the word drawn takes none."""
    places = [
        match for match in WORD.finditer(text) if match.group() in EDITABLE and len(match.group()) > 3 * count - 1
    ]
    if not places:
        return None
    place = random.choice(places)
    word = place.group()
    for _ in range(8):
        written = word
        for _ in range(count):
            written = edit(written, random) if written else word
        if readable_edit(written, word, count):
            return text[: place.start()] + written + text[place.end() :]
    return None


def readable_edit(written: str, word: str, count: int) -> bool:
    """Whether `written` is a misspelling of `word` by exactly `count` edits that can still be read."""
    if not written or (count == 2 and written in neighbours()):
        return False
    return readable(written, MEANINGS[word], count)
