"""The shipped parameters in PyTorch, many strings at once: what report.json needs faster than the engine answers."""

from collections.abc import Iterator, Sequence, Set
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from engine.transformer.vocabulary import BOS, EOS, write
from weights.ship import read_parameters
from weights.torch_model import Keep, Toy
from weights.train import source_tokens, target_tokens

FOLDER = Path(__file__).parent
AT_ONCE = 512
Head = tuple[str, int, str, int]


def load(*files: str) -> Toy:
    """A toy with the parameters of these files of weights/, later ones replacing earlier ones."""
    toy = Toy()
    state = toy.state_dict()
    for file in files:
        arrays = read_parameters(FOLDER / file).items()
        state |= {name: torch.from_numpy(array.astype(np.float32)) for name, array in arrays}
    toy.load_state_dict(state)
    return toy.eval()


def heads_off(heads: Set[Head]) -> Keep:
    """`keep` for Toy: every head is on except these (stack, layer, "self" or "cross", head)."""
    keep: Keep = {}
    for stack, layer, kind, head in heads:
        block = keep.setdefault((stack, layer), {})
        block.setdefault(kind, torch.ones(4))[head] = 0
    return keep


def in_parts(texts: Sequence[str]) -> Iterator[list[int]]:
    """Indices of texts of similar length, AT_ONCE at a time."""
    order = sorted(range(len(texts)), key=lambda index: len(texts[index]))
    for first in range(0, len(order), AT_ONCE):
        yield order[first : first + AT_ONCE]


def chosen(texts: Sequence[str], part: list[int]) -> Tensor:
    """The tokens of these texts, padded."""
    return source_tokens([texts[index] for index in part])


@torch.no_grad()
def answer(
    toy: Toy, texts: Sequence[str], off: Set[Head] = frozenset(), masked: bool = True
) -> tuple[list[str], np.ndarray]:
    """Greedy answers to cleaned texts, and the probability of each whole answer [texts]."""
    answers, probabilities = [""] * len(texts), np.zeros(len(texts))
    keep = heads_off(off)
    for part in in_parts(texts):
        source = chosen(texts, part)
        memory = toy.encode(source, keep)
        tokens = torch.full((len(part), 1), BOS)
        probability = torch.ones(len(part))
        for _ in range(11):
            row = toy.decode(tokens, memory, source, keep, masked)[:, -1].softmax(-1)
            likely, token = row[:, EOS:].max(-1)
            ended = (tokens == EOS).any(-1)
            probability *= torch.where(ended, 1.0, likely)
            tokens = torch.cat((tokens, torch.where(ended, EOS, token + EOS)[:, None]), 1)
        for index, written, likely in zip(part, tokens[:, 1:].tolist(), probability.tolist(), strict=True):
            answers[index], probabilities[index] = write(written), likely
    return answers, probabilities


@torch.no_grad()
def teacher_forced(toy: Toy, texts: Sequence[str], targets: Sequence[str], masked: bool = True) -> np.ndarray:
    """Whether each of the 11 characters is predicted when all of the target is given: bool [texts, 11]."""
    right = np.zeros((len(texts), 11), bool)
    for part in in_parts(texts):
        source, target = chosen(texts, part), target_tokens([targets[index] for index in part])
        right[part] = (toy(source, target[:, :-1], masked).argmax(-1) == target[:, 1:]).numpy()
    return right


@torch.no_grad()
def loss(toy: Toy, texts: Sequence[str], targets: Sequence[str]) -> float:
    """Mean cross-entropy per character when all of the target is given."""
    total = 0.0
    for part in in_parts(texts):
        source, target = chosen(texts, part), target_tokens([targets[index] for index in part])
        logits = toy(source, target[:, :-1])
        total += float(functional.cross_entropy(logits.flatten(0, 1), target[:, 1:].flatten(), reduction="sum"))
    return total / (11 * len(texts))


def exact(
    toy: Toy, texts: Sequence[str], targets: Sequence[str], off: Set[Head] = frozenset(), masked: bool = True
) -> float:
    """The share of greedy answers that are wholly right."""
    answers, _ = answer(toy, texts, off, masked)
    return float(np.mean([given == wanted for given, wanted in zip(answers, targets, strict=True)]))
