"""Scales: functions from data to CSS pixels, with the ticks that label them."""

from math import ceil, floor, log10
from typing import NamedTuple


class Linear(NamedTuple):
    """Maps low..high to start..stop in equal steps."""

    low: float
    high: float
    start: float
    stop: float

    def __call__(self, value: float) -> float:
        span = self.high - self.low
        return self.start + (value - self.low) / span * (self.stop - self.start) if span else self.start

    def ticks(self, count: int = 5) -> list[float]:
        """About `count` round values between low and high: multiples of 1, 2 or 5 times a power of ten."""
        step = _round_step((self.high - self.low) / max(count, 1))
        first = ceil(self.low / step - 1e-9)
        last = floor(self.high / step + 1e-9)
        return [round(index * step, 12) for index in range(first, last + 1)]


class Logarithmic(NamedTuple):
    """Maps low..high, both above zero, to start..stop in equal ratios."""

    low: float
    high: float
    start: float
    stop: float

    def __call__(self, value: float) -> float:
        share = log10(value / self.low) / log10(self.high / self.low)
        return self.start + share * (self.stop - self.start)

    def ticks(self) -> list[float]:
        """The powers of ten between low and high."""
        return [10.0**power for power in range(ceil(log10(self.low) - 1e-9), floor(log10(self.high) + 1e-9) + 1)]


def _round_step(step: float) -> float:
    if step <= 0:
        return 1.0
    power = 10.0 ** floor(log10(step))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= step * 0.999)
