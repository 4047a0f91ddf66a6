"""What hosts need beside a site's files: each also compressed, and the headers that some hosts read from a file."""

import gzip
from collections.abc import Mapping
from hashlib import sha256
from pathlib import PurePosixPath

import brotli

from . import cache
from .assets import FOLDER
from .pages import POLICY

COMPRESSIBLE = (".css", ".csv", ".html", ".js", ".json", ".mjs", ".svg", ".txt", ".wasm", ".webmanifest")
BEST, QUICK = 11, 5
"""qualities of brotli: the best takes half a minute for the runtime and is kept; pages change with every build"""
HEADER_POLICY = POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
"""the policy as a header, which binds a worker too, and Python is WebAssembly; a page's own element stays stricter"""
IMMUTABLE = "public, max-age=31536000, immutable"
"""how long a file may be kept whose name carries the hash of its bytes"""


def beside(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """What is published beside these files: NAME.br and NAME.gz of each that gets smaller by it, and _headers."""
    packed = {}
    for path, data in files.items():
        if PurePosixPath(path).suffix not in COMPRESSIBLE:
            continue
        for suffix, small in ((".br", _brotli(path, data)), (".gz", _gzip(path, data))):
            if len(small) < len(data):
                packed[path + suffix] = small
    return packed | {"_headers": headers(files).encode()}


def _brotli(path: str, data: bytes) -> bytes:
    if not path.startswith(f"{FOLDER}/"):
        return brotli.compress(data, quality=QUICK)
    return cache.kept(f"brotli/{sha256(data).hexdigest()[:20]}", lambda: brotli.compress(data, quality=BEST))


def _gzip(path: str, data: bytes) -> bytes:
    if not path.startswith(f"{FOLDER}/"):
        return gzip.compress(data, 6, mtime=0)
    return cache.kept(f"gzip/{sha256(data).hexdigest()[:20]}", lambda: gzip.compress(data, 9, mtime=0))


def headers(files: Mapping[str, bytes]) -> str:
    """The headers of every file, as Netlify and Cloudflare Pages read them from _headers.

    No two rules give one path the same header, because those hosts would send it twice.
    """
    tops = {path if "/" not in path else f"{path.split('/')[0]}/*" for path in files}
    rules = {"/*": {"X-Content-Type-Options": "nosniff", "Referrer-Policy": "strict-origin-when-cross-origin"}}
    rules |= {f"/{top}": {"Content-Security-Policy": HEADER_POLICY} for top in ("", *sorted(tops))}
    rules[f"/{FOLDER}/*"]["Cache-Control"] = IMMUTABLE
    return "\n".join(line for path, sent in rules.items()
                     for line in (path, *(f"  {name}: {value}" for name, value in sent.items()))) + "\n"
