"""How long from navigation to the first answer: this page, stock Pyodide in a worker, and PyScript.

All run the same engine and answer the same question, from hosts that compress as common hosts do. They take turns, so
that whatever else the computer does hits all alike. Cold is a browser context without a cache, warm the second visit in
that context, and kept a third one of ours, which starts from the copy of Python's memory made at the second. PyScript
runs on the same Pyodide, in the page itself, which is what it does unless told otherwise.
"""

import gzip
import json
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import urlencode

from playwright.sync_api import Browser, sync_playwright

from engine.drawing.figure import load
from site_builder.build import build, write
from site_builder.runtime import build as build_runtime
from site_builder.runtime_fetch import fetch, read_listing
from tests.bench.packages import PYSCRIPT, unpack
from tests.browser.hosting import host
from tests.browser.reader import SITE, WITH_TEXT, noted
from tests.chromium import ARGUMENTS, find

ROOT = SITE.root
HERE = Path(__file__).parent
ROUNDS = 7
PATIENCE = 240_000
"""milliseconds that one start may take"""
POLLING = 50
"""milliseconds between two looks whether it is answered; looking at every frame would make the browser draw each"""
SETTLE = "() => new Promise((resolve) => setTimeout(resolve, 1000))"
"""meanwhile a browser draws its own new window, which takes it half a second of a processor"""
NETWORKS = {"unthrottled": (0.0, 0.0), "20 Mbit/s, 40 ms": (20e6 / 8, 0.04)}
"""bytes a second and seconds before each answer"""
ANSWERED = """document.addEventListener("figure:answer", ({ target: { dataset } }) => {
  window.recordedAt ??= dataset.source === "recorded" ? performance.now() : undefined;
  window.answeredAt ??= dataset.source === "python" ? performance.now() : undefined;
});"""

Times = dict[str, list[float]]
""""ours cold", "stock warm" … -> milliseconds, one a round"""


def question() -> tuple[str, dict[str, str]]:
    """The id of a figure, and fields of it that are not those it is drawn with."""
    place = WITH_TEXT[0]
    figure = load(place.name, SITE.figures)
    name, control = next((name, control) for name, control in figure.control.items() if hasattr(control, "options"))
    now = getattr(figure.state_class(), name)
    other = next(option for option in control.options if option != now)
    return place.id, figure.write(figure.state_class(**{name: other}))


@contextmanager
def sites() -> Iterator[dict[str, Path]]:
    """A folder for each page that is compared."""
    with tempfile.TemporaryDirectory() as folder:
        folders = {name: Path(folder, name) for name in ("ours", "stock", "pyscript")}
        files = build(ROOT, partial(build_runtime, say=tell))
        write(files, folders["ours"])
        engine = next(data for path, data in files.items() if path.endswith("engine.zip.gz"))
        figure, fields = question()
        page = {"text": None, "parameters": "shipped"}
        asked = {"figure": figure.removeprefix("fig-"), "request": 1, "fields": fields, "before": None, "page": page}
        for name in ("stock", "pyscript"):
            shutil.copytree(HERE / name, folders[name])
            (folders[name] / "engine.zip").write_bytes(gzip.decompress(engine))
            (folders[name] / "question.json").write_text(json.dumps(asked))
            (folders[name] / "pyodide").mkdir()
            for file, data in fetch(read_listing(), tell).items():
                (folders[name] / "pyodide" / file).write_bytes(data)
        unpack(PYSCRIPT, folders["pyscript"] / "pyscript")
        yield folders


def tell(sentence: str) -> None:
    """What goes on is said beside the results."""
    print(sentence, file=sys.stderr)


def start(browser: Browser, address: str, visits: tuple[str, ...]) -> dict[str, tuple[float, float | None]]:
    """Milliseconds from navigation to Python's answer and to a recorded one, on each visit."""
    context = browser.new_context()
    page = context.new_page()
    page.add_init_script(ANSWERED)
    times = {}
    for visit in visits:
        if visit == "kept":
            noted(page, 2, tried=True)
        page.goto("about:blank")
        page.evaluate(SETTLE)
        page.goto(address)
        page.wait_for_function("() => window.answeredAt", polling=POLLING, timeout=PATIENCE)
        times[visit] = tuple(page.evaluate("() => [window.answeredAt, window.recordedAt ?? null]"))
    context.close()
    return times


def measure(browser: Browser, addresses: dict[str, str]) -> Times:
    """The pages in turn; a first round, in which the browser itself warms up, is not counted."""
    times: Times = {}
    for number in range(ROUNDS + 1):
        for name, address in addresses.items():
            visits = ("cold", "warm", "kept") if name == "ours" else ("cold", "warm")
            for visit, (answered, recorded) in start(browser, address, visits).items():
                if number:
                    times.setdefault(f"{name} {visit}", []).append(answered)
                    if recorded:
                        times.setdefault(f"recorded {visit}", []).append(recorded)
    return times


def report(network: str, times: Times) -> dict[str, float]:
    """Prints medians, ranges and how many times as long as stock Pyodide each takes; returns the ratios."""
    ratios = {}
    print(f"{network}: navigation to the first answer")
    for name, values in times.items():
        visit = name.split()[1].replace("kept", "warm")
        ratios[name] = median(values) / median(times[f"stock {visit}"])
        print(f"  {name:<14} {median(values):>7.0f} ms ({min(values):.0f} to {max(values):.0f})   {ratios[name]:.2f}")
    return ratios


def main() -> dict[str, Any]:
    """Measure and print a table for each network."""
    results = {}
    figure, fields = question()
    with sites() as folders, ExitStack() as stack:
        hosts = {name: stack.enter_context(host(folder)) for name, folder in folders.items()}
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=find(playwright), args=ARGUMENTS)
        addresses = {name: each.address for name, each in hosts.items()}
        addresses["ours"] += f"#{figure}?{urlencode({name: fields[name] for name in fields if name != 'text'})}"
        for network, (bandwidth, latency) in NETWORKS.items():
            for each in hosts.values():
                each.bandwidth, each.latency = bandwidth, latency
            times = measure(browser, addresses)
            results[network] = {"milliseconds": times, "ratios": report(network, times)}
        browser.close()
    return results
