"""The site on a host that does the least a host can do."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.browser.hands import set_something
from tests.browser.reader import LIVE, PLACED, Figure, visit
from tests.serving import at_work

pytestmark = pytest.mark.browser
PLACE = "/some/sub/path/"


class Plain(SimpleHTTPRequestHandler):
    """Files as they are, with the types that Python knows and no header of ours."""

    asked: list[str] = []

    def do_GET(self) -> None:
        self.asked.append(urlsplit(self.path).path)
        super().do_GET()

    def log_message(self, format: str, *arguments: object) -> None:
        """Requests are not worth a line each."""


@contextmanager
def plain_host(folder: Path) -> Iterator[str]:
    """The address of a folder's server."""
    with at_work(ThreadingHTTPServer(("127.0.0.1", 0), partial(Plain, directory=folder))) as address:
        yield address.rstrip("/")


def test_the_site_works_in_any_folder_of_a_host_that_sends_no_header(browser, site_folder, model, tmp_path):
    place = tmp_path / PLACE.strip("/")
    place.parent.mkdir(parents=True)
    place.symlink_to(site_folder)
    with plain_host(tmp_path) as address, visit(browser, f"{address}{PLACE}") as page:
        page.wait_for_function(LIVE)
        set_something(Figure(page, PLACED[0], model))
        links = page.eval_on_selector_all("a[href]", "(links) => links.map((link) => link.href)")
        inside = {link.split("#")[0] for link in links if link.startswith(address)}
        assert len(inside) > 2
        for link in inside:
            assert page.request.get(link).ok, link
        assert all(path.startswith(PLACE) for path in Plain.asked)
        page.locator("[data-action=theme]").click()
        stored = page.evaluate("() => Object.keys(localStorage)")
        assert stored and all(PLACE in key for key in stored), "other sites of the host may store things too"
