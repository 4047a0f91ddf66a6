"""Times of day, time zones and filler words around a date: the toy reads past them."""

import re
from random import Random

from engine.transformer.vocabulary import LONGEST

ZONES = (
    "utc gmt z pst pdt est edt cst cdt mst mdt cet cest bst ist jst +0000 +00:00 +0100 +01:00 +0200 -0500 -05:00 "
    "-0700 -0800 +0900 +05:30 utc-05 utc+1 utc+01:00 pst-08 gmt+2 gmt-0300 (utc) (pdt)"
).split()
BEFORE = (
    "on |date: |date |dated |due |due by |by |since |until |from |born |born on |published |updated |"
    "posted on |released |as of |it was |today is |the date is |before |after |expires |signed |started |"
    "ends on |(|- |on the day of |week of |around |circa "
).split("|")
AFTER = ".|,|:|)|;|?| ad| a.d.| ce| -|...| or so| at last| onwards| (approx)".split("|")


def clock(random: Random) -> str:
    """A time of day as people and programs write it."""
    hour, minute, second = random.randrange(24), random.randrange(60), random.randrange(60)
    half = hour % 12 or 12
    noon = random.choice(("am", "pm", " am", " pm", " a.m.", " p.m.", "a.m.", "p.m."))
    fraction = str(random.randrange(10**9)).rjust(9, "0")[: random.choice((1, 2, 3, 6, 9))]
    return random.choice(
        (
            f"{hour:02d}:{minute:02d}",
            f"{hour:02d}:{minute:02d}",
            f"{hour}:{minute:02d}",
            f"{hour:02d}:{minute:02d}:{second:02d}",
            f"{hour:02d}:{minute:02d}:{second:02d}",
            f"{hour}:{minute:02d}:{second:02d}",
            f"{hour}:{minute}:{second}",
            f"{hour:02d}:{minute:02d}:{second:02d}.{fraction}",
            f"{hour:02d}:{minute:02d}:{second:02d},{fraction[:3]}",
            f"{half}:{minute:02d}{noon}",
            f"{half}:{minute:02d}{noon}",
            f"{half:02d}:{minute:02d}{noon}",
            f"{half}:{minute:02d}:{second:02d}{noon}",
            f"{half:02d}:{minute:02d}:{second:02d}{noon}",
            f"{half}:{minute}:{second}{noon}",
            f"{half}{noon}",
            f"{half}{noon}",
            f"{half}.{minute:02d}{noon}",
            f"{hour}h{minute:02d}",
            f"{hour:02d}h{minute:02d}m",
            f"{hour:02d}.{minute // 6}h",
            f"{hour}.{minute:02d}",
            f"{half} o'clock",
            f"{hour}h",
            "noon",
            "midnight",
        )
    )


def zoned(time: str, random: Random) -> str:
    """`time`, often followed by a zone."""
    return time + random.choice((" ", " ", "")) + random.choice(ZONES) if random.random() < 0.4 else time


def with_time(date: str, random: Random) -> str:
    """`date` with a time of day before, inside or after it."""
    time = zoned(clock(random), random)
    if re.fullmatch(r"\d{8}", date) and random.random() < 0.8:
        digits = f"{random.randrange(24):02d}{random.randrange(60):02d}{random.randrange(60):02d}"
        short, colons = digits[:4], f"{digits[:2]}:{digits[2:4]}:{digits[4:]}"
        compact = (digits, short, f"t{digits}", f"t{digits}z", f"t{short}", f":{colons}", f":{colons}.54", f"t{colons}")
        return date + random.choice(compact)
    if re.match(r"\d{4}-\d", date) and random.random() < 0.3:
        return date + "t" + random.choice((time, str(random.randrange(24)), f"{random.randrange(24):02d}"))
    inside = re.fullmatch(r"(.*[a-z].*\d) (\d{4})", date)
    place = random.random()
    room = len(date) + len(time) < LONGEST - 3  # what stands before the date must not push its end out of sight
    if inside and room and place < 0.15:
        return f"{inside[1]} {time} {inside[2]}"
    clear = re.search(r"[a-z/.-]", date) and (re.search(r"\d{4}|[a-z]$", date) or re.search("[a-z]", time))
    if clear and room and place < 0.4:
        return time + random.choice((" ", " ", ", ", ",", " on ", " - ")) + date
    if place > 0.95 and " " not in date:
        return f"{date}:{time}"
    if place > 0.92:
        return date + " at " + str(random.randrange(1, 13))
    return date + random.choice((" ", " ", " ", "  ", ", ", ", ", " at ", " @ ", ",", " - ", " (")) + time


def with_filler(date: str, random: Random) -> str:
    """`date` inside a few words or beside a stray sign."""
    before = random.choice(BEFORE)
    if random.random() < 0.5 and len(before + date) <= LONGEST:
        return before + date
    return date + random.choice(AFTER)
