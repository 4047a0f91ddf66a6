"""How long from navigation until Python has loaded the model: this page beside one with stock Pyodide.

Both run the same engine from the same host, which compresses as common hosts do. They take turns, so that whatever else
the computer does hits both alike. Cold is a browser context without a cache, warm the second visit in that context.
"""

import gzip
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

import brotli
from playwright.sync_api import Browser, sync_playwright

from site_builder.build import build, write
from site_builder.runtime import Runtime
from site_builder.runtime import build as build_runtime
from site_builder.runtime_fetch import fetch, read_listing
from tests.browser.hosting import host
from tests.chromium import ARGUMENTS, find

ROOT = Path(__file__).parents[2]
STOCK = Path(__file__).with_name("stock")
ROUNDS = 7
PATIENCE = 120_000
"""milliseconds that one start may take"""

Times = dict[str, list[float]]
""""ours cold", "stock warm" … -> milliseconds, one a round"""


@contextmanager
def sites() -> Iterator[tuple[Path, Path, Runtime]]:
    """Folders of this page and of the stock page, and what the runtime of this page is made of."""
    with tempfile.TemporaryDirectory() as folder:
        ours, stock = Path(folder, "ours"), Path(folder, "stock")
        runtimes: list[Runtime] = []

        def make_runtime(engine: Path, beside: dict[str, bytes]) -> Runtime:
            runtimes.append(build_runtime(engine, beside, lambda sentence: print(sentence, file=sys.stderr)))
            return runtimes[-1]

        write(build(ROOT, make_runtime), ours)
        shutil.copytree(STOCK, stock)
        (stock / "pyodide").mkdir()
        for name, data in fetch(read_listing(), print).items():
            (stock / "pyodide" / name).write_bytes(data)
        (engine,) = (data for path, data in runtimes[0].files.items() if path.endswith("engine.zip.gz"))
        (stock / "engine.zip").write_bytes(gzip.decompress(engine))
        yield ours, stock, runtimes[0]


def start(browser: Browser, address: str) -> tuple[float, float]:
    """Milliseconds from navigation until Python is ready, on the first visit and on the second."""
    context = browser.new_context()
    page = context.new_page()
    page.add_init_script("document.addEventListener('runtime:ready', () => { window.readyAt = performance.now(); });")
    times = []
    for _ in range(2):
        page.goto(address)
        page.wait_for_function("() => window.readyAt", timeout=PATIENCE)
        times.append(page.evaluate("() => window.readyAt"))
    context.close()
    return times[0], times[1]


def measure(browser: Browser, addresses: dict[str, str], rounds: int) -> Times:
    """The pages in turn, `rounds` times; a first round, in which the browser itself warms up, is not counted."""
    times: Times = {f"{name} {visit}": [] for name in addresses for visit in ("cold", "warm")}
    for number in range(rounds + 1):
        for name, address in addresses.items():
            cold, warm = start(browser, address)
            if number:
                times[f"{name} cold"].append(cold)
                times[f"{name} warm"].append(warm)
    return times


def sizes(runtime: Runtime) -> dict[str, dict[str, int]]:
    """Bytes of each file fetched before Python is ready: unpacked, and on the wire with gzip and with brotli."""
    table = {}
    for name, file in runtime.config["first"].items():
        published = runtime.files.get(file["path"])
        packed = runtime.files.get(f"{file['path']}.gz", b"")
        table[name] = {
            "raw": file["size"],
            "gzip": file["transfer"],
            "brotli": len(brotli.compress(published)) if published else len(packed),
        }
    return table | {"all": {kind: sum(row[kind] for row in table.values()) for kind in ("raw", "gzip", "brotli")}}


def main() -> dict[str, Any]:
    """Measure and print a table."""
    with sites() as (ours, stock, runtime), host(ours) as our_host, host(stock) as stock_host:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=find(playwright), args=ARGUMENTS)
            times = measure(browser, {"ours": our_host.address, "stock": stock_host.address}, ROUNDS)
            browser.close()
        weights = sizes(runtime)
    for name, values in times.items():
        print(f"{name:<12} {median(values):>7.0f} ms   ({min(values):.0f} to {max(values):.0f})")
    ratios = {visit: median(times[f"ours {visit}"]) / median(times[f"stock {visit}"]) for visit in ("cold", "warm")}
    print("ours/stock  ", *(f"{visit} {ratio:.2f}" for visit, ratio in ratios.items()))
    for name, row in weights.items():
        print(f"{name:<18}", *(f"{row[kind] / 1e6:>7.3f} MB {kind}" for kind in row))
    return {"milliseconds": times, "ratios": ratios, "bytes": weights}
