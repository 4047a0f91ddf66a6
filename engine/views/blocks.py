"""The six attention blocks of the toy: their names for readers, and where a trace keeps them."""

from typing import NamedTuple

import numpy as np

from engine.transformer.trace import Attention, Trace


class Block(NamedTuple):
    """One attention block; `address` is what what-if arguments call it, `path` its dotted name in a trace."""

    name: str
    stack: str
    layer: int
    kind: str

    @property
    def address(self) -> tuple[str, int, str]:
        return self.stack, self.layer, self.kind

    @property
    def path(self) -> str:
        return f"{self.stack}.layers[{self.layer}].{self.kind}_attention"

    def attention(self, trace: Trace) -> Attention:
        """What the block computed."""
        layer = getattr(trace, self.stack).layers[self.layer]
        record: Attention = getattr(layer, f"{self.kind}_attention")
        return record

    def queries(self, trace: Trace) -> np.ndarray:
        """The tokens that look. [queries]"""
        tokens: np.ndarray = getattr(trace, self.stack).tokens
        return tokens

    def keys(self, trace: Trace) -> np.ndarray:
        """The tokens that are looked at. [keys]"""
        return trace.encoder.tokens if self.kind == "cross" else self.queries(trace)


BLOCKS = {
    block.name: block
    for block in (
        Block("encoder 1", "encoder", 0, "self"),
        Block("encoder 2", "encoder", 1, "self"),
        Block("decoder 1 self", "decoder", 0, "self"),
        Block("decoder 1 cross", "decoder", 0, "cross"),
        Block("decoder 2 self", "decoder", 1, "self"),
        Block("decoder 2 cross", "decoder", 1, "cross"),
    )
}
NAMES = tuple(BLOCKS)
