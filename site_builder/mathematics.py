"""TeX between dollars made into MathML at build time."""

import re

from markdown_it.token import Token
from math_core import LatexError, LatexToMathML

from .context import Context
from .errors import Place

STYLES = {
    "text-align: right;justify-items: end;padding-right: 0;": "align-right",
    "text-align: left;justify-items: start;padding-left: 0;": "align-left",
    "text-align: left;justify-items: start;padding-right: 0;": "case",
    "text-align: left;justify-items: start;padding-right: 0;padding-left:1em;": "case-condition",
    "text-align: left;justify-items: start;": "left",
    "text-align: right;justify-items: end;": "right",
}
"""The converter writes style attributes, which the page's policy forbids in MathML; the styles have these classes."""
_converter = LatexToMathML(fancy_error=False)


def resolve(token: Token, place: Place, context: Context) -> None:
    """Makes the MathML of a token's TeX."""
    display = token.type == "math_block"
    token.meta["html"] = ""
    try:
        mathml = to_mathml(token.content, display)
    except ValueError as error:
        context.report.add(place, f"the formula ${token.content.strip()}$: {error}")
        return
    token.meta["html"] = f'<div class="equation" tabindex="0">{mathml}</div>\n' if display else mathml


def to_mathml(tex: str, display: bool) -> str:
    """MathML without style attributes; ValueError with the character at which the TeX is wrong."""
    try:
        mathml = _converter.convert_with_local_state(tex, displaystyle=display)
    except LatexError as error:
        offset, _, sentence = str(error).partition(": ")
        raise ValueError(f"{sentence.rstrip('.')} (at character {int(offset) + 1})") from None
    mathml = mathml.replace(' scriptlevel="0"', "")
    return re.sub(r' style="([^"]*)"', _class_for, mathml)


def _class_for(match: re.Match[str]) -> str:
    if match[1] not in STYLES:
        raise ValueError(f"this needs the style {match[1]!r}, which the page's policy forbids")
    return f' class="{STYLES[match[1]]}"'
