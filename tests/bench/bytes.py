"""Bytes of the built page by when they are loaded: as they are, with gzip and with brotli.

First paint is the page with its styles and fonts; the scripts come with it but need not have run.
"""

import gzip
import re
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import Any

import brotli

from site_builder import cache
from site_builder.build import build
from site_builder.runtime import build as build_runtime
from tests.bench.report import table

ROOT = Path(__file__).parents[2]
WAYS = ("raw", "gzip", "brotli")
LIMITS = {"first paint": {"brotli": 300_000}, "runtime": {"brotli": 5_600_000, "gzip": 7_300_000}}
"""bytes that a group may take"""


def group(path: str, first_runtime: set[str], first_page: str) -> str:
    """When a published file is loaded."""
    name, suffix = path.removeprefix("assets/"), PurePosixPath(path).suffix
    if path.removesuffix(".gz") in first_runtime:
        return "runtime"
    if path == "index.html" or suffix in (".css", ".woff2"):
        return "first paint"
    if name.startswith("scripts-"):
        return "scripts"
    if path.startswith("assets/") and PurePosixPath(path).name in first_page:
        return "named by the page"
    return "later, if asked for"


def main() -> dict[str, Any]:
    """Measure, and print a table of groups and of the files of the first two."""
    runtimes = []

    def make_runtime(*arguments: Any) -> Any:
        runtimes.append(build_runtime(*arguments, print))
        return runtimes[-1]

    files = build(ROOT, make_runtime)
    first = {file["path"] for file in runtimes[0].config["first"].values()}
    page = re.sub(r'<script type="application/json".*?</script>', "", files["index.html"].decode(), flags=re.DOTALL)
    sizes: dict[str, dict[str, dict[str, int]]] = {}
    for path, data in files.items():
        original = path[:-3] if path.endswith((".gz", ".br")) else path
        if original != path and original in files:
            continue  # the compressed copy of a file that is counted
        found = group(path, first, page)
        sizes.setdefault(found, {})[original] = measure(gzip.decompress(data) if path.endswith(".gz") else data)
    totals = {name: {way: sum(each[way] for each in rows.values()) for way in WAYS} for name, rows in sizes.items()}
    rows = [[name, *(f"{total[way]:,}" for way in WAYS), within(name, total)] for name, total in totals.items()]
    for name in ("first paint", "runtime"):
        rows += [[f"  {path}", *(f"{each[way]:,}" for way in WAYS), ""] for path, each in sizes[name].items()]
    table(["when", *WAYS, "limit"], rows)
    return {"totals": totals, "files": sizes, "limits": LIMITS}


def measure(data: bytes) -> dict[str, int]:
    """Sizes of a file; what compression does not shrink is sent as it is."""
    name = f"brotli/{sha256(data).hexdigest()[:20]}"
    small = cache.kept(name, lambda: brotli.compress(data, quality=11))
    return {"raw": len(data), "gzip": min(len(data), len(gzip.compress(data, 9, mtime=0))),
            "brotli": min(len(data), len(small))}


def within(name: str, total: dict[str, int]) -> str:
    """How a group stands to its limits."""
    return ", ".join(f"{total[way] / limit:.2f} of {limit:,} {way}" for way, limit in LIMITS.get(name, {}).items())
