"""A server of Python's own, at work while a test asks it."""

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import ThreadingHTTPServer
from threading import Thread

NOTICES = 0.02
"""seconds until it sees that it is to stop; by default half of one, which many tests would wait for"""


@contextmanager
def at_work(server: ThreadingHTTPServer) -> Iterator[str]:
    """The address of a server, with a slash at its end."""
    with server:
        Thread(target=server.serve_forever, args=(NOTICES,), daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()
