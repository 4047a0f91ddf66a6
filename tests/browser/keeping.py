"""A site that the browser keeps for reading offline, and later builds of it."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, expect

from site_builder.runtime import LIMITS
from tests.browser.hosting import Host, host
from tests.browser.reader import LIVE, PATIENCE

KEPT = "It is kept in this browser and works without a network."
CACHES = "async () => (await caches.keys()).filter((name) => !name.includes('/memory/'))"
HASH = re.compile(r"-([0-9a-f]{10})(?=[./]|$)")
"""of a file's bytes, in its name"""
TEXTS = (".html", ".css", ".js", ".webmanifest")
"""files that name others"""


@contextmanager
def patient_host(folder: Path) -> Iterator[Host]:
    """A server whose pages wait for Python as long as a busy machine takes."""
    with host(folder) as running:
        running.limits = dict.fromkeys(LIMITS, PATIENCE)
        yield running


def change(file: Path, old: str, new: str) -> None:
    """Another text in a file that has the old one."""
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")


def publish_newer(folder: Path) -> str:
    """The site as a later build would write it, and nothing of the one before: another version, another title, other
    names of all hashed files. The version.
    """
    (version,) = re.findall(r'data-build="(\w+)"', (folder / "index.html").read_text("utf-8"))
    hashes = {found for path in folder.glob("assets/*") for found in HASH.findall(path.name)}
    others = {each: each[::-1] for each in hashes} | {version: f"{version}newer"}
    names = re.compile(f"(?<=-)(?:{'|'.join(hashes)})|{version}")
    for file in [path for path in folder.rglob("*") if path.is_file()]:
        if file.name.endswith((".br", ".gz")) and file.with_suffix("").exists():
            file.unlink()
        elif file.suffix in TEXTS and "runtime" not in file.parts[-2]:
            file.write_text(names.sub(lambda found: others[found[0]], file.read_text("utf-8")), "utf-8")
    for path in folder.glob("assets/*"):
        path.rename(path.with_name(names.sub(lambda found: others[found[0]], path.name)))
    change(folder / "index.html", "<title>", "<title>Newer: ")
    return others[version]


def wait_until_kept(page: Page) -> None:
    page.wait_for_function(LIVE)
    expect(page.locator(".offline")).to_contain_text(KEPT)
