"""Exact match per class on a file of dates, by the engine alone: python -m weights.evaluate --dates FILE.tsv [--json]

FILE.tsv has a header and the columns string, date (yyyy-mm-dd) and, if there are classes, class.
"""

import argparse
import csv
import json
from collections import defaultdict
from pathlib import Path

from engine.transformer.model import Model


def read(path: Path) -> list[dict[str, str]]:
    """The rows of a file of dates. Raises ValueError where there are none, or a column is missing."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    if not rows:
        raise ValueError(f"{path}: no dates")
    for column in ("string", "date"):
        if column not in rows[0]:
            raise ValueError(f"{path}: expected a column {column!r}, received {list(rows[0])}")
    for number, row in enumerate(rows, 2):
        if None in row or None in row.values():
            raise ValueError(f"{path}:{number}: expected {len(rows[0])} columns")
    return rows


def exact_match(model: Model, rows: list[dict[str, str]]) -> dict[str, dict[str, float]]:
    """Strings, right answers and their share by class, and for all together."""
    right: dict[str, list[bool]] = defaultdict(list)
    for row in rows:
        correct = model.answer(row["string"]).text == row["date"]
        right[row.get("class", "dates")].append(correct)
        right["all"].append(correct)
    return {
        name: {"strings": len(answers), "right": sum(answers), "exact": sum(answers) / len(answers)}
        for name, answers in sorted(right.items(), key=lambda item: (item[0] == "all", item[0]))
    }


def main() -> None:
    """Print the table, or JSON."""
    parser = argparse.ArgumentParser(
        prog="python -m weights.evaluate", description="Exact match per class on a file of dates."
    )
    parser.add_argument("--dates", type=Path, required=True, metavar="FILE.tsv", help="columns: string, date, class")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    arguments = parser.parse_args()
    try:
        table = exact_match(Model.load(), read(arguments.dates))
    except (OSError, ValueError) as error:
        raise SystemExit(f"python -m weights.evaluate: {error}") from error
    if arguments.json:
        print(json.dumps(table, indent=1))
        return
    for name, row in table.items():
        print(f"{name:<18}{row['right']:>5} of {row['strings']:<5}{row['exact']:>8.1%}")


if __name__ == "__main__":
    main()
