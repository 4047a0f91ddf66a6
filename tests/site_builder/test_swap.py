"""Whatever happens while a site is written, dist/ is the old site or the new one."""

import errno
import os
import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from site_builder import __main__ as commands
from site_builder import swap
from site_builder.build import write

OLD = {"index.html": b"old", "only/old.html": b"old"}
NEW = {f"{number}.html": b"new" * 5000 for number in range(4)}
WRITES = """
import os, pathlib, signal, sys
from site_builder.build import write
class Files(dict):
    def items(self):
        for number, item in enumerate(super().items()):
            {fault}
            yield item
write(Files({files!r}), pathlib.Path(sys.argv[1]))
"""


@pytest.fixture
def target(tmp_path):
    target = tmp_path / "dist"
    write(OLD, target)
    return target


def contents(folder):
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def run(target, fault, **options):
    """Write NEW in a process of its own in which something happens."""
    root = Path(__file__).parents[2]
    return subprocess.run([sys.executable, "-c", WRITES.format(fault=fault, files=NEW), str(target)], cwd=root,
                          capture_output=True, text=True, **options)


@pytest.mark.parametrize("file", range(len(NEW)))
def test_killed_while_writing_it_leaves_the_old_site(target, file):
    ended = run(target, f"number == {file} and os.kill(os.getpid(), signal.SIGKILL)")
    assert ended.returncode == -signal.SIGKILL
    assert contents(target) == OLD
    write(NEW, target)
    assert contents(target) == NEW


def test_a_disk_that_is_full_leaves_the_old_site(target):
    limits = (1000, 1000)
    ended = run(target, "pass", preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, limits))
    assert os.strerror(errno.EFBIG) in ended.stderr
    assert contents(target) == OLD
    assert [entry.name for entry in target.parent.iterdir()] == ["dist"]


@pytest.mark.skipif(sys.platform not in ("linux", "darwin"), reason="only these exchange two folders in one step")
def test_two_folders_are_exchanged_in_one_step(target):
    (target.parent / "new").mkdir()
    assert swap.exchange(target.parent / "new", target)
    assert contents(target) == {}
    assert contents(target.parent / "new") == OLD


def test_what_cannot_be_exchanged_is_an_error_that_names_it(target):
    with pytest.raises(FileNotFoundError, match="dist"):
        swap.exchange(target.parent / "missing", target)


@pytest.fixture
def no_exchange(monkeypatch):
    monkeypatch.setattr(swap, "exchange", lambda one, other: False)


def test_in_two_steps_the_new_site_comes_too(target, no_exchange):
    write(NEW, target)
    assert contents(target) == NEW
    assert [entry.name for entry in target.parent.iterdir()] == ["dist"]


def test_an_error_between_two_steps_leaves_the_old_site(target, no_exchange):
    with pytest.raises(OSError):
        swap.put(target.parent / "missing", target, target.parent / "old")
    assert contents(target) == OLD


def test_killed_between_two_steps_the_old_site_is_back_at_the_next_run(target):
    aside = target.parent / ".dist-killed"
    aside.mkdir()
    target.rename(aside / "old")
    swap.recover(target)
    assert contents(target) == OLD
    assert aside.exists()
    os.utime(aside, (0, 0))
    swap.recover(target)
    assert not aside.exists()


@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "No space left on device", "dist/a.html"),
                                   PermissionError(errno.EACCES, "Permission denied", "dist/a.html")])
def test_an_author_is_told_what_could_not_be_written(monkeypatch, capsys, error):
    def fails(arguments):
        raise error

    monkeypatch.setattr(commands, "run", fails)
    monkeypatch.setattr(sys, "argv", ["site_builder", "build"])
    before = signal.getsignal(signal.SIGTERM)
    assert commands.main() == 1
    signal.signal(signal.SIGTERM, before)
    said = capsys.readouterr().err
    assert said == f"Files cannot be read or written: {error}. dist/ is as it was.\n"
    assert "dist/a.html" in said


def test_a_build_that_is_ended_leaves_the_old_site(target):
    """As `serve` ends one when it stops: the signal is Ctrl-C's."""
    fault = ("signal.signal(signal.SIGTERM, signal.default_int_handler); "
             "number == 2 and os.kill(os.getpid(), signal.SIGTERM)")
    ended = run(target, fault)
    assert "KeyboardInterrupt" in ended.stderr
    assert contents(target) == OLD
    assert [entry.name for entry in target.parent.iterdir()] == ["dist"]
