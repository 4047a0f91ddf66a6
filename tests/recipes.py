"""The recipes of HOSTING.md, each run as it is written over a folder, by the program it is for."""

import getpass
import os
import re
import shutil
import signal
import socket
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

HOSTING = (Path(__file__).parent.parent / "HOSTING.md").read_text("utf-8")
FOLDER, HOST = "/srv/site", "example.org"
"""what a recipe says where its reader has a folder and a host"""
PATH = re.compile(rf"(?<= )/(?!{FOLDER[1:]})")
"""how an address begins in a recipe"""
BROTLI = "ngx_http_brotli_static_module.so"


def recipe(title: str, folder: Path, place: str) -> str:
    """The block under a title, for a site that stands in `place` ("", or a path that ends with /) below a folder."""
    (text,) = re.findall(rf"^### {title}\n\n((?:    .*\n)+)", HOSTING, re.MULTILINE)
    return PATH.sub(f"/{place}", text).replace(FOLDER, str(folder))


def nginx(program: str, address: str, folder: Path, place: str, scratch: Path) -> list[str]:
    said = subprocess.run([program, "-V"], capture_output=True, text=True, check=True).stderr
    settings, modules = (Path(re.search(rf"--{name}-path=(\S+)", said)[1]) for name in ("conf", "modules"))
    if not (modules / BROTLI).exists():
        pytest.skip(f"nginx is installed without {BROTLI}")
    kinds = ("client_body", "fastcgi", "proxy", "scgi", "uwsgi")
    temporary = " ".join(f"{kind}_temp_path {scratch / kind};" for kind in kinds)
    (scratch / "nginx.conf").write_text(
        f"user {getpass.getuser()}; pid {scratch}/pid; load_module {modules / BROTLI};\nevents {{}}\n"
        f"http {{ include {settings.parent}/mime.types; access_log off; {temporary}\n"
        f"server {{ listen {address};\n{recipe('nginx', folder, place)}}} }}\n")
    return [program, "-e", str(scratch / "log"), "-c", str(scratch / "nginx.conf")]


def caddy(program: str, address: str, folder: Path, place: str, scratch: Path) -> list[str]:
    text = recipe("Caddy", folder, place).replace(HOST, f"http://{address}")
    (scratch / "Caddyfile").write_text(f"{{\n    admin off\n}}\n{text}")
    return [program, "start", "--adapter", "caddyfile", "--config", str(scratch / "Caddyfile"),
            "--pidfile", str(scratch / "pid")]


SERVERS: tuple[Callable[[str, str, Path, str, Path], list[str]], ...] = (nginx, caddy)
"""each writes its settings into a folder for scratch; the command that returns when the program listens"""


@contextmanager
def served(server: Callable, folder: Path, place: str, scratch: Path) -> Iterator[str]:
    """The address of the site below a folder while a program serves it; skips the test where there is no program."""
    program = shutil.which(server.__name__, path=f"{os.environ['PATH']}:/usr/sbin:/usr/local/sbin")
    if not program:
        pytest.skip(f"{server.__name__} is not installed")
    with socket.create_server(("127.0.0.1", 0)) as free:
        address = "{}:{}".format(*free.getsockname())
    command = server(program, address, folder, place, scratch)
    own = os.environ | {"HOME": str(scratch), "XDG_CONFIG_HOME": str(scratch), "XDG_DATA_HOME": str(scratch)}
    with (scratch / "said").open("w+") as said:  # no pipe, which a program that stays would keep open
        started = subprocess.run(command, env=own, stdout=said, stderr=said)
    assert started.returncode == 0, (scratch / "said").read_text()
    try:
        yield f"http://{address}/{place}"
    finally:
        os.kill(int((scratch / "pid").read_text()), signal.SIGTERM)
