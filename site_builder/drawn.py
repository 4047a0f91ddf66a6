"""What earlier builds drew, kept in the user's cache: a figure is drawn again when something it is made of has changed.

That is its own module, all other code of the engine and of the model but the other figures (figures never import each
other), the model's data, the code that makes the answers, and the versions of Python and numpy.
"""

import pickle
import sys
from collections.abc import Callable, Iterator
from functools import lru_cache
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from . import cache
from .site import Site

MADE_BY = [file for pattern in ("drawn.py", "readouts.py", "recorded*.py")
           for file in sorted(Path(__file__).parent.glob(pattern))]
"""the builder's own code that makes answers"""
Answers = dict[tuple[str, ...], Any]
"""question -> what was answered"""


class Drawn:
    """Answers of earlier builds about each figure of a site, and about the site itself, whose name is ""."""

    def __init__(self, site: Site) -> None:
        self._figures = Path(import_module(site.figures).__path__[0])
        packages = ("engine", site.figures, site.model.partition(":")[0])
        files = {file for package in packages for file in _sources(package) if not self._is_figure(file)}
        given = [site.root / file for file in (*site.data.values(), *site.beside)]
        digests = [sha256(file.read_bytes()).hexdigest() for file in (*sorted(files), *given, *MADE_BY)]
        self._common = " ".join([*digests, site.model, *site.data, sys.version, np.__version__])
        self._answers: dict[str, Answers] = {}
        self._added: set[str] = set()

    def get(self, figure: str, question: tuple[str, ...], make: Callable[[], Any]) -> Any:
        """What `make` returns, or returned in an earlier build to the same question."""
        if figure not in self._answers:
            self._answers[figure] = _load(self._file(figure))
        answers = self._answers[figure]
        if question not in answers:
            answers[question] = make()
            self._added.add(figure)
        return answers[question]

    def keep(self) -> None:
        """Put what was added into the cache."""
        for figure in sorted(self._added):
            cache.keep(self._file(figure), pickle.dumps(self._answers[figure]))
        self._added.clear()

    def _file(self, figure: str) -> str:
        own = (self._figures / f"{figure.replace('-', '_')}.py").read_bytes() if figure else b""
        return f"drawn/{figure or 'site'}-{sha256(self._common.encode() + own).hexdigest()[:16]}.pickle"

    def _is_figure(self, file: Path) -> bool:
        return file.parent == self._figures and not file.name.startswith("_")


@lru_cache(maxsize=256)
def _load(file: str) -> Answers:
    """The answers in a file of the cache, which may only be added to; a process that builds again has them at hand."""
    kept = cache.read(file)
    answers: Answers = pickle.loads(kept) if kept is not None else {}
    return answers


def _sources(module: str) -> Iterator[Path]:
    """The Python files of the top package that a module is in, or the module's own; none where there is no such."""
    spec = find_spec(module.partition(".")[0])
    if spec and spec.submodule_search_locations is not None:
        for folder in spec.submodule_search_locations:
            yield from Path(folder).rglob("*.py")
    elif spec and spec.origin:
        yield Path(spec.origin)
