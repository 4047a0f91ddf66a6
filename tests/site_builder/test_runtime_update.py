"""Another release of Pyodide by one command: the listing is rewritten whole, or the reason is told and it stays."""

import json
from hashlib import sha256

import pytest

from site_builder import __main__ as command
from site_builder.runtime_fetch import LISTING, Unavailable, fetch, read_listing
from site_builder.runtime_update import CORE, update

from .test_runtime_fetch import distribution

WHEEL = "numpy-9.9-cp315.whl"


def release(**changed):
    """The files of release 315.1.0, and what says that it is the newest."""
    numpy = {"file_name": WHEEL, "sha256": sha256(b"numpy").hexdigest()}
    lock = {"info": {"python": "3.15.2"}, "packages": {"numpy": numpy}}
    files = {name: name.encode() for name in CORE} | {"pyodide-lock.json": json.dumps(lock).encode(), WHEEL: b"numpy"}
    return {f"v315.1.0/{name}": data for name, data in (files | changed).items() if data is not None} | {
        "latest": b'{"tag_name": "315.1.0"}'}


@pytest.fixture(autouse=True)
def alone(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def listing(tmp_path):
    """A copy of the project's listing that takes everything from the address given."""

    def at(address):
        path = tmp_path / "runtime.toml"
        present = read_listing()
        text = LISTING.read_text("utf-8").replace(present.distribution, f"{address}v{present.version}/")
        path.write_text(text.replace(present.latest, f"{address}latest"), "utf-8")
        return path

    return at


@pytest.mark.parametrize("version", [None, "315.1.0"])
def test_a_release_is_listed_with_its_files_and_hashes(listing, version):
    said = []
    with distribution(release()) as address:
        path = listing(address)
        before, mode = read_listing(path), path.stat().st_mode
        assert update(version, said.append, path) == "315.1.0"
    after = read_listing(path)
    assert (after.version, after.python) == ("315.1.0", "3.15")
    assert (after.keep, after.optional) == (before.keep, before.optional)
    assert after.distribution == f"{address}v315.1.0/"
    assert {file.name for file in after.files} == {*CORE, WHEEL}
    assert path.stat().st_mode == mode
    assert path.read_text("utf-8").count("# ") == LISTING.read_text("utf-8").count("# ")
    assert any(before.package in sentence for sentence in said) and not after.package
    found = fetch(after, said.append)  # the server is gone: they were kept
    assert found[WHEEL] == b"numpy" and found["pyodide.mjs"] == b"pyodide.mjs"


@pytest.mark.parametrize(("changed", "sentence"), [
    ({"pyodide.asm.wasm": None}, r"v315\.1\.0/pyodide\.asm\.wasm cannot be fetched: HTTP Error 404"),
    ({WHEEL: b"another"}, rf"{WHEEL} is not the one that the lock file of Pyodide 315\.1\.0 names"),
    ({"pyodide-lock.json": b"<html>"}, r"The lock file of Pyodide 315\.1\.0 does not name its Python and its numpy"),
    ({"pyodide-lock.json": b'{"info": {"python": "3.15.0"}, "packages": {}}'}, "does not name its Python and its num"),
])
def test_a_release_that_is_not_whole_leaves_the_listing(listing, changed, sentence):
    with distribution(release(**changed)) as address:
        path = listing(address)
        before = path.read_bytes()
        with pytest.raises(Unavailable, match=sentence):
            update(None, print, path)
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == ["runtime.toml"]


def test_without_a_network_it_says_so(listing):
    path = listing("http://127.0.0.1:1/")
    with pytest.raises(Unavailable, match=r"latest cannot be fetched: .*refused"):
        update(None, print, path)


def test_an_address_that_names_no_release_is_told(listing):
    with distribution({"latest": b"[]"}) as address, pytest.raises(Unavailable, match="does not say which release"):
        update(None, print, listing(address))


def test_the_release_at_hand_is_left(listing):
    path = listing("http://127.0.0.1:1/")
    before = path.read_bytes()
    update(read_listing(path).version, print, path)
    assert path.read_bytes() == before


def test_the_command_tells_what_failed(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["site_builder", "runtime", "update", "0.0.0"])
    monkeypatch.setattr(command, "update", lambda version, say: (_ for _ in ()).throw(Unavailable(f"no {version}")))
    assert command.main() == 1
    assert capsys.readouterr().err == "no 0.0.0\n"
