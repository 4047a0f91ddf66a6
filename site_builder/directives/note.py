"""::: note … :::, a remark in the margin, beside the paragraph before it; notes are lettered through the page."""

from . import Directive

CONTAINER = True


def render(directive: Directive) -> tuple[str, str]:
    directive.only()
    letter = _letters(directive.context.count("note"))
    return f'<aside class="note"><span class="mark">{letter}</span>\n', "</aside>\n"


def _letters(number: int) -> str:
    """a … z, aa, ab …: 1 is a."""
    before, last = divmod(number - 1, 26)
    return (_letters(before) if before else "") + chr(ord("a") + last)
