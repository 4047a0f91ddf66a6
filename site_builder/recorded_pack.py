"""Many drawings of one figure in little room: an element that several of them contain is written once."""

import re
from collections import Counter
from collections.abc import Iterable

from engine.drawing.markup import VOID

Part = str | int
"""markup, or the number of an element"""
Tree = list["str | Tree"]

TAG = re.compile(r'<(/?)([a-zA-Z][\w-]*)(?:"[^"]*"|[^">])*>')
SHORTEST = 24
"""characters of an element worth a number"""


def deduplicate(drawings: Iterable[str]) -> tuple[list[list[Part]], list[list[Part]]]:
    """The elements that occur more than once, and each drawing; both as parts to be put in a row."""
    trees = [parse(drawing) for drawing in drawings]
    counts: Counter[str] = Counter()
    for tree in trees:
        for child in tree:
            _count(child, counts)
    numbers: dict[str, int] = {}
    elements: list[list[Part]] = []

    def parts(node: "str | Tree") -> list[Part]:
        if isinstance(node, str):
            return [node]
        text = joined(node)
        if counts[text] < 2 or len(text) < SHORTEST:
            return _in_a_row(parts(child) for child in node)
        if text not in numbers:
            own = _in_a_row(parts(child) for child in node)
            numbers[text] = len(elements)
            elements.append(own)
        return [numbers[text]]

    written = [_in_a_row(parts(child) for child in tree) for tree in trees]
    return elements, written


def parse(markup: str) -> Tree:
    """Markup as the engine writes it, as lists of tags, texts and elements."""
    open_elements: list[Tree] = [[]]
    end = 0
    for tag in TAG.finditer(markup):
        if tag.start() > end:
            open_elements[-1].append(markup[end:tag.start()])
        end = tag.end()
        if tag[1]:
            open_elements.pop().append(tag[0])
        elif tag[2] in VOID:
            open_elements[-1].append(tag[0])
        else:
            open_elements[-1].append([tag[0]])
            open_elements.append(open_elements[-1][-1])  # type: ignore[arg-type]
    return [*open_elements[0], *filter(None, [markup[end:]])]


def joined(node: "str | Tree") -> str:
    """The markup of a node."""
    return node if isinstance(node, str) else "".join(map(joined, node))


def _count(node: "str | Tree", counts: Counter[str]) -> str:
    if isinstance(node, str):
        return node
    text = "".join(_count(child, counts) for child in node)
    counts[text] += 1
    return text


def _in_a_row(rows: Iterable[list[Part]]) -> list[Part]:
    """Parts of several rows, neighbouring markup joined."""
    row: list[Part] = []
    for part in (part for each in rows for part in each):
        if isinstance(part, str) and row and isinstance(row[-1], str):
            row[-1] += part
        else:
            row.append(part)
    return row
