"""Train the toy: python -m weights.train. Stopped, it resumes where it was; README.md has the recipe."""

import json
import math
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from engine.transformer.vocabulary import BOS, EOS, LONGEST, PAD, TOKEN
from weights.data import Example, examples
from weights.ship import write_parameters
from weights.torch_model import Configuration, Toy

WORK = Path(__file__).parent / "work"
STEPS, CHECKPOINTS = 20_000, 16
SPLIT = (0.55, 0.9)


@dataclass(frozen=True)
class Recipe:
    """How to train; the defaults made the shipped parameters."""

    steps: int = STEPS
    batch: int = 128
    rate: float = 3e-3
    betas: tuple[float, float] = (0.9, 0.98)
    decay: float = 0.01
    warm_up: int = 500
    clip: float = 1.0
    average: float = 0.999
    smoothing: float = 0.0
    masked: bool = True
    schedule: str = "cosine"
    seed: int = 1
    sizes: Configuration = field(default_factory=Configuration)

    def rate_at(self, step: int) -> float:
        """The learning rate of step 1, 2, …: warm-up then cosine, or the paper's (5.3)."""
        if self.schedule == "paper":
            return self.sizes.d_model**-0.5 * min(step**-0.5, step * self.warm_up**-1.5)
        if step <= self.warm_up:
            return self.rate * step / self.warm_up
        return self.rate * (1 + math.cos(math.pi * (step - self.warm_up) / (self.steps - self.warm_up))) / 2


def source_tokens(texts: list[str]) -> Tensor:
    """Cleaned texts -> [batch, longest + 1], each ended by EOS and padded."""
    rows = np.full((len(texts), max(map(len, texts)) + 1), PAD)
    for row, text in zip(rows, texts, strict=True):
        row[: len(text) + 1] = [TOKEN[letter] for letter in text[:LONGEST]] + [EOS]
    return torch.from_numpy(rows)


def target_tokens(texts: list[str]) -> Tensor:
    """Dates -> [batch, 12]: BOS, ten characters, EOS."""
    return torch.tensor([[BOS, *(TOKEN[letter] for letter in text), EOS] for text in texts])


def batches(recipe: Recipe, random: Random) -> Iterator[list[tuple[Tensor, Tensor]]]:
    """Endless batches, each split by length into parts, so that little is padded: [(source, target), …]."""
    stream = examples(random)
    while True:
        batch: list[Example] = sorted(
            (next(stream) for _ in range(recipe.batch)), key=lambda example: len(example.source)
        )
        cuts = [0, *(round(share * len(batch)) for share in SPLIT), len(batch)]
        yield [
            (source_tokens([example.source for example in part]), target_tokens([example.target for example in part]))
            for part in (batch[first:last] for first, last in zip(cuts, cuts[1:], strict=False))
        ]


