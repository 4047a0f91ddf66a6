"""The scripts of the site by what they import, read from their import statements, and what is run as one file each."""

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


NAMED = re.compile(r"""^import \{([^}]*)\} from ["']\./([\w-]+\.js)["'];$""", re.MULTILINE)
WHOLE = re.compile(r"""^import \* as (\w+) from ["']\./([\w-]+\.js)["'];$""", re.MULTILINE)
PLAIN = re.compile(r"""^import ["']\./[\w-]+\.js["'];$""", re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*?|class|const) (\w+))", re.MULTILINE)


def bundle(entry: str, scripts: Mapping[str, str], after: str = "") -> str:
    """One module that does what a module and all it imports do, if it stands where they did.

    Where it comes after another bundle it takes from there what that one holds already. ValueError for a statement that
    is none of the few forms the scripts keep to.
    """
    there = in_order(after, scripts) if after else []
    begin = f'import {{ modules }} from "./{after}";' if after else "const modules = {};"
    own = [_enclosed(name, scripts[name]) for name in in_order(entry, scripts) if name not in there]
    return "\n".join([begin, *own, "export { modules };"])


def _enclosed(name: str, source: str) -> str:
    """A module as a function that is called at once and gives what it exports."""
    exported = [match[1] for match in EXPORT.finditer(source)]
    source = NAMED.sub(lambda match: f"const {{{match[1].replace(' as ', ': ')}}} = modules[{match[2]!r}];", source)
    source = WHOLE.sub(r"const \1 = modules['\2'];", source)
    source = EXPORT.sub("", PLAIN.sub("", source))
    if wrong := re.search(r"^(import|export)\b(?!\().*", source, re.MULTILINE):
        raise ValueError(f"{name}: {wrong[0]!r} cannot be bundled")
    return f"modules[{name!r}] = (() => {{\n{source}\nreturn {{ {', '.join(exported)} }};\n}})();"
