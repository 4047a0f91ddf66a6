"""A layer: attention and a feed-forward network, each LayerNorm(x + Sublayer(x)) (section 3.1)."""

import numpy as np

from .attention import cross_attention, self_attention
from .ops import feed_forward, layer_norm
from .trace import DecoderLayer, EncoderLayer
from .what_if import Change


def encoder_layer(x: np.ndarray, parameters: dict, change: Change) -> EncoderLayer:
    """One encoder layer on x [positions, d_model]."""
    attention = self_attention(x, parameters["self_attention"], None, change)
    residual_1 = x + attention.output
    norm_1 = layer_norm(residual_1, **parameters["norm_1"])

    forward = feed_forward(norm_1.output, parameters["feed_forward"])
    residual_2 = norm_1.output + forward.output
    norm_2 = layer_norm(residual_2, **parameters["norm_2"])
    return EncoderLayer(x, attention, residual_1, norm_1, forward, residual_2, norm_2)


def decoder_layer(
    x: np.ndarray,
    looked_at: np.ndarray,
    parameters: dict,
    mask: np.ndarray | None,
    changes: tuple[Change, Change],
    past: DecoderLayer | None = None,
) -> DecoderLayer:
    """One decoder layer on x [positions, d_model].

    looked_at: the keys and values of the memory, from `keys_and_values`
    changes: what is changed in self-attention and in cross-attention
    past: the same layer's record of the positions before x, whose own keys and values are used again
    """
    attention = self_attention(x, parameters["self_attention"], mask, changes[0], past.self_attention if past else None)
    residual_1 = x + attention.output
    norm_1 = layer_norm(residual_1, **parameters["norm_1"])

    cross = cross_attention(norm_1.output, looked_at, parameters["cross_attention"], changes[1])
    residual_2 = norm_1.output + cross.output
    norm_2 = layer_norm(residual_2, **parameters["norm_2"])

    forward = feed_forward(norm_2.output, parameters["feed_forward"])
    residual_3 = norm_2.output + forward.output
    norm_3 = layer_norm(residual_3, **parameters["norm_3"])
    return DecoderLayer(x, attention, residual_1, norm_1, cross, residual_2, norm_2, forward, residual_3, norm_3)
