"""What the prose claims: `[sentence]{claim=some-name}` is true when some_name(evidence) is.

`evidence.figure(name, field=value)` gives a figure's readouts, `evidence.model` the toy, `evidence.facts` the values.
"""

import math
from typing import Any

import numpy as np


def long_sentence_steps(evidence: Any) -> bool:
    hop = evidence.figure("one-hop", n=64, target=63)
    return bool(hop.recurrent_steps == 63 and hop.convolution_steps == 4 and hop.attention_steps == 1)


def longer_sentences_shrink_the_batch(evidence: Any) -> bool:
    fits = [evidence.figure("bottleneck", n=n) for n in (8, 16, 24, 32, 64)]
    pairs = zip(fits, fits[1:], strict=False)
    return all(a.batch_recurrent > b.batch_recurrent and a.batch_attention > b.batch_attention for a, b in pairs)


def attention_fits_fewer(evidence: Any) -> bool:
    figure = evidence.figure("bottleneck")
    return bool(figure.batch_attention < figure.batch_recurrent)


def nudge_is_log_odds(evidence: Any) -> bool:
    plain, raised = (evidence.figure("dot-product-attention", nudge=nudge).weight for nudge in (0, 3))
    return abs(math.log(raised / (1 - raised)) - math.log(plain / (1 - plain)) - 3) < 1e-3


def learned_positions_equal(evidence: Any) -> bool:
    return bool(evidence.facts["paper"]["learned_positions_delta"] == 0.1)


def norm_is_exact(evidence: Any) -> bool:
    encoder = evidence.model.trace("3 march 2012").encoder
    rows = np.concatenate([norm.normalized for layer in encoder.layers for norm in (layer.norm_1, layer.norm_2)])
    return bool(np.abs(rows.mean(-1)).max() < 1e-9 and np.abs(rows.var(-1) - 1).max() < 1e-3)


def masked_weight_is_zero(evidence: Any) -> bool:
    decoder = evidence.model.trace("3 march 2012").decoder
    return all(not np.triu(layer.self_attention.weights, 1).any() for layer in decoder.layers)


def mask_on_is_right(evidence: Any) -> bool:
    return bool(evidence.figure("mask").wrong == 0)


def mask_off_breaks(evidence: Any) -> bool:
    return bool(evidence.figure("mask", masked="off").wrong >= 1)


def mask_off_alone(evidence: Any) -> bool:
    on, off = (evidence.figure("mask", masked=masked).written_alone for masked in ("on", "off"))
    return bool(on == off)


def unmasked_copies(evidence: Any) -> bool:
    return bool(evidence.figure("mask", decoder="without", masked="off").wrong == 0)


def unmasked_fails_alone(evidence: Any) -> bool:
    written = evidence.figure("mask", decoder="without", masked="off").written_alone
    return bool(written != evidence.model.answer("3 march 2012").text)


def two_thirds_feed_forward(evidence: Any) -> bool:
    paper = evidence.facts["paper"]
    network, attention = 2 * paper["d_model"] * paper["d_ff"], 4 * paper["d_model"] ** 2
    return bool(abs(network / (network + attention) - 2 / 3) < 0.01)


def cross_at_d(evidence: Any) -> bool:
    widths = [evidence.figure("complexity", d=d, n=d) for d in (64, 512, 4096)]
    return all(each.ratio == 1 and each.crossover == d for each, d in zip(widths, (64, 512, 4096), strict=True))


def peak_at_warmup(evidence: Any) -> bool:
    rates = {step: evidence.figure("learning-rate", step=step).rate for step in (3999, 4000, 4001)}
    return max(rates, key=rates.__getitem__) == 4000 == evidence.figure("learning-rate").peak_step


def toy_schedule_differs(evidence: Any) -> bool:
    return bool(evidence.facts["toy"]["training"]["schedule"] == "cosine")


def parsing_ranks(evidence: Any) -> bool:
    rows = evidence.model.table("paper/table4")
    own = {row["training"]: float(row["wsj23_f1"]) for row in rows if row["parser"].startswith("Transformer")}
    better = [row["training"] for row in rows if float(row["wsj23_f1"]) > own.get(row["training"], math.inf)]
    return better == ["WSJ only, discriminative"]


def clean_accuracy(evidence: Any) -> bool:
    return bool(evidence.facts["toy"]["accuracy"]["clean"] >= 0.9995)


def typo_accuracy(evidence: Any) -> bool:
    return bool(evidence.facts["toy"]["accuracy"]["typo"] >= 0.99)


def real_accuracy(evidence: Any) -> bool:
    return bool(evidence.facts["toy"]["accuracy"]["real"] >= 0.95)
