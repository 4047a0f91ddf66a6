"""The files of a built site: complete, linked, the same every time, and written whole or not at all."""

import posixpath
import re
from threading import Event

import html5lib
import pytest

from site_builder.build import build, write
from site_builder.errors import Problems
from site_builder.gallery import with_ids_of_its_own
from site_builder.runtime_fetch import Unavailable

from .conftest import SMALL, no_runtime


def pages(built):
    """All but the page that is one file (see test_single_file.py) and the one for what is missing (test_hosting.py)."""
    apart = ("404.html", "site.html")
    return {path: data.decode() for path, data in built.items() if path.endswith(".html") and path not in apart}


def parse(html):
    return html5lib.HTMLParser(namespaceHTMLElements=False).parse(html)


def test_the_same_input_gives_the_same_bytes(built):
    assert build(SMALL, no_runtime) == built


def test_a_draft_lacks_only_what_is_for_readers_and_hosts(built):
    draft = build(SMALL, no_runtime, is_draft=True)
    apart = re.compile(r"^(_headers|404\.html|sw\.js)$|^site\.|\.(br|gz)$")  # recorded answers are .gz too
    assert not [path for path in built.keys() - draft.keys() if not apart.search(path)]
    assert draft.keys() <= built.keys()
    for html in pages(draft).values():
        assert not re.search(r"\[\[|\bsite\.(zip|html)\b", html)
        assert re.search(r'data-build="[0-9a-f]{10}"', html)


def test_what_is_wrong_is_said_without_waiting_for_the_runtime(copy):
    (copy / "content" / "02-wrong.md").write_text("no front matter", encoding="utf-8")
    begun, may_end, ended = Event(), Event(), Event()

    def slow(*_):
        begun.set()
        may_end.wait(60)
        ended.set()

    with pytest.raises(Problems):
        build(copy, slow)
    assert begun.wait(60) and not ended.is_set()
    may_end.set()


def test_a_runtime_that_cannot_be_had_ends_the_build():
    def unavailable(*_):
        raise Unavailable("no Pyodide anywhere")

    with pytest.raises(Unavailable, match="no Pyodide anywhere"):
        build(SMALL, unavailable)


def test_every_page_is_there(built):
    assert set(pages(built)) == {"index.html", "further/index.html", "gallery/index.html",
                                 "source/small/model.py.html"}


def test_every_address_inside_the_site_leads_somewhere(built):
    ids = {path: {each.get("id") for each in parse(html).iter() if each.get("id")}
           for path, html in pages(built).items()}
    for path, html in pages(built).items():
        for address in re.findall(r'(?:href|src)="([^"]+)"', html):
            if address.startswith("https://"):
                continue
            target, _, fragment = address.partition("#")
            file = posixpath.normpath(posixpath.join(posixpath.dirname(path), target)) if target else path
            file = f"{file}/index.html".removeprefix("./") if target.endswith("/") else file
            assert file in built, f"{path} links to {address}"
            assert not fragment or fragment in ids[file], f"{path} links to {address}"


def test_ids_are_unique(built):
    for path, html in pages(built).items():
        ids = [each.get("id") for each in parse(html).iter() if each.get("id")]
        assert len(ids) == len(set(ids)), path


def test_pages_have_no_script_or_style_that_the_policy_blocks(built):
    for path, html in pages(built).items():
        elements = list(parse(html).iter())
        scripts = [each for each in elements if each.tag == "script" and not each.get("src")]
        assert {each.get("type") for each in scripts} <= {"application/json", "application/ld+json"}, path
        assert not [each for each in elements if each.tag == "style"], path
        assert not [name for each in elements for name in each.attrib if name.startswith("on")], path
        assert "'unsafe-eval'" not in html


def test_a_figure_has_the_anatomy_the_page_promises(built):
    figure = next(each for each in parse(built["index.html"].decode()).iter("figure"))
    assert {name: value for name, value in figure.attrib.items() if name != "aria-describedby"} == {
        "id": "fig-bar", "data-figure": "bar", "data-kind": "formula live", "data-source": "build",
        "data-status": "idle", "data-revision": "0"}
    parts = [(child.tag, child.get("class")) for child in figure]
    assert parts == [("div", "fig-head"), ("form", "controls"), ("p", "notices"), ("div", "stage"), ("p", "error"),
                     ("div", "description visually-hidden"), ("div", "fig-foot"), ("figcaption", None)]
    assert figure.find("form").get("autocomplete") == "off"
    assert figure.find("form/fieldset").get("disabled") is not None
    assert figure.find(".//input[@name='length']").get("value") == "50"
    assert figure.find("div[@class='description visually-hidden']").text == "A bar 50 long."


def test_a_second_figure_of_one_name_has_an_id_of_its_own(built):
    html = built["further/index.html"].decode()
    assert re.findall(r'<figure id="([^"]+)" data-figure="([^"]+)"', html) == [("fig-bar", "bar"), ("fig-bar-2", "bar")]


def test_the_gallery_shows_every_example(built):
    html = built["gallery/index.html"].decode()
    assert re.findall(r'<h3 id="[^"]+">([^<]+)</h3>', html) == ["start", "none at all"]
    assert html.count("<figure ") == 2


def test_the_same_map_in_two_examples_has_two_ids():
    stage = '<mask id="m"></mask><rect mask="url(#m)"/><a href="#map">'
    assert with_ids_of_its_own(stage, "a-1") == '<mask id="m-a-1"></mask><rect mask="url(#m-a-1)"/><a href="#map">'


def test_names_of_published_files_carry_their_hash(built):
    for path in built:
        at_its_own_name = re.search(r"(^_headers|^sw\.js|^site\.zip|\.html)(\.br|\.gz)?$", path)
        assert at_its_own_name or re.match(r"assets/[\w.-]+-[0-9a-f]{10}[./]", path), path


def test_writing_replaces_what_was_there(tmp_path):
    target = tmp_path / "dist"
    write({"index.html": b"old", "gone.html": b"old"}, target)
    write({"index.html": b"new", "a/b.html": b"new"}, target)
    assert sorted(file.relative_to(target).as_posix() for file in target.rglob("*.*")) == ["a/b.html", "index.html"]
    assert (target / "index.html").read_bytes() == b"new"
    assert [entry.name for entry in tmp_path.iterdir()] == ["dist"]


class Stopping(dict):
    """Files of which the second cannot be had, because Ctrl-C was pressed."""

    def items(self):
        yield "index.html", b"half"
        raise KeyboardInterrupt


def test_an_interruption_leaves_what_was_there(tmp_path):
    target = tmp_path / "dist"
    write({"index.html": b"old"}, target)
    with pytest.raises(KeyboardInterrupt):
        write(Stopping(), target)
    assert (target / "index.html").read_bytes() == b"old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["dist"]
