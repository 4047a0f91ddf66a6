"""::: figure NAME field=value …, one figure of the site's package, drawn as it is at these values."""

from ..context import Context, Placed
from ..frames import frame
from . import Directive


def render(directive: Directive) -> str:
    name = directive.argument("the name of a figure")
    if not name:
        return ""
    context = directive.context
    picture = context.picture(name, directive.fields, directive.place)
    if picture is None:
        return ""
    copies = context.figures_here().count(name)
    placed = Placed(name, f"fig-{name}" + (f"-{copies + 1}" if copies else ""), _number(context), *picture)
    context.claim_id(placed.id, directive.place)
    context.placed.append(placed)
    return frame(placed, context.project)


def _number(context: Context) -> str:
    """The section's number, with a letter from its second figure on: 7, 7b, 7c."""
    count = context.count(f"figure in {context.section.file}")
    return f"{context.section.number}{chr(ord('a') + count - 1) if count > 1 else ''}"
