"""Python for the browser: Pyodide, the packed libraries and the engine, as files to publish and settings for the page.

    runtime = build(root / "engine", {"weights/parameters.npz": …, "weights/manifest.json": …}, say=print)
    runtime.files       published path -> bytes; write each as it is
    runtime.config      JSON for the page: its `site` block carries it as "runtime"

The page's block reads {"runtime": config, "figures": "engine.figures", "model": "package.module:function",
"data": {name: published path}}. All paths are relative to the site's root, two folders above the scripts.

The user's cache keeps what was fetched and compiled, so that a second build takes no time and needs no network.
"""

import gzip
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from . import cache
from .assets import Assets, described
from .runtime_engine import compiled
from .runtime_fetch import fetch, read_listing
from .runtime_pack import import_statements, joined, module_name, names, packs, read_zip, write_zip

LIMITS = {"silence": 60_000, "answer": 3_000}
"""milliseconds: Python's start without a sign of life; a question without an answer"""

SCRIPTS = ("pyodide.mjs", "pyodide.asm.mjs")
PLAIN = (*SCRIPTS, "pyodide.asm.wasm")
"""published as they are; all but the scripts, which only the browser itself can load, also or only gzipped (.gz)"""

BESIDE = {"runtime_missing.py": "runtime_missing.py", "sitecustomize.py": "runtime_modules.py"}
"""what runs there beside the engine, by the name it is imported by: the file here"""


@dataclass
class Runtime:
    """What is published so that Python runs in the page."""

    assets: Assets = field(default_factory=Assets)
    config: dict[str, Any] = field(default_factory=lambda: {"first": {}, "later": {}, "limits": LIMITS})

    @property
    def files(self) -> dict[str, bytes]:
        """Published path -> bytes."""
        return self.assets.files


def build(engine: Path, beside: Mapping[str, bytes], is_draft: bool, say: Callable[[str], None]) -> Runtime:
    """Fetch what is not cached, pack it, and describe it to the page.

    `beside` are files the engine finds in the folder it stands in, by path (weights/parameters.npz). A draft leaves
    compiling the engine to the browser. `say` is told in sentences what takes long. Unavailable (of runtime_fetch) if a
    file cannot be had from any source.
    """
    listing = read_listing()
    files = fetch(listing, say)
    contents = packs(listing, files, import_statements(engine), say)
    home = f"lib/python{listing.python}/"
    packages = f"{home}site-packages/"
    first = {pack: write_zip(joined(read_zip(data), home)) for pack, data in contents.items() if pack != "rest.zip"}
    left_out = " ".join(sorted(module_name(path, home) for path in names(contents["rest.zip"])))
    ours = {path.relative_to(engine.parent).as_posix(): path.read_bytes() for path in engine.rglob("*.py")}
    ours |= {name: Path(__file__).with_name(file).read_bytes() for name, file in BESIDE.items()}
    if not is_draft:
        ours |= compiled(listing, files, contents, ours, say)
    ours |= {**beside, "left_out.txt": left_out.encode()}
    engine_zip = write_zip({packages + name: data for name, data in ours.items()})

    runtime = Runtime()
    runtime.config["python"] = json.loads(files["pyodide-lock.json"])["info"]
    _publish(runtime, "runtime", {name: files[name] for name in PLAIN} | contents | first)
    _publish(runtime, "engine", {"engine.zip": engine_zip})
    return runtime


def _publish(runtime: Runtime, folder: str, files: Mapping[str, bytes]) -> None:
    """Add one folder of files, and each file's path, sizes and hash to the page's settings."""
    small = {name: _gzipped(data) for name, data in files.items()}
    published = {name: data for name, data in files.items() if name in PLAIN}
    published |= {f"{name}.gz": data for name, data in small.items() if name not in SCRIPTS}
    path = runtime.assets.add_folder(folder, published)
    for name, data in files.items():
        description = described(f"{path}/{name}", data) | {"transfer": len(small[name])}
        runtime.config["later" if name == "rest.zip" else "first"][name] = description


def _gzipped(data: bytes) -> bytes:
    """The smallest gzip of bytes, which for megabytes takes seconds and is therefore kept."""
    return cache.kept(f"gzipped-{sha256(data).hexdigest()[:16]}", lambda: gzip.compress(data, 9, mtime=0))
