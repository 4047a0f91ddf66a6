"""The engine asked by the benchmark, in the browser and in CPython alike; nothing is remembered between two runs."""

from engine.transformer import vocabulary
from engine.transformer.model import Model
from engine.transformer.transformer import encode
from engine.transformer.what_if import WhatIf

model = Model.load()
parameters = model._prepared
asked = {"text": "", "tokens": (), "target": ""}


def take(text):
    """Ask about a text from now on; the target is what the model answers."""
    asked.update(text=text, tokens=vocabulary.read(text).tokens, target=model.answer(text).text)


def forget():
    for each in vars(model).values():
        if hasattr(each, "cache_clear"):
            each.cache_clear()


def encoder():
    encode(asked["tokens"], parameters, WhatIf())


def forward():
    forget()
    model.trace(asked["text"], asked["target"])


def greedy():
    forget()
    model.answer(asked["text"])


def written(text):
    return list(model.answer(text).tokens)
