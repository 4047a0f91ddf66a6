"""The door of an engine without a model."""

import json
import os
from importlib import import_module
from pathlib import Path

settings: dict[str, str] = {}
given: dict[str, bytes] = {}


def configure(figures: str, model: str) -> str:
    """Keeps what it was told; a model called "broken" cannot be made."""
    if model == "broken":
        raise ValueError("there is no such model")
    settings.update(figures=figures, model=model)
    return "{}"


def respond(question: str) -> str:
    """What it was told, what lies beside the engine, and the data the question wants."""
    wanted = json.loads(question).get("wants")
    if wanted and wanted not in given:
        return json.dumps({"needs": [wanted]})
    beside = (Path(__file__).parents[1] / "weights" / "parameters.npz").read_text("utf-8")
    return json.dumps({**settings, "beside": beside, "data": given[wanted].decode() if wanted else None})


def give(name: str, data: bytes) -> str:
    """Keeps data; what says "wrong" is refused."""
    if bytes(data) == b"wrong":
        return json.dumps({"error": f"{name} is not what it should be."})
    given[name] = bytes(data)
    return json.dumps({})


def late(module: str) -> str:
    """Imports something nobody thought of."""
    return json.dumps({"imported": import_module(module).__name__})


def endless() -> str:
    """Never answers."""
    while True:
        settings["endless"] = "yes"


def fail() -> str:
    """Raises, as a door should not."""
    raise ValueError("this was to be expected")


def leave() -> str:
    """Ends Python, as a crash does."""
    os.abort()
