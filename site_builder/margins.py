"""Notes in the margin take no room of their own, so a note longer than the paragraph it stands beside would run on."""

from math import ceil

from markdown_it.token import Token

from .content import Section
from .context import Context

TEXT = (66, 30)
NOTE = (37, 21)
"""characters a line holds on a wide screen, and the height of a line in CSS pixels"""


def check_notes(section: Section, tokens: list[Token], context: Context) -> None:
    """Reports notes that are higher than the paragraph before them, by what a line holds on average."""
    for index, token in enumerate(tokens):
        if token.type != "container_directive_open" or token.info.split()[0] != "note" or not token.map:
            continue
        if index < 3 or tokens[index - 1].type != "paragraph_close":
            continue
        end = next(place for place in range(index, len(tokens)) if tokens[place].level == token.level
                   and tokens[place].type == "container_directive_close")
        note = sum(height(each, *NOTE) for each in tokens[index:end])
        beside = height(tokens[index - 2], *TEXT)
        if note > beside:
            context.report.add(section.place(section.first_line + token.map[0]), f"this note is about {note} pixels "
                               f"high and the paragraph before it {beside}; shorten it or move it")


def height(token: Token, characters: int, line: int) -> int:
    """The height of an inline token's text."""
    shown = "".join(child.content for child in token.children or () if child.type != "math_inline")
    return ceil(len(shown) / characters) * line
