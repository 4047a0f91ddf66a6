"""Train a second decoder without the causal mask (section 3.2.3): python -m weights.unmasked

Only the decoder's 63,136 parameters are trained, from new ones, on the shipped encoder and embedding. With the future
in sight it need not read the date: it copies the next character of the target.
"""

import torch

from weights.batched import FOLDER, load
from weights.ship import write_manifest, write_parameters
from weights.torch_model import Toy
from weights.train import Recipe, Run, batches

RECIPE = Recipe(steps=2500, masked=False, average=0.99)


def on_shipped_encoder(seed: int) -> Toy:
    """The shipped encoder and embedding, kept as they are, with a new decoder."""
    shipped = load("parameters.npz")
    torch.manual_seed(seed)
    toy = Toy()
    toy.encoder = shipped.encoder.requires_grad_(False)
    toy.embedding = shipped.embedding.requires_grad_(False)
    return toy


def main() -> None:
    """Train it and ship it."""
    torch.set_num_threads(1)
    torch.set_flush_denormal(True)
    run = Run(RECIPE, on_shipped_encoder(RECIPE.seed))
    stream = batches(RECIPE, run.random)
    while run.step < RECIPE.steps:
        loss, right = run.update(next(stream))
        if run.step % 250 == 0:
            print(f"step {run.step} of {RECIPE.steps}  loss {loss:.4f}  right {right:.4f}", flush=True)
    write_parameters(FOLDER / "unmasked.npz", run.averaged())
    write_manifest()


if __name__ == "__main__":
    main()
