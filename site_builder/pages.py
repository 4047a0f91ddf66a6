"""Pages from their sections: read all, check all, then render."""

import json
import posixpath
from dataclasses import dataclass
from typing import Any

from engine.drawing.figure import KINDS

from . import cards, poster, sharing
from .content import Page
from .context import Context
from .frames import templates
from .links import relative
from .markdown import html, slug
from .project import Project
from .sections import LATER, RULES, Prose, read, resolve
from .sharing import Shared
from .site import Site
from .works import Reference, bibtex

POLICY = "; ".join((
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:", "font-src 'self'", "connect-src 'self'", "worker-src 'self'", "manifest-src 'self'",
    "base-uri 'none'", "form-action 'none'"))


ENDS = ("glossary", "references", "cite", "kinds")
"""ids of what stands at the end of a page"""


@dataclass
class Reading:
    """A page whose sections are read: its context, and their tokens."""

    context: Context
    prose: list[Prose]


def read_pages(pages: list[Page], project: Project) -> list[Reading]:
    """Reads every section of every page and makes all tokens ready to render; what is wrong is reported."""
    readings = [_read_page(page, project) for page in pages]
    for reading in readings:
        for prose in reading.prose:
            resolve(prose, LATER, reading.context)
    if readings:
        cards.check_used(readings[0].context)
    return readings


def _read_page(page: Page, project: Project) -> Reading:
    context = Context(project, page, page.sections[0])
    project.pages.append(context)
    reading = Reading(context, [])
    for name in ENDS:
        context.claim_id(name, page.sections[0].place(1))
    for section in page.sections:
        if section.number:
            context.claim_id(section.slug, section.place(1))
    for section in page.sections:
        prose = read(section, context)
        resolve(prose, RULES, context)
        reading.prose.append(prose)
    return reading


def introduce(reading: Reading, project: Project, sheets: list[str]) -> Shared:
    """A page's title, description and card, which is drawn from its first figure and published."""
    context, opening, site = reading.context, reading.context.page.opening, project.site
    title = opening.fields["title"] if opening else site.title
    description = (opening.fields.get("description") if opening else None) or site.description
    first = next(iter(context.placed), None)
    picture = poster.draw(title, description, first.drawing.stage if first else "", sheets)
    shown = f" {project.figure(first.name).title}: {first.drawing.description}" if first else ""
    return Shared(context.page.file.removesuffix("index.html"), title, description,
                  project.assets.add("card.png", picture), f"{title}.{shown}")


def render_page(reading: Reading, page: Shared, shared: dict[str, Any]) -> str:
    """The HTML of a page; `shared` is what all pages of the site have in common."""
    context, opening = reading.context, reading.context.page.opening
    project = context.project
    site = project.site
    parts = {prose.section.file: html(prose.body) for prose in reading.prose}
    sections = [{"slug": prose.section.slug, "number": prose.section.number, "title": html(prose.title),
                 "html": parts[prose.section.file]} for prose in reading.prose if prose.section is not opening]
    first = next((prose for prose in reading.prose if prose.section is opening), None)
    front = {name: [html(text) for text in first.front.get(name, ())] if first else []
             for name in ("kicker", "standfirst", "byline")}
    works = [project.references[key] for key in context.cited]
    kinds = {kind for placed in context.placed for kind in context.project.figure(placed.name).kinds}
    return render(
        "page.html", context.page.file, context.project, shared, recorded=json.dumps(context.recorded, sort_keys=True),
        title=page.title if page.title == site.title else f"{page.title} \u00b7 {site.title}",
        description=page.description, tags=sharing.card(site, page) + sharing.scholar(site, page, works),
        described=sharing.data(site, page, works), heading=html(first.title) if first else site.title, front=front,
        opening=parts[opening.file] if opening else "", sections=sections,
        references={key: cards.entry(project.references[key]) for key in context.cited},
        glossary=[cards.meaning(name, project.glossary[name], context) for name in sorted(context.terms)],
        citation=citation(site), ends=[("glossary", "Terms")] * bool(context.terms)
        + [("references", "References")] * bool(context.cited) + [("cite", "Cite this page")] * bool(site.date),
        kinds=[kind for kind in KINDS if kind in kinds])


def citation(site: Site) -> str:
    """The site as a BibTeX entry; "" where it has no date."""
    if not site.date:
        return ""
    key = "".join(slug(site.title).split("-")) + site.date[:4]
    own = Reference(site.place("title"), [f"{{{site.author}}}"], site.title, int(site.date[:4]), site.base_url)
    return bibtex(key, own)


def render(template: str, file: str, project: Project, shared: dict[str, Any], **own: Any) -> str:
    """A template filled for the page published as a file; addresses in it are relative to that page."""
    folder = posixpath.dirname(file)
    return templates.get_template(template).render(
        site=project.site, address=file.removesuffix("index.html"), policy=POLICY,
        to=lambda target: relative(folder, target), **shared, **own)
