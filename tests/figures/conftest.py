"""The shipped model with all of the site's data, and every figure in every example."""

import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

from engine.drawing.figure import load, names
from engine.transformer.model import Model

ROOT = Path(__file__).parent.parent.parent
PACKAGE = "engine.figures"


@pytest.fixture(scope="session")
def model():
    made = Model.load()
    settings = tomllib.loads((ROOT / "content" / "site.toml").read_text(encoding="utf-8"))
    for name, file in settings["data"].items():
        made.give(name, (ROOT / file).read_bytes())
    return made


@pytest.fixture(scope="session")
def figure(request):
    return load(request.param, PACKAGE)


@pytest.fixture(scope="session")
def text_figure(request):
    """A figure that takes text."""
    return load(request.param, PACKAGE)


@pytest.fixture(scope="session")
def drawing(request, model):
    """One figure in one example, as (figure, settled State, Drawing)."""
    name, example = request.param
    found = load(name, PACKAGE)
    state = found.settle(found.examples[example], None, model)
    return found, state, found.picture(state, model)


@pytest.fixture(scope="session")
def read(model):
    """read("mask", masked=False) -> the exact text of every readout of that figure in that state, by name."""

    @cache
    def read(name, **fields):
        figure = load(name, PACKAGE)
        stage = figure.picture(figure.settle(figure.state_class(**fields), None, model), model).stage
        return dict(re.findall(r'data-readout="([^"]*)" value="([^"]*)"', stage))

    return read


def pytest_generate_tests(metafunc):
    """A new figure or example is tested by existing."""
    if "figure" in metafunc.fixturenames and "drawing" not in metafunc.fixturenames:
        metafunc.parametrize("figure", names(PACKAGE), indirect=True)
    if "text_figure" in metafunc.fixturenames:
        with_text = [name for name in names(PACKAGE) if "text" in load(name, PACKAGE).control]
        metafunc.parametrize("text_figure", with_text, indirect=True)
    if "drawing" in metafunc.fixturenames:
        every = [(name, example) for name in names(PACKAGE) for example in load(name, PACKAGE).examples]
        metafunc.parametrize("drawing", every, indirect=True, ids=[f"{name}-{example}" for name, example in every])
