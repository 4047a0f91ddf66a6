"""Where Pyodide comes from: each source in turn, nothing unverified, nothing half-written."""

import os
import shutil
import subprocess
import threading
import zipfile
from contextlib import contextmanager
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from site_builder import cache, runtime_fetch
from site_builder.runtime_fetch import Listed, Listing, Unavailable, fetch, read_listing
from tests.serving import at_work

FILES = {"loader.mjs": b"load" * 50_000, "library.zip": b"library" * 30_000}


def listed(name, data):
    return Listed(name, len(data), sha256(data).hexdigest())


def listing(distribution="http://127.0.0.1:1/", package="no-such-carrier==1.0"):
    files = tuple(listed(name, data) for name, data in FILES.items())
    return Listing("1.0", "3.14", (), (), distribution, package, "carrier/pyodide/", files)


@pytest.fixture(autouse=True)
def alone(tmp_path, monkeypatch):
    """An empty cache, and a pip that knows only the folder `wheels`."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path / "wheels"))
    (tmp_path / "wheels").mkdir()


@pytest.fixture
def quick_pip(tmp_path, monkeypatch):
    """In pip's place, whose start takes a second, the one thing that is asked of it."""

    def download(package, folder):
        wheel = tmp_path / "wheels" / f"{package.replace('==', '-')}-py3-none-any.whl"
        if not wheel.exists():
            raise subprocess.CalledProcessError(1, "pip")
        shutil.copy(wheel, folder)

    monkeypatch.setattr(runtime_fetch, "download", download)


@pytest.fixture
def said():
    return []


def carry(tmp_path, files):
    """A wheel that carries some files."""
    with zipfile.ZipFile(tmp_path / "wheels" / "carrier-1.0-py3-none-any.whl", "w") as wheel:
        wheel.writestr("carrier-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: carrier\nVersion: 1.0\n")
        wheel.writestr("carrier-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr("carrier-1.0.dist-info/RECORD", "")
        for name, data in files.items():
            wheel.writestr(f"carrier/pyodide/{name}", data)


@contextmanager
def distribution(files, stalls=None):
    """A server of files; one that `stalls` sends half of each and then waits for that event."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            data = files.get(self.path.strip("/"))
            if data is None:
                return self.send_error(404)
            self.send_response(200)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data[: len(data) // 2])
            if stalls:
                stalls.wait()
            else:
                self.wfile.write(data[len(data) // 2 :])

        def log_message(self, *arguments):
            pass

    with at_work(ThreadingHTTPServer(("127.0.0.1", 0), Handler)) as address:
        yield address
        if stalls:
            stalls.set()


def kept():
    folder = cache.folder()
    return {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()} if folder.exists() else {}


def test_the_distribution_is_asked_once(said):
    with distribution(FILES) as address:
        assert fetch(listing(address), said.append) == FILES
    assert kept() == FILES
    assert any("loader.mjs" in sentence for sentence in said)
    said.clear()
    assert fetch(listing(address), said.append) == FILES, "the server is gone, the cache is not"
    assert said == []


def test_a_package_steps_in_where_the_distribution_cannot_be_reached(tmp_path, said):
    carry(tmp_path, FILES)
    assert fetch(listing(package="carrier==1.0"), said.append) == FILES
    assert kept() == FILES
    assert any(sentence.startswith("Pyodide's distribution cannot be used") for sentence in said)


def test_wrong_bytes_are_refused_by_name(tmp_path, quick_pip, said):
    carry(tmp_path, FILES)
    wrong = FILES | {"library.zip": FILES["library.zip"][:-1] + b"!"}
    with distribution(wrong) as address:
        assert fetch(listing(address, "carrier==1.0"), said.append) == FILES
    assert any("library.zip are not those listed in runtime.toml" in sentence for sentence in said)
    assert kept() == FILES


def test_wrong_bytes_everywhere_end_the_build(tmp_path, quick_pip, said):
    wrong = FILES | {"library.zip": b"short"}
    carry(tmp_path, wrong)
    with distribution(wrong) as address, pytest.raises(Unavailable) as refusal:
        fetch(listing(address, "carrier==1.0"), said.append)
    lines = str(refusal.value).splitlines()
    assert lines[0] == "Pyodide cannot be had: library.zip missing."
    assert len(lines) == 3 and all("library.zip are not those listed" in line for line in lines[1:])
    assert "library.zip" not in kept()


def test_what_cannot_be_reached_is_said_for_each_source(quick_pip, said):
    with pytest.raises(Unavailable, match=r"(?s)distribution cannot be used.*package cannot be used"):
        fetch(listing(), said.append)
    assert kept() == {}


def test_a_silent_server_is_given_up(tmp_path, monkeypatch, quick_pip, said):
    monkeypatch.setattr(runtime_fetch, "SILENCE", 0.05)
    carry(tmp_path, FILES)
    with distribution(FILES, stalls=threading.Event()) as address:
        assert fetch(listing(address, "carrier==1.0"), said.append) == FILES
    assert any("timed out" in sentence for sentence in said)


def test_an_altered_cache_is_not_used(said):
    with distribution(FILES) as address:
        fetch(listing(address), said.append)
        (path,) = cache.folder().rglob("loader.mjs")
        path.write_bytes(b"altered")
        assert fetch(listing(address), said.append) == FILES
    assert kept() == FILES
    assert any(sentence.startswith("The cache cannot be used") for sentence in said)


def test_stopping_leaves_only_whole_files():
    def stop_at_the_second(sentence):
        if "library.zip" in sentence:
            raise KeyboardInterrupt

    with distribution(FILES) as address, pytest.raises(KeyboardInterrupt):
        fetch(listing(address), stop_at_the_second)
    assert kept() == {"loader.mjs": FILES["loader.mjs"]}


def test_stopping_while_a_file_is_written_leaves_nothing(monkeypatch):
    def stop(*arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", stop)
    with pytest.raises(KeyboardInterrupt):
        cache.keep("some/file", b"bytes")
    assert kept() == {}


def test_the_listing_names_what_the_page_needs():
    names = [file.name for file in read_listing().files]
    assert {"pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"} < set(names)
    assert sum(name.startswith("numpy-") for name in names) == 1
    assert all(len(file.sha256) == 64 and file.size > 0 for file in read_listing().files)
