"""What earlier builds drew is used again until something that it is made of changes."""

import sys
from dataclasses import replace

import pytest

from engine.drawing.figure import Figure
from site_builder import cache, drawn
from site_builder.build import build
from site_builder.drawn import Drawn
from site_builder.site import read_site

from .conftest import SMALL, no_runtime, without_drawings

MADE_OF = {"two/figures/one.py": "one", "two/figures/other.py": "other", "two/figures/_shared.py": "shared",
           "two/model.py": "model", "data.csv": "a,b"}


@pytest.fixture(autouse=True)
def empty_cache(tmp_path, monkeypatch):
    folder = without_drawings(tmp_path / "cache")
    monkeypatch.setattr(cache, "folder", lambda: folder)
    forget()
    yield
    forget()


def forget():
    """As a new process would begin."""
    drawn._load.cache_clear()


@pytest.fixture
def site(tmp_path, monkeypatch):
    """A site of two figures, of which only the files matter."""
    for name, text in MADE_OF.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"# {text}\n")
    (tmp_path / "two" / "figures" / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    for name in ("two", "two.figures"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    return replace(read_site(SMALL), root=tmp_path, figures="two.figures", model="two.model:load", beside=(),
                   data={"table": "data.csv"})


def drawn_anew(site):
    """Draws both figures as a build would; those that were not at hand."""
    forget()
    asked = []
    store = Drawn(site)
    for name in ("one", "other"):
        assert store.get(name, ("state",), lambda name=name: asked.append(name) or name) == name
    store.keep()
    return asked


@pytest.mark.parametrize(("changed", "expected"), [
    (None, []),
    ("two/figures/one.py", ["one"]),
    ("two/figures/_shared.py", ["one", "other"]),
    ("two/model.py", ["one", "other"]),
    ("data.csv", ["one", "other"]),
])
def test_what_changed_is_drawn_anew(site, changed, expected):
    assert drawn_anew(site) == ["one", "other"]
    if changed:
        (site.root / changed).write_text("# changed\n")
    assert drawn_anew(site) == expected


def test_a_second_build_draws_nothing_and_is_the_same(monkeypatch):
    first = build(SMALL, no_runtime)
    forget()

    def draw(*arguments):
        raise AssertionError("drawn again")

    for method in ("picture", "controls", "table"):
        monkeypatch.setattr(Figure, method, draw)
    assert build(SMALL, no_runtime) == first
