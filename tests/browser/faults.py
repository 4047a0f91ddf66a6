"""What can go wrong while the page is read: how it comes about, what the reader is told and offered, how it ends.

    python -m tests.browser.faults      writes FAULTS.md
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Locator

from site_builder.runtime import LIMITS
from tests.browser.causes import (
    AGAIN,
    FULL,
    Act,
    ask_again,
    before_scripts,
    break_off,
    change,
    come_online,
    forbid,
    freeze,
    go_offline,
    kill,
    lose_host,
    lose_scripts,
    mend,
    reload,
    replace,
    sleep,
    slide_to,
    spoil_runtime,
    stall,
    switch_off,
    switch_on,
    try_again,
    turn_clock,
    type_fast,
)
from tests.browser.scene import Scene, cut_parameters

DOCUMENT = Path(__file__).with_name("FAULTS.md")
HEAD = (
    "# What can go wrong", "",
    "Written by `python -m tests.browser.faults` from the tests that cause each fault on the real page. In all of them"
    " every drawing stays, and what was set is answered once the fault is over. What may go wrong"
    " between two versions of the site is in `test_site_versions.py`.", "",
)


def in_figure(scene: Scene) -> Locator:
    """The sentence of a figure."""
    return scene.error


@dataclass(frozen=True)
class Fault:
    """One thing that goes wrong."""

    cause: Act
    said: str = ""
    """the sentence, or a part of it, with {file} at fault and limits {answer} and {silence}; empty if all is well"""
    offered: str = ""
    """the button beside the sentence"""
    cure: Act | None = None
    """what ends it, in the words of its docstring; without one it lasts, for this browser"""
    limits: Mapping[str, int] = field(default_factory=dict)
    """of the runtime, where it is about them"""
    later: bool = False
    """it happens while Python runs, not before the page is opened"""
    place: Callable[[Scene], Locator] = lambda scene: scene.status
    """where it is said"""

    def sentence(self, file: str, limits: Mapping[str, int]) -> str:
        """What is said of a file under limits in milliseconds."""
        return self.said.format(file=file, **{name: limit // 1000 for name, limit in limits.items()})


FILES = {
    "missing": "The file {file} could not be fetched: the server answered 404.",
    "refused": "The file {file} could not be fetched: the server answered 503.",
    "truncated": "The file {file} arrived only in part: the connection broke.",
    "altered": "The file {file} is not the one this page was built with.",
    "another": "The file {file} is not the one this page was built with.",
    "stalled": "Python did not start: nothing was heard of it for {silence} seconds.",
}
"""fault of a host -> what is said of a file that Python is started from"""


def of_runtime(fault: str, at: int) -> Fault:
    """A fault of one of the files that Python is started from."""
    if fault == "stalled":
        return Fault(spoil_runtime(fault, at), FILES[fault], AGAIN, reload, {"silence": 2000})
    return Fault(spoil_runtime(fault, at), FILES[fault], AGAIN, try_again)


def of_worker(fault: str) -> Fault:
    """A fault of the script that runs beside the page."""
    said = "The part of this page that runs Python could not be loaded, or broke off."
    return Fault(lambda scene: scene.spoil(fault, "worker.js"), said, AGAIN, try_again)


def of_page(fault: str) -> Fault:
    """A fault of the page's own script."""
    said = "The scripts of this page could not be loaded."
    return Fault(lambda scene: scene.spoil(fault, "shell.js"), said, "Reload the page", reload)


