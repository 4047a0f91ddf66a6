"""A model of the right names and shapes whose numbers are drawn from a seed."""

import numpy as np
import pytest

from engine.random import Random
from engine.transformer.model import Model
from engine.transformer.parameters import SHAPES


def draw(random, name, shape):
    if name.endswith("gain"):
        return 1 + 0.1 * random.normal(*shape)
    return random.normal(*shape) / np.sqrt(48 if len(shape) == 2 else 10)


@pytest.fixture(scope="session")
def random_parameters():
    random = Random(1)
    return {name: draw(random, name, shape) for name, shape in SHAPES.items()}


@pytest.fixture(scope="session")
def model(random_parameters):
    return Model(random_parameters, {})
