"""The ways of writing a date, each shown by how it writes Sunday 4 July 1976.

A format is its own example: "the fourth of july, 1976" writes the day as an ordinal word, the month in full and the
year in digits. Conditions say for which days our conventions read a numeric format the way it is meant.
"""

import re
from collections.abc import Callable
from random import Random
from typing import NamedTuple

from weights import words
from weights.conventions import Day, full_year

Field = Callable[[Day, Random], str]

FIELDS: dict[str, Field] = {
    "nineteen seventy-six": lambda day, random: words.year(day.year, random),
    "1976": lambda day, random: f"{day.year:04d}",
    "76": lambda day, random: f"{day.year % 100:02d}",
    "sunday": lambda day, random: random.choice(words.WEEKDAYS),
    "sun": lambda day, random: words.abbreviation(random.choice(words.WEEKDAYS), random),
    "july": lambda day, random: words.MONTHS[day.month - 1],
    "jul": lambda day, random: words.abbreviation(words.MONTHS[day.month - 1], random),
    "vii": lambda day, random: words.ROMAN[day.month - 1],
    "07": lambda day, random: f"{day.month:02d}",
    "7": lambda day, random: str(day.month),
    "fourth": lambda day, random: words.ordinal(day.day, random.choice("- ")),
    "four": lambda day, random: words.cardinal(day.day, random.choice("- ")),
    "04th": lambda day, random: words.suffixed(day.day).rjust(4, "0"),
    "4th": lambda day, random: words.suffixed(day.day),
    "4 th": lambda day, random: f"{day.day} {words.suffixed(day.day)[-2:]}",
    "04": lambda day, random: f"{day.day:02d}",
    "4": lambda day, random: str(day.day),
}
KINDS = {
    "year": ("nineteen seventy-six", "1976", "76"),
    "weekday": ("sunday", "sun"),
    "month": ("july", "jul", "vii", "07", "7"),
    "day": ("fourth", "four", "04th", "4th", "4 th", "04", "4"),
}
KIND = {field: kind for kind, fields in KINDS.items() for field in fields}
FIELD = re.compile("(" + "|".join(sorted(FIELDS, key=len, reverse=True)) + ")")

