"""Markdown and the HTML it becomes, case by case in fixtures/*.md: title, text, and HTML with what is wrong below."""

import re
from pathlib import Path

import pytest

from site_builder.content import Page, Section
from site_builder.context import Context
from site_builder.errors import Report
from site_builder.markdown import html as to_html
from site_builder.project import Project
from site_builder.sections import LATER, RULES, read, resolve
from site_builder.site import read_site


def cases():
    """Cases are three parts, each closed by a line with a single dot."""
    for file in sorted((Path(__file__).parent / "fixtures").glob("*.md")):
        parts = file.read_text(encoding="utf-8").split("\n.\n")
        for title, text, expected in zip(parts[0::3], parts[1::3], parts[2::3], strict=False):
            yield pytest.param(text + "\n", expected.strip("\n"), id=f"{file.stem}: {title.strip()}")


def render(text, root):
    """The HTML of a section with this text, then its problems, a line each; figures are cut short."""
    section = Section("content/02-case.md", 2, "case", {"title": "Case"}, {"title": 1}, text, 1)
    project = Project(read_site(root), Report())
    context = Context(project, Page("", (section,)), section)
    project.pages.append(context)
    prose = read(section, context)
    for rules in (RULES, LATER):
        resolve(prose, rules, context)
    html = [to_html(prose.body).strip("\n")]
    html = [re.sub(r'(<figure id="[^"]*").*?</figure>', r"\1>…</figure>", text, flags=re.DOTALL) for text in html]
    return "\n".join([*filter(None, html), *map(str, sorted(project.report.problems))])


@pytest.mark.parametrize(("text", "expected"), [*cases()])
def test_text_becomes_html(text, expected, small, monkeypatch):
    monkeypatch.syspath_prepend(small)
    assert render(text, small) == expected
