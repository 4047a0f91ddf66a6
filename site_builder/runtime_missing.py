"""Runs in the browser: when an import misses a module that the first download left out, the rest is fetched.

Readers who edit a figure's source may import anything; hardly anybody does, so the rest waits on the server.
"""

import io
import sys
import zlib
from collections.abc import Sequence
from hashlib import sha256
from importlib import invalidate_caches
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType
from zipfile import ZipFile

from js import XMLHttpRequest  # type: ignore[import-not-found]  # Pyodide's own

LEFT_OUT = Path(__file__).with_name("left_out.txt")
GZIP = 31
"""what zlib calls a gzip header with the largest window"""


class MissingModules:
    """A finder that looks after every other has failed; it fetches once, then has nothing left to do."""

    def __init__(self, address: str, digest: str) -> None:
        self.address = address
        self.digest = digest
        self.names = frozenset(LEFT_OUT.read_text("utf-8").split())

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Where the module is, after fetching what was left out; None if it is not among that."""
        if name not in self.names:
            return None
        self.names = frozenset()  # before unpacking, which imports as well
        with ZipFile(io.BytesIO(self.fetch())) as archive:
            archive.extractall("/")
        invalidate_caches()
        return PathFinder.find_spec(name, path)

    def fetch(self) -> bytes:
        """The rest as a zip; waits for it, which a worker may do. ImportError if it cannot be had or is not the one."""
        request = XMLHttpRequest.new()
        request.open("GET", self.address, False)
        request.responseType = "arraybuffer"
        request.send()
        data: bytes = request.response.to_bytes() if request.status == 200 else b""
        unpacked = zlib.decompress(data, GZIP) if data.startswith(b"\x1f\x8b") else data
        if sha256(unpacked).hexdigest() != self.digest:
            raise ImportError("the rest of Python's library could not be fetched")
        return unpacked


def install(address: str, digest: str) -> None:
    """Watch for imports that miss; the rest is at `address`, a zip with that sha256, perhaps gzipped."""
    sys.meta_path.append(MissingModules(address, digest))
