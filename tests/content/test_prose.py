"""The sections, by discovery: what the prose may not do."""

import re
from pathlib import Path

import pytest

CONTENT = Path(__file__).parents[2] / "content"
SECTIONS = sorted(CONTENT.glob("[0-9][0-9]-*.md"))
MARKUP = re.compile(
    r"\{\{.*?\}\}|\$\$.*?\$\$|\$[^$]*\$|^:::[^\n]*$|\]\([^)]*\)|\{(?:claim|term)=[^}]*\}|\[@[^\]]*\]",
    re.DOTALL | re.MULTILINE
)


def words(path):
    """The prose of a section: without front matter, directives, values, formulas and link targets."""
    return MARKUP.sub(" ", path.read_text("utf-8").split("+++\n", 2)[2])


def identify(path):
    return path.stem


def test_sections_are_the_papers_in_order():
    assert [int(path.name[:2]) for path in SECTIONS] == list(range(16))


@pytest.mark.parametrize("path", SECTIONS, ids=identify)
def test_section_has_the_length_of_an_essay(path):
    assert 120 <= len(words(path).split()) <= 450


@pytest.mark.parametrize("path", SECTIONS, ids=identify)
def test_numbers_about_the_toy_are_looked_up(path, project):
    """Sizes that only the toy has, and shares in per cent, come from facts and readouts."""
    toy = project.facts["toy"]
    own = {f"{toy['parameters']:,}", f"{toy['parameters']}", f"{toy['d_model']}", f"{toy['symbols']}"}
    typed = set(re.findall(r"\d[\d,]*(?:\.\d+)?", words(path)))
    assert not typed & own
    assert not re.findall(r"\d\s?%", words(path))


@pytest.mark.parametrize("path", SECTIONS, ids=identify)
def test_notes_are_shorter_than_what_they_stand_beside(path):
    """A margin note has half the width of the text and must end before the next figure begins."""
    blocks = [block for block in re.split(r"\n\s*\n", path.read_text("utf-8")) if not block.startswith("$$")]
    for before, block in zip(blocks, blocks[1:], strict=False):
        if block.startswith("::: note"):
            visible = re.sub(r"\]\([^)]*\)|\{claim=[^}]*\}|\{\{.*?\}\}", "12", before)
            assert len(block) - len("::: note\n\n:::") <= 0.75 * len(visible), block
