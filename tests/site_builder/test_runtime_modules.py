"""Modules out of one file a folder: imported as if each were a file of its own, again as well, and no others."""

import marshal
import sys
from importlib import import_module, reload

import pytest

from site_builder.runtime_modules import FILE, JoinedModules
from site_builder.runtime_pack import HEADER, joined

HOME = "lib/python3.14/"
SOURCES = {
    "joined_one.pyc": "times = [1]",
    "joined_two/__init__.pyc": "from . import inner",
    "joined_two/inner.pyc": "import joined_one\nname = __name__",
    "joined_wrong.pyc": "1 / 0",
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    codes = {path: marshal.dumps(compile(source, path, "exec")) for path, source in SOURCES.items()}
    (tmp_path / FILE).write_bytes(marshal.dumps(codes))
    monkeypatch.setattr(sys, "meta_path", [JoinedModules(str(tmp_path)), *sys.meta_path])
    yield str(tmp_path)
    for name in [name for name in sys.modules if name.startswith("joined_")]:
        del sys.modules[name]


def test_packages_and_modules_know_where_they_would_be(folder):
    package, inner = import_module("joined_two"), import_module("joined_two.inner")
    assert inner.name == "joined_two.inner" and inner.joined_one.times == [1]
    assert package.__path__ == [f"{folder}/joined_two"] and package.__file__ == f"{folder}/joined_two/__init__.pyc"
    assert inner.__file__ == f"{folder}/joined_two/inner.pyc" and inner.__package__ == "joined_two"


def test_a_module_can_be_imported_again(folder):
    first = import_module("joined_one")
    first.times.append(2)
    assert reload(first).times == [1]
    del sys.modules["joined_one"]
    assert import_module("joined_one") is not first


def test_a_module_that_fails_is_found_and_fails_again(folder):
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            import_module("joined_wrong")


def test_what_is_not_there_is_left_to_others(folder):
    assert import_module("this").__name__ == "this"
    with pytest.raises(ModuleNotFoundError):
        import_module("joined_three")


def test_a_pack_keeps_what_is_no_module_and_what_python_begins_with():
    files = {f"{HOME}json/decoder.pyc": b"h" * HEADER + b"decoder", f"{HOME}encodings/utf_8.pyc": b"utf-8",
             f"{HOME}site-packages/numpy/__init__.pyc": b"h" * HEADER + b"numpy",
             f"{HOME}site-packages/numpy/core.so": b"core"}
    found = joined(files, HOME)
    assert {path: marshal.loads(found.pop(path)) for path in (f"{HOME}{FILE}", f"{HOME}site-packages/{FILE}")} == {
        f"{HOME}{FILE}": {"json/decoder.pyc": b"decoder"},
        f"{HOME}site-packages/{FILE}": {"numpy/__init__.pyc": b"numpy"}}
    assert found == {f"{HOME}encodings/utf_8.pyc": b"utf-8", f"{HOME}site-packages/numpy/core.so": b"core"}
