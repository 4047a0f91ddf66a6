"""What HOSTING.md says of its recipes, asked of the programs they are for, at the top of a host and in a folder."""

import re
import urllib.request
from pathlib import PurePosixPath
from urllib.error import HTTPError

import pytest

from site_builder import hosting
from site_builder.build import write
from site_builder.hosting import HEADER_POLICY, IMMUTABLE, TYPES
from tests.recipes import SERVERS, served

OTHERS = {"assets/python-0123456789.mjs": b"export const one = 1;\n" * 50,
          "assets/python-0123456789.wasm": b"\0asm\1\0\0\0" * 50,
          "assets/python-0123456789.zip.gz": b"\x1f\x8b" * 50}
"""as they come with Python, which the small site is built without"""
SCRIPT_TYPES = ("text/javascript", "application/javascript")


@pytest.fixture(scope="module")
def files(built):
    return {path: data for path, data in {**built, **OTHERS, **hosting.beside(OTHERS)}.items() if path != "_headers"}


@pytest.fixture(scope="module", params=["", "a/b/"], ids=["top", "folder"])
def place(request):
    return request.param


@pytest.fixture(scope="module", params=SERVERS, ids=lambda server: server.__name__)
def site(request, files, place, tmp_path_factory):
    """The address of the site."""
    folder, scratch = tmp_path_factory.mktemp("www"), tmp_path_factory.mktemp("scratch")
    write(files, folder / (place or "top").rstrip("/"))
    with served(request.param, folder if place else folder / "top", place, scratch) as address:
        yield address


def ask(address, **headers):
    """What is answered: its body and its headers."""
    request = urllib.request.Request(address, headers={name.replace("_", "-"): text for name, text in headers.items()})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return answer.read(), answer.headers


def pages_and_files(files):
    """(address below the site, path) of what is not the copy of another."""
    return [(re.sub(r"(^|/)index\.html$", r"\1", path), path) for path in files
            if not (path.endswith((".br", ".gz")) and path[:-3] in files)]


def test_every_file_is_sent_as_it_is_and_as_what_it_is(site, files):
    for address, path in pages_and_files(files):
        body, headers = ask(site + address)
        assert body == files[path], path
        assert headers["Content-Encoding"] is None, path
        wanted = TYPES.get(PurePosixPath(path).suffix, "").split(";")[0]
        kind = headers.get_content_type()
        assert kind in SCRIPT_TYPES if wanted in SCRIPT_TYPES else kind == wanted or not wanted, path


def test_the_compressed_copies_are_sent_to_whom_takes_them(site, files):
    for accepted, encoding, suffix in (("gzip, deflate, br", "br", ".br"), ("gzip", "gzip", ".gz")):
        for address, path in pages_and_files(files):
            if path + suffix not in files:
                continue
            body, headers = ask(site + address, Accept_Encoding=accepted)
            assert headers["Content-Encoding"] == encoding, path
            assert body == files[path + suffix], path
            assert "accept-encoding" in headers["Vary"].lower(), path


def test_what_has_a_hash_in_its_name_is_kept_and_all_else_asked_for_again(site, files):
    for address, path in pages_and_files(files):
        _, headers = ask(site + address)
        assert headers.get_all("Cache-Control") == [IMMUTABLE if path.startswith("assets/") else "no-cache"], path
    _, headers = ask(site)
    with pytest.raises(HTTPError) as answer:
        ask(site, If_None_Match=headers["ETag"])
    with answer.value as unchanged:
        assert unchanged.code == 304


def test_scripts_bring_the_policy_and_the_page_that_is_one_file_has_its_own(site, files):
    for address, path in pages_and_files(files):
        _, headers = ask(site + address)
        assert headers.get_all("X-Content-Type-Options") == ["nosniff"], path
        sent = headers.get_all("Content-Security-Policy")
        assert sent == ([HEADER_POLICY] if path.startswith("assets/") else None), path