TRAINED = """
4 july 1976 | 04 july 1976 | 4 july, 1976 | 04 july, 1976 | 4. july 1976 | 4july 1976 | 4july1976 | 4-july-1976
04-july-1976 | 4 of july 1976 | 4 of july, 1976 | 4 july of 1976 | 4 july in 1976 | the 4 of july 1976
the 4 of july in the year 1976 | 4/july/1976 | 4 jul 1976 | 04 jul 1976 | 4 jul, 1976 | 4 jul. 1976
4. jul. 1976 | 4. jul 1976 | 4-jul-1976 | 04-jul-1976 | 04.jul.1976 | 4.jul.1976 | 04/jul/1976 | 04jul1976
4jul1976 | 4 of jul 1976 | 4th jul 1976 | 4th jul. 1976 | 4th of jul 1976 | 4 th jul 1976 | 04th jul 1976
4th july 1976 | 4th july, 1976 | 04th july 1976 | 4th of july 1976 | 4th of july, 1976 | 4th of july of 1976
the 4th of july 1976 | the 4th of july, 1976 | 4th day of july 1976 | 4th day of july, 1976
the 4th day of july 1976 | 4 th july 1976 | 4 th of july 1976 | the 4th july 1976 | 4th, july 1976
4th july in the year 1976 | 04th of july 1976 | 4th-july-1976 | july 4 1976 | july 04 1976 | july 4, 1976
july 04, 1976 | july 4. 1976 | july-4-1976 | july 4,1976 | july4, 1976 | july 4 , 1976 | july 4 of 1976
july the 4 1976 | july/4/1976 | july 4th 1976 | july 4th, 1976 | july 4 th, 1976 | july 4 th 1976
july, 4 th , 1976 | july the 4th 1976 | july the 4th, 1976 | july, the 4th 1976 | july 04th, 1976
july 4th of 1976 | july 4 - 1976 | jul 4 1976 | jul 4, 1976 | jul 04, 1976 | jul. 4 1976 | jul. 4, 1976
jul 04 1976 | jul-04-1976 | jul/04/1976 | jul4, 1976 | jul.4, 1976 | jul 4th, 1976 | jul 4th 1976
jul. 4th, 1976 | jul the 4th 1976 | jul 4 th, 1976 | 1976 july 4 | 1976, july 4 | 1976 july 04 | 1976 july 4th
1976 4 july | 1976-july-04 | 1976 jul 4 | 1976 jul 04 | 1976-jul-04 | 1976.jul.04 | 1976/jul/04 | 1976 04 jul
1976 4 jul | 1976 jul. 4 | 1976jul04 | 1976-jul-4 | sunday, july 4, 1976 | sunday july 4 1976
sunday, 4 july 1976 | sunday 4th july 1976 | sunday, july 4th, 1976 | sunday the 4th of july 1976
sunday, 4th of july, 1976 | sunday 4 jul 1976 | sunday jul 4, 1976 | sun, jul 4, 1976 | sun, 4 jul 1976
sun, 04 jul 1976 | sun jul 4 1976 | sun., july 4, 1976 | sun, july 4, 1976 | sun 4 july 1976 | sun july 4th 1976
sun 04 jul 1976 | sunday, 4. july 1976 | sunday 4 of july, 1976 | sunday, fourth of july, 1976
sunday, july fourth, 1976 | sunday the fourth of july 1976 | sunday, july fourth, nineteen seventy-six
sun jul fourth nineteen seventy-six | sun jul four nineteen seventy-six | fourth of july 1976
fourth of july, 1976 | fourth of july of 1976 | the fourth of july 1976 | the fourth of july, 1976
fourth july 1976 | fourth day of july 1976 | fourth day of july, 1976 | the fourth day of july, 1976
the fourth of july in the year 1976 | the fourth of jul 1976 | july fourth 1976 | july fourth, 1976
july the fourth, 1976 | july the fourth 1976 | jul fourth 1976 | the fourth of july in 1976
fourth of july nineteen seventy-six | fourth of july, nineteen seventy-six
the fourth of july nineteen seventy-six | the fourth of july, nineteen seventy-six
fourth day of july, nineteen seventy-six | july fourth nineteen seventy-six | july fourth, nineteen seventy-six
july the fourth, nineteen seventy-six | 4th of july nineteen seventy-six | 4 july nineteen seventy-six
july 4, nineteen seventy-six | 4th day of july nineteen seventy-six | july four nineteen seventy-six
four july nineteen seventy-six | july four 1976 | four july 1976 | july four, nineteen seventy-six
jul four 1976 | four of july 1976 | 4 vii 1976 | 4.vii.1976 | 4-vii-1976 | 4/vii/1976 | 04.vii.1976
4. vii. 1976 | 1976-07-04 | 1976/07/04 | 1976.07.04 | 1976 07 04 | 1976-7-4 | 1976/7/4 | 1976.7.4 | 1976 7 4
1976:07:04 | 19760704 | 1976-07-4 | 1976-7-04 | 7/4/1976 | 07/04/1976 | 7/04/1976 | 07/4/1976 | 7/4-1976
7/4 1976 | 7/4,1976 | 07/04,1976 | 7/4, 1976 | 4.7.1976 | 04.07.1976 | 4. 7. 1976 | 04-07-1976 | 4-7-1976
4 7 1976 | 04 07 1976 | 04:07:1976 | sunday 4.7.1976 | sunday 04-07-1976 | sunday 7/4/1976 | sun 07/04/1976
sun 1976-07-04 | sunday, 1976-07-04 | sun, 04.07.1976
"""
TRAINED_SHORT = """
7/4/76 | 07/04/76 | 7/4,76 | 07/04,76 | 7/4 76 | 7/4-76 | 4.7.76 | 04.07.76 | 4-7-76 | 04-07-76 | 4 7 76
04 07 76 | 760704 | sunday 04-07-76 | sunday 7/4/76 | sun 4.7.76 | 4.7.'76 | 4/vii/76 | 4 vii '76 | 4 july 76
4 jul 76 | 04 jul 76 | 04-jul-76 | 4-jul-76 | 04 jul. 76 | 04jul76 | 4-july-76 | 4th july 76 | 4 july of 76
4th of july 76 | jul 4 76 | jul 4, 76 | jul-04-76 | july 4 76 | july 4th 76 | july 4, 76 | sun, 04 jul 76
sun 4 jul 76 | sunday, 4 july 76 | sunday, july 4, 76 | 4 july '76 | 4 jul '76 | 04 jul '76 | 4th july '76
4th of july '76 | jul 4, '76 | jul 4 '76 | jul. 4, '76 | july 4, '76 | july 4th, '76 | july 4th '76
sun, jul 4, '76 | sunday 4 july '76 | fourth of july '76 | fourth of july 76 | july fourth '76
the fourth of july, '76 | the 4th of july '76 | july fourth, 76
"""
DAY_ABOVE_12 = """
4/7/1976 | 04/07/1976 | 04/7/1976 | 7-4-1976 | 07-04-1976 | 7.4.1976 | 07.04.1976 | 07 04 1976 | sunday 4/7/1976
"""
DAY_ABOVE_12_SHORT = "4/7/76 | 04/07/76 | 7-4-76 | 07-04-76 | 7.4.76 | 07.04.76 | sunday 04/07/76"
YEAR_ABOVE_31_SHORT = (
    "76 07 04 | 76-07-04 | 76.7.4 | 76/07/04 | '76.7.4 | 76-7-4 | '76-07-04 | 76 jul 04 | 76-jul-04 | '76 jul 4"
)
NEVER_TRAINED = """
sunday, 4th july, 1976 | the 4th july, 1976 | jul. 4th 1976 | 04 of july 1976 | fourth july, 1976
sunday, the 4th of july, 1976 | 1976, jul 4 | july 04th 1976 | 4th of july in 1976 | sun, july 4th, 1976
sunday jul 4th 1976 | the fourth day of july 1976 | sun, 7/4/1976 | sunday 1976/07/04 | july the fourth of 1976
"""


