"""The toy in PyTorch, for training: engine.transformer's model with gradients, in float32 or float64.

Options beyond the shipped configuration serve the ablations only. Parameter names and orientation (x @ weight + bias)
are those of parameters.npz.
"""

import math
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional

from engine.transformer.ops import EPSILON
from engine.transformer.vocabulary import LONGEST, PAD, SYMBOLS

# which heads are on, 1 or 0 each: by (stack, layer), then by "self" or "cross" [heads]
Keep = dict[tuple[str, int], dict[str, Tensor]]


@dataclass(frozen=True)
class Configuration:
    """Sizes of a model; the defaults are the shipped one, 109,376 parameters."""

    layers: int = 2
    d_model: int = 48
    heads: int = 4
    d_k: int = 12
    d_ff: int = 128
    positions: str = "sinusoids"
    dropout: float = 0.0


class Linear(nn.Module):
    """x @ weight + bias, Glorot-uniform at first."""

    def __init__(self, inputs: int, outputs: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(nn.init.xavier_uniform_(torch.empty(inputs, outputs)))
        self.bias = nn.Parameter(torch.zeros(outputs))

    def forward(self, x: Tensor) -> Tensor:
        return functional.linear(x, self.weight.T, self.bias)


class Norm(nn.Module):
    """Layer normalisation with gain and bias."""

    def __init__(self, size: int) -> None:
        super().__init__()
        self.gain = nn.Parameter(torch.ones(size))
        self.bias = nn.Parameter(torch.zeros(size))

    def forward(self, x: Tensor, record: dict | None = None) -> Tensor:
        output = functional.layer_norm(x, self.gain.shape, self.gain, self.bias, EPSILON)
        if record is not None:
            normalized = functional.layer_norm(x, self.gain.shape, eps=EPSILON)
            record |= dict(mean=x.mean(-1), variance=x.var(-1, correction=0), normalized=normalized, output=output)
        return output


class Attention(nn.Module):
    """Multi-head attention (3.2.2); `record`, when a dictionary, receives every intermediate."""

    def __init__(self, sizes: Configuration) -> None:
        super().__init__()
        self.heads, self.d_k = sizes.heads, sizes.d_k
        width = sizes.heads * sizes.d_k
        self.query, self.key, self.value = (Linear(sizes.d_model, width) for _ in range(3))
        self.output = Linear(width, sizes.d_model)

    def project(self, x: Tensor, memory: Tensor) -> tuple[Tensor, ...]:
        """Queries, keys and values [batch, positions, heads * d_k], with as few products as possible."""
        sources: list[tuple[Tensor, tuple[Linear, ...]]] = [(x, (self.query, self.key, self.value))]
        if memory is not x:
            sources = [(x, (self.query,)), (memory, (self.key, self.value))]
        return tuple(
            states
            for source, maps in sources
            for states in functional.linear(
                source, torch.cat([m.weight for m in maps], 1).T, torch.cat([m.bias for m in maps])
            ).chunk(len(maps), -1)
        )

    def forward(
        self, x: Tensor, memory: Tensor, mask: Tensor, keep: Tensor | None = None, record: dict | None = None
    ) -> Tensor:
        """x [batch, queries, d_model], memory [batch, keys, d_model], mask True = may look; keep [heads] 1 or 0."""
        query, key, value = (
            states.unflatten(-1, (self.heads, self.d_k)).transpose(1, 2) for states in self.project(x, memory)
        )
        scores = (query * self.d_k**-0.5) @ key.transpose(-1, -2) + torch.where(mask, 0.0, -torch.inf)
        weights = scores.softmax(-1)
        heads = weights @ value
        if keep is not None:
            heads = heads * keep[:, None, None]
        concatenated = heads.transpose(1, 2).flatten(-2)
        output = self.output(concatenated)
        if record is not None:
            record |= dict(query=query, key=key, value=value, scores=scores, weights=weights)
            record |= dict(head_output=heads, concatenated=concatenated, output=output)
        return output


class FeedForward(nn.Module):
    """max(0, x W1 + b1) W2 + b2 (3.3)."""

    def __init__(self, sizes: Configuration) -> None:
        super().__init__()
        self.add_module("1", Linear(sizes.d_model, sizes.d_ff))
        self.add_module("2", Linear(sizes.d_ff, sizes.d_model))

    def forward(self, x: Tensor, record: dict | None = None) -> Tensor:
        hidden = self.get_submodule("1")(x)
        rectified = hidden.relu()
        output = self.get_submodule("2")(rectified)
        if record is not None:
            record |= dict(hidden=hidden, rectified=rectified, output=output)
        return output


class Layer(nn.Module):
    """An encoder layer, or a decoder layer when `cross`; post-norm as in the paper."""

    def __init__(self, sizes: Configuration, cross: bool) -> None:
        super().__init__()
        self.self_attention = Attention(sizes)
        if cross:
            self.cross_attention = Attention(sizes)
        self.feed_forward = FeedForward(sizes)
        self.norms = 3 if cross else 2
        for number in range(1, self.norms + 1):
            self.add_module(f"norm_{number}", Norm(sizes.d_model))
        self.dropout = nn.Dropout(sizes.dropout)

    def forward(
        self,
        x: Tensor,
        mask: Tensor,
        memory: Tensor | None = None,
        memory_mask: Tensor | None = None,
        keep: dict[str, Tensor] | None = None,
        record: dict | None = None,
    ) -> Tensor:
        """keep: {"self": [heads], "cross": [heads]}; record: as in Attention, one dictionary per sublayer."""
        keep = keep or {}
        steps = [("self_attention", lambda x, into: self.self_attention(x, x, mask, keep.get("self"), into))]
        if memory is not None:
            cross = keep.get("cross")
            steps.append(("cross_attention", lambda x, into: self.cross_attention(x, memory, memory_mask, cross, into)))
        steps.append(("feed_forward", lambda x, into: self.feed_forward(x, into)))
        if record is not None:
            record["input"] = x
        for number, (name, step) in enumerate(steps, 1):
            inside: dict | None = None if record is None else {}
            after: dict | None = None if record is None else {}
            residual = x + self.dropout(step(x, inside))
            x = self.get_submodule(f"norm_{number}")(residual, after)
            if record is not None:
                record |= {name: inside, f"residual_{number}": residual, f"norm_{number}": after}
        return x


class Stack(nn.Module):
    """The layers of one side."""

    def __init__(self, sizes: Configuration, cross: bool) -> None:
        super().__init__()
        self.layers = nn.ModuleList(Layer(sizes, cross) for _ in range(sizes.layers))


def sinusoids(positions: int, d_model: int) -> Tensor:
    """Positional encoding [positions, d_model] (3.5), float64."""
    pair = torch.arange(0, d_model, 2, dtype=torch.float64)
    angle = torch.arange(positions, dtype=torch.float64)[:, None] / 10000 ** (pair / d_model)
    return torch.stack((angle.sin(), angle.cos()), -1).flatten(-2)


class Toy(nn.Module):
    """Characters of a date in, characters of yyyy-mm-dd out."""

    def __init__(self, sizes: Configuration | None = None) -> None:
        super().__init__()
        sizes = self.sizes = sizes or Configuration()
        self.embedding = nn.Parameter(torch.randn(len(SYMBOLS), sizes.d_model) * sizes.d_model**-0.5)
        self.encoder = Stack(sizes, cross=False)
        self.decoder = Stack(sizes, cross=True)
        self.dropout = nn.Dropout(sizes.dropout)
        table = sinusoids(LONGEST + 1, sizes.d_model)
        if sizes.positions == "learned":
            self.positions = nn.Parameter(torch.randn(LONGEST + 1, sizes.d_model) * 0.5)
        else:
            table = table if sizes.positions == "sinusoids" else table * 0
            self.register_buffer("positions", table.float(), persistent=False)

    def embed(self, tokens: Tensor) -> Tensor:
        """tokens [batch, positions] -> [batch, positions, d_model]"""
        return self.dropout(self.embedding[tokens] * math.sqrt(self.sizes.d_model) + self.positions[: tokens.shape[1]])

    def encode(self, source: Tensor, keep: Keep | None = None, record: list[dict] | None = None) -> Tensor:
        """source [batch, keys] -> memory; keep and record by layer."""
        mask = (source != PAD)[:, None, None, :]
        x = self.embed(source)
        for index, layer in enumerate(self.encoder.layers):
            x = layer(x, mask, keep=(keep or {}).get(("encoder", index)), record=record[index] if record else None)
        return x

    def decode(
        self,
        target: Tensor,
        memory: Tensor,
        source: Tensor,
        keep: Keep | None = None,
        masked: bool = True,
        record: list[dict] | None = None,
    ) -> Tensor:
        """target [batch, queries] -> logits [batch, queries, symbols]"""
        causal = torch.ones(target.shape[1], target.shape[1], dtype=torch.bool)
        causal = causal.tril() if masked else causal
        seen = (source != PAD)[:, None, None, :]
        x = self.embed(target)
        for index, layer in enumerate(self.decoder.layers):
            into = record[index] if record else None
            x = layer(x, causal, memory, seen, keep=(keep or {}).get(("decoder", index)), record=into)
        return x @ self.embedding.T

    def forward(self, source: Tensor, target: Tensor, masked: bool = True) -> Tensor:
        """Logits, teacher-forced."""
        return self.decode(target, self.encode(source), source, masked=masked)
