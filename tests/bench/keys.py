"""How long from a key, pick or drag to the frame that shows its answer, in every figure of the built page.

Frames are made as fast as they can be, not at a display's rate, which would add up to 17 milliseconds of waiting;
between two acts it waits as long as a quick hand does, and what is answered ahead by then is answered at once. With
folders of built pages as arguments these take turns, each once the others rest, and are compared:

    python -m tests.bench.keys dist-before dist-after
"""

import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from site_builder.build import build, write
from site_builder.runtime import build as build_runtime
from tests.bench.acts import AIM, TEXT, acts, rest
from tests.browser.hosting import host
from tests.browser.reader import LIVE, PATIENCE, PLACED, ROOT, WITH_TEXT, Placed
from tests.chromium import ARGUMENTS, find

FREE_FRAMES = ("--disable-frame-rate-limit", "--disable-gpu-vsync")
STOPWATCH = Path(__file__).with_name("stopwatch.js")
TURNS = 20
WARM_UP = 3
PACE = 100
"""milliseconds between two keys of a quick typist"""

Time = dict[str, float]
Times = dict[str, list[Time]]
""""fig-mask: type at 24" -> when each answer was asked, arrived, was drawn and framed, in milliseconds"""


@contextmanager
def built() -> Iterator[Path]:
    """A folder of the page as it stands."""
    with tempfile.TemporaryDirectory() as folder:
        write(build(ROOT, partial(build_runtime, say=lambda _: None)), Path(folder, "dist"))
        yield Path(folder, "dist")


@contextmanager
def live_page(browser: Browser, address: str) -> Iterator[Page]:
    """The page once Python runs in it, with the stopwatch."""
    context = browser.new_context(viewport={"width": 1100, "height": 900})
    context.set_default_timeout(PATIENCE)
    context.add_init_script(path=STOPWATCH)
    page = context.new_page()
    page.goto(address)
    page.wait_for_function(LIVE, polling=50)
    rest(page)
    yield page
    context.close()


def take(page: Page, place: Placed, act: object, turn: int) -> Time | None:
    """One act and the times of its answer; None where it changed nothing."""
    page.evaluate(AIM)
    page.evaluate("(id) => stopwatch.arm(id)", place.id)
    act(turn)
    return page.evaluate("() => stopwatch.taken()")


def measure_figure(pages: list[Page], place: Placed) -> Iterator[tuple[str, list[list[Time]]]]:
    """Every act of one figure, one list of times a page; the pages take turns at each."""
    for page in pages:
        page.locator("[data-action=reset-everything]").click()
        rest(page)
        page.locator(f"#{place.id}").scroll_into_view_if_needed()
    for every in zip(*(acts(page, place) for page in pages), strict=True):
        ((name, _), *_) = every
        taken: list[list[Time]] = [[] for _ in pages]
        for page in pages:
            rest(page)
        for turn in range(TURNS + WARM_UP):
            for times, page, (_, act) in zip(taken, pages, every, strict=True):
                for other in pages:
                    if other is not page:
                        rest(other)
                time = take(page, place, act, turn)
                if time and turn >= WARM_UP:
                    times.append(time)
        yield f"{place.id}: {name}", taken


def measure_typing(page: Page) -> dict[str, list[float]]:
    """A text typed with a key every 100 ms into the first figure that has one, while all figures show it.

    touched: from each key to its drawing there; in view, all: from the last key until these figures show it
    """
    place = WITH_TEXT[0]
    page.locator("[data-action=reset-everything]").click()
    rest(page)
    box = page.locator(f"#{place.id} [name=text]")
    box.press("ControlOrMeta+a")
    page.evaluate("() => { stopwatch.times.length = 0; }")
    page.keyboard.type(TEXT, delay=PACE)
    ends = page.evaluate("""async () => {
      const last = stopwatch.lastInput();
      return [await stopwatch.settled(true) - last, await stopwatch.settled(false) - last];
    }""")
    times = page.evaluate("(id) => stopwatch.times.filter(({figure}) => figure === id)", place.id)
    return {"touched": [time["frame"] - time["input"] for time in times], "in view": ends[:1], "all": ends[1:]}


def p95(values: list[float]) -> float:
    return quantiles(values, n=20, method="inclusive")[-1]


def row(times: list[Time]) -> dict[str, float]:
    """Median, 95th percentile and least from input to frame, and the medians of what it is made of."""
    def part(start: str, stop: str) -> float:
        return median(time[stop] - time[start] for time in times)

    whole = [time["frame"] - time["input"] for time in times]
    return {"median": median(whole), "p95": p95(whole), "least": min(whole), "queue": part("input", "asked"),
            "python": part("asked", "arrived"), "draw": part("arrived", "drawn"), "frame": part("drawn", "frame")}


def summary(table: dict[str, dict[str, float]]) -> dict[str, dict[str, float]]:
    """Over all figures, by kind of act: the median of medians, the slowest median and the slowest p95."""
    kinds: dict[str, list[dict[str, float]]] = defaultdict(list)
    for name, entry in table.items():
        act = name.split(": ")[1]
        kinds[act if act.startswith("type") else act.split()[0]].append(entry)
    return {kind: {"typical": median(each["median"] for each in rows), "slowest": max(each["median"] for each in rows),
                   "slowest p95": max(each["p95"] for each in rows)} for kind, rows in kinds.items()}


def main(folders: list[Path] | None = None) -> list[dict[str, Any]]:
    """Measure and print a table."""
    with ExitStack() as stack:
        folders = folders or [stack.enter_context(built())]
        hosts = [stack.enter_context(host(folder)) for folder in folders]
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=find(playwright), args=(*ARGUMENTS, *FREE_FRAMES))
        stack.callback(browser.close)
        pages = [stack.enter_context(live_page(browser, each.address)) for each in hosts]
        tables: list[dict[str, dict[str, float]]] = [{} for _ in pages]
        for place in PLACED:
            for name, taken in measure_figure(pages, place):
                if not all(taken):
                    continue  # the act found nothing left to change
                for table, times in zip(tables, taken, strict=True):
                    table[name] = row(times)
                print(f"{name:<46}", *map(written, (table[name] for table in tables)), sep="  |", flush=True)
        typing = [measure_typing(page) for page in pages]
    for table, quick in zip(tables, typing, strict=True):
        for kind, entry in summary(table).items():
            print(f"{kind:<12}", *(f"{name} {value:6.1f}" for name, value in entry.items()))
        for what, values in quick.items():
            print(f"10 keys/s, {what:<8} median {median(values):6.1f} p95 {p95([*values, values[-1]]):6.1f}")
    found = [{"figures": table, "typing": quick} for table, quick in zip(tables, typing, strict=True)]
    return found


def written(entry: dict[str, float]) -> str:
    return " ".join(f"{name} {value:5.1f}" for name, value in entry.items())


if __name__ == "__main__":
    main([Path(folder) for folder in sys.argv[1:]])
