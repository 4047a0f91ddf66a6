"""Beam search: several answers carried along at once, the best of them kept (section 6.1)."""

from typing import NamedTuple

import numpy as np

from .ops import softmax
from .trace import Decoder, Encoder
from .transformer import LONGEST_ANSWER, LookedAt, decode, look_at
from .vocabulary import BOS, EOS
from .what_if import WhatIf

WIDTH = 4
ALPHA = 0.6


class BeamStep(NamedTuple):
    """What is kept after one more token, best first. Together the steps are a tree whose root is the empty answer.

    prefixes: the tokens of each, ending in eos when it is finished
    parents: [beams] the place each one's beginning had in the step before; a finished answer is its own beginning
    log_probabilities: [beams] sum of the logarithms of its tokens' probabilities
    scores: [beams] log_probabilities over the length penalty, the order they are kept in
    """

    prefixes: tuple[tuple[int, ...], ...]
    parents: np.ndarray
    log_probabilities: np.ndarray
    scores: np.ndarray


def length_penalty(length: int) -> float:
    """What the log-probability of an answer of so many tokens is divided by: ((5 + length) / 6)^α."""
    return ((5 + length) / 6) ** ALPHA


def beam_search(encoder: Encoder, parameters: dict) -> tuple[BeamStep, ...]:
    """The steps of a beam search of width 4; the answer is the first prefix of the last step."""
    looked_at = look_at(encoder, parameters)
    steps = [BeamStep(((),), np.zeros(1, int), np.zeros(1), np.zeros(1))]
    runs: list[Decoder | None] = [None]
    while len(steps) <= LONGEST_ANSWER and any(EOS not in prefix for prefix in steps[-1].prefixes):
        runs = [_advance(*pair, looked_at, parameters) for pair in zip(steps[-1].prefixes, runs, strict=True)]
        steps.append(_step(steps[-1], runs, parameters))
        runs = [runs[parent] for parent in steps[-1].parents]
    return tuple(steps[1:])


def _advance(prefix: tuple[int, ...], past: Decoder | None, looked_at: LookedAt, parameters: dict) -> Decoder | None:
    """The decoder's run over the prefix's last token; None once it is finished."""
    return None if EOS in prefix else decode((BOS, *prefix)[-1:], looked_at, parameters, WhatIf(), past)


def _step(before: BeamStep, runs: list[Decoder | None], parameters: dict) -> BeamStep:
    """The best continuations of every prefix kept before."""
    candidates = []
    for parent, (prefix, run) in enumerate(zip(before.prefixes, runs, strict=True)):
        total = before.log_probabilities[parent]
        if run is None:
            candidates.append((before.scores[parent], total, parent, prefix))
            continue
        row = np.log(softmax(run.output[-1] @ parameters["embedding"].T))
        for token in EOS + np.argsort(-row[EOS:], kind="stable")[:WIDTH]:
            longer = (*prefix, int(token))
            candidates.append(((total + row[token]) / length_penalty(len(longer)), total + row[token], parent, longer))
    best = sorted(candidates, key=lambda candidate: -candidate[0])[:WIDTH]
    scores, totals, parents, prefixes = zip(*best, strict=True)
    return BeamStep(prefixes, np.array(parents), np.array(totals), np.array(scores))
