"""A folder of files served as a plain host would, on this machine only, with correct types; spoiled on request."""

import gzip
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Lock
from urllib.parse import unquote, urlsplit

from site_builder.hosting import HEADER_POLICY, TYPES
from tests.serving import at_work

LIMITS = re.compile(rb'(?<="limits": ){[^}]*}')
PATIENT = {"silence": 600_000, "answer": 600_000}
"""limits of the runtime for tests that are not about them: a busy machine is slow, not wrong"""
COMPRESSED = (".html", ".css", ".js", ".mjs", ".json", ".svg", ".wasm")
"""what common hosts compress on the way"""
BLOCK = 1 << 14
"""bytes that a slow line brings at a time"""


@dataclass
class Host:
    """A running server; what it does is changed while it runs."""

    address: str = ""
    compresses: bool = True
    script_policy: str = HEADER_POLICY
    faults: dict[str, str] = field(default_factory=dict)
    """file name -> missing, refused, truncated, altered, another (page in its place), untyped, stalled or silent"""
    replaced: dict[str, bytes] = field(default_factory=dict)
    """file name -> what is sent as if it were the file"""
    limits: dict[str, int] = field(default_factory=PATIENT.copy)
    """of the runtime, instead of those the pages were built with"""
    is_gone: bool = False
    """connections break without an answer"""
    bandwidth: float = 0.0
    """bytes a second for all connections together; 0 is no limit"""
    latency: float = 0.0
    """seconds before each answer"""
    line: Lock = field(default_factory=Lock)
    """held while bytes are on the wire"""
    asked: list[str] = field(default_factory=list)
    """the path of every request"""
    going_on: Event = field(default_factory=Event)
    """when set, silent files and the second half of stalled ones are sent, or break off where the host is gone"""

    def content(self, path: Path, fault: str) -> bytes:
        """A file as it is sent; altered, its middle byte is another."""
        data = self.replaced.get(path.name) or on_disk(path, path.stat().st_mtime_ns)
        if fault == "another":
            return b"<!doctype html><title>Welcome</title>"
        if fault == "altered":
            middle = len(data) // 2
            return data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1:]
        if path.suffix == ".html":
            return LIMITS.sub(json.dumps(self.limits).encode(), data)
        return data


def worker_after(first: str, folder: Path) -> dict[str, bytes]:
    """The worker's script of a built site with a line before it, to be sent in its place."""
    (script,) = folder.glob("assets/scripts-*/worker.js")
    return {script.name: f"{first}\n".encode() + script.read_bytes()}


@lru_cache(maxsize=256)
def on_disk(path: Path, changed: int) -> bytes:
    """A file, read again once it has changed."""
    return path.read_bytes()


@lru_cache(maxsize=64)
def compressed(data: bytes) -> bytes:
    return gzip.compress(data, 6)


@contextmanager
def host(folder: Path) -> Iterator[Host]:
    """A server of one folder."""
    state = Host()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            name = unquote(urlsplit(self.path).path).lstrip("/")
            state.asked.append(name)
            path = folder / name
            if path.is_dir():
                path /= "index.html"
            fault = state.faults.get(path.name, "")
            if state.latency:
                Event().wait(state.latency)
            if fault == "silent":
                state.going_on.wait()
            if state.is_gone:
                self.close_connection = True
                return
            if not path.is_file() or fault in ("missing", "refused"):
                self.send_error(503 if fault == "refused" else 404)
                return
            packed = state.compresses and path.suffix in COMPRESSED
            data = state.content(path, fault)
            data = compressed(data) if packed else data
            untyped = {"another": TYPES[".html"], "untyped": "application/octet-stream"}
            self.send_response(200)
            self.send_header("Content-Type", untyped.get(fault) or TYPES.get(path.suffix, "application/octet-stream"))
            self.send_header("Content-Length", str(len(data)))
            is_kept = "assets" in path.parts and not fault and path.name not in state.replaced
            self.send_header("Cache-Control", "max-age=600" if is_kept else "no-cache")
            if packed:
                self.send_header("Content-Encoding", "gzip")
            if path.suffix in (".js", ".mjs"):
                self.send_header("Content-Security-Policy", state.script_policy)
            self.end_headers()
            self.send(data[: len(data) // 2])
            if fault == "stalled":
                self.wfile.flush()
                state.going_on.wait()
            if fault == "truncated" or state.is_gone:
                self.close_connection = True
            else:
                self.send(data[len(data) // 2:])

        def send(self, data: bytes) -> None:
            """All at once, or as a slow line brings it."""
            if not state.bandwidth:
                self.wfile.write(data)
                return
            for start in range(0, len(data), BLOCK):
                with state.line:
                    Event().wait(BLOCK / state.bandwidth)
                    self.wfile.write(data[start:start + BLOCK])

        def log_message(self, format: str, *arguments: object) -> None:
            """Requests are not worth a line each."""

    class Server(ThreadingHTTPServer):
        def handle_error(self, request: object, client_address: object) -> None:
            """A page that is closed, or a download it gave up, breaks its connections."""

    with at_work(Server(("127.0.0.1", 0), Handler)) as state.address:
        yield state
        state.going_on.set()
