"""What goes into a pack: the modules that are imported, compiled, and the same bytes every time."""

import io
import zipfile
from pathlib import Path

import pytest

from site_builder.runtime_fetch import fetch, read_listing
from site_builder.runtime_pack import import_statements, module_name, packs, read_zip, write_zip

ENGINE = Path(__file__).parents[2] / "engine"
HOME = "lib/python3.14/"


def test_a_zip_depends_on_names_and_contents_only():
    files = {"b/two": b"2", "a": b"1"}
    assert write_zip(files) == write_zip(dict(reversed(files.items())))
    assert read_zip(write_zip(files)) == files
    entries = zipfile.ZipFile(io.BytesIO(write_zip(files))).infolist()
    assert [entry.filename for entry in entries] == ["a", "b/two"]
    assert all(entry.compress_type == zipfile.ZIP_STORED for entry in entries), "the browser reads it without a library"


def test_import_statements_are_those_of_others(tmp_path):
    package = tmp_path / "ours"
    (package / "part").mkdir(parents=True)
    (package / "__init__.py").write_text("from . import part\nimport ours.part\nimport numpy as np\n")
    (package / "part" / "__init__.py").write_text(
        "from ..other import x\nimport json\ndef late():\n    from html import escape\n    import numpy as np\n"
    )
    assert import_statements(package) == ["from html import escape", "import json", "import numpy as np"]


@pytest.mark.parametrize(("path", "name"), [
    (f"{HOME}json/__init__.pyc", "json"),
    (f"{HOME}json/decoder.pyc", "json.decoder"),
    (f"{HOME}site-packages/numpy/_core/_multiarray_umath.cpython-314-wasm32-emscripten.so",
     "numpy._core._multiarray_umath"),
])
def test_module_names(path, name):
    assert module_name(path, HOME) == name


@pytest.fixture(scope="module")
def contents():
    """The real packs, file by file."""
    listing = read_listing()
    made = packs(listing, fetch(listing, print), import_statements(ENGINE), print)
    return {pack: read_zip(data) for pack, data in made.items()}


@pytest.mark.slow
def test_imported_modules_come_first_and_the_rest_later(contents):
    names = {pack: {module_name(path, HOME) for path in files} for pack, files in contents.items()}
    assert {"dataclasses", "encodings.cp437", "json", "pyodide.ffi"} <= names["library.zip"]
    assert {"numpy", "numpy._core._multiarray_umath"} <= names["numpy.zip"]
    assert {"argparse", "unittest.mock", "numpy.random", "numpy.fft"} <= names["rest.zip"]
    assert {"asyncio", "zipfile"} <= names["library.zip"]
    assert {"bz2", "compression.zstd", "lzma", "ssl", "numpy._typing"} <= names["rest.zip"]
    assert not names["rest.zip"] & (names["library.zip"] | names["numpy.zip"])


@pytest.mark.slow
def test_modules_are_compiled_for_the_browser_and_carry_no_time(contents):
    checked_by_hash = (0b11).to_bytes(4, "little")
    for files in contents.values():
        for path, data in files.items():
            assert path.endswith((".pyc", ".so")), path
            if path.endswith(".pyc"):
                assert data[4:8] == checked_by_hash, path
    assert {data[:4] for files in contents.values() for path, data in files.items() if path.endswith(".pyc")} == {
        contents["library.zip"][f"{HOME}json/__init__.pyc"][:4]
    }
