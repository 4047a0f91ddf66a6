"""What a run may change about the model; every default is the model as it was trained."""

from typing import NamedTuple

BLOCKS = (("encoder", "self"), ("decoder", "self"), ("decoder", "cross"))

Head = tuple[str, int, str, int]  # stack, layer, "self" or "cross", head; counted from 0


class Change(NamedTuple):
    """What is changed in one attention block.

    scaled: whether scores are divided by the square root of d_k
    heads_off: heads whose output is replaced by zeros
    nudges: (head, query row, key, amount) to add to a score
    """

    scaled: bool = True
    heads_off: tuple[int, ...] = ()
    nudges: tuple[tuple[int, int, int, float], ...] = ()


class WhatIf(NamedTuple):
    """What is changed in one run.

    masked: False lets the decoder's self-attention look at later positions (section 3.2.3)
    scaled: False leaves every block's scores undivided by the square root of d_k (section 3.2.1)
    heads_off: the heads whose output is replaced by zeros, as (stack, layer, "self" or "cross", head)
    nudge: ((stack, layer, "self" or "cross", head, query, key), amount): added to that one score before softmax
    positions: False leaves out positional encoding (section 3.5)
    """

    masked: bool = True
    scaled: bool = True
    heads_off: frozenset[Head] = frozenset()
    nudge: tuple[tuple[str, int, str, int, int, int], float] | None = None
    positions: bool = True

    def block(self, stack: str, layer: int, kind: str, rows: range) -> Change:
        """What is changed in one block, of which the positions `rows` are being computed.

        A nudge of a score that is not among them (the target has not come so far) changes nothing.
        """
        block = (stack, layer, kind)
        nudges: tuple[tuple[int, int, int, float], ...] = ()
        if self.nudge is not None and self.nudge[0][:3] == block:
            (_, _, _, head, query, key), amount = self.nudge
            if query in rows and (kind == "cross" or key < rows.stop):
                nudges = ((head, query - rows.start, key, amount),)
        return Change(self.scaled, tuple(off[3] for off in self.heads_off if off[:3] == block), nudges)

    def check(self, layers: int, heads: int, sources: int) -> None:
        """Raise ValueError where a block, head or source position is named that this run does not have.

        A target position is not checked: how far a model writes is known only afterwards.
        """
        nudged = [self.nudge[0]] if self.nudge is not None else []
        for stack, layer, kind, head in (*self.heads_off, *(address[:4] for address in nudged)):
            if (stack, kind) not in BLOCKS or layer not in range(layers) or head not in range(heads):
                raise ValueError(
                    f"what if: expected one of {BLOCKS} with a layer under {layers} and a head under {heads}, "
                    f"received {(stack, layer, kind, head)}"
                )
        for stack, _, kind, _, query, key in nudged:
            places = [query] * (stack == "encoder") + [key] * (stack == "encoder" or kind == "cross")
            if min(query, key) < 0 or any(place >= sources for place in places):
                raise ValueError(f"nudge: expected positions under {sources}, received query {query} and key {key}")
