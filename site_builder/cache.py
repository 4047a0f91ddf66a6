"""The user's cache: what takes long to fetch or make is kept there between builds, under a name that says what from."""

import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path


def folder() -> Path:
    """$XDG_CACHE_HOME/attention-explorable, or ~/.cache/attention-explorable."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "attention-explorable"


def kept(name: str, make: Callable[[], bytes]) -> bytes:
    """The cached bytes of that name, made and kept first where there are none."""
    path = folder() / name
    if path.exists():
        return path.read_bytes()
    made = make()
    keep(name, made)
    return made


def keep(name: str, data: bytes) -> None:
    """Put bytes into the cache, whole or not at all."""
    path = folder() / name
    path.parent.mkdir(parents=True, exist_ok=True)
    write(path, data)


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
