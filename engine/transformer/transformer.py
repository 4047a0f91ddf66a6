"""The whole model: encoder, decoder, and writing one token after another (section 3.1).

`parameters` is what `parameters.prepare` returns.
"""

from collections.abc import Callable, Sequence
from math import sqrt

import numpy as np

from . import vocabulary
from .attention import causal_mask, keys_and_values
from .encoding import positional_encoding
from .layers import decoder_layer, encoder_layer
from .ops import softmax
from .trace import Decoder, Encoder, Trace, freeze
from .vocabulary import BOS, EOS
from .what_if import WhatIf

FIRST_GUESS = vocabulary.encode("2000-01-01")  # of what the model writes; the nearer, the fewer runs
LONGEST_ANSWER = len(FIRST_GUESS)
LookedAt = tuple[np.ndarray, ...]
Run = Callable[[tuple[int, ...]], Trace]


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


def look_at(encoder: Encoder, parameters: dict) -> LookedAt:
    """The keys and values of the memory for each layer of the decoder; they serve every target."""
    return tuple(keys_and_values(encoder.output, layer["cross_attention"]) for layer in parameters["decoder"])


def decode(
    tokens: Sequence[int], looked_at: LookedAt, parameters: dict, what_if: WhatIf, past: Decoder | None = None
) -> Decoder:
    """Everything the decoder computes from the tokens of a target and what it looks at of the source.

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
        layers.append(decoder_layer(x, looked_at[index], layer, mask, changes, past.layers[index] if past else None))
        x = layers[-1].norm_3.output
    return Decoder(target, embedding, encoding, tuple(layers), x)


def forward(
    encoder: Encoder, looked_at: LookedAt, target: Sequence[int], parameters: dict, what_if: WhatIf
) -> Trace:
    """The run over a target whose every token is given, those to come hidden by the mask (section 3.2.3)."""
    decoder = decode((BOS, *target[:-1]), looked_at, parameters, what_if)
    logits = decoder.output @ parameters["embedding"].T
    computed = decoder, logits, softmax(logits), np.array(target)
    freeze(computed)
    return Trace(encoder, *computed)


def generate(run: Run, what_if: WhatIf, guess: tuple[int, ...] = ()) -> tuple[tuple[int, ...], np.ndarray]:
    """The tokens written greedily, up to eos, and the probability each had: [tokens]. Neither pad nor bos is written.

    run: `forward` of everything but the target
    guess: what a similar text was answered; how many runs it takes depends on it, what is written does not
    """
    return _write_together(run, guess + FIRST_GUESS[len(guess):]) if what_if.masked else _write_one_by_one(run)


def _write_together(run: Run, better: tuple[int, ...]) -> tuple[tuple[int, ...], np.ndarray]:
    """All tokens are guessed, and guessed again from one run over the guesses, until a guess repeats itself.

    As no position sees a later one, each run makes at least one more token what it is when tokens are written one by
    one. Most dates take two or three runs instead of eleven, and the last of them is the trace of the answer.
    """
    guess = None
    while better != guess:
        guess = better
        probabilities = run(guess).probabilities
        better = tuple((EOS + probabilities[:, EOS:].argmax(axis=-1)).tolist())
    written = guess[: guess.index(EOS) + 1] if EOS in guess else guess
    return written, probabilities[range(len(written)), written]


def _write_one_by_one(run: Run) -> tuple[tuple[int, ...], np.ndarray]:
    """Without the mask a new token changes what those before it see: there is no future, and no guess of one."""
    written: list[int] = []
    probabilities: list[float] = []
    while len(written) < LONGEST_ANSWER and EOS not in written:
        row = run((*written, EOS)).probabilities[-1]  # predicts what follows the prefix
        written.append(EOS + int(row[EOS:].argmax()))
        probabilities.append(float(row[written[-1]]))
    return tuple(written), np.array(probabilities)
