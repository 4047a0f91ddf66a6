"""What the prose claims: `[sentence]{claim=some-name}` is true when some_name(evidence) is.

`evidence.figure(name, field=value)` gives a figure's readouts, `evidence.model` the toy, `evidence.facts` the values.
"""

import math
import re
from typing import Any

import numpy as np

from engine.transformer.ops import feed_forward


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


def gradient_dies(evidence: Any) -> bool:
    gradients = [evidence.figure("scaling", d_k=d_k).gradient for d_k in (16, 64, 256, 512)]
    return gradients == sorted(gradients, reverse=True) and gradients[-1] < 0.25


def scaling_restores(evidence: Any) -> bool:
    scaled = [evidence.figure("scaling", d_k=d_k, scaled="on") for d_k in (4, 64, 512)]
    unscaled = evidence.figure("scaling", d_k=512)
    return all(abs(each.measured_std - 1) < 0.1 for each in scaled) and scaled[-1].gradient > 2 * unscaled.gradient


def toy_hardly_minds_the_scale(evidence: Any) -> bool:
    on, off = (evidence.figure("scaling", vectors="toy", scaled=scaled) for scaled in ("on", "off"))
    return bool(on.prediction == off.prediction == evidence.model.answer("3 march 2012").text)


def one_head_breaks_the_default(evidence: Any) -> bool:
    blocks = ("encoder-1", "encoder-2", "decoder-1-self", "decoder-1-cross", "decoder-2-self", "decoder-2-cross")
    heads = (f"{block}-{head}" for block in blocks for head in range(1, 5))
    return any(evidence.figure("multi-head", off=head).verdict == "broken" for head in heads)


def many_heads_can_be_spared(evidence: Any) -> bool:
    toy = evidence.facts["toy"]
    return toy["heads_total"] / 2 <= toy["spared_heads"] < toy["heads_total"]


def heads_differ(evidence: Any) -> bool:
    heads = evidence.facts["toy"]["head"]
    labels = {heads[name]["label"] for name in ("encoder-2-1", "encoder-2-3", "decoder-2-cross-1")}
    return len(labels) == 3 and all(label.startswith("looks ") for label in labels)


def worst_head(evidence: Any) -> bool:
    toy = evidence.facts["toy"]
    return bool(toy["worst_head"]["accuracy"] < toy["evaluation_accuracy"] - 0.01)


def attention_is_a_set(evidence: Any) -> bool:
    return bool(evidence.figure("positional-encoding", shuffle="on").permuted_difference < 1e-5)


def rotation_is_exact(evidence: Any) -> bool:
    offsets = ((d_model, offset) for d_model in (48, 512) for offset in (-32, 5, 32))
    errors = [evidence.figure("positional-encoding", d_model=d, offset=k).rotation_error for d, k in offsets]
    return max(errors) < 1e-9


def learned_positions_equal(evidence: Any) -> bool:
    return bool(evidence.facts["paper"]["learned_positions_delta"] == 0.1)


def norm_is_exact(evidence: Any) -> bool:
    encoder = evidence.model.trace("3 march 2012").encoder
    rows = np.concatenate([norm.normalized for layer in encoder.layers for norm in (layer.norm_1, layer.norm_2)])
    return bool(np.abs(rows.mean(-1)).max() < 1e-9 and np.abs(rows.var(-1) - 1).max() < 1e-3)


def decoding_agrees(evidence: Any) -> bool:
    prediction = evidence.figure("dot-product-attention").prediction
    return bool(evidence.figure("decoding").prefix == prediction)


def masked_weight_is_zero(evidence: Any) -> bool:
    layers = evidence.model.trace("3 march 2012").decoder.layers
    return not any(np.triu(layer.self_attention.weights, 1).any() for layer in layers)


def mask_on_is_right(evidence: Any) -> bool:
    return bool(evidence.figure("mask").wrong == 0)


def mask_off_breaks(evidence: Any) -> bool:
    return bool(evidence.figure("mask", masked="off").wrong >= 1)


def mask_off_alone(evidence: Any) -> bool:
    on, off = (evidence.figure("mask", masked=masked).written_alone for masked in ("on", "off"))
    measured = evidence.facts["toy"]["mask_off"]
    return bool(on == off and measured["alone"] > measured["teacher_forced"] + 0.5)


