"""How long until Python runs where there is no server: from the one file, and from what the browser has kept.

Beside them, in turn, the same page from a host on its second visit.
"""

import tempfile
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from site_builder.build import build, write
from site_builder.runtime import build as build_runtime
from site_builder.site import read_site
from tests.bench.boot import PATIENCE, ROOT
from tests.browser.hosting import host
from tests.chromium import ARGUMENTS, find

ROUNDS = 5
READY = "document.addEventListener('runtime:ready', () => { window.readyAt = performance.now(); });"


def opened(browser: Browser, offline: bool) -> Page:
    """A page that notes when Python runs."""
    page = browser.new_context(offline=offline).new_page()
    page.set_default_timeout(PATIENCE)
    page.add_init_script(READY)
    return page


def live(page: Page, address: str) -> float:
    """Milliseconds from navigation until Python runs."""
    page.goto(address)
    page.wait_for_function("() => window.readyAt")
    return float(page.evaluate("() => window.readyAt"))


def measure(browser: Browser, folder: Path, name: str) -> dict[str, list[float]]:
    """Each way in turn, ROUNDS times."""
    times: dict[str, list[float]] = {"one file": [], "host, warm": [], "no network": []}
    for _ in range(ROUNDS):
        page = opened(browser, offline=True)
        times["one file"].append(live(page, (folder / f"{name}.html").as_uri()))
        page.context.close()
        with host(folder) as hosted:
            page = opened(browser, offline=False)
            live(page, hosted.address)
            page.get_by_role("button", name="remove it").wait_for()
            times["host, warm"].append(live(page, hosted.address))
            hosted.is_gone = True
            times["no network"].append(live(page, hosted.address))
            page.context.close()
    return times


def main() -> dict[str, Any]:
    """Measure and print a table."""
    with tempfile.TemporaryDirectory() as made, sync_playwright() as playwright:
        folder, name = Path(made, "dist"), read_site(ROOT).name
        write(build(ROOT, partial(build_runtime, say=print)), folder)
        browser = playwright.chromium.launch(executable_path=find(playwright), args=ARGUMENTS)
        times = measure(browser, folder, name)
        browser.close()
        size = (folder / f"{name}.html").stat().st_size
    for way, values in times.items():
        print(f"{way:<12} {median(values):>7.0f} ms   ({min(values):.0f} to {max(values):.0f})")
    print(f"the one file has {size / 1e6:.2f} MB")
    return {"milliseconds": times, "bytes": size}
