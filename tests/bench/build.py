"""Seconds of a build: nothing, a section, a figure or everything changed; of 16, 112 and 544 sections.

A larger site has the sections of this one again, on further pages, each with a sentence of its own. `build` is a
process of its own each time; `serve` has one that builds again. Beside the time on the clock stands the processor's,
which a busy computer changes less.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from tests.bench.report import spread, table

ROOT = Path(__file__).parents[2]
PAGES = (1, 7, 34)
ROUNDS = 5
IGNORED = shutil.ignore_patterns("__pycache__")
BUILD = ("-m", "site_builder", "build")
UNRECORDED = ("-c", """
import runpy, sys
from site_builder.recorded import Recorder
Recorder.record = lambda recorder, page: None
sys.argv = ["site_builder", "build"]
runpy.run_module("site_builder", run_name="__main__")
""")
"""a build without recorded answers"""

Change = Callable[[Path], Path | None]
Seconds = dict[str, float]
"""on the clock, and of the processor"""


def nothing(project: Path) -> None:
    """Leaves everything as it was built last."""


def section(project: Path) -> Path:
    """The Markdown file of the front page's second section."""
    return sorted((project / "content").glob("*.md"))[1]


def figure(project: Path) -> Path:
    """The module of the first figure."""
    return min((project / "engine" / "figures").glob("[!_]*.py"))


def everything(project: Path) -> Path:
    """A module that all figures depend on."""
    return project / "engine" / "random.py"


GROWING: dict[str, tuple[Change, tuple[str, ...]]] = {
    "nothing changed": (nothing, BUILD), "one section changed": (section, BUILD)}
"""what is measured of every size"""
OF_FIGURES: dict[str, tuple[Change, tuple[str, ...]]] = {
    "one figure changed": (figure, BUILD), "everything changed": (everything, BUILD),
    "everything changed, without recorded answers": (everything, UNRECORDED)}
"""what does not grow with sections"""


def main() -> dict[str, Any]:
    """Measure and print a table."""
    measured: dict[str, dict[str, list[float]]] = {}

    def note(name: str, seconds: Seconds) -> None:
        for by, value in seconds.items():
            measured.setdefault(name, {}).setdefault(by, []).append(value)

    with tempfile.TemporaryDirectory() as folder, ExitStack() as served:
        projects = {pages: make_project(Path(folder, str(pages)), pages) for pages in PAGES}
        servers = {pages: served.enter_context(Server(project)) for pages, project in projects.items()}
        for pages, project in projects.items():
            build(project, BUILD)
            servers[pages].build()
        for number in range(ROUNDS):
            for pages, project in projects.items():
                sections = f"{len(list((project / 'content').rglob('*.md')))} sections"
                for name, (change, command) in (GROWING | (OF_FIGURES if pages == 1 else {})).items():
                    touch(change(project), number)
                    note(f"{sections}, {name}", build(project, command))
                touch(section(project), number)
                servers[pages].build()  # of what the others changed
                touch(section(project), number)
                note(f"{sections}, one section changed, served", servers[pages].build())
    head = ["clock", "processor"]
    table(["seconds", *head], [[name, *(spread(row[by]) if by in row else "" for by in head)]
                               for name, row in measured.items()])
    return measured


def make_project(root: Path, pages: int) -> Path:
    """A copy of this project with so many pages."""
    root.mkdir()
    for name in ("content", "engine", "weights", "site_builder"):
        shutil.copytree(ROOT / name, root / name, ignore=IGNORED)
    for file in ROOT.glob("*"):
        if file.is_file():
            shutil.copy(file, root)
    for page in range(2, pages + 1):
        further = root / "content" / f"page-{page}"
        further.mkdir()
        for file in (ROOT / "content").glob("*.md"):
            copy = Path(shutil.copy(file, further))
            copy.write_text(f"{copy.read_text('utf-8')}\nThis is page {page}.\n", encoding="utf-8")
    return root


def touch(file: Path | None, number: int) -> None:
    """Changes a file in a way that changes nothing else."""
    if file is None:
        return
    line = f"\n# {number}\n" if file.suffix == ".py" else f"\nAnd so on, {number} times.\n"
    file.write_text(file.read_text("utf-8") + line, encoding="utf-8")


def build(project: Path, command: Sequence[str]) -> Seconds:
    """Builds in a process of its own."""
    began, before = time.perf_counter(), os.times()
    subprocess.run([sys.executable, *command], cwd=project, check=True, stdout=subprocess.DEVNULL)
    after = os.times()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    return {"clock": time.perf_counter() - began, "processor": used}


class Server:
    """The process of `serve` that builds, whenever it is asked."""

    def __init__(self, project: Path) -> None:
        self.draft = project / ".cache" / "serve"
        self.process = subprocess.Popen([sys.executable, "-m", "site_builder.again"], cwd=project,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)

    def __enter__(self) -> "Server":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.communicate()

    def build(self) -> Seconds:
        """Builds again."""
        assert self.process.stdin is not None and self.process.stdout is not None
        began = time.perf_counter()
        self.process.stdin.write(f"{self.draft}\n".encode())
        self.process.stdin.flush()
        if self.process.stdout.readline().strip() != b"0":
            raise RuntimeError("the site could not be built")
        return {"clock": time.perf_counter() - began}
