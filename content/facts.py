"""What the prose may say in numbers: of the toy from its own parameters and report, of the paper from its tables."""

import math
from typing import Any

import numpy as np

from engine.transformer.parameters import D_FF, D_MODEL, HEADS, LAYERS, SYMBOLS, prepare
from engine.transformer.transformer import encode
from engine.transformer.vocabulary import read
from engine.transformer.what_if import WhatIf

Row = dict[str, str]

# Section 3 and 5 of the paper, where no table holds them.
VOCABULARY = 37_000
STATED = {
    "vocabulary": VOCABULARY,
    "batch": 25_000,
    "pairs_de": 4.5,
    "pairs_fr": 36,
    "steps_base": 100_000,
    "steps_big": 300_000,
    "smoothing": 0.1,
    "parsing_layers": 4,
}


def facts(model: Any) -> dict[str, Any]:
    """Values by group, for {{ group.name }} in the prose."""
    return {"paper": paper(model), "toy": toy(model)}


def paper(model: Any) -> dict[str, Any]:
    """Numbers of the paper: its tables as they stand, and what follows from them by arithmetic."""
    quality, ablations = model.table("paper/table2"), model.table("paper/table3")
    base = ablations[0]
    layers, d_model, d_ff = int(base["N"]), int(base["d_model"]), int(base["d_ff"])
    base_bleu = float(base["bleu_dev"])
    costs = other_costs(quality, "train_flops_en_de")
    base_cost = float(system(quality, "base")["train_flops_en_de"])
    return {
        **STATED,
        "smoothed_target": 1 - STATED["smoothing"],
        "layers": layers,
        "d_model": d_model,
        "d_ff": d_ff,
        "heads": int(base["h"]),
        "d_k": int(base["d_k"]),
        "parameters": int(base["params_x1e6"]),
        "parameters_counted": parameters(layers, d_model, d_ff, VOCABULARY) / 1e6,
        "base_de": quality_of(quality, "base", "en_de"),
        "base_fr": quality_of(quality, "base", "en_fr"),
        "big_de": quality_of(quality, "big", "en_de"),
        "big_fr": quality_of(quality, "big", "en_fr"),
        "cheapest_de_ratio": min(costs) / base_cost,
        "dearest_de_ratio": max(costs) / base_cost,
        "ablation_rows": len(ablations) - 2,
        "base": {"bleu": base["bleu_dev"], "ppl": base["ppl_dev"]},
        "no_smoothing": result(ablations, eps_ls="0.0"),
        "one_head_loss": base_bleu - float(result(ablations, h="1")["bleu"]),
        "most_heads": max(int(row["h"]) for row in ablations if row["h"]),
        "eight_layers": result(ablations, N="8"),
        "dropout_gain": base_bleu - float(result(ablations, P_drop="0.0")["bleu"]),
        "learned_positions_delta": round(base_bleu - float(result(ablations, row="(E)")["bleu"]), 1),
        "parsing_wsj": parsing(model, "WSJ only, discriminative"),
        "parsing_semi": parsing(model, "semi-supervised"),
    }


def parameters(layers: int, d_model: int, d_ff: int, vocabulary: int) -> int:
    """How many numbers a transformer of these sizes has, biases everywhere, one shared embedding without a bias."""
    attention = 4 * (d_model * d_model + d_model)
    feed_forward = 2 * d_model * d_ff + d_ff + d_model
    norm = 2 * d_model
    encoder = attention + feed_forward + 2 * norm
    decoder = 2 * attention + feed_forward + 3 * norm
    return vocabulary * d_model + layers * (encoder + decoder)


def system(rows: list[Row], size: str) -> Row:
    """The row of Table 2 of one of the paper's two models, "base" or "big"."""
    return next(row for row in rows if row["model"].startswith(f"Transformer ({size}"))


def others(rows: list[Row], column: str, kind: str = "") -> list[Row]:
    """Rows of Table 2 that are not the paper's own and have a value in this column; of one kind, if it is given."""
    earlier = (row for row in rows if not row["model"].startswith("Transformer"))
    return [row for row in earlier if row[column] and kind in ("", row["kind"])]


def other_costs(rows: list[Row], column: str) -> list[float]:
    """What the earlier systems of Table 2 cost, in floating-point operations."""
    return [float(row[column]) for row in others(rows, column)]


