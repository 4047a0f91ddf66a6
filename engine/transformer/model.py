"""The trained model as figures, prose and tests use it: ask for an answer, or for everything computed on the way."""

import csv
import io
import json
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from ..errors import NotLoaded
from . import parameters as trained
from . import vocabulary
from .answer import Answer, is_day
from .decoding import BeamStep, beam_search
from .trace import Encoder, Trace, freeze
from .transformer import LookedAt, encode, forward, generate, look_at
from .what_if import WhatIf

__all__ = ["Answer", "Model", "NotLoaded"]

KEPT = 16  # texts whose runs are kept, so that figures of the same text share them
RUNS_PER_TEXT = 2  # kept: the guesses that lead to an answer are runs as well
KEPT_OF_A_VARIANT = 2  # of which there may be many, each in one figure: more would fill a browser's memory


class Model:
    """A transformer that reads a date as people write it and answers yyyy-mm-dd.

    Every method that runs it takes the same what-if arguments: masked, scaled, heads_off, nudge, positions (`WhatIf`).
    """

    def __init__(
        self, parameters: dict[str, np.ndarray], manifest: dict[str, dict], shipped: "Model | None" = None
    ) -> None:
        """parameters: named as in `parameters.SHAPES`
        manifest: what further data must match, by file name
        shipped: the model this is a variant of; the two share all data that is given to either
        """
        self.parameters = parameters
        self._prepared = trained.prepare(parameters)
        self._manifest = manifest
        self._variants: dict[str, Model] = shipped._variants if shipped else {"shipped": self}
        self._tables: dict[str, Any] = shipped._tables if shipped else {}
        self._written: tuple[int, ...] = ()  # last; a text of which a letter is changed often means the same day
        kept = KEPT_OF_A_VARIANT if shipped else KEPT
        self._encode = lru_cache(kept)(self._run_encoder)
        self._look_at = lru_cache(kept)(self._run_look_at)
        self._generate = lru_cache(kept)(self._run_generate)
        self._forward = lru_cache(RUNS_PER_TEXT * kept)(self._run_forward)
        self._beam = lru_cache(kept)(self._run_beam)

    @classmethod
    def load(cls) -> "Model":
        """The shipped model. Raises ValueError or FileNotFoundError where its files are not what they should be."""
        manifest = trained.load_manifest()
        return cls(trained.load_shipped(manifest), manifest)

    def answer(self, text: str, **what_if: Any) -> Answer:
        """What the model writes when asked `text`, greedily."""
        reading = vocabulary.read(text)
        tokens, probabilities = self._generate(reading.tokens, self._what_if(what_if, reading))
        written = vocabulary.write(tokens)
        probability = float(probabilities.prod())
        return Answer(written, tokens, probabilities, probability, reading.dropped, reading.cut, is_day(written))

    def trace(self, text: str, target: str | None = None, **what_if: Any) -> Trace:
        """Everything computed when the target is given: by default what the model itself would answer.

        Raises ValueError for a target with characters outside the vocabulary, or too long.
        """
        reading = vocabulary.read(text)
        changed = self._what_if(what_if, reading)
        tokens = self._generate(reading.tokens, changed)[0] if target is None else vocabulary.encode(target)
        return self._forward(reading.tokens, tokens, changed)

    def beam(self, text: str) -> tuple[BeamStep, ...]:
        """The steps of a beam search of width 4 for the answer to `text`."""
        return self._beam(vocabulary.read(text).tokens)

    def notices(self, text: str) -> list[str]:
        """Sentences for the reader about what was read as a space and what was not read at all."""
        return vocabulary.notices(vocabulary.read(text))

    def give(self, name: str, data: bytes) -> None:
        """Take further data: "unmasked", "checkpoint 1" … (.npz), "report" (JSON) or "paper/…" (CSV).

        Raises ValueError when the name is unknown or the data is not what it should be.
        """
        if name == "unmasked":
            decoder = trained.load(data, trained.DECODER, "unmasked.npz", self._manifest)
            self._add_variant(name, {**self._variants["shipped"].parameters, **decoder})
        elif name.startswith("checkpoint "):
            number = name.removeprefix("checkpoint ")
            file = f"checkpoints/{number.zfill(2)}.npz"
            self._add_variant(name, trained.load(data, trained.SHAPES, file, self._manifest))
        elif name == "report":
            self._tables[name] = _parsed(name, data, json.loads)
        elif name.startswith("paper/"):
            self._tables[name] = _parsed(name, data, _rows)
        else:
            raise ValueError(f"no data is named {name!r}")

    def variant(self, name: str) -> "Model":
        """The model with other parameters: "shipped", "unmasked", "checkpoint 1" …

        "unmasked" is a second decoder, trained without the causal mask, on the shipped encoder.
        Raises NotLoaded until the data was given.
        """
        if name not in self._variants:
            raise NotLoaded(name)
        return self._variants[name]

    def table(self, name: str) -> Any:
        """The "report" as a dict, or "paper/table1" … as a list of rows, each a dict of text by column.

        Raises NotLoaded until the data was given.
        """
        if name not in self._tables:
            raise NotLoaded(name)
        return self._tables[name]

    def _what_if(self, arguments: dict[str, Any], reading: vocabulary.Reading) -> WhatIf:
        what_if = WhatIf(**arguments)
        what_if.check(trained.LAYERS, trained.HEADS, len(reading.tokens))
        return what_if

    def _run_encoder(self, source: tuple[int, ...], what_if: WhatIf) -> Encoder:
        encoder = encode(source, self._prepared, what_if)
        freeze(encoder)
        return encoder

    def _run_look_at(self, source: tuple[int, ...], what_if: WhatIf) -> LookedAt:
        return look_at(self._encode(source, what_if), self._prepared)

    def _run_generate(self, source: tuple[int, ...], what_if: WhatIf) -> tuple[tuple[int, ...], np.ndarray]:
        tokens, probabilities = generate(lambda target: self._forward(source, target, what_if), what_if, self._written)
        self._written = tokens
        probabilities.setflags(write=False)
        return tokens, probabilities

    def _run_forward(self, source: tuple[int, ...], target: tuple[int, ...], what_if: WhatIf) -> Trace:
        encoder, looked_at = self._encode(source, what_if), self._look_at(source, what_if)
        return forward(encoder, looked_at, target, self._prepared, what_if)

    def _run_beam(self, source: tuple[int, ...]) -> tuple[BeamStep, ...]:
        return beam_search(self._encode(source, WhatIf()), self._prepared)

    def _add_variant(self, name: str, parameters: dict[str, np.ndarray]) -> None:
        self._variants[name] = Model(parameters, self._manifest, self._variants["shipped"])


def _parsed(name: str, data: bytes, parse: Callable[[str], Any]) -> Any:
    """The data's text, parsed; an error names the data."""
    try:
        return parse(data.decode("utf-8"))
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from error


def _rows(text: str) -> list[dict[str, str]]:
    """The rows of a CSV text with a header, each of the header's length."""
    header, *lines = csv.reader(io.StringIO(text))
    return [dict(zip(header, line, strict=True)) for line in lines]
