"""{{ name }}: numbers in the prose that are looked up, never typed.

A value is a name among the site's facts, with attributes and subscripts (`toy.parameters`, `report["classes"]`), or a
readout or field of a figure in some state (`figure("mask", masked="off").wrong`). A format follows a colon:
`{{ toy.accuracy:.1% }}`.
"""

import ast
import re
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from engine.drawing.markup import tag
from engine.drawing.numbers import MINUS, THOUSANDS, exact, short

from .context import Context
from .errors import Place, no_such
from .project import Project
from .readouts import Readouts, number_or_text

VALUE = re.compile(r"\{\{(.+?)\}\}", re.DOTALL)
FORMAT = re.compile(r"(?P<expression>(?:[^\"':]|\"[^\"]*\"|'[^']*')+)(?::(?P<format>[^\"']*))?")


def plugin(md: MarkdownIt) -> None:
    """Adds values to a parser."""
    md.inline.ruler.before("escape", "value", _rule)


def _rule(state: StateInline, silent: bool) -> bool:
    match = VALUE.match(state.src, state.pos, state.posMax)
    if not match:
        return False
    if not silent:
        token = state.push("value", "data", 0)
        token.content = match[1].strip()
    state.pos = match.end()
    return True


def resolve(token: Token, place: Place, context: Context) -> None:
    """Makes the HTML of a value's token: <data value="exact">text</data>, of class "words" where it begins with one."""
    token.meta["html"] = ""
    try:
        match = FORMAT.fullmatch(token.content)
        if not match:
            raise ValueError("this is not a value")
        tree = ast.parse(match["expression"].strip(), mode="eval").body
        token.meta["html"] = _html(_evaluate(tree, context.project), match["format"])
    except SyntaxError:
        context.report.add(place, f"{{{{ {token.content} }}}}: this is not a name, an attribute or a figure's readout")
    except (LookupError, ValueError) as error:
        context.report.add(place, f"{{{{ {token.content} }}}}: {error.args[0]}")


def _evaluate(node: ast.expr, project: Project) -> Any:
    match node:
        case ast.Constant(value=str() | int() | float()):
            return node.value
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as number)):
            return -number
        case ast.Name(id=name):
            return _look_up(project.facts, name)
        case ast.Attribute(value=inner, attr=name):
            return _look_up(_evaluate(inner, project), name)
        case ast.Subscript(value=inner, slice=key):
            return _look_up(_evaluate(inner, project), _evaluate(key, project))
        case ast.Call(func=ast.Name(id="figure"), args=[ast.Constant(value=str() as name)], keywords=keywords):
            fields = {str(each.arg): str(_evaluate(each.value, project)) for each in keywords}
            return project.readouts(name, fields)
    raise ValueError('a value is a name, name.attribute, name["key"] or figure("name", field="value").readout')


def _look_up(group: Any, key: Any) -> Any:
    if isinstance(group, Readouts):
        return group.find(str(key))
    if isinstance(group, list | tuple) and isinstance(key, int):
        return group[key]
    if not isinstance(group, dict):
        raise LookupError(f"there is nothing named {key!r} in {group!r}")
    if key not in group:
        raise LookupError(no_such("value", str(key), map(str, group)))
    return group[key]


def _html(value: Any, spec: str | None) -> str:
    if isinstance(value, tuple):
        text, machine = value
        if spec:
            text = _formatted(number_or_text(machine), spec)
    elif isinstance(value, str | int | float | None):
        machine = exact(value)
        text = _formatted(value, spec) if spec else value if isinstance(value, str) else short(value)
    else:
        raise LookupError(f"this is a group; name one of {', '.join(map(str, value))}")
    is_words = text[:2].isalpha()
    return tag("data", text, value=machine, class_="words" if is_words else None)


def _formatted(value: Any, spec: str) -> str:
    """A value in Python's format; numbers with the signs of the page."""
    text = format(value, spec)
    return text if isinstance(value, str) else text.replace("-", MINUS).replace(",", THOUSANDS)
