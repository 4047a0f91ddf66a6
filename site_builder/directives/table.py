"""::: table NAME columns="one,two" caption="…", rows of the site's data as they stand, such as a table of
the paper."""

from engine.drawing.markup import escape, tag

from ..errors import no_such
from . import Directive


def render(directive: Directive) -> str:
    directive.only("columns", "caption")
    name = directive.argument("the name of a table")
    files = directive.context.project.site.data
    tables = [known for known, file in files.items() if file.endswith(".csv")]
    if name not in tables:
        directive.wrong(no_such("table", name, tables))
        return ""
    rows: list[dict[str, str]] = directive.context.project.model.table(name)
    columns = [column.strip() for column in directive.fields.get("columns", ",".join(rows[0])).split(",")]
    for column in columns:
        if column not in rows[0]:
            directive.wrong(no_such("column", column, rows[0]))
            return ""
    head = tag("tr", [tag("th", column.replace("_", " "), scope="col") for column in columns])
    body = [tag("tr", [tag("td", row[column]) for column in columns]) for row in rows]
    caption = tag("caption", directive.fields["caption"]) if "caption" in directive.fields else None
    return tag("div", tag("table", caption, tag("thead", head), tag("tbody", body)), class_="scroll", tabindex=0,
               role="region", aria_label=directive.fields.get("caption", escape(name)))
