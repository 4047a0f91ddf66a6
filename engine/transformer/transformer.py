"""The whole model: encoder, decoder, and writing one token after another (section 3.1).

`parameters` is what `parameters.prepare` returns.
"""

from collections.abc import Sequence
from math import sqrt

import numpy as np

from .attention import causal_mask
from .encoding import positional_encoding
from .layers import decoder_layer, encoder_layer
from .ops import softmax
from .trace import Decoder, Encoder, Trace, freeze
from .vocabulary import BOS, EOS
from .what_if import WhatIf

LONGEST_ANSWER = 11  # ten characters of a day, then eos


def embed(
    tokens: np.ndarray, positions: range, embedding: np.ndarray, what_if: WhatIf
) -> tuple[np.ndarray, np.ndarray]:
    """Embedding and positional encoding of tokens that stand at `positions`, each [positions, d_model] (3.4, 3.5)."""
    d_model = embedding.shape[1]
    encoding = positional_encoding(positions.stop, d_model)[positions.start :]
    return embedding[tokens] * sqrt(d_model), encoding if what_if.positions else np.zeros_like(encoding)


def encode(tokens: Sequence[int], parameters: dict, what_if: WhatIf) -> Encoder:
    """Everything the encoder computes from a source's tokens."""
    source = np.array(tokens)
    rows = range(len(source))
    embedding, encoding = embed(source, rows, parameters["embedding"], what_if)
    x, layers = embedding + encoding, []
    for index, layer in enumerate(parameters["encoder"]):
        layers.append(encoder_layer(x, layer, what_if.block("encoder", index, "self", rows)))
        x = layers[-1].norm_2.output
    return Encoder(source, embedding, encoding, tuple(layers), x)


def decode(
    tokens: Sequence[int], memory: np.ndarray, parameters: dict, what_if: WhatIf, past: Decoder | None = None
) -> Decoder:
    """Everything the decoder computes from the tokens of a target and the memory [sources, d_model].

    past: the run over the tokens before these, if there are any; its keys and values are used again
    """
    target = np.array(tokens)
    first = past.layers[0].self_attention.key.shape[1] if past else 0
    rows = range(first, first + len(target))
    embedding, encoding = embed(target, rows, parameters["embedding"], what_if)
    mask = causal_mask(rows.stop)[first:] if what_if.masked else None
    x, layers = embedding + encoding, []
    for index, layer in enumerate(parameters["decoder"]):
        changes = what_if.block("decoder", index, "self", rows), what_if.block("decoder", index, "cross", rows)
        layers.append(decoder_layer(x, memory, layer, mask, changes, past.layers[index] if past else None))
        x = layers[-1].norm_3.output
    return Decoder(target, embedding, encoding, tuple(layers), x)


def forward(encoder: Encoder, target: Sequence[int], parameters: dict, what_if: WhatIf) -> Trace:
    """The run over a target whose every token is given, those to come hidden by the mask (section 3.2.3)."""
    decoder = decode((BOS, *target[:-1]), encoder.output, parameters, what_if)
    logits = decoder.output @ parameters["embedding"].T
    trace = Trace(encoder, decoder, logits, softmax(logits), np.array(target))
    freeze(trace)
    return trace


def generate(encoder: Encoder, parameters: dict, what_if: WhatIf) -> tuple[tuple[int, ...], np.ndarray]:
    """The tokens written greedily, up to eos, and the probability each had: [tokens].

    Neither pad nor bos is ever written. Without the mask a new token changes what those before it see, so that nothing
    can be used again and the whole prefix is run anew; there is still no future to look at.
    """
    written: list[int] = []
    probabilities: list[float] = []
    past = None
    while len(written) < LONGEST_ANSWER and EOS not in written:
        prefix = (BOS, *written)
        if what_if.masked:
            past = decode(prefix[-1:], encoder.output, parameters, what_if, past)
            last = past.output[-1]
        else:
            last = decode(prefix, encoder.output, parameters, what_if).output[-1]
        row = softmax(last @ parameters["embedding"].T)
        written.append(EOS + int(row[EOS:].argmax()))
        probabilities.append(float(row[written[-1]]))
    return tuple(written), np.array(probabilities)
