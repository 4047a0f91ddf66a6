"""Seconds of a build in a process of its own: nothing, a section, a figure or everything changed; 16 to 544 sections.

A larger site has the sections of this one again, on further pages. Beside the time on the clock stands the processor's,
which a busy computer changes less.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.bench.report import spread, table

ROOT = Path(__file__).parents[2]
PAGES = (1, 7, 34)
ROUNDS = 5
IGNORED = shutil.ignore_patterns("__pycache__")

Change = Callable[[Path], Path | None]


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


CHANGES: dict[str, Change] = {"nothing": nothing, "one section": section, "one figure": figure,
                              "everything": everything}


def main() -> dict[str, Any]:
    """Measure and print a table."""
    measured: dict[str, dict[str, list[float]]] = {}
    with tempfile.TemporaryDirectory() as folder:
        projects = {pages: make_project(Path(folder, str(pages)), pages) for pages in PAGES}
        for project in projects.values():
            build(project)
        for number in range(ROUNDS):
            for project in projects.values():
                sections = len(list((project / "content").rglob("*.md")))
                for name, change in CHANGES.items():
                    touch(change(project), number)
                    clock, processor = build(project)
                    row = measured.setdefault(f"{sections} sections, {name} changed", {"clock": [], "processor": []})
                    row["clock"].append(clock)
                    row["processor"].append(processor)
    table(["seconds", "clock", "processor"], [[name, *map(spread, row.values())] for name, row in measured.items()])
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
            shutil.copy(file, further)
    return root


def touch(file: Path | None, number: int) -> None:
    """Changes a file in a way that changes nothing else."""
    if file is None:
        return
    line = f"\n# {number}\n" if file.suffix == ".py" else f"\nAnd so on, {number} times.\n"
    file.write_text(file.read_text("utf-8") + line, encoding="utf-8")


def build(project: Path) -> tuple[float, float]:
    """Builds; seconds on the clock, and of the processor."""
    began, before = time.perf_counter(), os.times()
    subprocess.run([sys.executable, "-m", "site_builder", "build"], cwd=project, check=True,
                   stdout=subprocess.DEVNULL)
    after = os.times()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    return time.perf_counter() - began, used