class Format(NamedTuple):
    """One way of writing a date; `example` is its name."""

    example: str
    parts: tuple[str, ...]
    short: bool
    condition: Callable[[Day], bool]

    def fits(self, day: Day) -> bool:
        """Whether our conventions read `day`, written this way, as meant."""
        return self.condition(day) and (not self.short or full_year(day.year % 100) == day.year)

    def write(self, day: Day, random: Random) -> str:
        """`day` written this way; `random` chooses weekdays, hyphens and ways of saying a year."""
        return "".join(text for _, text in self.pieces(day, random))

    def pieces(self, day: Day, random: Random) -> list[tuple[str, str]]:
        """What `write` joins, each with its kind: year, month, day, weekday, or between."""
        return [(KIND[part], FIELDS[part](day, random)) if part in FIELDS else ("between", part) for part in self.parts]


def formats(examples: str, short: bool = False, condition: Callable[[Day], bool] = lambda day: True) -> list[Format]:
    """A Format per example, examples being separated by | or line ends."""
    texts = [text.strip() for text in re.split(r"[|\n]", examples)]
    return [Format(text, tuple(part for part in FIELD.split(text) if part), short, condition) for text in texts if text]


def day_above_12(day: Day) -> bool:
    """Whether this day's number cannot be a month."""
    return day.day > 12


FORMATS = (
    formats(TRAINED)
    + formats(TRAINED_SHORT, short=True)
    + formats(DAY_ABOVE_12, condition=day_above_12)
    + formats(DAY_ABOVE_12_SHORT, short=True, condition=day_above_12)
    + formats(YEAR_ABOVE_31_SHORT, short=True, condition=lambda day: day.year % 100 > 31)
)
HELD_OUT_FORMATS = formats(NEVER_TRAINED)
