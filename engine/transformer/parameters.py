"""The trained numbers: their names and shapes, and the only place that opens a file.

A linear map is kept as x @ weight + bias. `embedding` also turns the decoder's output into logits (section 3.4).
"""

import hashlib
import io
import json
from pathlib import Path

import numpy as np

from ..errors import Altered

SYMBOLS, D_MODEL, D_FF, HEADS, LAYERS = 44, 48, 128, 4, 2
FOLDER = Path(__file__).parents[2] / "weights"

Shapes = dict[str, tuple[int, ...]]


def _layer(attentions: tuple[str, ...], norms: int) -> Shapes:
    """Names and shapes of one layer."""
    shapes: Shapes = {}
    for attention in attentions:
        for part in ("query", "key", "value", "output"):
            shapes[f"{attention}.{part}.weight"] = (D_MODEL, D_MODEL)
            shapes[f"{attention}.{part}.bias"] = (D_MODEL,)
    for part, inputs, outputs in (("1", D_MODEL, D_FF), ("2", D_FF, D_MODEL)):
        shapes[f"feed_forward.{part}.weight"] = (inputs, outputs)
        shapes[f"feed_forward.{part}.bias"] = (outputs,)
    for norm in range(1, norms + 1):
        shapes[f"norm_{norm}.gain"] = (D_MODEL,)
        shapes[f"norm_{norm}.bias"] = (D_MODEL,)
    return shapes


def _stack(name: str, layer: Shapes) -> Shapes:
    """Names and shapes of a stack of equal layers."""
    return {f"{name}.layers.{index}.{part}": shape for index in range(LAYERS) for part, shape in layer.items()}


DECODER = _stack("decoder", _layer(("self_attention", "cross_attention"), norms=3))
SHAPES: Shapes = {"embedding": (SYMBOLS, D_MODEL), **_stack("encoder", _layer(("self_attention",), norms=2)), **DECODER}


def load(data: bytes, shapes: Shapes, file: str, manifest: dict[str, dict]) -> dict[str, np.ndarray]:
    """The fields of the record in an .npz file of the folder weights/ as float64, read-only, in the order of `shapes`.

    Raises Altered when the bytes are not those the manifest has of the file, and ValueError when it has none, or an
    array is missing, unknown, of another shape or type, or not finite; the message names it, what was expected and
    what was received.
    """
    if file not in manifest:
        raise ValueError(f"{file}: expected a file of the manifest, which has {sorted(manifest)}")
    expected = manifest[file]["sha256"]
    received = hashlib.sha256(data).hexdigest()
    if received != expected:
        raise Altered(file, expected, received)
    with np.load(io.BytesIO(data)) as archive:
        stored = archive["parameters"]  # one record: a file of as many arrays takes a browser three times as long
    names = set(stored.dtype.names)
    if names != shapes.keys():
        missing, unknown = sorted(shapes.keys() - names), sorted(names - shapes.keys())
        raise ValueError(f"parameters: expected {len(shapes)} names; missing {missing}, unknown {unknown}")
    return {name: _checked(name, stored[name], shape) for name, shape in shapes.items()}


def _checked(name: str, array: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    """One array as float64, read-only."""
    if array.dtype.kind != "f" or array.shape != shape:
        raise ValueError(f"{name}: expected floats of shape {shape}, received {array.dtype} of shape {array.shape}")
    if not np.isfinite(array).all():
        raise ValueError(f"{name}: expected finite numbers, received {np.count_nonzero(~np.isfinite(array))} others")
    array = array.astype(np.float64)
    array.setflags(write=False)
    return array


def load_manifest() -> dict[str, dict]:
    """What is shipped: the sha256 and the count of parameters of each file in the folder weights/."""
    try:
        return json.loads((FOLDER / "manifest.json").read_text("utf-8"))
    except ValueError as error:
        raise ValueError(f"manifest.json: {error}") from error


def load_shipped(manifest: dict[str, dict]) -> dict[str, np.ndarray]:
    """The shipped parameters, verified. Raises FileNotFoundError where there are none, ValueError as `load` does."""
    file = "parameters.npz"
    return load((FOLDER / file).read_bytes(), SHAPES, file, manifest)


def prepare(parameters: dict[str, np.ndarray]) -> dict:
    """The same arrays as nested dicts and lists, such as ["encoder"]["layers"][0]["norm_1"]["gain"].

    Projections of the same input are side by side, for one multiplication: "query_key_value" where an attention block
    looks at its own input, "query" and "key_value" where it looks at the memory.
    """
    return {
        "embedding": parameters["embedding"],
        "encoder": [_prepare_layer(parameters, f"encoder.layers.{index}.") for index in range(LAYERS)],
        "decoder": [_prepare_layer(parameters, f"decoder.layers.{index}.") for index in range(LAYERS)],
    }


def _prepare_layer(parameters: dict[str, np.ndarray], prefix: str) -> dict:
    """One layer's arrays, nested."""
    layer: dict = {}
    for name, array in parameters.items():
        if name.startswith(prefix):
            *folders, leaf = name.removeprefix(prefix).split(".")
            part = layer
            for folder in folders:
                part = part.setdefault(folder, {})
            part[leaf] = array
    _fuse(layer["self_attention"], ("query", "key", "value"))
    if "cross_attention" in layer:
        _fuse(layer["cross_attention"], ("key", "value"))
    return layer


def _fuse(attention: dict, parts: tuple[str, ...]) -> None:
    """Put the projections `parts` side by side and note the number of heads."""
    attention["heads"] = HEADS
    attention["_".join(parts)] = {
        kind: np.concatenate([attention[part][kind] for part in parts], axis=-1) for kind in ("weight", "bias")
    }
