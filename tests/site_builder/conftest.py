"""The small site that the builder is tried on, as it is and as copies to break."""

import shutil
from pathlib import Path

import pytest

from site_builder.build import build
from site_builder.runtime import Runtime

SMALL = Path(__file__).parent / "small"


def no_runtime(engine, beside):
    """Nothing to publish: these tests run no browser and fetch nothing."""
    return Runtime()


@pytest.fixture(scope="session")
def small():
    return SMALL


@pytest.fixture(scope="session")
def built():
    """The files of the small site."""
    return build(SMALL, no_runtime)


@pytest.fixture
def copy(tmp_path):
    """A copy of the small site that a test may change."""
    root = tmp_path / "project"
    shutil.copytree(SMALL, root)
    return root
