"""Pages from their sections: read all, check all, then render."""

import posixpath
from dataclasses import dataclass
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from engine.drawing.figure import KINDS

from .content import Page
from .context import Context
from .frames import templates
from .links import relative
from .project import Project
from .sections import LATER, RULES, Prose, read, resolve

POLICY = "; ".join((
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:", "font-src 'self'", "connect-src 'self'", "worker-src 'self'", "manifest-src 'self'",
    "base-uri 'none'", "form-action 'none'"))


@dataclass
class Reading:
    """A page whose sections are read: its context, and their tokens."""

    context: Context
    prose: list[Prose]
    footnotes: list[list[Token]]


def read_pages(pages: list[Page], project: Project, md: MarkdownIt) -> list[Reading]:
    """Reads every section of every page and makes all tokens ready to render; what is wrong is reported."""
    readings = [_read_page(page, project, md) for page in pages]
    for reading in readings:
        for prose in reading.prose:
            resolve(prose, LATER, reading.context)
    return readings


def _read_page(page: Page, project: Project, md: MarkdownIt) -> Reading:
    context = Context(project, page, page.sections[0])
    project.pages.append(context)
    reading = Reading(context, [], [])
    for section in page.sections:
        if section.number:
            context.claim_id(section.slug, section.place(1))
    for section in page.sections:
        prose = read(section, md, context)
        resolve(prose, RULES, context)
        reading.prose.append(prose)
        context.first_footnote += sum(token.type == "footnote_open" for token in prose.body)
    return reading


def render_page(reading: Reading, md: MarkdownIt, shared: dict[str, Any]) -> str:
    """The HTML of a page; `shared` is what all pages of the site have in common."""
    context, opening = reading.context, reading.context.page.opening
    site = context.project.site
    parts: dict[str, str] = {}
    for prose in reading.prose:
        body, footnotes = split_footnotes(prose.body)
        reading.footnotes.extend(footnotes)
        parts[prose.section.file] = _html(body, md)
    sections = [{"slug": prose.section.slug, "number": prose.section.number, "title": _html(prose.title, md),
                 "html": parts[prose.section.file]} for prose in reading.prose if prose.section is not opening]
    first = next((prose for prose in reading.prose if prose.section is opening), None)
    front = {name: [_html(text, md) for text in first.front.get(name, ())] if first else []
             for name in ("kicker", "standfirst", "byline")}
    own_title = opening.fields["title"] if opening else site.title
    kinds = {kind for placed in context.placed for kind in context.project.figure(placed.name).kinds}
    return render(
        "page.html", context.page.file, context.project, shared,
        title=own_title if own_title == site.title else f"{own_title} \u00b7 {site.title}",
        description=(opening.fields.get("description") if opening else None) or site.description,
        heading=_html(first.title, md) if first else site.title, front=front,
        opening=parts[opening.file] if opening else "", sections=sections,
        footnotes=[_html(footnote, md) for footnote in reading.footnotes],
        kinds=[kind for kind in KINDS if kind in kinds])


def render(template: str, file: str, project: Project, shared: dict[str, Any], **own: Any) -> str:
    """A template filled for the page published as a file; addresses in it are relative to that page."""
    folder = posixpath.dirname(file)
    return templates.get_template(template).render(
        site=project.site, address=file.removesuffix("index.html"), policy=POLICY,
        to=lambda target: relative(folder, target), **shared, **own)


def split_footnotes(tokens: list[Token]) -> tuple[list[Token], list[list[Token]]]:
    """A section's tokens without its footnotes, and the tokens inside each footnote."""
    end = next((index for index, token in enumerate(tokens) if token.type == "footnote_block_open"), len(tokens))
    footnotes: list[list[Token]] = []
    for token in tokens[end + 1:-1]:
        if token.type == "footnote_open":
            footnotes.append([])
        elif token.type != "footnote_close":
            footnotes[-1].append(token)
    return tokens[:end], footnotes


def _html(tokens: list[Token], md: MarkdownIt) -> str:
    html: str = md.renderer.render(tokens, md.options, {})
    return html
