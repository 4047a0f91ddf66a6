"""Frozen records of everything one run computes, one record per unit of the model (section 3).

A field's line begins with its shape; an axis name stands for one size within a record. Every array is read-only.
A value has one name everywhere: `encoder.layers[0].self_attention.weights[3,0,7]`.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np


class Attention(NamedTuple):
    """One multi-head attention block (section 3.2).

    query: [heads, queries, d_k] what each position asks for
    key: [heads, keys, d_k] what each position offers to be found by
    value: [heads, keys, d_v] what each position passes on
    scores: [heads, queries, keys] query times key, scaled, before softmax; minus infinity where the mask forbids
    weights: [heads, queries, keys] softmax of scores, each row sums to 1
    head_output: [heads, queries, d_v] weights times value; zero for a head that is off
    concatenated: [queries, d_model] the heads' outputs side by side
    output: [queries, d_model] concatenated times the output projection
    """

    query: np.ndarray
    key: np.ndarray
    value: np.ndarray
    scores: np.ndarray
    weights: np.ndarray
    head_output: np.ndarray
    concatenated: np.ndarray
    output: np.ndarray


class LayerNorm(NamedTuple):
    """One layer normalisation (section 3.1).

    mean: [positions] mean of the input's features
    variance: [positions] variance of the input's features
    normalized: [positions, d_model] mean 0 and variance 1, before gain and bias
    output: [positions, d_model] after gain and bias
    """

    mean: np.ndarray
    variance: np.ndarray
    normalized: np.ndarray
    output: np.ndarray


class FeedForward(NamedTuple):
    """One position-wise feed-forward network (section 3.3).

    hidden: [positions, d_ff] the units before the rectifier
    rectified: [positions, d_ff] the units after it, none below 0
    output: [positions, d_model] the second linear map of rectified
    """

    hidden: np.ndarray
    rectified: np.ndarray
    output: np.ndarray


class EncoderLayer(NamedTuple):
    """One layer of the encoder (section 3.1).

    input: [positions, d_model] what comes from below
    self_attention: every position of the source looks at every other
    residual_1: [positions, d_model] input + self_attention.output
    norm_1: normalises residual_1
    feed_forward: of norm_1.output
    residual_2: [positions, d_model] norm_1.output + feed_forward.output
    norm_2: normalises residual_2; its output is the layer's
    """

    input: np.ndarray
    self_attention: Attention
    residual_1: np.ndarray
    norm_1: LayerNorm
    feed_forward: FeedForward
    residual_2: np.ndarray
    norm_2: LayerNorm


class DecoderLayer(NamedTuple):
    """One layer of the decoder (section 3.1).

    input: [positions, d_model] what comes from below
    self_attention: each position of the target looks at itself and those before it
    residual_1: [positions, d_model] input + self_attention.output
    norm_1: normalises residual_1
    cross_attention: each position of the target looks at every position of the source
    residual_2: [positions, d_model] norm_1.output + cross_attention.output
    norm_2: normalises residual_2
    feed_forward: of norm_2.output
    residual_3: [positions, d_model] norm_2.output + feed_forward.output
    norm_3: normalises residual_3; its output is the layer's
    """

    input: np.ndarray
    self_attention: Attention
    residual_1: np.ndarray
    norm_1: LayerNorm
    cross_attention: Attention
    residual_2: np.ndarray
    norm_2: LayerNorm
    feed_forward: FeedForward
    residual_3: np.ndarray
    norm_3: LayerNorm


class Encoder(NamedTuple):
    """The encoder's whole run over a source text (section 3.1).

    tokens: [positions] the characters read, then eos
    embedding: [positions, d_model] looked up and multiplied by the square root of d_model (section 3.4)
    positional_encoding: [positions, d_model] added to embedding to make layers[0].input (section 3.5)
    layers: one EncoderLayer each
    output: [positions, d_model] of the last layer: the memory the decoder looks at
    """

    tokens: np.ndarray
    embedding: np.ndarray
    positional_encoding: np.ndarray
    layers: tuple[EncoderLayer, ...]
    output: np.ndarray


class Decoder(NamedTuple):
    """The decoder's whole run over a target (section 3.1).

    tokens: [positions] bos, then the target shifted right by one
    embedding: [positions, d_model] looked up and multiplied by the square root of d_model (section 3.4)
    positional_encoding: [positions, d_model] added to embedding to make layers[0].input (section 3.5)
    layers: one DecoderLayer each
    output: [positions, d_model] of the last layer
    """

    tokens: np.ndarray
    embedding: np.ndarray
    positional_encoding: np.ndarray
    layers: tuple[DecoderLayer, ...]
    output: np.ndarray


class Trace(NamedTuple):
    """One teacher-forced run: the whole model on a source and a target.

    encoder: the run over the source
    decoder: the run over the target
    logits: [positions, symbols] decoder.output times the shared embedding (section 3.4)
    probabilities: [positions, symbols] softmax of logits, each row sums to 1
    target: [positions] the token each row should predict: the target's characters, then eos
    """

    encoder: Encoder
    decoder: Decoder
    logits: np.ndarray
    probabilities: np.ndarray
    target: np.ndarray


def arrays(record: object, name: str = "") -> Iterator[tuple[str, np.ndarray]]:
    """Every array of a record with its dotted name, in the order it was computed."""
    if isinstance(record, np.ndarray):
        yield name, record
    elif hasattr(record, "_asdict"):
        for field, part in record._asdict().items():
            yield from arrays(part, f"{name}.{field}" if name else field)
    elif isinstance(record, tuple):
        for index, part in enumerate(record):
            yield from arrays(part, f"{name}[{index}]")


def freeze(record: object) -> None:
    """Make every array of a record read-only."""
    # By itself, because the names that `arrays` makes would take a quarter of a run's time.
    if isinstance(record, np.ndarray):
        record.setflags(write=False)
    elif isinstance(record, tuple):
        for part in record:
            freeze(part)


def resolve(record: object, name: str) -> np.ndarray:
    """The array or number a dotted name stands for, such as "decoder.layers[1].cross_attention.weights[3,0,7]".

    Raises ValueError naming the part that does not exist.
    """
    value: Any = record
    for part in name.split("."):
        field, bracket, inside = part.partition("[")
        try:
            value = value[value._fields.index(field)]
            if bracket:
                places = inside.removesuffix("]")
                value = value[int(places)] if type(value) is tuple else value[tuple(map(int, places.split(",")))]
        except (AttributeError, ValueError, IndexError, TypeError) as error:
            raise ValueError(f"no value named {name!r}: {part!r} is not there") from error
    return value
