"""The last step of a build: what is made of all files together, and what pages say of it."""

import io
import zipfile
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor

from . import hosting, offline, single_file, sources
from .assets import FOLDER, digest
from .runtime_pack import FIXED_DATE
from .site import Site

MARKS = VERSION, OFFLINE_SIZE, SINGLE_SIZE = "[[version]]", "[[size offline]]", "[[size of the single file]]"
"""stand in pages until all files are there to be counted"""
LEVEL = 5
"""of a zip's compression: the usual 6 takes half as long again and saves one percent"""


def finish(files: Mapping[str, bytes], later: Iterable[str], site: Site) -> dict[str, bytes]:
    """All files with pages filled in, the worker for reading offline, what is downloaded, and what hosts need.

    `later` are paths that hardly anybody needs.
    """
    whole = _fill(versioned(files), {OFFLINE_SIZE: megabytes(offline.size(files, later))})
    documents = {sources.published(site.notice): (site.root / site.notice).read_bytes()} if site.notice else {}
    single = single_file.write(whole, later, documents, site.base_url)
    whole = _fill(whole, {SINGLE_SIZE: megabytes(len(single))})
    whole[offline.WORKER] = offline.worker(whole, later, _version(files))
    with ThreadPoolExecutor() as threads:  # which compress side by side
        zipped = threads.submit(_zip, whole, site.name)
        beside = hosting.beside(whole)
    downloads = {f"{site.name}.html": single, f"{site.name}.zip": zipped.result()}
    beside[hosting.NOT_FOUND] = hosting.not_found(site)
    return dict(sorted({**whole, **downloads, **beside}.items()))


def versioned(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """All files, their pages saying which version they are of."""
    return _fill(files, {VERSION: _version(files)})


def _version(files: Mapping[str, bytes]) -> str:
    """Of what carries no hash in its name the contents count."""
    hashed = [path if path.startswith(f"{FOLDER}/") else f"{path} {digest(data)}" for path, data in files.items()]
    return digest("\n".join(sorted(hashed)).encode())


def _fill(files: Mapping[str, bytes], said: Mapping[str, str]) -> dict[str, bytes]:
    """The files with marks in their pages replaced."""
    filled = dict(files)
    for path in (path for path in files if path.endswith(".html")):
        for mark, text in said.items():
            filled[path] = filled[path].replace(mark.encode(), text.encode())
    return filled


def _zip(files: Mapping[str, bytes], folder: str) -> bytes:
    """The files in a folder of a zip, whose bytes depend on them only."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for path, data in sorted(files.items()):
            entry = zipfile.ZipInfo(f"{folder}/{path}", FIXED_DATE)
            entry.create_system = 3
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED if hosting.compresses(path) else zipfile.ZIP_STORED
            archive.writestr(entry, data, compresslevel=LEVEL)
    return buffer.getvalue()


def megabytes(size: int) -> str:
    """A size as pages say it."""
    return f"{size / 1e6:.1f} MB"
