"""Directives: lines that begin with three colons, one module of this folder for each.

A module without CONTAINER stands for one line (`::: figure mask masked=off`) and has `render(directive)` -> HTML. One
with CONTAINER = True stands for a block that closes with a line `:::` (an outer one has more colons), and its `render`
gives two pieces of HTML, for before and after what it holds. A module reports what is wrong with
`directive.wrong(sentence)` and may then return anything. What follows the name is read as a shell would read it: words
are arguments, name=value are fields, quotes hold spaces together.
"""

import shlex
from dataclasses import dataclass
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.token import Token
from mdit_py_plugins.container import container_plugin

from ..context import Context
from ..errors import Place, no_such


@dataclass(frozen=True)
class Directive:
    """One directive of a section."""

    arguments: tuple[str, ...]
    fields: dict[str, str]
    place: Place
    context: Context

    def wrong(self, sentence: str) -> None:
        """Reports a problem with this directive."""
        self.context.report.add(self.place, sentence)

    def argument(self, what: str) -> str:
        """The only argument; "" after reporting that there is none, or more than one."""
        if len(self.arguments) == 1:
            return self.arguments[0]
        self.wrong(f"this directive takes {what}, not {' '.join(map(repr, self.arguments)) or 'nothing'}")
        return ""

    def only(self, *names: str) -> None:
        """Reports fields other than these."""
        for name in self.fields:
            if name not in names:
                self.wrong(no_such("field", name, names))


RULES: dict[str, ModuleType] = {
    module.name: import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__)
}


def is_container(name: str) -> bool:
    """Whether a directive is a block. One that does not exist is a line, so that it takes nothing else with it."""
    return name in RULES and hasattr(RULES[name], "CONTAINER")


def plugin(md: MarkdownIt) -> None:
    """Adds directives to a parser."""
    container_plugin(md, "directive", validate=lambda parameters, _: is_container((parameters.split() or [""])[0]))
    md.block.ruler.before("container_directive", "directive", _line_rule,
                          {"alt": ["paragraph", "reference", "blockquote", "list"]})


def _line_rule(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    text = state.src[state.bMarks[start_line] + state.tShift[start_line]:state.eMarks[start_line]]
    words = text.lstrip(":").split()
    if not text.startswith(":::") or not words or is_container(words[0]):
        return False
    if not silent:
        token = state.push("directive", "", 0)
        token.info, token.map, token.block = text.lstrip(":"), [start_line, start_line + 1], True
        state.line = start_line + 1
    return True


def resolve(token: Token, place: Place, context: Context) -> None:
    """Makes the HTML of a directive's token."""
    name, *_ = token.info.split()
    token.meta["html"] = ""
    if name not in RULES:
        context.report.add(place, no_such("directive", name, RULES))
        return
    html = RULES[name].render(_read(token.info, place, context))
    if token.nesting:
        token.meta["html"], after = html
        context.open_directives.append(after)
    else:
        token.meta["html"] = html


def resolve_end(token: Token, place: Place, context: Context) -> None:
    """Makes the HTML that closes a container."""
    token.meta["html"] = context.open_directives.pop()


def _read(info: str, place: Place, context: Context) -> Directive:
    try:
        words = shlex.split(info)[1:]
    except ValueError:
        context.report.add(place, "a quotation mark is not closed")
        words = info.split()[1:]
    fields: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if equals and key in fields:
            context.report.add(place, f"{key} is given twice")
        if equals:
            fields[key] = value
    arguments = tuple(word for word in words if "=" not in word)
    return Directive(arguments, fields, place, context)
