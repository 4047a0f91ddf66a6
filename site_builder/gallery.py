"""The gallery: one page with every figure in every example, for review and for tests."""

from typing import Any

from engine.drawing.figure import KINDS

from .context import Placed
from .frames import frame
from .markdown import slug
from .pages import render
from .project import Project

FILE = "gallery/index.html"


def render_gallery(project: Project, shared: dict[str, Any]) -> str:
    """The gallery's HTML."""
    sections = [{"slug": name, "number": number, "title": project.figure(name).title,
                 "examples": _examples(name, number, project)}
                for number, name in enumerate(project.figure_names, 1)]
    kinds = {kind for name in project.figure_names for kind in project.figure(name).kinds}
    return render("gallery.html", FILE, project, shared, title=f"Gallery \u00b7 {project.site.title}",
                  description=f"Every figure of {project.site.title} in every example.", sections=sections,
                  kinds=[kind for kind in KINDS if kind in kinds])


def _examples(name: str, number: int, project: Project) -> list[dict[str, str]]:
    figure, found = project.figure(name), []
    for copy, (example, state) in enumerate(figure.examples.items(), 1):
        picture = project.picture(name, figure.write(state))
        placed = Placed(name, f"fig-{name}" + (f"-{copy}" if copy > 1 else ""), f"{number}.{copy}", *picture)
        found.append({"id": f"{name}-{slug(example)}", "name": example, "html": frame(placed, project)})
    return found
