"""Scores of random queries and keys, and how much gradient a softmax over scores lets through."""

from functools import lru_cache

import numpy as np

from engine.random import Random

PAIRS, ROW = 4096, 16
CHUNK = 4  # components drawn at once, in a few milliseconds
MOST = 0.5  # of the Jacobian's norm: two weights of one half


@lru_cache(maxsize=160)
def products(seed: int, first: int, count: int) -> np.ndarray:
    """What `count` components add to q·k, of PAIRS independent pairs and of rows that share a query: [2, PAIRS].

    Components are independent, with mean 0 and variance 1; each has a stream of its own, so that wider vectors only
    add components to narrower ones. A row is the query of its first pair against the keys of all its pairs. Read-only.
    """
    total = np.zeros((2, PAIRS))
    for component in range(first, first + count):
        query, key = Random(1000 * seed + component).normal(2, PAIRS)
        total += query * key, np.repeat(query[::ROW], ROW) * key
    total.setflags(write=False)
    return total


def parts(seed: int, d_k: int) -> list[tuple[int, int, int]]:
    """The arguments of `products` whose sum is q·k."""
    return [(seed, first, min(CHUNK, d_k)) for first in range(0, d_k, CHUNK)]


@lru_cache(maxsize=8)
def random_scores(seed: int, d_k: int) -> tuple[np.ndarray, np.ndarray]:
    """q·k of independent random pairs, [PAIRS], and of one query a row with 16 keys, [PAIRS / ROW, ROW]. Read-only."""
    total = sum((products(*part) for part in parts(seed, d_k)), start=np.zeros((2, PAIRS)))
    total.setflags(write=False)
    pairs, rows = total
    return pairs, rows.reshape(-1, ROW)


def gradient(weights: np.ndarray) -> float:
    """The Frobenius norm of the softmax's Jacobian, diag(p) − p pᵀ, relative to its maximum; the mean over rows."""
    second, third = (weights**2).sum(axis=-1), (weights**3).sum(axis=-1)
    squared = np.maximum(0, second - 2 * third + second**2)
    return float(np.sqrt(squared).mean()) / MOST