RUNTIME = {f"a file of Python is {fault}": of_runtime(fault, at) for at, fault in enumerate(FILES)}
SCRIPTS = {
    "scripts are off": Fault(switch_off, "Scripts are off here: the figures stay as they were drawn.", cure=switch_on),
    **{f"the page's script is {fault}": of_page(fault)
       for fault in ("missing", "refused", "truncated", "altered", "another")},
    "every script of the page is missing": Fault(
        lose_scripts, "The scripts of this page have not come: the figures stay as they were drawn.", cure=reload),
    **{f"the worker's script is {fault}": of_worker(fault) for fault in ("missing", "refused", "truncated", "another")},
}
STARTING = {
    "a script of Python has a wrong type": Fault(
        lambda scene: scene.spoil("untyped", "pyodide.mjs"),
        "The file {file} could not be run: the server sends it as application/octet-stream.", AGAIN, try_again),
    "WebAssembly has a wrong type": Fault(lambda scene: scene.spoil("untyped", "pyodide.asm.wasm")),
    "a file of Python is slow": Fault(stall, "Python is on its way.", cure=mend),
    "WebAssembly is forbidden by the host": Fault(
        forbid, "WebAssembly, which Python runs on, is not allowed here.", AGAIN, try_again),
    "WebAssembly is switched off in the browser": Fault(
        lambda scene: scene.spoil_worker("delete self.WebAssembly;"),
        "WebAssembly, which Python runs on, is not allowed here.", AGAIN, try_again),
    "the browser has no workers": Fault(
        before_scripts("delete window.Worker;"), "This browser does not let the page run Python beside it.", AGAIN),
    "there is no memory left to start": Fault(
        lambda scene: scene.spoil_worker(FULL),
        "There is not enough memory left to start Python.", AGAIN, try_again),
    "the parameters are truncated": Fault(
        lambda scene: scene.spoil_engine(cut_parameters),
        "The file parameters.npz is not the one this page was built with.", AGAIN, reload),
    "the host goes away while Python is fetched": Fault(
        lose_host, "arrived only in part: the connection broke.", AGAIN, try_again),
    "the reader goes offline while Python is fetched": Fault(
        go_offline, "arrived only in part: the connection broke.", AGAIN, come_online),
    "the computer sleeps while Python is fetched": Fault(sleep, "Python is on its way.", cure=mend),
    "storage is denied": Fault(before_scripts(
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('', 'SecurityError'); } });"
        "delete window.caches; delete window.indexedDB;")),
    "storage is full": Fault(before_scripts(
        "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"
        "Cache.prototype.put = Cache.prototype.add = Cache.prototype.addAll ="
        " async () => { throw new DOMException('full', 'QuotaExceededError'); };")),
    "the window is private and has no service workers": Fault(
        before_scripts("delete Navigator.prototype.serviceWorker;")),
}
RUNNING = {
    "the worker is killed": Fault(
        kill, "No answer came within {answer} seconds, so Python was started again.", AGAIN, ask_again,
        limits={"answer": 6000}, later=True, place=in_figure),
    "the worker breaks off": Fault(
        break_off, "The part of this page that runs Python could not be loaded, or broke off.", AGAIN, try_again,
        later=True),
    "a figure never ends": Fault(
        slide_to("endless"), "No answer came within {answer} seconds, so Python was started again.", AGAIN, change,
        limits={"answer": 6000}, later=True, place=in_figure),
    "a figure takes all memory": Fault(
        slide_to("hungry"), "This needs more memory than the browser gives to a page.", "", change,
        later=True, place=in_figure),
    "a figure ends Python": Fault(
        slide_to("fatal"), "This ended Python, so it was started again.", AGAIN, change, later=True, place=in_figure),
    "data of a figure is missing": Fault(
        lambda scene: scene.spoil_data("missing"), "The file {file} could not be fetched: the server answered 404.",
        AGAIN, ask_again, later=True, place=in_figure),
    "data of a figure is truncated": Fault(
        lambda scene: scene.spoil_data("truncated"), "The file {file} arrived only in part: the connection broke.",
        AGAIN, ask_again, later=True, place=in_figure),
    "data of a figure is altered": Fault(
        lambda scene: scene.spoil_data("altered"), "The file {file} is not the one this page was built with.",
        AGAIN, ask_again, later=True, place=in_figure),
    "the site is replaced by a newer version while it is read": Fault(
        replace, "This page was replaced by a newer version, and its files are no longer on the server.",
        "Reload the page", reload, later=True, place=in_figure),
    "the tab is frozen in the background": Fault(freeze, later=True),
    "the reader's clock is wrong": Fault(turn_clock, later=True),
    "two hundred keys are pressed at once": Fault(type_fast, later=True),
}
FAULTS = RUNTIME | SCRIPTS | STARTING | RUNNING
HARMED = [name for name, fault in RUNNING.items() if fault.cure is change]
"""those for which a figure of the engine is spoiled"""


def table() -> str:
    """Every fault, what the reader sees, and how it ends, as a document."""
    lines = [*HEAD, "| when | the reader is told | and offered | it ends when |", "|---|---|---|---|"]
    for name, fault in FAULTS.items():
        said = fault.sentence("…", LIMITS) or "nothing, since nothing is lost"
        ends = fault.cure.__doc__ if fault.cure else ("the reader takes another browser" if fault.said else "")
        said = said if said[0].isupper() or not fault.said else f"… {said}"
        lines.append(f"| {name} | {said} | {fault.offered} | {ends} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    DOCUMENT.write_text(table(), "utf-8")
