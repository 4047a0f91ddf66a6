"""Many drawings of one figure in little room: an element that several of them contain is written once."""

import re
from collections import Counter
from collections.abc import Iterable

from engine.drawing.markup import VOID

Part = str | int
"""markup, or the number of an element"""
Element = tuple[str, "Children"]
"""its markup, and what that consists of"""
Children = list[str | Element]

TAG = re.compile(r'<(/?)([a-zA-Z][\w-]*)(?:"[^"]*"|[^">])*>')
SHORTEST = 24
"""characters of an element worth a number"""


def deduplicate(drawings: Iterable[str]) -> tuple[list[list[Part]], list[list[Part]]]:
    """The elements that occur more than once, and each drawing; both as parts to be put in a row."""
    trees = [parse(drawing) for drawing in drawings]
    counts: Counter[str] = Counter()
    for tree in trees:
        _count(tree, counts)
    numbers: dict[str, int] = {}
    elements: list[list[Part]] = []

    def parts(children: Children) -> list[Part]:
        row: list[Part] = []
        for child in children:
            for part in [child] if isinstance(child, str) else element(*child):
                if isinstance(part, str) and row and isinstance(row[-1], str):
                    row[-1] += part
                else:
                    row.append(part)
        return row

    def element(markup: str, children: Children) -> list[Part]:
        if counts[markup] < 2 or len(markup) < SHORTEST:
            return parts(children)
        if markup not in numbers:
            own = parts(children)
            numbers[markup] = len(elements)
            elements.append(own)
        return [numbers[markup]]

    written = [parts(tree) for tree in trees]
    return elements, written


def parse(markup: str) -> Children:
    """Markup as the engine writes it, as tags, texts and elements."""
    opened: list[tuple[int, Children]] = [(0, [])]
    end = 0
    for tag in TAG.finditer(markup):
        if tag.start() > end:
            opened[-1][1].append(markup[end:tag.start()])
        end = tag.end()
        if not tag[1] and tag[2] not in VOID:
            opened.append((tag.start(), []))
        opened[-1][1].append(tag[0])
        if tag[1]:
            start, children = opened.pop()
            opened[-1][1].append((markup[start:end], children))
    return [*opened[0][1], *filter(None, [markup[end:]])]


def _count(children: Children, counts: Counter[str]) -> None:
    """Counts elements; what stands in one that was met before is written with it, and not counted again."""
    for child in children:
        if not isinstance(child, str):
            counts[child[0]] += 1
            if counts[child[0]] == 1:
                _count(child[1], counts)
