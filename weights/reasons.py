"""Why a real date was read wrongly, as far as it can be told from the string and the answer."""

from engine.transformer.vocabulary import LONGEST
from weights.conventions import clean
from weights.data import RealDate
from weights.evaluation import real_group

PARTS = {"year": slice(0, 4), "month": slice(5, 7), "day": slice(8, 10)}


def reason(row: RealDate, answer: str) -> str:
    """One sentence without a full stop."""
    if real_group(row) == "order unknown":
        return "the writer meant the other order of day and month; our conventions cannot know"
    if real_group(row) == "too long":
        return f"longer than {LONGEST} characters: “{row.text[LONGEST:]}” is not read"
    if len(answer) != len(row.date):
        return "the answer is not a date"
    wrong = [name for name, place in PARTS.items() if answer[place] != row.date[place]]
    if wrong == ["month", "day"] and answer[5:7] == row.date[8:10]:
        return "day and month taken in the other order"
    changes = ", ".join(f"{name} {row.date[PARTS[name]]} read as {answer[PARTS[name]]}" for name in wrong)
    read_as_spaces = "".join(dict.fromkeys(letter for letter in row.text if clean(letter) == " " != letter))
    return changes + (f"; {' '.join(read_as_spaces)} read as spaces" if read_as_spaces else "")