def quality_of(rows: list[Row], size: str, pair: str) -> Row:
    """BLEU and cost of one of the paper's models, as printed."""
    row = system(rows, size)
    factor, exponent = row[f"train_flops_{pair}"].split("e")
    return {"bleu": row[f"bleu_{pair}"], "flops": f"{factor}×10{superscript(exponent)}"}


def superscript(digits: str) -> str:
    return digits.translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))


def result(rows: list[Row], **changed: str) -> Row:
    """Perplexity and BLEU of the row of Table 3, apart from base and big, that has these entries."""
    found = next(row for row in rows[1:-1] if all(row[name] == value for name, value in changed.items()))
    return {"ppl": found["ppl_dev"], "bleu": found["bleu_dev"]}


def parsing(model: Any, training: str) -> str:
    """F1 of the paper's parser after that kind of training, as printed in Table 4."""
    rows = model.table("paper/table4")
    return next(row["wsj23_f1"] for row in rows if row["training"] == training and row["parser"].startswith("Trans"))


def toy(model: Any) -> dict[str, Any]:
    """Numbers of the toy: what its parameters are, and what its report has measured."""
    report = model.table("report")
    sizes, training, accuracy = report["sizes"], report["training"], report["accuracy"]
    d_k = D_MODEL // HEADS
    evaluated = report["evaluation_set"]["exact"]
    return {
        "parameters": sum(array.size for array in model.parameters.values()),
        "kilobytes": sizes["parameters.npz"] / 1000,
        "symbols": SYMBOLS,
        "layers": LAYERS,
        "d_model": D_MODEL,
        "d_ff": D_FF,
        "heads": HEADS,
        "heads_total": HEADS * LAYERS * 3,
        "d_k": d_k,
        "sqrt_d_k": math.sqrt(d_k),
        "rows": len("yyyy-mm-dd") + 1,
        "formats": training["formats"],
        "accuracy": {
            "clean": accuracy["formats"]["exact"],
            "typo": accuracy["one edit"]["exact"],
            "real": report["real_dates"]["groups"]["plain"]["exact"],
        },
        "tested": {
            "clean": accuracy["formats"],
            "typo": accuracy["one edit"],
            "real": report["real_dates"]["groups"]["plain"],
            "real_timed": report["real_dates"]["groups"]["with a time"],
        },
        "training": {**training["recipe"], "minutes": training["minutes"]},
        "checkpoints": len(report["checkpoints"]),
        "evaluation_accuracy": evaluated,
        "spared_heads": sum(head["accuracy_without"] > evaluated - 0.01 for head in report["heads"].values()),
        "spared_together": sum(step["exact"] >= 0.99 for step in report["together"]),
        "head": report["heads"],
        "single_units": single_units(model, [text for text, *_ in report["answers"]]),
        "worst_head": worst_head(report["heads"]),
        "mask_off": report["mask"]["held_out"]["with"]["off"],
        "unmasked": report["mask"]["held_out"]["without"]["off"],
        "ablations": ablations(report["ablations"]),
    }


def worst_head(heads: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """The head that accuracy can least do without."""
    name = min(heads, key=lambda head: heads[head]["accuracy_without"])
    block, _, head = name.rpartition("-")
    return {"block": block.replace("-", " "), "head": head, "accuracy": heads[name]["accuracy_without"]}


def single_units(model: Any, texts: list[str]) -> list[int]:
    """For each layer of the encoder, how many units do over half of all their firing in these texts for one symbol."""
    parameters, fired = prepare(model.parameters), np.zeros((LAYERS, SYMBOLS, D_FF))
    for text in texts:
        encoder = encode(read(text).tokens, parameters, WhatIf())
        for total, layer in zip(fired, encoder.layers, strict=True):
            np.add.at(total, encoder.tokens, layer.feed_forward.rectified)
    counts = (fired.max(axis=1) > fired.sum(axis=1) / 2).sum(axis=1)
    return [int(count) for count in counts]


def ablations(table: dict[str, Any]) -> dict[str, Any]:
    """What the prose says of the toy's own Table 3: shares of misspelt dates that are read right."""
    rows = {(row["vary"], row["value"]): row for row in table["rows"]}
    base = rows["base", ""]
    return {
        "minutes": base["minutes"],
        "base": base["misspelt"]["exact"],
        "no_positions": rows["positions", "none"]["misspelt"]["exact"],
        "one_head": rows["heads", "1"]["misspelt"]["exact"],
    }
