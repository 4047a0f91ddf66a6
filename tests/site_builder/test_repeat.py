"""The same commit gives the same bytes: in another folder, on another day, without a network."""

import os
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from site_builder import cache

ROOT = Path(__file__).parents[2]
ELSEWHERE = """
import runpy, socket, sys, time
now = time.time
time.time = lambda: now() + 40 * 86_400
def refuse(*asked, **options):
    raise OSError("no network here")
socket.socket.connect = socket.getaddrinfo = refuse
sys.argv = ["site_builder", "build"]
runpy.run_module("site_builder", run_name="__main__")
"""


def copy(folder):
    """The files of the project, without what was made of them."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listing = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True).stdout
    for name in filter(None, listing.split("\0")):
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, file)
    return folder


def build(folder, command, **environment):
    """Build in a process of its own; the hash of every file of the site."""
    subprocess.run([sys.executable, *command], cwd=folder, env=os.environ | environment, check=True)
    dist = folder / "dist"
    files = sorted(file for file in dist.rglob("*") if file.is_file())
    return {file.relative_to(dist).as_posix(): sha256(file.read_bytes()).hexdigest() for file in files}


def downloads(place):
    """A cache with nothing in it but what was fetched: of the rest, nothing is taken from an earlier build."""
    for pattern in ("pyodide-*", "fonts"):
        for kept in cache.folder().glob(pattern):
            shutil.copytree(kept, place / cache.folder().name / kept.name)
    return str(place)


@pytest.mark.slow
@pytest.mark.parametrize("has_built_before", [True, pytest.param(False, marks=pytest.mark.soak)])
def test_the_same_commit_gives_the_same_bytes(tmp_path, has_built_before):
    here = build(copy(tmp_path / "here"), ["-m", "site_builder", "build"], PYTHONHASHSEED="1", TZ="UTC")
    anew = {} if has_built_before else {"XDG_CACHE_HOME": downloads(tmp_path / "cache")}
    there = build(copy(tmp_path / "further" / "there"), ["-c", ELSEWHERE], PYTHONHASHSEED="2", TZ="Asia/Tokyo", **anew)
    assert len(here) > 100
    assert {path for path in here.keys() | there.keys() if here.get(path) != there.get(path)} == set()
