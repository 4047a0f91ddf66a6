"""What the toy loses without a head, without a block, and how many heads can go together."""

from collections.abc import Sequence

from weights import batched
from weights.batched import Head
from weights.torch_model import Toy

BLOCKS = [("encoder", 0, "self"), ("encoder", 1, "self")] + [
    ("decoder", layer, kind) for layer in (0, 1) for kind in ("self", "cross")
]
HEADS: list[Head] = [(*block, head) for block in BLOCKS for head in range(4)]
ENOUGH = 0.99


def block_name(stack: str, layer: int, kind: str) -> str:
    """A block's name in figures and links, counted from 1: "encoder-1", "decoder-2-cross"."""
    return f"{stack}-{layer + 1}" + (f"-{kind}" if stack == "decoder" else "")


def head_name(head: Head) -> str:
    """A head's name in figures and links, counted from 1: "decoder-2-cross-3"."""
    return f"{block_name(*head[:3])}-{head[3] + 1}"


def without(toy: Toy, texts: Sequence[str], targets: Sequence[str]) -> tuple[dict[str, float], dict[str, float]]:
    """Exact match with each single head off, and with each whole block off."""
    heads = {head_name(head): batched.exact(toy, texts, targets, off={head}) for head in HEADS}
    blocks = {
        block_name(*block): batched.exact(toy, texts, targets, off={(*block, head) for head in range(4)})
        for block in BLOCKS
    }
    return heads, blocks


def together(toy: Toy, texts: Sequence[str], targets: Sequence[str]) -> list[tuple[str, float]]:
    """Heads that can go one after another, each time the one that costs least (a greedy search, not the best set).

    Each with the exact match that is left; ends with the first under ENOUGH.
    """
    off: set[Head] = set()
    steps: list[tuple[str, float]] = []
    while not steps or (steps[-1][1] >= ENOUGH and len(off) < len(HEADS)):
        rates = {head: batched.exact(toy, texts, targets, off=off | {head}) for head in HEADS if head not in off}
        best = max(rates, key=lambda head: (rates[head], -HEADS.index(head)))
        off.add(best)
        steps.append((head_name(best), rates[best]))
    return steps
