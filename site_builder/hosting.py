"""What hosts need beside a site's files: each also compressed, and the headers that some hosts read from a file."""

import gzip
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import PurePosixPath

import brotli

from . import cache
from .assets import FOLDER
from .frames import templates
from .pages import POLICY
from .site import Site

TYPES = {".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8",
         ".js": "text/javascript; charset=utf-8", ".mjs": "text/javascript; charset=utf-8",
         ".json": "application/json", ".wasm": "application/wasm",
         ".svg": "image/svg+xml", ".png": "image/png", ".woff2": "font/woff2", ".txt": "text/plain; charset=utf-8",
         ".csv": "text/csv; charset=utf-8", ".webmanifest": "application/manifest+json"}
COMPRESSIBLE = (".css", ".csv", ".html", ".js", ".json", ".mjs", ".svg", ".txt", ".wasm", ".webmanifest")
HEADER_POLICY = POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
"""the policy as a header, which binds a worker too, and Python is WebAssembly; a page's own element stays stricter"""
IMMUTABLE = "public, max-age=31536000, immutable"
"""how long a file may be kept whose name carries the hash of its bytes"""


NOT_FOUND = "404.html"


def not_found(site: Site) -> bytes:
    """The page that hosts send for an address they do not have, which may be at any depth: it needs no other file."""
    return templates.get_template(NOT_FOUND).render(site=site, policy=POLICY).encode()


def beside(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """What is published beside these files: NAME.br and NAME.gz of each that gets smaller by it, and _headers."""
    packed = {}
    for path, data in files.items():
        if not compresses(path):
            continue
        for suffix, pack in PACKED.items():
            if len(small := _packed(path, data, suffix, pack)) < len(data):
                packed[path + suffix] = small
    return packed | {"_headers": headers(files).encode()}


def transfer(path: str, data: bytes) -> int:
    """Bytes on the wire of a file from a host that compresses."""
    return min(len(data), len(_packed(path, data, ".gz", _gzip))) if compresses(path) else len(data)


def compresses(path: str) -> bool:
    """Whether hosts compress a file of that name."""
    return PurePosixPath(path).suffix in COMPRESSIBLE


def _packed(path: str, data: bytes, suffix: str, pack: Callable[[bytes, bool], bytes]) -> bytes:
    """Pages change with every build and are packed quickly; what has a hash in its name is packed well, once."""
    if not path.startswith(f"{FOLDER}/"):
        return pack(data, False)
    return cache.kept(f"packed/{sha256(data).hexdigest()[:20]}{suffix}", lambda: pack(data, True))


def _brotli(data: bytes, well: bool) -> bytes:
    small: bytes = brotli.compress(data, quality=11 if well else 5)
    return small


def _gzip(data: bytes, well: bool) -> bytes:
    return gzip.compress(data, 9 if well else 6, mtime=0)


PACKED = {".br": _brotli, ".gz": _gzip}


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
