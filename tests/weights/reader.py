"""A reader of dates by rule, written apart from the generator: the conventions of weights/README.md as code."""

import re

MONTHS = "january february march april may june july august september october november december".split()
ROMAN = {
    "i": 1,
    "ii": 2,
    "iii": 3,
    "iv": 4,
    "v": 5,
    "vi": 6,
    "vii": 7,
    "viii": 8,
    "ix": 9,
    "x": 10,
    "xi": 11,
    "xii": 12,
}
SMALL = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen".split()
SMALL += ["seventeen", "eighteen", "nineteen"]
TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90}
IRREGULAR = {"first": "one", "second": "two", "third": "three", "fifth": "five", "eighth": "eight", "ninth": "nine"}
IRREGULAR |= {"twelfth": "twelve", "twentieth": "twenty", "thirtieth": "thirty"}


def month_of(word):
    """The number of a month word or abbreviation, else None."""
    for number, name in enumerate(MONTHS, 1):
        if word in (name, name[:3]) or (name == "september" and word == "sept"):
            return number
    return ROMAN.get(word)


def cardinal(word):
    """An ordinal word as its cardinal; other words as they are."""
    if word in IRREGULAR:
        return IRREGULAR[word]
    return word[:-2] if word.endswith("th") and word[:-2] in SMALL else word


def below_100(words):
    """The value of number words under 100, else None."""
    if len(words) == 1:
        return SMALL.index(words[0]) if words[0] in SMALL else TENS.get(words[0])
    if len(words) == 2 and words[0] in TENS and words[1] in SMALL[1:10]:
        return TENS[words[0]] + SMALL.index(words[1])
    return None


def year_of(words):
    """The value of a year in words, else None."""
    words = [word for word in words if word not in ("and", "oh")]
    if words[:2] == ["two", "thousand"]:
        rest = below_100(words[2:]) if words[2:] else 0
        return None if rest is None else 2000 + rest
    for cut in (1, 2):
        century, rest = below_100(words[:cut]), words[cut:]
        spelled = rest[:1] == ["hundred"]
        rest = rest[spelled:]
        last = below_100(rest) if rest else 0 if spelled else None
        if century is not None and 15 <= century <= 22 and last is not None:
            return 100 * century + last
    return None


def full_year(digits):
    """A year of four digits, or of two by POSIX %y."""
    number = int(digits)
    return number if len(digits) == 4 else number + (1900 if number >= 69 else 2000)


def numeric(text):
    """Year, month, day of a date in figures."""
    digits = re.findall(r"\d+", text)
    if len(digits) == 1:
        whole = digits[0]
        return full_year(whole[:-4]), int(whole[-4:-2]), int(whole[-2:])
    one, two, three = digits
    if len(one) == 4 or int(one) > 31:
        return full_year(one), int(two), int(three)
    first, second = int(one), int(two)
    slashed = re.search(r"\d(\D)", text)[1] == "/"
    month_first = first <= 12 if slashed else second > 12
    return (full_year(three), first, second) if month_first else (full_year(three), second, first)


def read(text):
    """Year, month, day of a written date without disorder; ValueError unless there is exactly one reading."""
    text = re.sub(r"(?<=\d) ?(st|nd|rd|th)\b", "", text)
    text = re.sub(r"\b(mon|tues|wednes|thurs|fri|satur|sun)day\b|\b(mon|tues?|wed|thu|thurs?|fri|sat|sun)\b", "", text)
    tokens = [token for token in re.findall(r"[a-z]+|\d+", text) if token not in ("the", "of", "in", "day", "year")]
    months = [place for place, token in enumerate(tokens) if month_of(token)]
    if not months:
        return numeric(text)
    (place,) = months
    month, rest = month_of(tokens[place]), tokens[:place] + tokens[place + 1 :]
    words = [cardinal(token) for token in rest if token.isalpha()]
    digits = [token for token in rest if token.isdigit()]
    if len(digits) == 2:
        leading = len(digits[0]) == 4 or int(digits[0]) > 31
        year, day = digits if leading else digits[::-1]
        return full_year(year), month, int(day)
    if len(digits) == 1 and len(digits[0]) == 4 or (digits and below_100(words) is not None):
        return full_year(digits[0]), month, below_100(words)
    if digits:
        return year_of(words), month, int(digits[0])
    found = [(below_100(words[:cut]), year_of(words[cut:])) for cut in (1, 2)]
    ((day, year),) = [(day, year) for day, year in found if day is not None and year is not None]
    return year, month, day
