"""Models of the right names and shapes whose numbers are drawn from a seed, so that nothing depends on training."""

import pytest

from engine.random import Random
from engine.transformer.model import Model
from engine.transformer.parameters import D_MODEL, SHAPES


def draw(random, name, shape):
    """Gains about 1, biases small, the decoder's matrices so large that what it writes depends on the text."""
    if name.endswith("gain"):
        return 1 + 0.1 * random.normal(*shape)
    if name.endswith("bias"):
        return 0.3 * random.normal(*shape)
    return D_MODEL**-0.5 * random.normal(*shape) * (2 if name.startswith("decoder") else 1)


def draw_parameters(seed):
    random = Random(seed)
    return {name: draw(random, name, shape) for name, shape in SHAPES.items()}


@pytest.fixture(scope="session")
def random_parameters():
    return draw_parameters(5)


@pytest.fixture(scope="session")
def model(random_parameters):
    return Model(random_parameters, {})


@pytest.fixture(scope="session")
def brief_model():
    """Writes eos at once, and other beginnings of some length with less probability."""
    return Model(draw_parameters(1), {})
