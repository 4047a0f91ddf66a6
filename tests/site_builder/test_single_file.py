"""The page as one file: all that the page names is inside, and its policy lets exactly that run."""

import gzip
import re
from base64 import b64encode, b85decode
from hashlib import sha256
from html import unescape
from io import BytesIO
from zipfile import ZipFile

import pytest

from site_builder import single_file
from site_builder.modules import bundle


@pytest.fixture(scope="module")
def page(built):
    return built["site.html"].decode()


def test_no_address_leads_to_another_file(page):
    body = re.sub(r"<script[^>]*>.*?</script>", "", page, flags=re.DOTALL)
    addresses = re.findall(r' (?:href|src)="([^"]*)"', body)
    assert addresses
    assert not [each for each in addresses if not re.match("#|data:|https://", each)]
    assert 'class="editions"' not in page


def test_its_policy_names_what_it_runs_and_how_it_looks(page):
    policy = unescape(re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)[1])
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    assert rules["default-src"] == "'none'"
    assert "'self'" not in policy and "unsafe-eval'" not in policy.replace("'wasm-unsafe-eval'", "")
    for rule, pattern in (("script-src", r"<script>(.*?)</script>"), ("style-src", r"<style>(.*?)</style>")):
        texts = re.findall(pattern, page, re.DOTALL)
        hashes = [f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'" for text in texts]
        assert texts and [word for word in rules[rule].split() if word.startswith("'sha256-")] == hashes


def test_data_stand_in_it_as_they_are_published(page, built):
    found = dict(re.findall(r'<script type="text/plain" data-path="([^"]+)">([^<]*)</script>', page))
    assert any(path.endswith(".csv") for path in found)
    for path, text in found.items():
        data = b85decode(text.replace(",", "<"))
        assert built[path] in (data, gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data)


def test_what_is_gzipped_is_not_gzipped_again():
    """The page would unpack it once only."""
    packed = gzip.compress(b"a" * 10**6)
    assert len(gzip.compress(packed)) < len(packed)
    assert b85decode(single_file.text(packed).replace(b",", b"<")) == packed


def test_links_to_other_pages_lead_to_where_the_site_stands():
    page = ('<head><meta http-equiv="Content-Security-Policy" content=""><link rel="canonical" href="https://a.org/">'
            '<script type="module" src="s/shell.js"></script></head><body><a href="gallery/">all</a></body>')
    files = {"index.html": page.encode(), "s/shell.js": b"", "s/worker.js": b""}
    assert b'<a href="https://a.org/x/gallery/">all</a>' in single_file.write(files, [], {}, "https://a.org/x/")
    assert b"<a >all</a>" in single_file.write(files, [], {}, "")


def test_modules_become_one_script():
    scripts = {"a.js": 'import { b as c, d } from "./b.js";\nimport * as whole from "./b.js";\nimport "./b.js";\n'
                       "export async function run() { return import(c); }\nwhole.d(import.meta.url, d);\n",
               "b.js": "export const b = 1;\nexport function d() {}\n"}
    text = bundle("a.js", scripts)
    begin, rest = bundle("b.js", scripts), bundle("a.js", scripts, "b.js")
    assert text.index("modules['b.js'] =") < text.index("modules['a.js'] =")
    assert "const { b: c, d } = modules['b.js'];" in text
    assert "const whole = modules['b.js'];" in text
    assert "return { b, d };" in text and "return { run };" in text
    assert "return import(c);" in text and "whole.d(import.meta.url, d);" in text
    assert "modules['b.js'] =" in begin and "modules['b.js'] =" not in rest
    assert 'import { modules } from "./b.js";' in rest and "export { modules };" in begin
    plain = "".join(single_file.classic(each, "assets/s/a.js") for each in (begin, rest))
    assert not re.search("^(import|export) ", plain, re.MULTILINE) and plain.count("const modules = {};") == 1
    assert "return importInside(c);" in plain and "whole.d('https://inside.invalid/assets/s/a.js', d);" in plain


@pytest.mark.parametrize("statement", ["export let count = 0;", "export default 1;", 'import a from "./b.js";',
                                       'export * from "./b.js";'])
def test_what_cannot_become_one_script_is_named(statement):
    with pytest.raises(ValueError, match="a.js: .* cannot be bundled"):
        bundle("a.js", {"a.js": f"{statement}\n", "b.js": ""})


def test_the_zip_holds_the_site(built):
    with ZipFile(BytesIO(built["site.zip"])) as archive:
        names = {info.filename for info in archive.infolist()}
        assert archive.read("site/index.html") == built["index.html"]
        assert {info.date_time for info in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    copies = {path for path in built if path.endswith((".br", ".gz")) and path[:-3] in built}
    apart = {"404.html", "site.html", "site.zip", "_headers"}
    assert names == {f"site/{path}" for path in built.keys() - copies - apart}
