"""The gallery: one page with every figure in every example, for review and for tests."""

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from engine.drawing.figure import KINDS
from engine.drawing.markup import Markup

from .context import Placed
from .errors import Place
from .frames import frame
from .markdown import slug
from .pages import render
from .project import Project
from .sharing import Shared, card

FILE = "gallery/index.html"


@dataclass(frozen=True)
class Examples:
    """One figure in every example."""

    name: str
    placed: dict[str, Placed]
    """by the example's name"""


def draw_examples(project: Project) -> list[Examples]:
    """Every figure in every example; those that fail are reported."""
    return [_draw(name, number, project) for number, name in enumerate(project.figure_names, 1)]


def _draw(name: str, number: int, project: Project) -> Examples:
    figure, placed = project.figure(name), {}
    for copy, (example, state) in enumerate(figure.examples.items(), 1):
        identity = f"fig-{name}" + (f"-{copy}" if copy > 1 else "")
        try:
            picture = project.picture(name, figure.write(state))
        except ValueError as error:
            place = Place(f"{project.site.figures}.{name.replace('-', '_')}".replace(".", "/") + ".py", 1)
            project.report.add(place, f"the example {example!r}: {error}")
            continue
        state, drawing = picture
        drawing = drawing._replace(stage=with_ids_of_its_own(drawing.stage, f"{name}-{copy}"))
        placed[example] = Placed(name, identity, f"{number}.{copy}", state, drawing)
    return Examples(name, placed)


@lru_cache(maxsize=1024)
def with_ids_of_its_own(stage: str, suffix: str) -> Markup:
    """A stage whose ids, and what refers to them, end in a suffix: the same map stands in several examples."""
    for identity in set(re.findall(r' id="([^"]+)"', stage)):
        stage = re.sub(rf'( id="|#){re.escape(identity)}(?=["\)])', rf"\1{identity}-{suffix}", stage)
    return Markup(stage)


def render_gallery(examples: list[Examples], project: Project, front: Shared, shared: dict[str, Any]) -> str:
    """The gallery's HTML; its card shows the picture of the `front` page."""
    sections = [{"slug": each.name, "number": number, "title": project.figure(each.name).title, "examples": [
        {"id": f"{each.name}-{slug(example)}", "name": example, "html": frame(placed, project)}
        for example, placed in each.placed.items()
    ]} for number, each in enumerate(examples, 1)]
    kinds = {kind for each in examples for kind in project.figure(each.name).kinds}
    page = replace(front, address=FILE.removesuffix("index.html"), title=f"Gallery \u00b7 {project.site.title}",
                   description=f"Every figure of {project.site.title} in every example.")
    return render("gallery.html", FILE, project, shared, title=page.title, description=page.description,
                  tags=card(project.site, page), sections=sections, kinds=[kind for kind in KINDS if kind in kinds])
