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

# Table 3: what each group of rows varies -> its column, and how a value of it is written.
VARIED = {
    "heads": "h", "d_k": "d_k", "layers": "N", "d_model": "d_model", "d_ff": "d_ff", "dropout": "P_drop",
    "smoothing": "eps_ls",
}
MEASURES = {"BLEU": "bleu_dev", "perplexity": "ppl_dev", "parameters": "params_x1e6"}


def ablations(model: Any, vary: str) -> list[tuple[str, dict[str, float]]]:
    """Table 3: the rows that vary one thing, base among them, as (name, {measure: value}), in order of the value.

    A name is the value of what is varied; base says that it is base. An empty cell is as base.
    """
    rows = model.table(TABLE3)
    base, big = rows[0], rows[-1]

    def measures(row: dict[str, str]) -> dict[str, float]:
        return {name: float(row[column] or base[column]) for name, column in MEASURES.items()}

    if vary == "big":
        return [("base", measures(base)), ("big", measures(big))]
    if vary == "positions":
        learned = next(row for row in rows if row["row"] == "(E)")
        return [("sinusoids (base)", measures(base)), ("learned", measures(learned))]
    column = VARIED[vary]
    chosen = [row for row in rows[1:-1] if row[column] and alone(row, column)]
    every = [(float(row[column]), f"{row[column]}", measures(row)) for row in chosen]
    every.append((float(base[column]), f"{base[column]} (base)", measures(base)))
    return [(name, found) for _, name, found in sorted(every, key=lambda entry: entry[0])]


def alone(row: dict[str, str], column: str) -> bool:
    """Whether a row is about this column: d_k goes down as heads or d_model go up, which does not make it about d_k."""
    return column != "d_k" or not (row["h"] or row["d_model"])
