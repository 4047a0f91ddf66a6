"""The small site that the builder is tried on, as it is and as copies to break."""

import shutil
from pathlib import Path

import pytest

from site_builder import cache
from site_builder.build import build
from site_builder.runtime import Runtime

SMALL = Path(__file__).parent / "small"


def no_runtime(engine, beside, is_draft):
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


def without_drawings(folder: Path) -> Path:
    """A new cache that holds already what is slow to make and no test of drawings is about."""
    folder.mkdir(parents=True)
    for name in ("fonts", "posters", "packed"):
        (cache.folder() / name).mkdir(parents=True, exist_ok=True)
        (folder / name).symlink_to(cache.folder() / name)
    return folder


def many_sections(root: Path, pages: int, sections: int) -> Path:
    """A copy of the small site with further pages of many short sections, each with a figure."""
    shutil.copytree(SMALL, root)
    for page in range(1, pages + 1):
        folder = root / "content" / f"page-{page}"
        folder.mkdir()
        for number in range(sections):
            text = f'+++\ntitle = "{number} of page {page}"\n+++\n\nBar ${number}$ of page {page}:\n\n::: figure bar\n'
            (folder / f"{number:02}-section-{number}.md").write_text(text, encoding="utf-8")
    return root
