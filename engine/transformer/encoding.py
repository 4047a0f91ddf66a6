"""Where a position is: sines and cosines of geometrically spaced wavelengths (section 3.5)."""

from functools import lru_cache

import numpy as np


@lru_cache(maxsize=64)
def frequencies(d_model: int) -> np.ndarray:
    """How far each pair of features turns from one position to the next, in radians: [d_model / 2], read-only."""
    rates = 10000.0 ** (-2 * np.arange(d_model // 2) / d_model)
    rates.setflags(write=False)
    return rates


@lru_cache(maxsize=64)
def positional_encoding(positions: int, d_model: int) -> np.ndarray:
    """PE(pos, 2i) = sin(pos · frequency of pair i) and PE(pos, 2i+1) = its cosine: [positions, d_model], read-only."""
    angles = np.arange(positions)[:, None] * frequencies(d_model)  # [positions, pairs]
    encoding = np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(positions, d_model)
    encoding.setflags(write=False)
    return encoding


def rotation(offset: int, d_model: int) -> np.ndarray:
    """The matrices that carry each (sine, cosine) pair from any position to the one `offset` later: [pairs, 2, 2]."""
    angles = offset * frequencies(d_model)
    sine, cosine = np.sin(angles), np.cos(angles)
    return np.stack([cosine, sine, -sine, cosine], axis=-1).reshape(-1, 2, 2)
