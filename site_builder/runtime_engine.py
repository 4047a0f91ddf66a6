"""The engine as the browser's Python compiles it, beside its sources, so that no reader waits for that."""

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path, PurePosixPath

from . import cache
from .runtime_fetch import Listing
from .runtime_inside import NODE, Files, Task, run
from .runtime_pack import STANDARD_LIBRARY, read_zip, write_zip

COMPILE = Task("runtime_compile_sources.py", "Compiling the engine")


def compiled(listing: Listing, pyodide: Files, library: Files, sources: Files, say: Callable[[str], None]) -> Files:
    """What Python looks for beside its sources, by path; each module is compiled once for its source.

    `library` is the compiled standard library by path, with which Python starts sooner than with its source.
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
        made = read_zip(run({**pyodide, STANDARD_LIBRARY: write_zip(library)}, COMPILE, missing, take))
        for name, data in made.items():
            cache.keep(places[name], data)
        found |= made
    return {_beside(name, listing.python): data for name, data in found.items() if data is not None}


def _beside(name: str, python: str) -> str:
    """Where Python of a version looks for the compiled form of a source."""
    path = PurePosixPath(name)
    return str(path.parent / "__pycache__" / f"{path.stem}.cpython-{python.replace('.', '')}.pyc")
