"""Citations and terms in the prose: a word or number that opens a card, and the lists where the page ends.

`[@key]` cites a work of the references file, `[words]{term=name}` explains a term of the glossary. Each is a button
that opens its card by touch, key or click without a script; the style sheet shows the same card under a pointer.
"""

import re
from collections.abc import Mapping
from typing import Any, TypeVar

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from engine.drawing.markup import Markup, join, tag

from . import links
from .context import Context
from .errors import Place, no_such
from .works import Reference, Term

Entry = TypeVar("Entry", Reference, Term)

CITATION = re.compile(r"\[@([\w-]+)\]")
TERM = re.compile(r"\[([^\[\]]+)\]\{term=([\w-]+)\}")


def plugin(md: MarkdownIt) -> None:
    """Adds citations and terms to a parser."""
    md.inline.ruler.before("link", "citation", _citation)
    md.inline.ruler.before("link", "term", _term)


def _citation(state: StateInline, silent: bool) -> bool:
    match = CITATION.match(state.src, state.pos, state.posMax)
    if match and not silent:
        state.push("citation", "", 0).info = match[1]
    state.pos = match.end() if match else state.pos
    return bool(match)


def _term(state: StateInline, silent: bool) -> bool:
    match = TERM.match(state.src, state.pos, state.posMax)
    if match and not silent:
        token = state.push("term", "", 0)
        token.content, token.info = re.sub(r"\s+", " ", match[1]), match[2]
    state.pos = match.end() if match else state.pos
    return bool(match)


def _named(kind: str, known: Mapping[str, Entry], token: Token, place: Place, context: Context) -> Entry | None:
    """What a token names, noted as used; None after reporting that there is no such."""
    token.meta["html"] = ""
    if token.info not in known:
        context.report.add(place, no_such(kind, token.info, known))
        return None
    context.project.used.add((kind, token.info))
    return known[token.info]


def resolve_citation(token: Token, place: Place, context: Context) -> None:
    """The number of a work, in the order in which the page cites them."""
    work = _named("reference", context.project.references, token, place, context)
    if work is None:
        return
    key = token.info
    number = str(context.cited.setdefault(key, len(context.cited) + 1))
    name = _identity("cite", key, context)
    button = tag("sup", tag("button", number, type="button", popovertarget=f"{name}-card", id=name,
                            aria_label=f"Reference {number}: {short(work)}"))
    whole = tag("a", "in the list", href=f"#ref-{key}")
    token.meta["html"] = _card("cite", name, button, join(entry(work), " ", whole))


def resolve_term(token: Token, place: Place, context: Context) -> None:
    """A word that says what it means, and where it is touched."""
    term = _named("term", context.project.glossary, token, place, context)
    if term is None:
        return
    context.terms.add(token.info)
    identity = _identity("term", token.info, context)
    button = tag("button", token.content, type="button", popovertarget=f"{identity}-card")
    token.meta["html"] = _card("term", identity, button, meaning(token.info, term, context))


def meaning(name: str, term: Term, context: Context) -> Markup:
    """A term, what it means, and the figure where it is touched."""
    return join(tag("b", name.replace("-", " ")), ": ", term.means, " ", _figure(term, context))


def _figure(term: Term, context: Context) -> Markup | None:
    placed = next((each for each in context.placed if term.see.partition("?")[0] == f"#{each.id}"), None)
    if not placed:
        if term.see:
            context.report.add(term.place, f"{no_such('figure', term.see, [f'#{each.id}' for each in context.placed])}")
        return None
    link = Token("link_open", "a", 1, attrs={"href": term.see})
    links.resolve(link, term.place, context)
    return tag("a", f"Figure\u00a0{placed.number}", **{key: str(value) for key, value in link.attrs.items()})


def entry(work: Reference) -> Markup:
    """A work as the list shows it: who, what, where, when."""
    where = f"{work.within}, {work.year}." if work.within else f"{work.year}."
    shown = work.url.removeprefix("https://").replace("arxiv.org/abs/", "arXiv\u00a0")
    note = f" {work.note}" if work.note else ""
    stop = "" if work.title[-1] in "?!" else "."
    return join(f"{_listed(work.author)}: ", tag("cite", work.title), f"{stop} {where} ",
                tag("a", shown, href=work.url), f".{note}")


def short(work: Reference) -> str:
    """A work in three words."""
    families = work.families
    names = " and ".join(families) if len(families) < 3 else f"{families[0]} and others"
    return f"{names}, {work.year}"


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _card(kind: str, identity: str, button: Markup, content: Any) -> str:
    return tag("span", button, tag("span", content, class_="card", popover=True, id=f"{identity}-card"), class_=kind)


def _identity(kind: str, name: str, context: Context) -> str:
    copy = context.count(f"{kind} {name}")
    return f"{kind}-{name}" + (f"-{copy}" if copy > 1 else "")


def check_used(context: Context) -> None:
    """Reports works that no section cites and terms that none uses."""
    project = context.project
    for kind, known in (("reference", project.references), ("term", project.glossary)):
        for name, each in known.items():
            if (kind, name) not in project.used:
                context.report.add(each.place, f"no section uses the {kind} {name!r}")
