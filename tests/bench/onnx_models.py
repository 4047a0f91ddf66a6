"""The transformer as files for ONNX Runtime: the encoder, a teacher-forced pass, and the two halves of greedy decoding.

Greedy decoding runs `start` once and `step` for each token. What passes from run to run is in few tensors, because
each costs a run more than a node does: all keys and values of the memory are one, those of the target another. With all
steps in a Loop of one graph, which is not how such models are run, greedy decoding took a third less.
"""

from math import sqrt
from typing import Any

import numpy as np
from onnx import TensorProto

from engine.transformer.encoding import positional_encoding
from engine.transformer.parameters import D_MODEL, HEADS, LAYERS, SYMBOLS
from engine.transformer.vocabulary import EOS, LONGEST
from tests.bench.onnx_graph import Graph, Shape, add_norm, attention, feed_forward, linear

PAIRS = 2 * LAYERS
"""a key and a value for each layer of the decoder"""
LOOKED_AT: Shape = [1, "sources", PAIRS * D_MODEL]
"""keys and values of the memory, layer by layer, side by side"""


def kept(positions: str) -> Shape:
    """Keys and values of the target, layer by layer."""
    return [PAIRS, HEADS, positions, D_MODEL // HEADS]


def models(parameters: dict[str, Any]) -> dict[str, bytes]:
    """The files of parameters that `prepare` returned, by their names."""
    return {model.__name__: model(parameters) for model in (encoder, forward, start, step)}


def encoder(parameters: dict[str, Any]) -> bytes:
    """source -> memory."""
    graph = Graph()
    graph.output("memory", encode(graph, parameters), ["sources", D_MODEL])
    return graph.model()


def forward(parameters: dict[str, Any]) -> bytes:
    """source and target, shifted by one -> probabilities."""
    graph = Graph()
    looked_at = look_at(graph, encode(graph, parameters), parameters)
    target = graph.input("target", ["targets"], TensorProto.INT64)
    rows, _ = decode(graph, target, looked_at, parameters)
    logits = graph.add("MatMul", rows, graph.constant(parameters["embedding"].T))
    graph.output("probabilities", graph.add("Softmax", logits, axis=1), ["targets", SYMBOLS])
    return graph.model()


def start(parameters: dict[str, Any]) -> bytes:
    """source -> looked_at, which every step takes."""
    graph = Graph()
    graph.output("looked_at", look_at(graph, encode(graph, parameters), parameters), LOOKED_AT)
    return graph.model()


def step(parameters: dict[str, Any]) -> bytes:
    """token, looked_at and past, the keys and values before the token -> next token, neither pad nor bos, and present.

    They are the token and the past of the next step.
    """
    graph = Graph()
    token = graph.input("token", [1], TensorProto.INT64)
    looked_at, past = graph.input("looked_at", LOOKED_AT), graph.input("past", kept("past"))
    row, pairs = decode(graph, token, looked_at, parameters, past)
    logits = graph.add("MatMul", row, graph.constant(parameters["embedding"][EOS:].T))
    best = graph.add("ArgMax", logits, axis=1, keepdims=0)
    graph.output("next", graph.add("Add", best, graph.constant([EOS])), [1], TensorProto.INT64)
    graph.output("present", graph.add("Concat", *pairs, axis=0), kept("present"))
    return graph.model()


def embed(graph: Graph, tokens: str, parameters: dict[str, Any], past: str | None = None) -> str:
    """Embedding and positional encoding of tokens from the first on, or of the one token that follows the past."""
    encoding = graph.constant(positional_encoding(LONGEST + 1, D_MODEL))
    if past:
        encoding = graph.add("Gather", encoding, graph.add("Shape", past, start=2, end=3))
    else:
        encoding = graph.add("Slice", encoding, graph.constant([0]), graph.add("Shape", tokens))
    embedding = graph.constant(parameters["embedding"] * sqrt(D_MODEL))
    return graph.add("Add", graph.add("Gather", embedding, tokens), encoding)


def encode(graph: Graph, parameters: dict[str, Any]) -> str:
    """The memory."""
    x = embed(graph, graph.input("source", ["sources"], TensorProto.INT64), parameters)
    for layer in parameters["encoder"]:
        own = layer["self_attention"]
        inputs = graph.split(linear(graph, x, own["query_key_value"], batch=True), 3, axis=2)
        x = add_norm(graph, x, attention(graph, inputs, own)[0], layer["norm_1"])
        x = add_norm(graph, x, feed_forward(graph, x, layer["feed_forward"]), layer["norm_2"])
    return x


def look_at(graph: Graph, memory: str, parameters: dict[str, Any]) -> str:
    """The keys and values of the memory."""
    blocks = [layer["cross_attention"]["key_value"] for layer in parameters["decoder"]]
    together = {kind: np.concatenate([block[kind] for block in blocks], axis=-1) for kind in ("weight", "bias")}
    return linear(graph, memory, together, batch=True)


def decode(
    graph: Graph, target: str, looked_at: str, parameters: dict[str, Any], past: str | None = None
) -> tuple[str, list[str]]:
    """The decoder's output for a whole target, or for the one token that follows the past; keys and values to keep."""
    x, present = embed(graph, target, parameters, past), []
    memory = graph.split(looked_at, PAIRS, axis=2)
    before = graph.split(past, PAIRS, axis=0) if past else []
    for index, layer in enumerate(parameters["decoder"]):
        own, cross, pair = layer["self_attention"], layer["cross_attention"], slice(2 * index, 2 * index + 2)
        inputs = graph.split(linear(graph, x, own["query_key_value"], batch=True), 3, axis=2)
        output, pairs = attention(graph, inputs, own, before[pair], causal=not past)
        present += pairs
        x = add_norm(graph, x, output, layer["norm_1"])
        query = linear(graph, x, cross["query"], batch=True)
        x = add_norm(graph, x, attention(graph, [query, *memory[pair]], cross)[0], layer["norm_2"])
        x = add_norm(graph, x, feed_forward(graph, x, layer["feed_forward"]), layer["norm_3"])
    return x, present
