"""What is kept for reading offline, and what makes the site installable."""

import json
import posixpath
import struct

from site_builder import offline
from site_builder.editions import MARKS
from site_builder.hosting import transfer


def settings(built):
    """What sw.js is told of the site."""
    text, _, script = built["sw.js"].decode().partition("\n")
    assert script == (offline.STATIC / "offline" / "sw.js").read_text("utf-8")
    return json.loads(text.removeprefix("const SITE = ").removesuffix(";"))


def test_every_page_and_file_is_kept_and_no_copy(built):
    site = settings(built)
    assert {"", "gallery/", "further/"} <= set(site["pages"])
    pages = [f"{page}index.html" if page.endswith("/") or not page else page for page in site["pages"]]
    copies = {path for path in built if path.endswith((".br", ".gz")) and path[:-3] in built}
    apart = {"sw.js", "_headers", "404.html", "site.html", "site.zip"}
    assert {*site["files"], *pages} == built.keys() - copies - apart


def test_pages_say_which_version_they_are_of_and_what_keeping_takes(built):
    site = settings(built)
    for path, data in built.items():
        if path.endswith(".html") and path != "404.html":
            assert f'data-build="{site["version"]}"'.encode() in data
            assert not [mark for mark in MARKS if mark.encode() in data], path
    assert b'class="offline" data-size="0.' in built["index.html"]


def test_copies_and_what_hardly_anybody_needs_are_left_out():
    files = {"a.wasm": b"", "a.wasm.gz": b"", "b.zip.gz": b"", "rest.zip.gz": b"1" * 100}
    assert offline.kept(files, ["rest.zip.gz"]) == ["a.wasm", "b.zip.gz"]
    assert offline.size({"index.html": b"a" * 5000, "b.zip.gz": b"b" * 100}, []) < 200
    assert transfer("b.npz", b"a" * 5000) == 5000


def test_the_manifest_leads_to_the_site_and_to_icons_of_their_size(built):
    (path,) = (path for path in built if path.endswith(".webmanifest"))
    manifest = json.loads(built[path])
    assert {posixpath.normpath(posixpath.join("assets", manifest[key])) for key in ("start_url", "scope")} == {"."}
    assert manifest["name"] == "A small site"
    for icon in manifest["icons"]:
        data = built[f"assets/{icon['src']}"]
        assert "{}x{}".format(*struct.unpack(">II", data[16:24])) == icon["sizes"]
    assert f'<link rel="manifest" href="{path}">'.encode() in built["index.html"]
