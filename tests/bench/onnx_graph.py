"""A graph of ONNX, written node by node, and the blocks of a transformer in it, with one node for all of attention.

A block takes and returns names of values, which are float32, rows [positions, d_model] unless said otherwise.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from onnx import NodeProto, TensorProto, ValueInfoProto, helper, numpy_helper

from engine.transformer.ops import EPSILON

OWN = "com.microsoft"
"""operators of ONNX Runtime's own"""
OPERATORS, FORMAT = {"": 23, OWN: 1}, 11
"""versions of the operators and of ONNX's files; these are the first that have Attention"""
Shape = list[int | str]
"""a length that differs from run to run has a name"""


@dataclass
class Graph:
    """Nodes in the order they run, each value with a name of its own."""

    inputs: list[ValueInfoProto] = field(default_factory=list)
    constants: list[TensorProto] = field(default_factory=list)
    nodes: list[NodeProto] = field(default_factory=list)
    outputs: list[ValueInfoProto] = field(default_factory=list)

    def input(self, name: str, shape: Shape, kind: int = TensorProto.FLOAT) -> str:
        """A value that is given."""
        self.inputs.append(helper.make_tensor_value_info(name, kind, shape))
        return name

    def constant(self, value: Any) -> str:
        """A value that never changes, as float32 or int64."""
        array = np.asarray(value)
        array = array.astype(np.float32 if array.dtype.kind == "f" else np.int64)
        self.constants.append(numpy_helper.from_array(array, f"constant_{len(self.constants)}"))
        return self.constants[-1].name

    def add(self, operator: str, *inputs: str, **attributes: Any) -> str:
        """What a node with one output computes."""
        return self.several(operator, 1, *inputs, **attributes)[0]

    def several(self, operator: str, outputs: int, *inputs: str, **attributes: Any) -> list[str]:
        """What a node computes; an input that is left out has an empty name."""
        names = [f"{operator}_{len(self.nodes)}_{output}" for output in range(outputs)]
        self.nodes.append(helper.make_node(operator, inputs, names, **attributes))
        return names

    def split(self, value: str, parts: int, axis: int) -> list[str]:
        """A value in equal parts."""
        return self.several("Split", parts, value, axis=axis, num_outputs=parts)

    def output(self, name: str, value: str, shape: Shape, kind: int = TensorProto.FLOAT) -> None:
        """Returns a value, by another name than it has inside."""
        for node in self.nodes:
            for names in (node.input, node.output):
                names[:] = [name if each == value else each for each in names]
        self.outputs.append(helper.make_tensor_value_info(name, kind, shape))

    def model(self) -> bytes:
        """The file."""
        graph = helper.make_graph(self.nodes, "transformer", self.inputs, self.outputs, self.constants)
        operators = [helper.make_opsetid(domain, version) for domain, version in OPERATORS.items()]
        return helper.make_model(graph, opset_imports=operators, ir_version=FORMAT).SerializeToString()


def linear(graph: Graph, x: str, block: dict[str, Any], batch: bool = False) -> str:
    """A linear map of each row; [1, positions, outputs] where a batch is asked for, as attention does."""
    rows = graph.add("Gemm", x, graph.constant(block["weight"]), graph.constant(block["bias"]))
    return graph.add("Unsqueeze", rows, graph.constant([0])) if batch else rows


def add_norm(graph: Graph, x: str, y: str, block: dict[str, Any]) -> str:
    """LayerNorm(x + y)."""
    gain, bias = graph.constant(block["gain"]), graph.constant(block["bias"])
    return graph.add("SkipLayerNormalization", x, y, gain, bias, epsilon=EPSILON, domain=OWN)


def feed_forward(graph: Graph, x: str, block: dict[str, Any]) -> str:
    """max(0, x W1 + b1) W2 + b2."""
    return linear(graph, graph.add("Relu", linear(graph, x, block["1"])), block["2"])


def attention(
    graph: Graph, inputs: list[str], block: dict[str, Any], past: Sequence[str] = (), causal: bool = False
) -> tuple[str, list[str]]:
    """The rows that a block makes of query, key and value, each [1, positions, d_model]; and what is to be kept.

    past: key and value of the positions before, [1, heads, positions, d_k]; without them nothing is to be kept
    """
    heads = {"q_num_heads": block["heads"], "kv_num_heads": block["heads"], "is_causal": int(causal)}
    if past:
        output, *kept = graph.several("Attention", 3, *inputs, "", *past, **heads)
    else:
        output, kept = graph.add("Attention", *inputs, **heads), []
    return linear(graph, graph.add("Squeeze", output, graph.constant([0])), block["output"]), kept
