"""Trim the standard library and numpy to the modules the engine imports, compile them, and pack what is left over.

Most of the time a stock Pyodide needs to start goes into compiling the standard library's source and unpacking modules
nobody imports. A pack is a zip of uncompressed files, named by their path in Pyodide's file system; it is published
gzipped as a whole, so that every host delivers it small and the worker unpacks it in one pass.
"""

import ast
import io
import marshal
import zipfile
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from . import cache
from .runtime_fetch import Listing
from .runtime_inside import Files, Task, inside
from .runtime_modules import FILE as MODULES

COMPILE = Task(
    "runtime_compile.py", "Compiling Python's library and numpy (once, about a minute)", version("pyodide-build")
)
TRACE = Task("runtime_trace.py", "Finding out what the engine's imports load")
STANDARD_LIBRARY = "python_stdlib.zip"
DOCUMENTATION = ("numpy/_core/_add_newdocs.py", "numpy/_core/_add_newdocs_scalars.py")
"""what numpy says of its compiled functions, by 350 calls at each import: left out as docstrings are"""
ANNOTATED = "numpy/linalg/_linalg.py"
TYPES, LIGHT = b"from numpy._typing import NDArray", b"from numpy._core.multiarray import ndarray as NDArray"
"""what that file imports eleven modules for, only to annotate by it, and what serves as well"""
HEADER = 16
"""bytes of a .pyc before its code"""
FIXED_DATE = (1980, 1, 1, 0, 0, 0)


def import_statements(package: Path) -> list[str]:
    """The distinct statements by which a package's modules import what is not theirs, sorted."""
    found = set()
    for path in package.rglob("*.py"):
        for node in _statements(ast.parse(path.read_text("utf-8")).body):
            if isinstance(node, ast.Import) or (isinstance(node, ast.ImportFrom) and not node.level and node.module):
                found.add(ast.unparse(node))
    ours = (f"import {package.name}", f"from {package.name}")
    return sorted(statement for statement in found if not statement.startswith(ours))


def _statements(body: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Statements and those inside them, without the expressions, which are most of a tree."""
    for node in body:
        yield node
        for name in ("body", "orelse", "handlers", "finalbody", "cases"):
            inside = getattr(node, name, ())
            yield from _statements(inside if isinstance(inside, list) else ())


def packs(listing: Listing, files: Files, statements: list[str], say: Callable[[str], None]) -> dict[str, bytes]:
    """library.zip and numpy.zip with the modules that `statements` load, rest.zip with all others."""
    code = [file.read_bytes() for file in sorted(Path(__file__).parent.glob("runtime_*"))]
    recipe = repr((listing.files, listing.keep, listing.optional, statements, COMPILE.depends_on, code))
    return read_zip(cache.kept(f"packs-{sha256(recipe.encode()).hexdigest()[:16]}.zip",
                               lambda: write_zip(_packs(listing, files, statements, say))))


def _packs(listing: Listing, files: Files, statements: list[str], say: Callable[[str], None]) -> dict[str, bytes]:
    numpy = next(name for name in files if name.startswith("numpy-"))
    silent = {name: b"" if name in DOCUMENTATION else data for name, data in read_zip(files[numpy]).items()}
    silent[ANNOTATED] = silent[ANNOTATED].replace(TYPES, LIGHT)
    libraries = {STANDARD_LIBRARY: files[STANDARD_LIBRARY], numpy: write_zip(silent)}

    def take_compiled(work: Path) -> bytes:
        return write_zip({name: (work / name).read_bytes() for name in libraries})

    def take_modules(work: Path) -> bytes:
        return (work / "modules.txt").read_bytes()

    compiled = read_zip(inside(files, COMPILE, libraries, take_compiled, say))
    given = {f"packages/{name}": data for name, data in silent.items()}
    given["imports.txt"] = "\n".join([*statements, *(f"import {module}" for module in listing.keep)]).encode()
    modules = {module for module in inside(files, TRACE, given, take_modules, say).decode().splitlines()
               if not {module, module.split(".")[0]} & set(listing.optional)}

    home = f"lib/python{listing.python}/"
    sorted_out: dict[str, dict[str, bytes]] = {"library.zip": {}, "numpy.zip": {}, "rest.zip": {}}
    for pack, folder, library in zip(sorted_out, (home, f"{home}site-packages/"), libraries, strict=False):
        for name, data in read_zip(compiled[library]).items():
            if name.endswith((".pyc", ".so")) and "/tests/" not in name:
                first = module_name(folder + name, home) in modules
                sorted_out[pack if first else "rest.zip"][folder + name] = data
    return {pack: write_zip(contents) for pack, contents in sorted_out.items()}


def joined(files: Files, home: str) -> dict[str, bytes]:
    """The files of a pack, with the modules of a folder in one file each, as runtime_modules.py reads it.

    Python's own encodings stay, which it needs before it can read that.
    """
    left: dict[str, bytes] = {}
    modules: dict[str, dict[str, bytes]] = {}
    for path, data in files.items():
        folder = f"{home}site-packages/" if path.startswith(f"{home}site-packages/") else home
        name = path.removeprefix(folder)
        if name.endswith(".pyc") and not name.startswith("encodings/"):
            modules.setdefault(folder, {})[name] = data[HEADER:]
        else:
            left[path] = data
    return left | {folder + MODULES: marshal.dumps(codes, 2) for folder, codes in modules.items()}


def module_name(path: str, home: str) -> str:
    """Dotted name of the module at a path of a pack; `home` is the standard library's folder."""
    parts = path.removeprefix(home).removeprefix("site-packages/").split("/")
    parts[-1] = parts[-1].split(".")[0]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def write_zip(files: Files) -> bytes:
    """An uncompressed zip whose bytes depend on nothing but names and contents."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        for name, data in sorted(files.items()):
            entry = zipfile.ZipInfo(name, FIXED_DATE)
            entry.create_system = 3
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data)
    return buffer.getvalue()


def names(data: bytes) -> list[str]:
    """The paths in a zip."""
    return zipfile.ZipFile(io.BytesIO(data)).namelist()


def read_zip(data: bytes) -> dict[str, bytes]:
    """The files of a zip by name."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist() if not name.endswith("/")}
