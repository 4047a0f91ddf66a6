"""The engine as the browser's Python compiles it, beside its sources, so that no reader waits for that."""

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path, PurePosixPath

from . import cache
from .runtime_fetch import Listing
from .runtime_inside import NODE, Files, Task, run
from .runtime_pack import STANDARD_LIBRARY, read_zip, write_zip

COMPILE = Task("runtime_compile_sources.py", "Compiling the engine", flags=("--liftoff-only",))
"""in one second, in which optimising Python itself would not pay"""


def compiled(listing: Listing, pyodide: Files, packs: Files, sources: Files, say: Callable[[str], None]) -> Files:
    """What Python looks for beside its sources, by path; each module is compiled once for its source.

    With the compiled library in `packs` Python starts sooner than with Pyodide's own, which is source.
    """
    recipe = repr((listing.files, NODE.read_bytes(), COMPILE.path.read_bytes()))
    places = {name: f"compiled/{sha256(repr((recipe, name, data)).encode()).hexdigest()[:20]}"
              for name, data in sources.items()}
    found = {name: cache.read(place) for name, place in places.items()}
    missing = {name: sources[name] for name, data in found.items() if data is None}

    def take(work: Path) -> bytes:
        return write_zip({name: (work / _beside(name, listing.python)).read_bytes() for name in missing})

    if missing:
        say(COMPILE.sentence)
        made = read_zip(run({**pyodide, STANDARD_LIBRARY: _library(listing, packs)}, COMPILE, missing, take))
        for name, data in made.items():
            cache.keep(places[name], data)
        found |= made
    return {_beside(name, listing.python): data for name, data in found.items() if data is not None}


def _library(listing: Listing, packs: Files) -> bytes:
    """The compiled standard library as Pyodide takes its own."""
    home = f"lib/python{listing.python}/"
    files = {path.removeprefix(home): data for pack in ("library.zip", "rest.zip")
             for path, data in read_zip(packs[pack]).items() if "/site-packages/" not in path}
    return write_zip(files)


def _beside(name: str, python: str) -> str:
    """Where Python of a version looks for the compiled form of a source."""
    path = PurePosixPath(name)
    return str(path.parent / "__pycache__" / f"{path.stem}.cpython-{python.replace('.', '')}.pyc")
