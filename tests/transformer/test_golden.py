"""Every number the engine computes, against an independent PyTorch model in float64 (weights/golden.npz)."""

from pathlib import Path

import numpy as np
import pytest

from engine.transformer.model import Model
from engine.transformer.trace import arrays
from engine.transformer.vocabulary import write

GOLDEN = Path(__file__).parents[2] / "weights" / "golden.npz"
INPUTS = range(6)


@pytest.fixture(scope="module")
def shipped():
    return Model.load()


@pytest.fixture(scope="module")
def golden():
    with np.load(GOLDEN) as archive:
        return dict(archive)


def one(golden, number):
    """Source, target and every array of one input."""
    prefix = f"{number}/"
    values = {name.removeprefix(prefix): array for name, array in golden.items() if name.startswith(prefix)}
    return values.pop("source"), values.pop("target"), values


@pytest.mark.parametrize("number", INPUTS)
def test_every_intermediate_equals_the_independent_model(shipped, golden, number):
    source, target, values = one(golden, number)
    trace = shipped.trace(write(source), write(target))
    assert trace.encoder.tokens.tolist() == source.tolist()
    computed = {name: array for name, array in arrays(trace) if array.dtype == np.float64}
    assert values.keys() == computed.keys()
    for name, array in computed.items():
        assert values[name].dtype == np.float64
        np.testing.assert_allclose(array, values[name], rtol=1e-9, atol=1e-9, err_msg=name)


def test_there_is_nothing_else_in_the_file(golden):
    assert {name.partition("/")[0] for name in golden} == {str(number) for number in INPUTS}
