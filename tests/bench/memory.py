"""What the page takes in memory once Python runs in it, and after a minute's worth of typing: the
heap of its scripts, the nodes of its document, and the whole process that draws it and runs Python.
"""

from pathlib import Path
from typing import Any

from playwright.sync_api import CDPSession, Page, sync_playwright

from tests.bench.acts import TEXT, rest
from tests.bench.keys import built, live_page
from tests.browser.hosting import host
from tests.browser.reader import WITH_TEXT
from tests.chromium import ARGUMENTS, find

ROUNDS = 10
"""times that a long text is typed"""


def resident(process: int) -> int:
    """Bytes of memory that a process of this machine has in use; Linux only."""
    pages = int(Path(f"/proc/{process}/statm").read_text("ascii").split()[1])
    return pages * 4096


def sizes(page: Page, session: CDPSession, whole: CDPSession) -> dict[str, int]:
    """Bytes by what holds them, and how many nodes the document has."""
    session.send("HeapProfiler.collectGarbage")
    found = {each["name"]: int(each["value"]) for each in session.send("Performance.getMetrics")["metrics"]}
    processes = whole.send("SystemInfo.getProcessInfo")["processInfo"]
    largest = max(resident(each["id"]) for each in processes if each["type"] == "renderer")
    return {"JavaScript of the page": found["JSHeapUsedSize"], "nodes": found["Nodes"], "renderer process": largest}


def main() -> dict[str, Any]:
    """Measure and print a table."""
    table: dict[str, dict[str, int]] = {}
    with built() as folder, host(folder) as hosted, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(playwright), args=ARGUMENTS)
        with live_page(browser, hosted.address) as page:
            session, whole = page.context.new_cdp_session(page), browser.new_browser_cdp_session()
            session.send("Performance.enable")
            table["live"] = sizes(page, session, whole)
            box = page.locator(f"#{WITH_TEXT[0].id} [name=text]")
            for _ in range(ROUNDS):
                box.press("ControlOrMeta+a")
                page.keyboard.type(TEXT)
                rest(page)
            table["after typing"] = sizes(page, session, whole)
        browser.close()
    for when, row in table.items():
        print(f"{when:<14}", *(f"{value / 1e6:8.1f} MB {name}" if name != "nodes" else f"{value:8} nodes"
                               for name, value in row.items()))
    return table
