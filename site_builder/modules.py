"""The scripts of the site by what they import, read from their import statements."""

import re
from collections.abc import Mapping

IMPORT = re.compile(r"""^(?:import|export)\b[^"';]*["']\./([\w-]+\.js)["'];$""", re.MULTILINE)


def in_order(entry: str, scripts: Mapping[str, str]) -> list[str]:
    """A script and all it imports, each after what it imports itself. ValueError where they import in a circle."""
    order: list[str] = []

    def add(name: str, importing: tuple[str, ...]) -> None:
        if name in importing:
            raise ValueError(f"scripts import in a circle: {' > '.join((*importing, name))}")
        for imported in IMPORT.findall(scripts[name]):
            if imported not in order:
                add(imported, (*importing, name))
        if name not in order:
            order.append(name)

    add(entry, ())
    return order
