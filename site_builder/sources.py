"""Pages that show a file of the project as it is: the code that the prose links to, or a document."""

from dataclasses import replace
from pathlib import PurePosixPath
from typing import Any

from . import code
from .markdown import plain_parser
from .pages import render
from .project import Project
from .sharing import Shared, card

LANGUAGES = {".py": "python", ".toml": "toml", ".js": "javascript", ".json": "json"}


def published(file: str) -> str:
    """Where the page that shows a file is published."""
    return f"source/{file}.html"


def render_source(file: str, project: Project, front: Shared, shared: dict[str, Any]) -> str:
    """The HTML of the page that shows a file; its card shows the picture of the `front` page."""
    text = (project.site.root / file).read_text(encoding="utf-8")
    suffix = PurePosixPath(file).suffix
    body = plain_parser().render(text) if suffix == ".md" else code.block(text, LANGUAGES.get(suffix, ""))
    page = replace(front, address=published(file), title=f"{file} \u00b7 {project.site.title}",
                   description=f"{file}, a file of {project.site.title}.")
    return render("source.html", published(file), project, shared, title=page.title, description=page.description,
                  tags=card(project.site, page), name=file, body=body, is_document=suffix == ".md")
