"""A folder of files served as a plain host would, on this machine only, with correct types; spoiled on request."""

import gzip
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread
from urllib.parse import unquote, urlsplit

from site_builder.serve import SCRIPT_POLICY, TYPES

COMPRESSED = (".html", ".css", ".js", ".mjs", ".json", ".svg", ".wasm")
"""what common hosts compress on the way"""


@dataclass
class Host:
    """A running server; what it does is changed while it runs."""

    address: str = ""
    compresses: bool = True
    script_policy: str = SCRIPT_POLICY
    faults: dict[str, str] = field(default_factory=dict)
    """file name -> missing, truncated, altered or stalled"""
    asked: list[str] = field(default_factory=list)
    """the path of every request"""
    closing: Event = field(default_factory=Event)


@lru_cache(maxsize=64)
def compressed(path: Path, modified: int) -> bytes:
    return gzip.compress(path.read_bytes(), 6)


def body(path: Path, packed: bool, altered: bool) -> bytes:
    """What is sent of a file; altered, its middle byte is another."""
    if not altered:
        return compressed(path, path.stat().st_mtime_ns) if packed else path.read_bytes()
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    return gzip.compress(data, 1) if packed else bytes(data)


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
            fault = state.faults.get(path.name)
            if not path.is_file() or fault == "missing":
                self.send_error(404)
                return
            packed = state.compresses and path.suffix in COMPRESSED
            data = body(path, packed, fault == "altered")
            self.send_response(200)
            self.send_header("Content-Type", TYPES.get(path.suffix, "application/octet-stream"))
            self.send_header("Content-Length", str(len(data)))
            self.send_header("Cache-Control", "max-age=600" if "assets" in path.parts else "no-cache")
            if packed:
                self.send_header("Content-Encoding", "gzip")
            if path.suffix in (".js", ".mjs"):
                self.send_header("Content-Security-Policy", state.script_policy)
            self.end_headers()
            if fault in ("truncated", "stalled"):
                self.wfile.write(data[: len(data) // 2])
                self.close_connection = True
                if fault == "stalled":
                    state.closing.wait()
            else:
                self.wfile.write(data)

        def log_message(self, format: str, *arguments: object) -> None:
            """Requests are not worth a line each."""

    class Server(ThreadingHTTPServer):
        def handle_error(self, request: object, client_address: object) -> None:
            """A page that is closed, or a download it gave up, breaks its connections."""

    with Server(("127.0.0.1", 0), Handler) as server:
        state.address = f"http://127.0.0.1:{server.server_address[1]}/"
        Thread(target=server.serve_forever, daemon=True).start()
        yield state
        state.closing.set()
        server.shutdown()
