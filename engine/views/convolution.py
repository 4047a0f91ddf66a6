"""Convolution along positions, written without matrix multiplication, to check other arithmetic against."""

import numpy as np


def convolve(x: np.ndarray, kernel: np.ndarray, bias: np.ndarray) -> np.ndarray:
    """[positions, inputs] with kernel [width, inputs, outputs], zeros beyond both ends: [positions, outputs].

    An odd width stands centred on each position; tap 0 reads what comes before it.
    """
    width = len(kernel)
    padded = np.pad(x, ((width // 2, width - 1 - width // 2), (0, 0)))
    taps = [(padded[tap : tap + len(x), :, None] * kernel[tap]).sum(axis=1) for tap in range(width)]
    total: np.ndarray = sum(taps, start=np.zeros(1)) + bias
    return total
