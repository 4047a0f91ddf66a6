"""A site of five hundred sections: complete, and with one runtime for all its pages."""

import json
import re

import pytest

from site_builder.build import build
from site_builder.runtime import Runtime

from .conftest import many_sections

PAGES, SECTIONS = 5, 100


@pytest.fixture(scope="module")
def many(tmp_path_factory):
    """Its files."""
    root = many_sections(tmp_path_factory.mktemp("many") / "project", PAGES, SECTIONS)
    runtime = Runtime()
    runtime.config["first"]["python"] = {"path": runtime.assets.add("python.wasm", b"python")}
    return build(root, lambda *given: runtime)


@pytest.mark.slow
def test_every_section_is_there_and_in_its_contents(many):
    pages = [many[f"page-{page}/index.html"].decode() for page in range(1, PAGES + 1)]
    for html in pages:
        sections = re.findall(r'<section class="flow" aria-labelledby="(section-\d+)"', html)
        assert sections == [f"section-{number}" for number in range(1, SECTIONS)]
        contents = re.search(r'<nav class="contents".*?</nav>', html, re.DOTALL)[0]
        assert re.findall(r'href="#(section-\d+)"', contents) == sections
        assert html.count("<figure ") == SECTIONS


@pytest.mark.slow
def test_all_pages_share_one_runtime_and_its_figures(many):
    told = {re.search(r'id="site">(.*?)</script>', html.decode())[1] for path, html in many.items()
            if path.endswith("index.html")}
    assert len(told) == 1
    assert [path for path in many if "python-" in path] == [json.loads(*told)["runtime"]["first"]["python"]["path"]]
    assert len([path for path in many if re.match(r"assets/bar-\w+\.json\.gz", path)]) <= 2
