import numpy as np
import pytest

from engine.transformer import what_if
from engine.transformer.attention import causal_mask
from engine.transformer.ops import softmax

TEXT = "the third of march 2012"
BLOCKS = [(stack, layer, kind) for layer in range(2) for stack, kind in what_if.BLOCKS]


def attention(trace, stack, layer, kind):
    return getattr(getattr(trace, stack).layers[layer], f"{kind}_attention")


@pytest.mark.parametrize("block", BLOCKS, ids=str)
def test_equation_1_holds_for_what_the_trace_says(model, block):
    found = attention(model.trace(TEXT), *block)
    np.testing.assert_allclose(found.weights, softmax(found.scores), rtol=0, atol=1e-12)
    np.testing.assert_allclose(found.weights.sum(axis=-1), 1, rtol=0, atol=1e-12)
    np.testing.assert_allclose(found.head_output, softmax(found.scores) @ found.value, rtol=0, atol=1e-12)
    products = found.query @ found.key.transpose(0, 2, 1) / np.sqrt(12)
    seen = np.isfinite(found.scores)
    np.testing.assert_allclose(found.scores[seen], products[seen], rtol=0, atol=1e-12)


@pytest.mark.parametrize("block", BLOCKS, ids=str)
def test_projections_are_those_of_the_parameters(model, block):
    stack, layer, kind = block
    trace = model.trace(TEXT)
    one = getattr(trace, stack).layers[layer]
    x = one.input if kind == "self" else one.norm_1.output
    sources = {"query": x, "key": x, "value": x}
    if kind == "cross":
        sources |= {"key": trace.encoder.output, "value": trace.encoder.output}
    for part, source in sources.items():
        prefix = f"{stack}.layers.{layer}.{kind}_attention.{part}"
        projected = source @ model.parameters[f"{prefix}.weight"] + model.parameters[f"{prefix}.bias"]
        for head in range(4):
            expected = projected[:, 12 * head : 12 * head + 12]
            np.testing.assert_allclose(getattr(attention(trace, *block), part)[head], expected, rtol=0, atol=1e-12)


def test_masked_weights_are_exactly_zero(model):
    for layer in model.trace(TEXT).decoder.layers:
        hidden = ~causal_mask(layer.self_attention.weights.shape[-1])
        assert (layer.self_attention.weights[:, hidden] == 0).all()
        assert (layer.self_attention.scores[:, hidden] == -np.inf).all()
        assert (layer.self_attention.weights[:, ~hidden] > 0).all()


def test_without_the_mask_every_score_is_finite(model):
    trace = model.trace(TEXT, "2012-03-03", masked=False)
    assert all(np.isfinite(layer.self_attention.scores).all() for layer in trace.decoder.layers)


def test_without_scaling_scores_are_the_products_alone(model):
    scaled, raw = (model.trace(TEXT, "2012-03-03", scaled=scaled) for scaled in (True, False))
    np.testing.assert_allclose(
        raw.encoder.layers[0].self_attention.scores,
        scaled.encoder.layers[0].self_attention.scores * np.sqrt(12),
        rtol=0,
        atol=1e-12,
    )


@pytest.mark.parametrize("block", BLOCKS, ids=str)
def test_all_heads_off_leaves_the_bias_of_the_output_projection(model, block):
    stack, layer, kind = block
    trace = model.trace(TEXT, heads_off=frozenset((*block, head) for head in range(4)))
    bias = model.parameters[f"{stack}.layers.{layer}.{kind}_attention.output.bias"]
    assert (attention(trace, *block).output == bias).all()


@pytest.mark.parametrize("block", BLOCKS, ids=str)
def test_one_head_off_takes_away_its_own_share(model, block):
    stack, layer, kind = block
    target = "2012-03-03"
    off = attention(model.trace(TEXT, target, heads_off=frozenset({(*block, 2)})), *block)
    on = attention(model.trace(TEXT, target), *block)
    share = on.head_output[2] @ model.parameters[f"{stack}.layers.{layer}.{kind}_attention.output.weight"][24:36]
    np.testing.assert_allclose(on.output - off.output, share, rtol=0, atol=1e-12)
    assert (off.head_output[2] == 0).all()
    assert (off.weights == on.weights).all()


@pytest.mark.parametrize("amount", [-10, -0.5, 3, 10])
@pytest.mark.parametrize("block", BLOCKS, ids=str)
def test_a_nudge_changes_the_log_odds_of_its_key_by_its_amount(model, block, amount):
    query, key, head = 5, 3, 1
    target = "2012-03-03"
    before = attention(model.trace(TEXT, target), *block).weights
    after = attention(model.trace(TEXT, target, nudge=((*block, head, query, key), amount)), *block).weights
    odds = [np.log(weights[head, query, key] / (1 - weights[head, query, key])) for weights in (before, after)]
    assert odds[1] - odds[0] == pytest.approx(amount, abs=1e-3)
    untouched = np.ones(before.shape, bool)
    untouched[head, query] = False
    assert (before[untouched] == after[untouched]).all()


def test_a_nudge_cannot_lift_the_mask(model):
    trace = model.trace(TEXT, "2012-03-03", nudge=(("decoder", 0, "self", 0, 2, 6), 10))
    assert trace.decoder.layers[0].self_attention.weights[0, 2, 6] == 0
