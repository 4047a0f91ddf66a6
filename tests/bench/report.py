"""What benchmarks print and write."""

import json
import os
import platform
from pathlib import Path
from statistics import median
from typing import Any

FOLDER = Path(__file__).parents[2] / ".cache" / "bench"


def save(name: str, measured: Any) -> Path:
    """Writes what a benchmark measured, and on what, to a JSON file; its path."""
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else None
    machine = {"system": platform.platform(), "python": platform.python_version(), "processors": os.cpu_count(),
               "load": load}
    FOLDER.mkdir(parents=True, exist_ok=True)
    path = FOLDER / f"{name}.json"
    path.write_text(json.dumps({"machine": machine, "measured": measured}, indent=1) + "\n", encoding="utf-8")
    return path


def spread(values: list[float], digits: int = 2) -> str:
    """Median and range."""
    low, middle, high = (f"{value:.{digits}f}" for value in (min(values), median(values), max(values)))
    return f"{middle} ({low} to {high})"


def table(head: list[str], rows: list[list[str]]) -> None:
    """Prints rows below a head; the first column is for names."""
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    for row in (head, *rows):
        first, *others = (cell.ljust(width) if not at else cell.rjust(width)
                          for at, (cell, width) in enumerate(zip(row, widths, strict=True)))
        print("  ".join([first, *others]), flush=True)
