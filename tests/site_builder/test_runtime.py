"""What the page is told about the runtime, and where it lies."""

import gzip
import json
from hashlib import sha256

import pytest

from site_builder import runtime
from site_builder.runtime import LIMITS, build
from site_builder.runtime_fetch import Listing
from site_builder.runtime_pack import read_zip, write_zip

HOME = "lib/python3.14/"
PACKAGES = f"{HOME}site-packages/"


@pytest.fixture
def small(tmp_path, monkeypatch):
    """A runtime of a few bytes around an engine of one module; `small()` builds it."""
    scripts = {"pyodide.mjs": b"loader", "pyodide.asm.mjs": b"factory", "pyodide.asm.wasm": b"\0asm" * 100}
    made = {
        "library.zip": write_zip({f"{HOME}json.pyc": b"json"}),
        "numpy.zip": write_zip({f"{PACKAGES}numpy.pyc": b"numpy"}),
        "rest.zip": write_zip({f"{HOME}argparse.pyc": b"argparse", f"{PACKAGES}numpy/fft.pyc": b"fft"}),
    }
    monkeypatch.setattr(runtime, "read_listing", lambda: Listing("1.0", "3.14", (), (), "", "", "", ()))
    lock = {"pyodide-lock.json": json.dumps({"info": {"python": "3.14.0"}}).encode()}
    monkeypatch.setattr(runtime, "fetch", lambda listing, say: scripts | lock)
    monkeypatch.setattr(runtime, "packs", lambda listing, files, statements, say: made)
    compiled = {"engine/__pycache__/__init__.cpython-314.pyc": b"compiled"}
    monkeypatch.setattr(runtime, "compiled", lambda *given: compiled)
    engine = tmp_path / "engine"
    engine.mkdir()
    (engine / "__init__.py").write_text('"""The engine."""\n')
    return lambda is_draft=False: build(engine, {"weights/parameters.npz": b"numbers"}, is_draft, print)


def test_every_file_is_described_as_it_is_published(small):
    built = small()
    for name, file in {**built.config["first"], **built.config["later"]}.items():
        for path in (file["path"], f"{file['path']}.gz"):
            if path in built.files:
                data = gzip.decompress(built.files[path]) if path.endswith(".gz") else built.files[path]
                assert (len(data), sha256(data).hexdigest()) == (file["size"], file["sha256"]), name
    assert list(built.config["later"]) == ["rest.zip"]
    assert built.config["limits"] == LIMITS
    assert built.config["python"] == {"python": "3.14.0"}
    json.dumps(built.config)


def test_scripts_and_wasm_lie_open_and_what_can_be_inflated_lies_packed(small):
    published = {path.rsplit("/", 1)[1] for path in small().files}
    assert published == {
        "pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide.asm.wasm.gz",
        "library.zip.gz", "numpy.zip.gz", "rest.zip.gz", "engine.zip.gz",
    }


def engine_pack(built):
    (packed,) = (data for path, data in built.files.items() if path.endswith("engine.zip.gz"))
    return read_zip(gzip.decompress(packed))


def test_the_engine_keeps_its_sources_and_what_lies_beside_it(small):
    files = engine_pack(small())
    assert files[f"{PACKAGES}engine/__init__.py"] == b'"""The engine."""\n'
    assert files[f"{PACKAGES}weights/parameters.npz"] == b"numbers"
    assert files[f"{PACKAGES}left_out.txt"] == b"argparse numpy.fft"


def test_the_engine_is_published_compiled_but_in_a_draft(small):
    path = f"{PACKAGES}engine/__pycache__/__init__.cpython-314.pyc"
    assert engine_pack(small())[path] == b"compiled"
    assert path not in engine_pack(small(is_draft=True))


def test_an_edited_engine_leaves_the_large_files_where_they_are(small, tmp_path):
    before = small()
    (tmp_path / "engine" / "__init__.py").write_text('"""Edited."""\n')
    after = small()
    moved = {path.rsplit("/", 1)[1] for path in before.files.keys() - after.files.keys()}
    assert moved == {"engine.zip.gz"}


def test_the_same_input_gives_the_same_bytes(small):
    assert small().files == small().files
