"""::: exercise NAME figure=FIGURE until="readout=value …" by="field=value …" … :::, something for the reader to do.

Done when every condition of `until` holds among the readouts of the figure: a readout's name, one of = != < <= > >=,
and a text or number. `by` is a state that makes it so; the builder tries it, and that the figure does not begin
that way. All three may be left out: then it is a question to think about.
"""

from urllib.parse import parse_qsl

from engine.drawing.markup import escape, tag

from ..conditions import parse_conditions
from ..errors import no_such
from . import Directive

CONTAINER = True


def render(directive: Directive) -> tuple[str, str]:
    directive.only("figure", "until", "by")
    name = directive.argument("the name of the exercise")
    directive.context.claim_id(f"try-{name}", directive.place)
    figure, until = directive.fields.get("figure", ""), directive.fields.get("until", "")
    attributes = f'id="try-{escape(name)}" data-exercise="{escape(name)}"'
    if figure or until:
        _try_it(directive, figure, until)
        attributes += f' data-figure="{escape(figure)}" data-until="{escape(until)}"'
    return f'<div class="exercise" {attributes}>{tag("b", "Try it")}\n', "</div>\n"


def _try_it(directive: Directive, figure: str, until: str) -> None:
    """Reports an exercise that is done from the start, or that its own answer does not do."""
    context = directive.context
    if f"fig-{figure}" not in context.ids:
        directive.wrong(f"{no_such('figure', figure, context.figures_here())} (it stands above its exercise)")
        return
    try:
        conditions = parse_conditions(until)
    except ValueError as error:
        directive.wrong(str(error))
        return
    by = directive.fields.get("by", "")
    start = context.picture(figure, {}, directive.place)
    end = context.picture(figure, dict(parse_qsl(by.replace(" ", "&"), keep_blank_values=True)), directive.place)
    if start is None or end is None:
        return
    before, after = (context.project.shown(figure, drawing) for _, drawing in (start, end))
    missing = [no_such("readout", name, before) for name in conditions.names() if name not in before]
    for sentence in missing:
        directive.wrong(sentence)
    if not missing and conditions.hold(before):
        directive.wrong(f"{until!r} holds at the figure's defaults already")
    if not missing and not conditions.hold(after):
        directive.wrong(f"by={by!r} does not make {until!r} true")
