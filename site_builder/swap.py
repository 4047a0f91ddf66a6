"""A new folder in the place of an old one: in one step where the system can, else in two that a next run can undo."""

import ctypes
import errno
import os
import shutil
import sys
import time
from pathlib import Path

HERE = -100
"""what Linux calls the working folder, which relative paths start from"""
EXCHANGE = 2
"""the flag, the same on Linux and macOS"""
CANNOT = (errno.EINVAL, errno.ENOSYS, errno.ENOTSUP)
ABANDONED = 86_400
"""seconds after which a folder left aside belongs to no run any more"""


def put(new: Path, target: Path, old: Path) -> None:
    """Makes `new` the folder `target`; what was there is then `new` or `old`. An error leaves `target` as it was."""
    if not target.exists():
        new.rename(target)
    elif not exchange(new, target):
        target.rename(old)
        try:
            new.rename(target)
        except BaseException:
            old.rename(target)
            raise


def exchange(one: Path, other: Path) -> bool:
    """Gives each of two folders the other's name in one step; False where the system or the disk cannot do that."""
    names = os.fsencode(one), os.fsencode(other)
    if sys.platform == "linux":
        failed = ctypes.CDLL(None, use_errno=True).renameat2(HERE, names[0], HERE, names[1], EXCHANGE)
    elif sys.platform == "darwin":
        failed = ctypes.CDLL(None, use_errno=True).renamex_np(*names, EXCHANGE)
    else:
        return False
    number = ctypes.get_errno()
    if failed and number not in CANNOT:
        raise OSError(number, os.strerror(number), str(other))
    return not failed


def recover(target: Path) -> None:
    """Puts back the folder that a run killed between its two steps left aside, and clears what is long abandoned."""
    for aside in target.parent.glob(f".{target.name}-*"):
        if not target.exists() and (aside / "old").exists():
            (aside / "old").rename(target)
        if aside.stat().st_mtime < time.time() - ABANDONED:
            shutil.rmtree(aside)
