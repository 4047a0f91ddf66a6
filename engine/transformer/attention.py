"""Attention: which positions look at which, and what they take from them (section 3.2)."""

from functools import lru_cache
from math import sqrt

import numpy as np

from .ops import linear, softmax
from .trace import Attention
from .what_if import Change


@lru_cache(maxsize=64)
def causal_mask(positions: int) -> np.ndarray:
    """True where a position may look: at itself and before (section 3.2.3). [positions, positions], read-only."""
    mask = np.tri(positions, dtype=bool)
    mask.setflags(write=False)
    return mask


def attend(
    query: np.ndarray, key: np.ndarray, value: np.ndarray, mask: np.ndarray | None, change: Change
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Equation 1, softmax(Q Kᵀ / √d_k) V, in every head at once (section 3.2.1).

    [heads, queries, d_k], [heads, keys, d_k], [heads, keys, d_v], mask [queries, keys] or None
    -> scores and weights [heads, queries, keys], output [heads, queries, d_v].
    """
    scores = query @ key.transpose(0, 2, 1)
    if change.scaled:
        scores = scores / sqrt(query.shape[-1])
    for head, row, column, amount in change.nudges:
        scores[head, row, column] += amount
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    weights = softmax(scores)
    return scores, weights, weights @ value


def split_heads(x: np.ndarray, parts: int, heads: int) -> np.ndarray:
    """[positions, parts * d_model] -> [parts, heads, positions, d_model / heads]."""
    return x.reshape(len(x), parts, heads, -1).transpose(1, 2, 0, 3)


def multi_head(
    query: np.ndarray, key: np.ndarray, value: np.ndarray, parameters: dict, mask: np.ndarray | None, change: Change
) -> Attention:
    """Concat(head_1 … head_h) W^O of heads already projected (section 3.2.2)."""
    scores, weights, head_output = attend(query, key, value, mask, change)
    for head in change.heads_off:
        head_output[head] = 0
    concatenated = head_output.transpose(1, 0, 2).reshape(query.shape[1], -1)  # [queries, d_model]
    output = linear(concatenated, **parameters["output"])
    return Attention(query, key, value, scores, weights, head_output, concatenated, output)


def self_attention(
    x: np.ndarray, parameters: dict, mask: np.ndarray | None, change: Change, past: Attention | None = None
) -> Attention:
    """Queries, keys and values all from x [positions, d_model]; with `past`, its keys and values come first."""
    query, key, value = split_heads(linear(x, **parameters["query_key_value"]), 3, parameters["heads"])
    if past is not None:
        key = np.concatenate((past.key, key), axis=1)
        value = np.concatenate((past.value, value), axis=1)
    return multi_head(query, key, value, parameters, mask, change)


def keys_and_values(memory: np.ndarray, parameters: dict) -> np.ndarray:
    """What cross-attention looks at, the same for every target: [sources, d_model] -> [2, heads, sources, d_k]."""
    return split_heads(linear(memory, **parameters["key_value"]), 2, parameters["heads"])


def cross_attention(x: np.ndarray, looked_at: np.ndarray, parameters: dict, change: Change) -> Attention:
    """Queries from x [targets, d_model], keys and values of the memory as `keys_and_values` gives them."""
    (query,) = split_heads(linear(x, **parameters["query"]), 1, parameters["heads"])
    key, value = looked_at
    return multi_head(query, key, value, parameters, None, change)
