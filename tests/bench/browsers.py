"""How long until Python runs in the page, and what the page's process takes then, in Firefox and WebKitGTK."""

import os
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from site_builder.site import read_site
from tests.bench.keys import built
from tests.bench.memory import resident
from tests.bench.report import spread, table
from tests.browser.hosting import host
from tests.browser.others.programs import BROWSERS, Missing
from tests.browser.others.steps import start
from tests.browser.others.window import Window
from tests.browser.reader import IDLE, ROOT, WITH_TEXT

ROUNDS = 3
PAGES = ("-contentproc", "WebKitWebProcess")
"""found in the command of a process that draws a page"""
TEXTS = ("may 3rd, 1999", "on wednesday the twenty third of september 1998")
Measured = dict[str, list[float]]


def descendants(process: int) -> Iterator[int]:
    """The processes that a process began, and that these began."""
    for path in Path(f"/proc/{process}/task").glob("*/children"):
        for child in map(int, path.read_text("ascii").split()):
            yield child
            yield from descendants(child)


def megabytes() -> float:
    """Of the largest process that draws a page; Linux only."""
    command = {each: Path(f"/proc/{each}/cmdline").read_text("utf-8") for each in descendants(os.getpid())}
    return max(resident(each) for each, text in command.items() if any(name in text for name in PAGES)) / 1e6


def live(window: Window, address: str) -> float:
    """Seconds from navigation until Python runs."""
    start(window, address)
    return float(window.evaluate("() => performance.now()")) / 1000


def round_of(begin: Callable[[Path], Window], folder: Path, measured: Measured) -> None:
    """With a profile of its own: the first visit and the second, typing, and the one file."""
    with host(folder) as hosted, tempfile.TemporaryDirectory() as log:
        window = begin(Path(log))
        try:
            window.goto("about:blank")
            measured["MB, empty"].append(megabytes())
            measured["s, first visit"].append(live(window, hosted.address))
            measured["MB, live"].append(megabytes())
            for text in TEXTS * 3:
                window.locator(f"#{WITH_TEXT[0].id} [name=text]").fill(text)
                window.wait_for_function(IDLE)
            measured["MB, typed in"].append(megabytes())
            measured["s, second visit"].append(live(window, hosted.address))
            measured["MB, second visit"].append(megabytes())
            window.goto("about:blank")
            measured["s, one file"].append(live(window, (folder / f"{read_site(ROOT).name}.html").as_uri()))
            measured["MB, one file"].append(megabytes())
        finally:
            window.quit()


def main() -> dict[str, Any]:
    """Measure and print a table."""
    found: dict[str, Measured] = {}
    with built() as folder:
        for _ in range(ROUNDS):
            for begin in BROWSERS:
                try:
                    round_of(begin, folder, found.setdefault(begin.__name__, defaultdict(list)))
                except Missing as missing:
                    print(missing)
    walked = {name: measured for name, measured in found.items() if measured}
    rows = next((list(measured) for measured in walked.values()), [])
    table(["", *walked], [[row, *(spread(measured[row], 1) for measured in walked.values())] for row in rows])
    return walked
