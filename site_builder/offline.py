"""Reading without a network: what a service worker keeps in the browser, and what makes the site installable."""

import json
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path

import resvg_py

from .assets import FOLDER, Assets
from .hosting import transfer
from .site import Site

STATIC = Path(__file__).parent / "static"
WORKER = "sw.js"
PATIENCE = 2000
"""milliseconds after which a page that the network does not bring is shown as it was kept"""
ICON = (STATIC / "icon.svg").read_text("utf-8")
SIZES = (192, 512)
"""pixels of the icons that browsers ask of what they install"""
PAPER = "#FAF6EE"
"""behind the icon, and before the first paint of an installed page; --paper in the styles"""


def kept(files: Mapping[str, bytes], later: Iterable[str]) -> list[str]:
    """The paths that are kept for reading offline: all but copies of others and what hardly anybody needs (`later`)."""
    left_out = {*later, *(path for path in files if path.removesuffix(".gz") != path and path[:-3] in files)}
    return sorted(files.keys() - left_out)


def size(files: Mapping[str, bytes], later: Iterable[str]) -> int:
    """Bytes that keeping them takes on the wire."""
    return sum(transfer(path, files[path]) for path in kept(files, later))


def worker(files: Mapping[str, bytes], later: Iterable[str], version: str) -> bytes:
    """The service worker of a version of the site."""
    paths = kept(files, later)
    site = {"version": version, "folder": f"{FOLDER}/", "patience": PATIENCE,
            "pages": [path.removesuffix("index.html") for path in paths if path.endswith(".html")],
            "files": [path for path in paths if not path.endswith(".html")]}
    script = (STATIC / "offline" / WORKER).read_text("utf-8")
    return f"const SITE = {json.dumps(site, sort_keys=True)};\n{script}".encode()


@lru_cache
def icon_png(drawing: str, pixels: int, background: str | None = None) -> bytes:
    """A square drawing in so many pixels."""
    return bytes(resvg_py.svg_to_bytes(svg_string=drawing, background=background, width=pixels, height=pixels))


def publish_manifest(site: Site, published: Assets) -> str:
    """Publishes the manifest by which the site can be installed, and its icons; the manifest's path."""
    drawing = ICON.replace('viewBox="0 0 32 32"', 'viewBox="-8 -8 48 48"')
    icons = [published.add(f"icon-{pixels}.png", icon_png(drawing, pixels, PAPER)) for pixels in SIZES]
    up = "../" * (FOLDER.count("/") + 1)
    manifest = {
        "name": site.title, "short_name": site.title, "description": site.description, "lang": site.language,
        "start_url": up, "scope": up, "display": "minimal-ui", "background_color": PAPER, "theme_color": PAPER,
        "icons": [{"src": Path(icon).name, "sizes": f"{pixels}x{pixels}", "type": "image/png", "purpose": purpose}
                  for icon, pixels in zip(icons, SIZES, strict=True) for purpose in ("any", "maskable")],
    }
    return published.add("site.webmanifest", json.dumps(manifest, ensure_ascii=False, sort_keys=True).encode())
