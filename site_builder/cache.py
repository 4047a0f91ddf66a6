"""The user's cache: what takes long to fetch or make is kept there between builds, under a name that says what from."""

import os
import shutil
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from stat import S_ISREG

ROOM = 500_000_000
"""bytes, a few times what a build uses"""


def folder() -> Path:
    """$XDG_CACHE_HOME/attention-explorable, or ~/.cache/attention-explorable."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "attention-explorable"


def kept(name: str, make: Callable[[], bytes]) -> bytes:
    """The cached bytes of that name, made and kept first where there are none."""
    found = read(name)
    if found is None:
        found = make()
        keep(name, found)
    return found


def read(name: str) -> bytes | None:
    """The cached bytes of that name, marked as used now; None where there are none."""
    path = folder() / name
    try:
        os.utime(path)
        return path.read_bytes()
    except FileNotFoundError:
        return None


def keep(name: str, data: bytes) -> None:
    """Put bytes into the cache, whole or not at all."""
    path = folder() / name
    path.parent.mkdir(parents=True, exist_ok=True)
    write(path, data)


def tidy() -> None:
    """Drop what was used longest ago until the rest takes no more than ROOM."""
    files = []
    for file in folder().rglob("*"):
        with suppress(FileNotFoundError):  # another build has just given it its name, or dropped it
            status = file.lstat()
            if S_ISREG(status.st_mode):
                files.append((status.st_mtime, status.st_size, file))
    room = ROOM
    for _, size, file in sorted(files, reverse=True):
        room -= size
        if room < 0:
            file.unlink(missing_ok=True)


def write(path: Path, data: bytes) -> None:
    """Write a file whole or not at all."""
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
        try:
            file.write(data)
            file.close()
            if path.exists():
                shutil.copymode(path, file.name)
            os.replace(file.name, path)
        except BaseException:
            os.unlink(file.name)
            raise