class Run:
    """A training run: model, average of its parameters, optimizer, source of examples and log.

    A model may be given with parameters that are not to be trained (requires_grad False).
    """

    def __init__(self, recipe: Recipe, model: Toy | None = None) -> None:
        torch.manual_seed(recipe.seed)
        self.recipe, self.step, self.seconds = recipe, 0, 0.0
        self.model = model or Toy(recipe.sizes)
        self.trained = {name: tensor for name, tensor in self.model.named_parameters() if tensor.requires_grad}
        self.parameters = list(self.trained.values())
        self.average = [parameter.detach().clone() for parameter in self.parameters]
        self.optimizer = torch.optim.AdamW(self.parameters, recipe.rate, recipe.betas, 1e-9, recipe.decay, fused=True)
        self.random = Random(recipe.seed)
        self.log: list[tuple[int, float, float, float]] = []

    def averaged(self) -> dict[str, np.ndarray]:
        """The averaged parameters by name, fp16."""
        return {
            name: tensor.numpy().astype(np.float16) for name, tensor in zip(self.trained, self.average, strict=True)
        }

    def update(self, batch: list[tuple[Tensor, Tensor]]) -> tuple[float, float]:
        """One step; returns loss and the share of targets wholly right (teacher-forced)."""
        self.step += 1
        rate = self.recipe.rate_at(self.step)
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        count = sum(len(source) for source, _ in batch)
        loss_sum, right = 0.0, 0
        self.optimizer.zero_grad()
        for source, target in batch:
            logits = self.model(source, target[:, :-1], self.recipe.masked)
            wanted = target[:, 1:]
            loss = functional.cross_entropy(
                logits.flatten(0, 1), wanted.flatten(), label_smoothing=self.recipe.smoothing, reduction="sum"
            ) / (count * wanted.shape[1])
            loss.backward()
            loss_sum += loss.item()
            right += int((logits.argmax(-1) == wanted).all(-1).sum())
        torch.nn.utils.clip_grad_norm_(self.parameters, self.recipe.clip, foreach=True)
        self.optimizer.step()
        keep = min(self.recipe.average, (1 + self.step) / (10 + self.step))
        torch._foreach_lerp_(self.average, [parameter.detach() for parameter in self.parameters], 1 - keep)
        return loss_sum, right / count

    def save(self, folder: Path) -> None:
        """Write everything needed to go on, in one rename."""
        state = dict(
            step=self.step,
            seconds=self.seconds,
            model=self.model.state_dict(),
            average=self.average,
            optimizer=self.optimizer.state_dict(),
            random=self.random.getstate(),
            log=self.log,
        )
        torch.save(state, folder / "state.new")
        (folder / "state.new").rename(folder / "state.pt")

    def resume(self, folder: Path) -> None:
        """Take up what `save` wrote."""
        state = torch.load(folder / "state.pt", weights_only=False)
        self.step, self.seconds, self.log = state["step"], state["seconds"], state["log"]
        self.average = state["average"]
        self.model.load_state_dict(state["model"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.random.setstate(state["random"])


def checkpoint_steps(steps: int) -> list[int]:
    """CHECKPOINTS steps: 0, then from 1 to `steps` evenly in logarithm."""
    return [0, *(round(steps ** (index / (CHECKPOINTS - 2))) for index in range(CHECKPOINTS - 1))]


def train(recipe: Recipe, folder: Path) -> Run:
    """Run or resume `recipe`, saving state, checkpoints and log into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    run = Run(recipe)
    if (folder / "state.pt").exists():
        run.resume(folder)
    stream = batches(recipe, run.random)
    wanted = {step: number for number, step in enumerate(checkpoint_steps(recipe.steps), 1)}
    started, resumed, before = time.monotonic(), run.step, run.seconds
    window: list[tuple[float, float]] = []
    while True:
        run.seconds = before + time.monotonic() - started
        if run.step in wanted:
            write_parameters(folder / f"{wanted[run.step]:02d}.npz", run.averaged())
        if run.step % 500 == 0 or run.step == recipe.steps:
            run.save(folder)
        if run.step == recipe.steps:
            break
        window.append(run.update(next(stream)))
        if run.step % 100 == 0 or run.step in (1, 2, 5, 10, 20, 50):
            loss, accuracy = np.mean(window, axis=0)
            run.log.append((run.step, float(loss), float(accuracy), recipe.rate_at(run.step)))
            left = (time.monotonic() - started) / (run.step - resumed) * (recipe.steps - run.step)
            progress = f"step {run.step} of {recipe.steps}  loss {loss:.4f}  right {accuracy:.4f}"
            print(f"{progress}  {left / 60:.1f} minutes left", flush=True)
            window.clear()
    description = {"recipe": asdict(recipe), "seconds": run.seconds, "log": run.log}
    (folder / "log.json").write_text(json.dumps(description), encoding="utf-8")
    return run


def main() -> None:
    """Train with the shipped recipe."""
    torch.set_num_threads(1)
    torch.set_flush_denormal(True)
    train(Recipe(), WORK / "main")


if __name__ == "__main__":
    main()