def unmasked_copies(evidence: Any) -> bool:
    return bool(evidence.figure("mask", decoder="without", masked="off").wrong == 0)


def unmasked_fails_alone(evidence: Any) -> bool:
    written = evidence.figure("mask", decoder="without", masked="off").find("written-alone")[1]
    return bool(written != evidence.model.answer("3 march 2012").text)


def two_thirds_feed_forward(evidence: Any) -> bool:
    paper = evidence.facts["paper"]
    network, attention = 2 * paper["d_model"] * paper["d_ff"], 4 * paper["d_model"] ** 2
    return bool(abs(network / (network + attention) - 2 / 3) < 0.01)


def few_units_wait_for_one(evidence: Any) -> bool:
    first, second = evidence.facts["toy"]["single_units"]
    return bool(evidence.facts["toy"]["d_ff"] / 2 > first > 2 * second)


def feed_forward_is_per_position(evidence: Any) -> bool:
    layer = evidence.model.trace("3 march 2012").encoder.layers[0]
    prefix = "encoder.layers.0.feed_forward."
    own = {name.removeprefix(prefix): array for name, array in evidence.model.parameters.items() if prefix in name}
    maps = {name: {part: own[f"{name}.{part}"] for part in ("weight", "bias")} for name in ("1", "2")}
    shuffled = feed_forward(layer.norm_1.output[::-1], maps).output
    return bool(np.allclose(shuffled[::-1], layer.feed_forward.output, rtol=0, atol=1e-12))


def kernel_one(evidence: Any) -> bool:
    return bool(evidence.figure("feed-forward").kernel_1_difference < 1e-9)


def cross_at_d(evidence: Any) -> bool:
    widths = [evidence.figure("complexity", d=d, n=d) for d in (64, 512, 4096)]
    return all(each.ratio == 1 and each.crossover == d for each, d in zip(widths, (64, 512, 4096), strict=True))


def peak_at_warmup(evidence: Any) -> bool:
    rates = {step: evidence.figure("learning-rate", step=step).rate for step in (3999, 4000, 4001)}
    return max(rates, key=rates.__getitem__) == 4000 == evidence.figure("learning-rate").peak_step


def toy_schedule_differs(evidence: Any) -> bool:
    return bool(evidence.facts["toy"]["training"]["schedule"] == "cosine")


def smoothing_costs_the_sure(evidence: Any) -> bool:
    losses = [evidence.figure("regularization", epsilon=epsilon).loss for epsilon in (0, 0.1, 0.2, 0.4)]
    return losses == sorted(losses) and losses[0] < losses[-1]


def smoothing_trade(evidence: Any) -> bool:
    base, without = evidence.facts["paper"]["base"], evidence.facts["paper"]["no_smoothing"]
    return float(base["ppl"]) > float(without["ppl"]) and float(base["bleu"]) > float(without["bleu"])


def untrained_repeats(evidence: Any) -> bool:
    written = evidence.figure("training-run", checkpoint=1).find("prediction")[1]
    return len(set(written)) <= 2 < len(written)


def shape_before_date(evidence: Any) -> bool:
    written, right = (evidence.figure("training-run", checkpoint=stop).find("prediction")[1] for stop in (10, 16))
    return bool(re.fullmatch(r"\d{4}-\d\d-\d\d", written)) and written != right


def last_checkpoint_is_shipped(evidence: Any) -> bool:
    last, shipped = (evidence.model.variant(name).parameters for name in ("checkpoint 16", "shipped"))
    return all(np.array_equal(last[name], shipped[name]) for name in shipped)


def _bleu(evidence: Any, column: str, *, kind: str = "", own: bool = False) -> list[float]:
    """BLEU of the systems in Table 2: the paper's own two, base first, or the earlier ones."""
    rows = evidence.model.table("paper/table2")
    chosen = (row for row in rows if row["model"].startswith("Transformer") is own and kind in ("", row["kind"]))
    return [float(row[column]) for row in chosen if row[column]]


def base_beats_all_de(evidence: Any) -> bool:
    return _bleu(evidence, "bleu_en_de", own=True)[0] > max(_bleu(evidence, "bleu_en_de"))


def cheaper_than_the_others(evidence: Any) -> bool:
    against = ("ConvS2S", "GNMT + RL Ensemble")
    return [round(evidence.figure("cost-quality", against=name).times_cheaper, 1) for name in against] == [2.9, 54.5]


