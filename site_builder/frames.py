"""Templates, and the frame that every figure stands in."""

import json
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from engine.drawing.markup import subscripted

from .context import Placed
from .project import Project
from .spacing import bind_words

STATIC = Path(__file__).parent / "static"
"""scripts and styles, published as they stand"""
TEMPLATES = Path(__file__).parent / "templates"
templates = Environment(loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined,
                        keep_trailing_newline=True)
templates.filters["typeset"] = lambda text: subscripted(bind_words(text))


def frame(placed: Placed, project: Project) -> str:
    """A figure's HTML: its head, controls, stage, description, caption and foot."""
    figure, drawing = project.figure(placed.name), placed.drawing
    return templates.get_template("figure.html").render(
        figure=figure, id=placed.id, number=placed.number, stage=drawing.stage, description=drawing.description,
        notices=drawing.notices, shapes=json.dumps(drawing.shapes) if drawing.shapes else "",
        controls=project.controls(placed.name, placed.state),
        table=project.table(placed.name, placed.state), has_maps="data-map=" in drawing.stage,
        paper=project.site.paper,
    ).strip() + "\n"
