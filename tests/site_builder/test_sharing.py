"""What other machines read of a page: cards, schema.org, scholars' tags, a feed, and HTML that keeps to the letter."""

import json
import re
import shutil
import struct
from xml.etree import ElementTree

import html5lib
import pytest

from site_builder import poster
from site_builder.build import build

from .conftest import no_runtime
from .test_build import pages, parse

ADDRESS = "https://example.org/small"


@pytest.fixture(scope="module")
def placed(tmp_path_factory, small):
    """The small site, knowing where it will stand."""
    root = tmp_path_factory.mktemp("placed") / "project"
    shutil.copytree(small, root)
    settings = root / "content" / "site.toml"
    settings.write_text(f'base_url = "{ADDRESS}/"\n' + settings.read_text())
    return build(root, no_runtime)


def metas(html):
    return [(each.get("property") or each.get("name"), each.get("content")) for each in parse(html).iter("meta")]


@pytest.mark.parametrize("path", ["index.html", "further/index.html"])
def test_a_page_has_a_card_of_its_own(placed, path):
    found = dict(metas(placed[path].decode()))
    file = found["og:image"].removeprefix(f"{ADDRESS}/")
    assert placed[file][:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", placed[file][16:24]) == (1200, 630)
    assert found["og:image:alt"].startswith(found["og:title"]) and "long" in found["og:image:alt"]
    assert found["twitter:card"] == "summary_large_image"
    assert found["og:url"] == f"{ADDRESS}/{path.removesuffix('index.html')}"
    assert found["description"] == found["og:description"]


def test_other_pages_share_the_card_of_the_front_page(placed):
    picture = dict(metas(placed["index.html"].decode()))["og:image"]
    others = {path: html for path, html in pages(placed).items() if path not in ("index.html", "further/index.html")}
    assert others
    for path, html in others.items():
        found = dict(metas(html))
        assert found["og:image"] == picture, path
        assert found["og:url"] == f"{ADDRESS}/{path.removesuffix('index.html')}"
        assert found["og:title"] in html.split("</title>")[0] and found["description"] == found["og:description"]
        assert "citation_title" not in found


def test_cards_differ_where_pages_do(placed):
    cards = {dict(metas(placed[path].decode()))["og:image"] for path in ("index.html", "further/index.html")}
    assert len(cards) == 2


def test_every_page_says_where_it_stands(placed):
    for path, html in pages(placed).items():
        canonical = [each.get("href") for each in parse(html).iter("link") if each.get("rel") == "canonical"]
        assert canonical == [f"{ADDRESS}/{path.removesuffix('index.html')}"], path


def test_a_site_that_knows_no_place_names_none(built):
    html = built["index.html"].decode()
    assert "canonical" not in html and "og:url" not in dict(metas(html))
    assert "feed.xml" not in built


def test_schema_org_describes_the_page(placed):
    (script,) = [each for each in parse(placed["index.html"].decode()).iter("script")
                 if each.get("type") == "application/ld+json"]
    described = json.loads(script.text)
    assert described["@context"] == "https://schema.org"
    assert described["headline"] == "A small site" and described["datePublished"] == "2001-02-03"
    assert [each["name"] for each in described["citation"]] == ["The First", "The Second"]


def test_scholars_find_what_they_index(placed):
    found = metas(placed["index.html"].decode())
    assert ("citation_title", "A small site") in found
    assert ("citation_author", "Nobody") in found
    assert ("citation_publication_date", "2001/02/03") in found
    cited = [content for name, content in found if name == "citation_reference"]
    assert cited[0] == "citation_title=The First;citation_author=Ada One;citation_publication_date=2001"


def test_the_page_says_how_to_cite_it(built):
    block = next(each.text for each in parse(built["index.html"].decode()).iter("pre") if "@misc" in (each.text or ""))
    assert block.startswith("@misc{asmallsite2001,\n") and "title     = {{A small site}}," in block


def test_several_pages_have_a_feed(placed):
    atom = "{http://www.w3.org/2005/Atom}"
    feed = ElementTree.fromstring(placed["feed.xml"])
    assert [each.findtext(f"{atom}id") for each in feed.iter(f"{atom}entry")] == [f"{ADDRESS}/", f"{ADDRESS}/further/"]
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\dT00:00:00Z", each.text) for each in feed.iter(f"{atom}updated"))
    link = next(each for each in parse(placed["index.html"].decode()).iter("link") if each.get("rel") == "alternate")
    assert link.get("href") == "feed.xml"


def test_the_icon_is_there_in_both_kinds(built):
    icons = {each.get("type"): each.get("href") for each in parse(built["index.html"].decode()).iter("link")
             if each.get("rel") == "icon"}
    assert set(icons) == {"image/svg+xml", "image/png"} and set(icons.values()) <= set(built)


def test_every_page_is_html_to_the_letter(placed):
    for html in pages(placed).values():
        html5lib.HTMLParser(strict=True).parse(html)


def test_colours_of_a_card_are_the_light_ones():
    rules = poster.light(":root { --ink: light-dark(#111111, #eeeeee); --h: var(--ink); }\n"
                         "@media print { .a { fill: red; } }\n.a, svg text.q { fill: var(--h); margin: 0; }")
    assert rules == ".a, svg text.q { fill: #111111 }"


def test_a_drawing_is_stretched_without_the_width_of_its_lines():
    stage = ('<h3>Lane<small>x</small></h3><svg class="ns" width="100%" height="50" viewBox="0 0 10 50" '
             'preserveAspectRatio="none"><path d="M0 5L10 5M10 5h0" stroke-width="3"></path></svg>')
    heading, drawing = poster._panels(stage)
    assert ">Lane</text>" in heading
    assert 'stroke-width="3"' in drawing and re.search(r'd="M0 5H428M428 5H430', drawing), drawing
