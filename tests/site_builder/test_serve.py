"""The server: only the site, only this machine, with the headers a page needs."""


import pytest

from site_builder import serve
from site_builder.errors import PortsTaken
from site_builder.serve import answer, free_socket


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
