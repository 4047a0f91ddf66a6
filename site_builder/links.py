"""Links in the prose: to an id of the page, to another section or page, to a figure in some state, to an address.

`#fig-NAME?field=value`, or `#fig-NAME` with {data-set="field=value"}, sets the figure. A path to a Markdown file of the
content (08-the-mask.md#more) leads to that section, on whatever page it is; a path to another file of the project
(DEPARTURES.md, engine/transformer/attention.py) leads to a page that shows it.
"""

import posixpath
from pathlib import PurePosixPath
from urllib.parse import parse_qsl, unquote

from markdown_it.token import Token

from engine.drawing.markup import assignment

from .context import Context
from .errors import Place, no_such

ADDRESSES = ("https://", "http://", "mailto:")


def resolve(token: Token, place: Place, context: Context) -> None:
    """Checks a link's token and rewrites it to what the page needs."""
    href = str(token.attrGet("href") or "")
    path, _, fragment = href.partition("#")
    if href.startswith(ADDRESSES):
        return
    if path:
        _to_file(token, unquote(path), unquote(fragment), place, context)
    elif fragment:
        _to_anchor(token, fragment, place, context)
    else:
        context.report.add(place, "a link leads nowhere")


def _to_anchor(token: Token, fragment: str, place: Place, context: Context) -> None:
    anchor, asks, query = fragment.partition("?")
    anchor = unquote(anchor)
    if anchor not in context.ids:
        context.report.add(place, f"dead link: {no_such('id', anchor, context.ids)}")
        return
    query = query if asks else str(token.attrGet("data-set") or "")
    if query:
        name = next((placed.name for placed in context.placed if placed.id == anchor), "")
        fields = dict(parse_qsl(query, keep_blank_values=True))
        if not name:
            context.report.add(place, f"only a figure has fields to set, and {anchor!r} is none")
        elif context.picture(name, fields, place):
            token.attrSet("href", f"#{anchor}")
            token.attrSet("data-set", assignment(**fields))


def _to_file(token: Token, path: str, fragment: str, place: Place, context: Context) -> None:
    """A link to the section written in another file, or to a file of the project."""
    file = posixpath.normpath(PurePosixPath(context.section.file).parent / path)
    sections = {section.file: (page, section) for page in context.project.pages for section in page.page.sections}
    if file in sections:
        page, section = sections[file]
        anchor = fragment or section.slug
        if anchor not in page.ids:
            context.report.add(place, f"dead link to {file}: {no_such('id', anchor, page.ids)}")
        token.attrSet("href", f"{'' if page is context else relative(context.page.path, page.page.path)}#{anchor}")
    elif not path.startswith((".", "/")) and (context.project.site.root / path).is_file():
        context.project.sources.add(path)
        token.attrSet("href", relative(context.page.path, f"source/{path}.html"))
    else:
        context.report.add(place, f"dead link: {no_such('section or file', path, [*sections])}")


def relative(here: str, there: str) -> str:
    """The way from one page's folder to another's, or to a file: from "" to "lora" it is "lora/"."""
    path = posixpath.relpath("/" + there, "/" + here)
    return path if posixpath.splitext(there)[1] else path + "/"


def resolve_image(token: Token, place: Place, context: Context) -> None:
    """Publishes the file an image shows, beside the section or below it."""
    source = unquote(str(token.attrGet("src")))
    file = (context.project.site.root / context.section.file).parent / source
    if not file.is_file():
        context.report.add(place, f"no image {source!r}")
        return
    if not token.content:
        context.report.add(place, f"the image {source!r} has no text in its place: ![what it shows]({source})")
    published = context.project.assets.add(file.name, file.read_bytes())
    token.attrSet("src", relative(context.page.path, published))
