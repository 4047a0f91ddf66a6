"""What is published for hosts: compressed copies, headers, hashes of scripts, and recipes that fit the files."""

import gzip
import re
from dataclasses import replace
from pathlib import Path, PurePosixPath

import brotli
import html5lib
import pytest

from site_builder.assets import integrity
from site_builder.hosting import COMPRESSIBLE, HEADER_POLICY, IMMUTABLE, TYPES, headers, not_found
from site_builder.modules import in_order
from site_builder.pages import POLICY
from site_builder.site import read_site

ROOT = Path(__file__).parents[2]
HOSTING = (ROOT / "HOSTING.md").read_text("utf-8")


def test_what_compresses_stands_there_compressed_too(built):
    beside = [path for path in built if path.endswith((".br", ".gz")) and path[:-3] in built]
    assert {"index.html.br", "index.html.gz", "gallery/index.html.br"} <= set(beside)
    for path in beside:
        original = built[path[:-3]]
        unpacked = brotli.decompress(built[path]) if path.endswith(".br") else gzip.decompress(built[path])
        assert unpacked == original, path
        assert len(built[path]) < len(original), path


def test_what_is_text_or_wasm_compresses():
    texts = {suffix for suffix, kind in TYPES.items() if kind.startswith("text/")}
    assert set(COMPRESSIBLE) >= texts | {".wasm", ".svg"}


def sent(path, text):
    """(name, value) of every header that the rules of _headers give a path."""
    found = []
    for block in re.split(r"\n(?=/)", text.strip()):
        rule, *lines = block.splitlines()
        if path.startswith(rule[:-1]) if rule.endswith("*") else path == rule:
            found += [tuple(line.strip().split(": ", 1)) for line in lines]
    return found


def test_headers_keep_to_the_form_and_the_limits_of_their_hosts(built):
    """Paths where lines begin, headers indented, at most 100 rules, and 2,000 characters a line."""
    lines = built["_headers"].decode().splitlines()
    assert not [line for line in lines if not re.fullmatch(r"/\S*|  [A-Z][A-Za-z-]*: \S.*", line) or len(line) > 2000]
    rules = [line for line in lines if line.startswith("/")]
    assert lines[0] == rules[0] and len(set(rules)) == len(rules) <= 100
    for rule in rules:
        pattern = re.escape(rule).replace(r"\*", ".*")
        assert rule == "/" or any(re.fullmatch(pattern, f"/{path}") for path in built), rule


def meta_policy(html):
    tree = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse(html.decode())
    (policy,) = [each.get("content") for each in tree.iter("meta") if each.get("http-equiv")]
    return dict(rule.split(" ", 1) for rule in policy.split("; "))


def test_the_header_allows_what_the_page_does_and_webassembly(built):
    given = dict(sent("/index.html", built["_headers"].decode()))["Content-Security-Policy"]
    header, page = dict(rule.split(" ", 1) for rule in given.split("; ")), meta_policy(built["index.html"])
    assert header.pop("script-src").split() == [*page.pop("script-src").split(), "'wasm-unsafe-eval'"]
    assert header == page


def test_the_page_for_what_is_missing_needs_no_other_file(built, small):
    """It is sent at any depth, where no relative address leads anywhere."""
    site = read_site(small)
    for base_url in ("", "https://example.org/a/b/"):
        html = not_found(replace(site, base_url=base_url))
        assert meta_policy(html) == dict(rule.split(" ", 1) for rule in POLICY.split("; "))
        assert re.findall(rb'(?:href|src)="(.*?)"', html) == [b"data:,", (base_url or "/").encode()]
        assert not re.search(rb"<(style|script)|url\(", html)
        assert html.count(site.title.encode()) == 2
    assert built["404.html"] == not_found(site)


def test_every_file_is_given_each_header_once(built):
    text = built["_headers"].decode()
    apart = (".br", ".gz", "_headers", "404.html", "site.zip", "site.html")  # the last one has a policy of its own
    assert all(rule[0] != "Content-Security-Policy" for rule in sent("/site.html", text))
    for path in ("/", *(f"/{path}" for path in built if not path.endswith(apart))):
        names = [name for name, _ in sent(path, text)]
        assert len(names) == len(set(names)), path
        given = dict(sent(path, text))
        assert given["X-Content-Type-Options"] == "nosniff"
        assert given["Content-Security-Policy"] == HEADER_POLICY
        assert given.get("Cache-Control") == (IMMUTABLE if path.startswith("/assets/") else None), path


def test_a_new_top_folder_has_a_rule_of_its_own():
    text = headers({"index.html": b"", "assets/a.js": b"", "more/index.html": b""})
    assert dict(sent("/more/index.html", text))["Content-Security-Policy"] == HEADER_POLICY


def test_scripts_are_run_only_as_they_were_built(built):
    for path, data in built.items():
        if not path.endswith(".html") or path in ("404.html", "site.html"):
            continue
        tree = html5lib.HTMLParser(namespaceHTMLElements=False).parse(data.decode())
        guarded = {each.get("src").replace("../", ""): each.get("integrity")
                   for each in tree.iter("script") if each.get("type") == "module"}
        has_figures = any("data-figure" in each.attrib for each in tree.iter("figure"))
        assert [PurePosixPath(address).name for address in guarded] == ["boot.js", "shell.js"] * has_figures, path
        assert guarded == {address: integrity(built[address]) for address in guarded}, path


def test_scripts_come_after_what_they_import():
    scripts = {"a.js": 'import { b } from "./b.js";\nimport "./c.js";\n', "b.js": 'import * as c from "./c.js";\n',
               "c.js": "const text = 'import \"./d.js\";';\n"}
    assert in_order("a.js", scripts) == ["c.js", "b.js", "a.js"]
    with pytest.raises(ValueError, match="a.js > b.js > a.js"):
        in_order("a.js", {"a.js": 'import "./b.js";\n', "b.js": 'import "./a.js";\n'})


def test_recipes_are_those_of_the_files_that_are_built(built):
    """Policies, folders and types that HOSTING.md names are the site's."""
    policies = re.findall(r"default-src 'none'[^\"\n]*", HOSTING)
    assert len(policies) >= 3
    assert set(policies) == {HEADER_POLICY}
    assert set(re.findall(r"[Cc]ache-[Cc]ontrol \"(public[^\"]*)\"", HOSTING)) == {IMMUTABLE}
    types = re.search(r"types \{(.*?)\n *\}", HOSTING, re.DOTALL)[1]
    known = {f".{suffix}": kind for kind, suffixes in re.findall(r"([\w+/.-]+\+?\w*) ([\w ]+);", types)
             for suffix in suffixes.split()}
    for suffix, kind in TYPES.items():
        assert suffix == ".html" or known[suffix] == kind.split(";")[0]
    for suffix in {PurePosixPath(path).suffix for path in built if path.startswith("assets/")} - {".br", ".gz"}:
        assert suffix in known, suffix
    assert (ROOT / ".github/workflows/publish.yml").read_text("utf-8").count("path: dist") == 1
