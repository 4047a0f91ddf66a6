"""The engine compiled for the browser: by its own Python, with docstrings, each module once."""

import _imp

import pytest

from site_builder import runtime_engine
from site_builder.runtime_fetch import fetch, read_listing
from site_builder.runtime_pack import import_statements, packs, read_zip
from tests.site_builder.test_runtime_pack import ENGINE, HOME

SOURCES = {"engine/__init__.py": b"", "engine/one.py": b'"""The first of them."""\n', "engine/two.py": b"two = 1\n"}


@pytest.fixture
def made(tmp_path, monkeypatch):
    """`made(sources)` is what they are compiled to in a new cache, and notes in `made.runs` what ran for that."""
    listing = read_listing()
    pyodide = fetch(listing, print)
    packed = packs(listing, pyodide, import_statements(ENGINE), print)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    run = runtime_engine.run

    def noted(files, task, given, take):
        make.runs.append(sorted(given))
        return run(files, task, given, take)

    def make(sources):
        return runtime_engine.compiled(listing, pyodide, packed, sources, print)

    make.runs = []
    make.packed = read_zip(packed["library.zip"])
    monkeypatch.setattr(runtime_engine, "run", noted)
    return make


@pytest.mark.slow
def test_each_module_is_compiled_once_for_its_source_by_the_python_that_runs_it(made):
    first = made(SOURCES)
    theirs = made.packed[f"{HOME}json/__init__.pyc"]
    for name, source in SOURCES.items():
        stem = name.removeprefix("engine/").removesuffix(".py")
        compiled = first[f"engine/__pycache__/{stem}.cpython-314.pyc"]
        assert compiled[:4] == theirs[:4]
        assert compiled[4:8] == b"\3\0\0\0", "Python uses it only where it is made of the source beside it"
        assert compiled[8:16] == _imp.source_hash(int.from_bytes(compiled[:4], "little"), source)
    assert b"The first of them." in first["engine/__pycache__/one.cpython-314.pyc"]
    assert made(SOURCES) == first
    changed = made({**SOURCES, "engine/two.py": b"two = 2\n"})
    assert made.runs == [sorted(SOURCES), ["engine/two.py"]]
    assert [path for path in first if changed[path] != first[path]] == ["engine/__pycache__/two.cpython-314.pyc"]