def base_lowest_fr(evidence: Any) -> bool:
    base, big = _bleu(evidence, "bleu_en_fr", own=True)
    return base < min(big, *_bleu(evidence, "bleu_en_fr"))


def base_trails_four_fr(evidence: Any) -> bool:
    base = _bleu(evidence, "bleu_en_fr", own=True)[0]
    return sum(bleu > base for bleu in _bleu(evidence, "bleu_en_fr", kind="single")) == 4


def big_passes_all_fr(evidence: Any) -> bool:
    return _bleu(evidence, "bleu_en_fr", own=True)[1] > max(_bleu(evidence, "bleu_en_fr"))


def big_under_a_quarter(evidence: Any) -> bool:
    rows = evidence.model.table("paper/table2")
    singles = [row for row in rows if row["kind"] == "single" and row["bleu_en_fr"] and row["train_flops_en_fr"]]
    earlier = [row for row in singles if not row["model"].startswith("Transformer")]
    best = max(earlier, key=lambda row: float(row["bleu_en_fr"]))
    big = next(row for row in singles if row["model"] == "Transformer (big)")
    return float(big["train_flops_en_fr"]) < float(best["train_flops_en_fr"]) / 4


def _ablated(evidence: Any, **changed: str) -> float:
    """BLEU of the row of Table 3 with these entries."""
    rows = evidence.model.table("paper/table3")[1:-1]
    return float(next(row for row in rows if all(row[name] == value for name, value in changed.items()))["bleu_dev"])


def _base(evidence: Any) -> float:
    return float(evidence.model.table("paper/table3")[0]["bleu_dev"])


def one_head_loses(evidence: Any) -> bool:
    return round(_base(evidence) - _ablated(evidence, h="1"), 1) == 0.9


def too_many_heads_lose(evidence: Any) -> bool:
    return _ablated(evidence, h="32") < _base(evidence) <= _ablated(evidence, h="16")


def smaller_keys_hurt(evidence: Any) -> bool:
    smaller = [_ablated(evidence, row="(B)", d_k=d_k) for d_k in ("16", "32")]
    return smaller[0] < smaller[1] < _base(evidence)


def eight_layers_lower(evidence: Any) -> bool:
    base, rows = _base(evidence), evidence.model.table("paper/table3")
    eight = next(row for row in rows if row["N"] == "8")
    return float(eight["bleu_dev"]) < base and float(eight["ppl_dev"]) < float(rows[0]["ppl_dev"])


def dropout_matters(evidence: Any) -> bool:
    return round(_base(evidence) - _ablated(evidence, P_drop="0.0"), 1) >= 1


def ablations_differ_by_hundredths(evidence: Any) -> bool:
    scores = [float(row["bleu_dev"]) for row in evidence.model.table("paper/table3")]
    return all(abs(score - _base(evidence)) < _base(evidence) / 10 for score in scores)


def toy_needs_positions(evidence: Any) -> bool:
    table = evidence.facts["toy"]["ablations"]
    return bool(table["no_positions"] < table["base"] / 2)


def one_head_learns_faster(evidence: Any) -> bool:
    table = evidence.facts["toy"]["ablations"]
    return bool(table["one_head"] > table["base"])


def seven_positions(evidence: Any) -> bool:
    figure = evidence.figure("learned-heads", figure=3)
    return bool(figure.distance == 7 and "difficult" in figure.to)


def parsing_ranks(evidence: Any) -> bool:
    rows = evidence.model.table("paper/table4")
    own = {row["training"]: float(row["wsj23_f1"]) for row in rows if row["parser"].startswith("Transformer")}
    better = [row["training"] for row in rows if float(row["wsj23_f1"]) > own.get(row["training"], math.inf)]
    return better == ["WSJ only, discriminative"]


def sure_when_wrong(evidence: Any) -> bool:
    errors = [error for error in evidence.model.table("report")["errors"] if error["group"] == "order unknown"]
    return bool(errors) and all(error["probability"] > 0.99 for error in errors)


def accuracy(evidence: Any) -> bool:
    accuracy = evidence.facts["toy"]["accuracy"]
    return accuracy["clean"] >= 0.9995 and accuracy["typo"] >= 0.99 and accuracy["real"] >= 0.95
