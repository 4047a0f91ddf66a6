"""The chain of tensor shapes that the page's instrument shows."""

from typing import Any

from engine.transformer.trace import Attention


def shape(name: str, array_shape: tuple[int, ...], path: str, active: bool = False) -> dict[str, Any]:
    """One link of the chain; an array with a leading heads axis is shown as that many matrices."""
    *heads, rows, columns = array_shape
    return {"name": name, "dims": [rows, columns], "heads": heads[0] if heads else 1, "path": path, "active": active}


def attention_shapes(attention: Attention, path: str, d_model: int, active: str) -> list[dict[str, Any]]:
    """From a block's input to its output; `active` is the name of the link that the figure is about."""
    keys = attention.key.shape[1]
    chain = [
        ("x", (keys, d_model), path),
        ("Q", attention.query.shape, f"{path}.query"),
        ("K, V", attention.key.shape, f"{path}.key"),
        ("QKᵀ", attention.scores.shape, f"{path}.scores"),
        ("weights", attention.weights.shape, f"{path}.weights"),
        ("heads", attention.head_output.shape, f"{path}.head_output"),
        ("output", attention.output.shape, f"{path}.output"),
    ]
    return [shape(name, dims, where, name == active) for name, dims, where in chain]
