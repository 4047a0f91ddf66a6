"""Take another release of Pyodide: its files are fetched, hashed and written into runtime.toml, whole or not at all.

    python -m site_builder runtime update            the newest release
    python -m site_builder runtime update 314.0.4    this one

What is fetched now is trusted because of the encrypted connection, and numpy because the release's own lock file
carries its hash; from then on every byte is compared with the listing.
"""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from . import cache
from .runtime_fetch import LISTING, Listed, Listing, Unavailable, cached, read_listing

PATIENCE = 30.0
"""seconds without a byte after which a download is given up"""
CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
FILES = re.compile(r'^\[files\.".*', re.MULTILINE | re.DOTALL)


def update(version: str | None, say: Callable[[str], None], path: Path = LISTING) -> str:
    """Rewrites the listing at `path` for a release, the newest without `version`; the version it lists then.

    Unavailable where the release, one of its files, or numpy in it cannot be had; the listing is then as it was.
    """
    present = read_listing(path)
    version = version or newest(present)
    if version == present.version:
        say(f"{path.name} lists Pyodide {version} already.")
        return version
    if present.version not in present.distribution:
        raise Unavailable(f"The distribution's address in {path.name} does not name its version {present.version}.")
    address = present.distribution.replace(present.version, version)
    files = {name: download(address + name, say) for name in CORE}
    lock = read_lock(files["pyodide-lock.json"], version)
    numpy = lock["packages"]["numpy"]
    files[numpy["file_name"]] = wheel = download(address + numpy["file_name"], say)
    if sha256(wheel).hexdigest() != numpy["sha256"]:
        raise Unavailable(f"{numpy['file_name']} is not the one that the lock file of Pyodide {version} names.")
    listed = tuple(Listed(name, len(data), sha256(data).hexdigest()) for name, data in files.items())
    python = ".".join(lock["info"]["python"].split(".")[:2])
    listing = replace(present, version=version, python=python, distribution=address, package="", files=listed)
    for file in listed:
        cache.keep(cached(listing, file), files[file.name])
    cache.write(path, rewritten(path.read_text("utf-8"), listing).encode())
    if present.package:
        say(f"The package {present.package} carries another release, so it is no source any more.")
    say(f"{path.name} lists Pyodide {version} with {numpy['file_name']}. Run the tests before you keep it.")
    return version


def newest(listing: Listing) -> str:
    """The version of Pyodide's latest release."""
    try:
        return str(json.loads(download(listing.latest, lambda sentence: None))["tag_name"]).removeprefix("v")
    except (ValueError, LookupError, TypeError):
        raise Unavailable(f"{listing.latest} does not say which release is the newest; name one.") from None


def download(address: str, say: Callable[[str], None]) -> bytes:
    """The bytes at an address. Unavailable if they cannot be had."""
    say(f"Fetching {address}")
    try:
        with urlopen(address, timeout=PATIENCE) as response:
            data: bytes = response.read()
    except (OSError, HTTPException, ValueError) as error:
        raise Unavailable(f"{address} cannot be fetched: {error}") from error
    return data


def read_lock(data: bytes, version: str) -> dict[str, Any]:
    """A release's lock file. Unavailable unless it says which Python it is and where numpy is."""
    try:
        lock: dict[str, Any] = json.loads(data)
        numpy = lock["packages"]["numpy"]
        "".join([lock["info"]["python"], numpy["file_name"], numpy["sha256"]])
    except (ValueError, LookupError, TypeError):
        raise Unavailable(f"The lock file of Pyodide {version} does not name its Python and its numpy.") from None
    return lock


def rewritten(text: str, listing: Listing) -> str:
    """The text of runtime.toml for another listing; comments and other settings stay."""
    for name in ("version", "python", "distribution", "package"):
        line = f"{name} = {json.dumps(getattr(listing, name))}"
        text, found = re.subn(rf"^{name} = .*$", line, text, flags=re.MULTILINE)
        if found != 1:
            raise Unavailable(f"runtime.toml does not say {name} on one line of its own.")
    files = [f'[files."{file.name}"]\nsize = {file.size}\nsha256 = "{file.sha256}"\n' for file in listing.files]
    return FILES.sub("", text) + "\n".join(files)
