"""Number words, month words and weekday words as English writes them in dates."""

from random import Random

MONTHS = "january february march april may june july august september october november december".split()
WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
CARDINALS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
).split()
TENS = "zero ten twenty thirty forty fifty sixty seventy eighty ninety".split()
ORDINALS = (
    "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth "
    "fifteenth sixteenth seventeenth eighteenth nineteenth"
).split()
ORDINAL_TENS = {20: "twentieth", 30: "thirtieth"}
ROMAN = "i ii iii iv v vi vii viii ix x xi xii".split()
ABBREVIATIONS = {"september": ("sep", "sept"), "tuesday": ("tue", "tues"), "thursday": ("thu", "thur", "thurs")}


def abbreviation(word: str, random: Random) -> str:
    """A usual abbreviation of a month or weekday."""
    return random.choice(ABBREVIATIONS.get(word, (word[:3],)))


def suffixed(number: int) -> str:
    """4 -> "4th", 22 -> "22nd"."""
    teens = number % 100 in (11, 12, 13)
    return f"{number}{'th' if teens else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def cardinal(number: int, joint: str) -> str:
    """A number below 100 in words; `joint` stands between tens and units."""
    if number < 20:
        return CARDINALS[number]
    tens, units = divmod(number, 10)
    return TENS[tens] + (joint + CARDINALS[units] if units else "")


def ordinal(number: int, joint: str) -> str:
    """The day of a month as an ordinal word."""
    if number < 20:
        return ORDINALS[number]
    return ORDINAL_TENS.get(number) or TENS[number // 10] + joint + ORDINALS[number % 10]


def year(number: int, random: Random) -> str:
    """A year in words, in one of the ways it is said: "two thousand and six", "nineteen oh five"."""
    century, rest = divmod(number, 100)
    joint = random.choice("- ")
    last = cardinal(rest, joint)
    if century == 20 and (rest < 10 or random.random() < 0.5):
        thousand = random.choice(("two thousand", "two thousand", "two thousand", "two-thousand"))
        if rest == 0:
            return thousand
        if rest > 9 or random.random() < 0.9:
            return thousand + random.choice((" ", " and ")) + last
    first = cardinal(century, joint)
    if rest == 0:
        return f"{first} hundred"
    if rest < 10:
        return random.choice((f"{first} oh {last}", f"{first} hundred {last}", f"{first} hundred and {last}"))
    if random.random() < 0.1:
        return f"{first} hundred{random.choice((' ', ' and '))}{last}"
    return f"{first} {last}"
