"""A small seeded generator, the same numbers in every Python: splitmix64, which hashes a counter."""

import numpy as np

_STEP = np.uint64(0x9E3779B97F4A7C15)
_MIXERS = (np.uint64(0xBF58476D1CE4E5B9), np.uint64(30)), (np.uint64(0x94D049BB133111EB), np.uint64(27))


class Random:
    """A stream of numbers that depends on `seed` alone, a whole number from 0 to 2⁶⁴ − 1."""

    def __init__(self, seed: int) -> None:
        self._seed = np.array([seed], dtype=np.uint64)
        self._drawn = 0

    def bits(self, count: int) -> np.ndarray:
        """The next numbers of the stream, each of 64 random bits: [count] uint64."""
        counter = np.arange(self._drawn + 1, self._drawn + count + 1, dtype=np.uint64)
        self._drawn += count
        mixed = self._seed + counter * _STEP
        for factor, shift in _MIXERS:
            mixed = (mixed ^ (mixed >> shift)) * factor
        return mixed ^ (mixed >> np.uint64(31))

    def uniform(self, *shape: int) -> np.ndarray:
        """Numbers spread evenly over [0, 1), of the given shape."""
        count = int(np.prod(shape))
        return ((self.bits(count) >> np.uint64(11)) * 2.0**-53).reshape(shape)

    def normal(self, *shape: int) -> np.ndarray:
        """Numbers of mean 0 and variance 1, of the given shape (Box and Muller's method)."""
        first, second = self.uniform(2, *shape)
        return np.sqrt(-2 * np.log(1 - first)) * np.cos(2 * np.pi * second)

    def integers(self, low: int, high: int, *shape: int) -> np.ndarray:
        """Whole numbers from `low` to `high` - 1, of the given shape."""
        return low + (self.uniform(*shape) * (high - low)).astype(np.int64)

    def permutation(self, count: int) -> np.ndarray:
        """The numbers from 0 to `count` - 1 in random order."""
        return self.uniform(count).argsort(kind="stable")
