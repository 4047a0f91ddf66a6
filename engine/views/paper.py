"""The paper's tables as numbers."""

from typing import Any

TABLE2 = "paper/table2"
TABLE3 = "paper/table3"
TABLE4 = "paper/table4"


def number(text: str) -> float | None:
    """A cell of a table: a number, with K for thousands, or None where the cell is empty."""
    if not text:
        return None
    return float(text[:-1]) * 1000 if text.endswith("K") else float(text)


def systems(model: Any, pair: str) -> dict[str, tuple[float, float | None]]:
    """Table 2 for one language pair: system -> (BLEU, training cost in FLOPs or None), in the table's order."""
    suffix = pair.lower().replace("-", "_")
    found = {}
    for row in model.table(TABLE2):
        bleu = number(row[f"bleu_{suffix}"])
        if bleu is not None:
            found[row["model"]] = (bleu, number(row[f"train_flops_{suffix}"]))
    return found
