"""Write golden.npz: everything the PyTorch model computes in float64 on six inputs. python -m weights.golden

Keys are "{input}/source", "{input}/target" (tokens) and "{input}/{dotted name}", the names of engine.transformer.trace.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
import torch
from torch import Tensor

from engine.transformer.vocabulary import BOS, encode
from weights.batched import FOLDER, load
from weights.torch_model import Toy, sinusoids

INPUTS = (
    ("the third of march 2012", "2012-03-03"),
    ("3 march 2012", "2012-03-03"),
    ("17 septembre 1930", "1930-09-17"),
    ("friday, february twenty-ninth, nineteen ninety", "1990-02-29"),
    ("7/4/76", "2"),
    ("", "1999-12-31"),
)


def named(record: Any, name: str = "") -> Iterator[tuple[str, np.ndarray]]:
    """The arrays of nested dictionaries and lists, by dotted name."""
    if isinstance(record, Tensor):
        yield name, record.squeeze(0).numpy()
    elif isinstance(record, list):
        for index, part in enumerate(record):
            yield from named(part, f"{name}[{index}]")
    else:
        for key, part in record.items():
            yield from named(part, f"{name}.{key}" if name else key)


def embedded(toy: Toy, tokens: Tensor) -> dict[str, Tensor]:
    """What a stack begins with."""
    return {
        "embedding": toy.embedding[tokens] * toy.sizes.d_model**0.5,
        "positional_encoding": sinusoids(tokens.shape[1], toy.sizes.d_model)[None],
    }


@torch.no_grad()
def computed(toy: Toy, text: str, answer: str) -> dict[str, np.ndarray]:
    """Everything for one input, by dotted name."""
    source, target = torch.tensor([encode(text)]), torch.tensor([encode(answer)])
    shifted = torch.cat((torch.tensor([[BOS]]), target[:, :-1]), 1)
    encoder_layers: list[dict] = [{}, {}]
    decoder_layers: list[dict] = [{}, {}]
    memory = toy.encode(source, record=encoder_layers)
    logits = toy.decode(shifted, memory, source, record=decoder_layers)
    record = {
        "encoder": embedded(toy, source) | {"layers": encoder_layers, "output": memory},
        "decoder": embedded(toy, shifted)
        | {"layers": decoder_layers, "output": decoder_layers[-1]["norm_3"]["output"]},
        "logits": logits,
        "probabilities": logits.softmax(-1),
    }
    return {"source": source[0].numpy(), "target": target[0].numpy(), **dict(named(record))}


def main() -> None:
    """Write golden.npz for the shipped parameters."""
    toy = load("parameters.npz").double()
    toy.positions = sinusoids(*toy.positions.shape)
    golden = {
        f"{number}/{name}": array
        for number, (text, answer) in enumerate(INPUTS)
        for name, array in computed(toy, text, answer).items()
    }
    np.savez_compressed(FOLDER / "golden.npz", **golden)


if __name__ == "__main__":
    main()
