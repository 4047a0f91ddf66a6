"""The boxes of the paper's Figure 1: what each is called, what it holds, and where a trace keeps what it computed."""

from typing import NamedTuple

import numpy as np

from engine.transformer.trace import Trace, resolve


class Box(NamedTuple):
    """One box. `layer` counts from 1 and is 0 outside the layers; `kind` decides what it holds."""

    name: str
    stack: str
    kind: str
    layer: int = 0
    part: str = ""
    """the record of its layer, such as self_attention or norm_1"""

    @property
    def path(self) -> str:
        """The dotted name of its record in a trace."""
        return f"{self.stack}.layers[{self.layer - 1}].{self.part}" if self.layer else self.stack

    @property
    def short(self) -> str:
        """Its name inside its layer."""
        return self.name.removeprefix(f"{self.stack} {self.layer} ")


class Sizes(NamedTuple):
    """A machine's sizes; `symbols` rows of embedding are shared by both inputs and the output projection."""

    layers: int
    d_model: int
    d_ff: int
    symbols: int

    def parameters(self, box: Box) -> int:
        """How many trained numbers one box holds, biases among them."""
        width = self.d_model
        return {
            "attention": 4 * (width * width + width),
            "feed-forward": 2 * width * self.d_ff + self.d_ff + width,
            "norm": 2 * width,
            "embedding": self.symbols * width,
        }.get(box.kind, 0)

    def total(self) -> int:
        """All of them, with the shared embedding counted once."""
        layers = sum(self.parameters(box) for box in BOXES if box.layer == 1) * self.layers
        return layers + self.symbols * self.d_model


PAPER = Sizes(layers=6, d_model=512, d_ff=2048, symbols=37_000)
TOY = Sizes(layers=2, d_model=48, d_ff=128, symbols=44)

PARTS = {
    "encoder": (("self-attention", "attention", "self_attention"), ("add & norm 1", "norm", "norm_1"),
                ("feed-forward", "feed-forward", "feed_forward"), ("add & norm 2", "norm", "norm_2")),
    "decoder": (("self-attention", "attention", "self_attention"), ("add & norm 1", "norm", "norm_1"),
                ("cross-attention", "attention", "cross_attention"), ("add & norm 2", "norm", "norm_2"),
                ("feed-forward", "feed-forward", "feed_forward"), ("add & norm 3", "norm", "norm_3")),
}


def _tower(stack: str, text: str, shared: str) -> list[Box]:
    start = [Box(f"{text} embedding", stack, shared, part="embedding"),
             Box(f"{text} positional encoding", stack, "encoding", part="positional_encoding")]
    return start + [
        Box(f"{stack} {layer} {name}", stack, kind, layer, part)
        for layer in range(1, TOY.layers + 1) for name, kind, part in PARTS[stack]
    ]


BOXES = (
    *_tower("encoder", "input", "embedding"),
    *_tower("decoder", "output", "same embedding"),
    Box("output projection", "decoder", "projection"),
    Box("softmax", "decoder", "softmax"),
)
BY_NAME = {box.name: box for box in BOXES}


class Held(NamedTuple):
    """One matrix that a box shows: what it is, its dotted name, and its values [positions, features]."""

    label: str
    name: str
    values: np.ndarray


def held(box: Box, trace: Trace) -> list[Held]:
    """What a box takes in, does and gives out, in that order; the last leaves the box."""

    def value(label: str, name: str) -> Held:
        return Held(label, name, resolve(trace, name))

    if box.kind in ("embedding", "same embedding", "encoding"):
        return [value(box.part.replace("_", " "), f"{box.stack}.{box.part}")]
    if box.kind == "projection":
        return [value("from the decoder", "decoder.output"), value("logits", "logits")]
    if box.kind == "softmax":
        return [value("logits", "logits"), value("probabilities", "probabilities")]
    if box.kind == "norm":
        number = box.part.removeprefix("norm_")
        return [value("the sum", f"{box.stack}.layers[{box.layer - 1}].residual_{number}"),
                value("normalized", f"{box.path}.normalized"), value("after gain and bias", f"{box.path}.output")]
    return [value("the residual, going past", residual(box)), value("the update, added to it", f"{box.path}.output")]


def residual(box: Box) -> str:
    """The dotted name of what goes past a sublayer and is added to its output."""
    parts = [part for _, _, part in PARTS[box.stack]]
    before = parts.index(box.part) - 1
    layer = f"{box.stack}.layers[{box.layer - 1}]"
    return f"{layer}.input" if before < 0 else f"{layer}.{parts[before]}.output"
