"""The server: only the site, only this machine, with the headers a page needs, built again by one process."""

import asyncio
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from starlette.requests import Request

from site_builder import serve
from site_builder.again import packed_once
from site_builder.errors import PortsTaken
from site_builder.serve import Builder, answer, free_socket, is_code


@pytest.fixture
def site(tmp_path):
    target = tmp_path / "dist"
    for name in ("index.html", "assets/a.js", "assets/b.wasm", "gallery/index.html"):
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        (target / name).write_text("<head></head>")
    (tmp_path / "secret.txt").write_text("secret")
    return target


def test_a_page_carries_the_script_that_reloads_it_but_its_file_does_not(site):
    response = answer(site, "")
    assert response.status_code == 200
    assert b"/_reload/script.js" in response.body
    assert response.headers["cache-control"] == "no-cache"
    assert "_reload" not in (site / "index.html").read_text()


@pytest.mark.parametrize(("path", "kind"), [("assets/a.js", "text/javascript; charset=utf-8"),
                                            ("assets/b.wasm", "application/wasm")])
def test_files_have_their_type_and_may_be_kept(site, path, kind):
    response = answer(site, path)
    assert response.headers["content-type"] == kind
    assert "immutable" in response.headers["cache-control"]


def test_a_worker_may_run_python(site):
    assert "'wasm-unsafe-eval'" in answer(site, "assets/a.js").headers["content-security-policy"]


@pytest.mark.parametrize("path", ["../secret.txt", "gallery/../../secret.txt", "/etc/passwd", "missing"])
def test_nothing_outside_the_site_is_served(site, path):
    assert answer(site, path).status_code == 404


def test_a_folder_is_its_page(site):
    assert answer(site, "gallery").headers["location"] == "/gallery/"
    assert answer(site, "gallery/").status_code == 200


def test_the_next_free_port_is_taken(monkeypatch):
    with free_socket() as first:
        port = first.getsockname()[1]
        monkeypatch.setattr(serve, "PORTS", range(port, port + 50))
        with free_socket() as second:
            assert second.getsockname()[0] == "127.0.0.1"
            assert second.getsockname()[1] > port
        monkeypatch.setattr(serve, "PORTS", range(port, port + 1))
        with pytest.raises(PortsTaken, match="is in use"):
            free_socket()


ANSWERING = """
import os, sys
for number, _ in enumerate(sys.stdin):
    with open("asked", "a") as file:
        file.write(f"{os.getpid()}\\n")
    print(number % 2, flush=True)
    if number == 2:
        break
"""
"""A process that is well, then not, then well, then gone."""


def test_one_process_builds_until_it_ends_or_code_changes(tmp_path):
    async def builds():
        builder = Builder((sys.executable, "-c", ANSWERING), tmp_path)
        first = [await builder.build(tmp_path) for _ in range(5)]
        await builder.stop()
        second = await builder.build(tmp_path)
        await builder.stop()
        return first, second

    with ThreadPoolExecutor() as thread:  # where no browser's loop runs
        built = thread.submit(lambda: asyncio.run(builds())).result()
    assert built == ([True, False, True, False, True], True)
    processes = (tmp_path / "asked").read_text().split()
    assert [processes.count(each) for each in dict.fromkeys(processes)] == [3, 1, 1]
    assert str(os.getpid()) not in processes


def test_the_site_is_whole_until_a_change_shows_a_draft(site, tmp_path, monkeypatch):
    draft = tmp_path / "draft"
    draft.mkdir()
    (draft / "index.html").write_text("a draft")
    asked, seen, done = [], [], asyncio.Event()

    async def change(*_):
        seen.append(await shown())
        yield {(1, "content/01-one.md")}
        seen.append(await shown())
        done.set()

    class Asked(Builder):
        async def build(self, folder):
            asked.append(folder)
            return True

    monkeypatch.setattr(serve, "awatch", change)
    monkeypatch.setattr(serve, "Builder", Asked)
    application = serve.application(tmp_path, site, draft)
    endpoints = {route.path: route.endpoint for route in application.routes}

    async def shown():
        page = await endpoints["/{path:path}"](Request({"type": "http", "path_params": {"path": ""}}))
        script = await endpoints["/_reload/script.js"](None)
        return b"a draft" in page.body, b"serviceWorker" in script.body

    async def run():
        async with application.router.lifespan_context(application):
            await done.wait()

    with ThreadPoolExecutor() as thread:  # where no browser's loop runs
        thread.submit(lambda: asyncio.run(run())).result(timeout=60)
    assert asked == [site, draft]
    assert seen == [(False, False), (True, True)]


def test_prose_and_styles_need_no_new_process():
    assert not any(map(is_code, [Path("content/01-one.md"), Path("site_builder/static/site.css")]))
    assert all(map(is_code, [Path("engine/live.py"), Path("content/facts.py"), Path("site_builder/runtime.toml")]))


def test_the_runtime_is_packed_once_for_the_same_files():
    asked = []
    make = packed_once(lambda engine, beside, is_draft, say: asked.append((beside, is_draft)) or object())
    first = make(Path("engine"), {"a": b"1"}, False)
    assert make(Path("engine"), {"a": b"1"}, False) is first
    assert make(Path("engine"), {"a": b"2"}, False) is not first
    assert make(Path("engine"), {"a": b"2"}, True) is not make(Path("engine"), {"a": b"2"}, False)
    assert asked == [({"a": b"1"}, False), ({"a": b"2"}, False), ({"a": b"2"}, True), ({"a": b"2"}, False)]
