"""The toy's own Table 3: the same training with one thing changed. python -m weights.ablations

Every run is short and equally long (1,200 steps of 64 examples, about two minutes on one thread), so the numbers
compare with each other, not with the shipped parameters. Results are saved as they come to ablations.json; runs that
are there are not repeated.
"""

import json
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import torch

from weights.batched import exact
from weights.evaluation import in_formats, misspelt
from weights.formats import FORMATS
from weights.torch_model import Toy
from weights.train import Recipe, Run, batches

FILE = Path(__file__).parent / "ablations.json"
SHORT = Recipe(steps=1200, batch=64, warm_up=150, average=0.99)
BASE = SHORT.sizes
THREE_SEEDS = (1, 2, 3)

VARIANTS: dict[tuple[str, str], Recipe] = {
    ("base", ""): SHORT,
    ("heads", "1"): replace(SHORT, sizes=replace(BASE, heads=1, d_k=48)),
    ("positions", "none"): replace(SHORT, sizes=replace(BASE, positions="none")),
    ("heads", "2"): replace(SHORT, sizes=replace(BASE, heads=2, d_k=24)),
    ("heads", "8"): replace(SHORT, sizes=replace(BASE, heads=8, d_k=6)),
    ("d_k", "3"): replace(SHORT, sizes=replace(BASE, d_k=3)),
    ("d_k", "6"): replace(SHORT, sizes=replace(BASE, d_k=6)),
    ("layers", "1"): replace(SHORT, sizes=replace(BASE, layers=1)),
    ("layers", "3"): replace(SHORT, sizes=replace(BASE, layers=3)),
    ("d_model", "24"): replace(SHORT, sizes=replace(BASE, d_model=24, d_k=6)),
    ("d_model", "96"): replace(SHORT, sizes=replace(BASE, d_model=96, d_k=24)),
    ("d_ff", "32"): replace(SHORT, sizes=replace(BASE, d_ff=32)),
    ("d_ff", "512"): replace(SHORT, sizes=replace(BASE, d_ff=512)),
    ("dropout", "0.1"): replace(SHORT, sizes=replace(BASE, dropout=0.1)),
    ("smoothing", "0.1"): replace(SHORT, smoothing=0.1),
    ("positions", "learned"): replace(SHORT, sizes=replace(BASE, positions="learned")),
    ("schedule", "paper"): replace(SHORT, schedule="paper", warm_up=300),
}
REPEATED = {("base", ""), ("heads", "1"), ("positions", "none")}


def runs() -> Iterator[tuple[tuple[str, str], Recipe]]:
    """Every run, the most telling first; what is repeated with other seeds comes again at the end."""
    for variant, recipe in VARIANTS.items():
        yield variant, recipe
    for seed in THREE_SEEDS[1:]:
        for variant in VARIANTS:
            if variant in REPEATED:
                yield variant, replace(VARIANTS[variant], seed=seed)


def measure(recipe: Recipe) -> dict[str, float]:
    """Train once; parameters, seconds of processor time, and exact match on misspelt and on clean strings."""
    started = time.process_time()
    run = Run(recipe)
    stream = batches(recipe, run.random)
    while run.step < recipe.steps:
        run.update(next(stream))
    seconds = time.process_time() - started
    toy = Toy(recipe.sizes).eval()
    toy.load_state_dict(
        toy.state_dict() | {name: torch.from_numpy(array).float() for name, array in run.averaged().items()}
    )
    measured = {"parameters": sum(parameter.numel() for parameter in toy.parameters()), "seconds": round(seconds, 1)}
    for name, questions in (("misspelt", misspelt(1, 2000)), ("clean", in_formats(FORMATS, 5))):
        texts, targets = zip(*questions, strict=True)
        measured[name] = round(exact(toy, texts, targets), 4)
    return measured


def main() -> None:
    """Measure what is not measured yet."""
    torch.set_num_threads(1)
    torch.set_flush_denormal(True)
    done = json.loads(FILE.read_text("utf-8")) if FILE.exists() else []
    for (vary, value), recipe in runs():
        key = {"vary": vary, "value": value, "seed": recipe.seed}
        if not any(key.items() <= row.items() for row in done):
            done.append(key | measure(recipe))
            FILE.write_text("[\n" + ",\n".join(map(json.dumps, done)) + "\n]\n", encoding="utf-8")
            print(done[-1], flush=True)


if __name__ == "__main__":
    main()
