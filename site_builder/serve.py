"""A site served on this machine only: whole at first, and as a draft after each change, which open pages then show."""

import asyncio
import socket
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse
from starlette.routing import Route
from watchfiles import awatch

from .assets import FOLDER
from .errors import PortsTaken
from .hosting import HEADER_POLICY, IMMUTABLE, TYPES

HOST = "127.0.0.1"
PORTS = range(8000, 8100)
WATCHED = ("content", "engine", "site_builder")
GRACE = 1
"""seconds that open connections are given when the server stops"""
RELOAD = """new EventSource("/_reload/events").onmessage = () => location.reload();
"""
UNKEPT = """navigator.serviceWorker?.getRegistration("/").then((kept) => kept?.unregister());
delete Navigator.prototype.serviceWorker;
"""
"""of a draft an author sees what was just built, never what the browser has kept for reading offline"""
RELOAD_TAG = b'<head><script src="/_reload/script.js"></script>'


def serve(root: Path, target: Path, draft: Path) -> None:
    """Builds and serves `target` on the first free port, then `draft` at every change, until Ctrl-C."""
    with free_socket() as listening:
        server = uvicorn.Server(uvicorn.Config(application(root, target, draft), log_level="critical", lifespan="on",
                                               timeout_graceful_shutdown=GRACE))
        print(f"http://{HOST}:{listening.getsockname()[1]}/ (Ctrl-C stops)", flush=True)
        server.run(sockets=[listening])


def free_socket() -> socket.socket:
    """A listening socket on the first port of PORTS that nobody uses; PortsTaken without one."""
    for port in PORTS:
        listening = socket.socket()
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((HOST, port))
            listening.listen()
        except OSError:
            listening.close()
            continue
        return listening
    raise PortsTaken(f"every port from {PORTS.start} to {PORTS.stop - 1} is in use")


def application(root: Path, target: Path, draft: Path) -> Starlette:
    """The server as an ASGI application; it builds when it starts and whenever a file changes."""
    built = asyncio.Condition()
    builder = Builder((sys.executable, "-m", "site_builder.again"), root)
    shown: Path | None = None  # what was built last

    async def build_again() -> None:
        nonlocal shown
        folder = draft if shown else target
        if await builder.build(folder):
            shown = folder
            async with built:
                built.notify_all()

    async def watch() -> None:
        try:
            await build_again()
            async for changes in awatch(*(root / folder for folder in WATCHED)):
                if any(is_code(Path(path)) for _, path in changes):
                    await builder.stop()
                await build_again()
        finally:
            await builder.stop()

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        watching = asyncio.create_task(watch())
        yield
        watching.cancel()

    async def events(_: Request) -> StreamingResponse:
        async def stream() -> AsyncIterator[str]:
            yield "retry: 500\n\n"
            while True:
                async with built:
                    await built.wait()
                yield "data: built\n\n"

        return StreamingResponse(stream(), media_type="text/event-stream")

    async def script(_: Request) -> Response:
        return Response(RELOAD + UNKEPT * (shown == draft), media_type=TYPES[".js"])

    async def page(request: Request) -> Response:
        return answer(shown or target, request.path_params["path"])

    routes = [Route("/_reload/events", events), Route("/_reload/script.js", script), Route("/{path:path}", page)]
    only_here = Middleware(TrustedHostMiddleware, allowed_hosts=[HOST, "localhost"])
    return Starlette(routes=routes, lifespan=lifespan, middleware=[only_here])


def is_code(path: Path) -> bool:
    """Whether a process that has read a file must be replaced when it changes."""
    return path.suffix not in (".md", ".css", ".js", ".html", ".csv")


class Builder:
    """A process that builds when it is asked, started when it is first needed."""

    def __init__(self, command: Sequence[str], root: Path) -> None:
        self.command, self.root = command, root
        self.process: asyncio.subprocess.Process | None = None

    async def build(self, folder: Path) -> bool:
        """Builds into a folder; whether all was well."""
        if self.process is None:
            self.process = await asyncio.create_subprocess_exec(
                *self.command, cwd=self.root, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE)
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(f"{folder}\n".encode())
        said = await self.process.stdout.readline()
        if not said:  # it has ended, and has said why
            await self.stop()
        return said.strip() == b"0"

    async def stop(self) -> None:
        """Ends the process; the next build starts another."""
        process, self.process = self.process, None
        if process is not None:
            if process.returncode is None:
                process.terminate()
            await process.wait()


def answer(target: Path, path: str) -> Response:
    """The file of the site at a path; pages carry the script that reloads them."""
    file = (target / path).resolve()
    if not file.is_relative_to(target.resolve()):
        return Response("There is nothing here.", 404)
    if file.is_dir() and path and not path.endswith("/"):
        return RedirectResponse(f"/{path}/")
    if file.is_dir():
        file /= "index.html"
    if not file.is_file():
        return Response("There is nothing here.", 404)
    headers = {"Cache-Control": IMMUTABLE if path.startswith(f"{FOLDER}/") else "no-cache",
               "X-Content-Type-Options": "nosniff"}
    data = file.read_bytes()
    if file.suffix == ".html":
        data = data.replace(b"<head>", RELOAD_TAG, 1)
    if file.suffix in (".js", ".mjs"):
        headers["Content-Security-Policy"] = HEADER_POLICY
    return Response(data, headers=headers, media_type=TYPES.get(file.suffix, "application/octet-stream"))
