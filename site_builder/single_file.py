"""The page as one file that opens by a double click, without a server: styles, fonts, scripts, Python and data inside.

The scripts are the site's own. Browsers load neither modules nor data from file://, so they become classic scripts, and
the data text that a few lines in static/one_file hand out where the scripts ask for files.
"""

import gzip
import re
from base64 import b64encode, b85encode
from collections.abc import Iterable, Mapping
from hashlib import sha256
from html import escape
from pathlib import Path, PurePosixPath

from . import cache
from .hosting import TYPES

INSIDE = "https://inside.invalid/"
"""the address at which the scripts believe the site to be"""
STATIC = Path(__file__).parent / "static" / "one_file"
HOME = "index.html"
GZIP = b"\x1f\x8b"
"""how a gzipped file begins"""
LINK = re.compile(r'<link rel="([^"]+)"[^>]*? href="([^"]+)"[^>]*>\n?')
SCRIPT = re.compile(r'<script[^>]*? src="([^"]+)"[^>]*></script>\n?')
POLICY = re.compile(r'(?<=<meta http-equiv="Content-Security-Policy" content=")[^"]*')
EDITIONS = re.compile(r'<div class="editions">.*?</div>\n?', re.DOTALL)
RECORDED = re.compile(r'<script[^>]*? id="recorded">.*?</script>\n?', re.DOTALL)
"""what stands in until Python is fetched, which it is here"""
ADDRESS = re.compile(r'(?<= )(href|src)="(?!#|data:|https?:)([^"]*)"')


def write(files: Mapping[str, bytes], later: Iterable[str], documents: Mapping[str, bytes], base_url: str) -> bytes:
    """The home page of a site with all it needs inside it; `later` are paths it can do without.

    `documents` are plain texts that come along instead of the pages at these paths, as licences do. Other links lead to
    where the site stands, or nowhere without a `base_url`.
    """
    page = RECORDED.sub("", EDITIONS.sub("", files[HOME].decode()))
    styles: list[str] = []
    plain: list[str] = []
    modules: list[str] = []

    def link(found: re.Match[str]) -> str:
        match found[1]:
            case "stylesheet":
                styles.append(_style(found[2], files))
                return f"<style>{styles[-1]}</style>\n"
            case "icon":
                return f'<link rel="icon" href="{_data(found[2], files)}">\n'
            case "manifest":
                return ""
        return found[0]

    def script(found: re.Match[str]) -> str:
        if 'type="module"' in found[0]:
            modules.append(found[1])
            return ""
        plain.append(_script(files[found[1]].decode()))
        return f"<script>{plain[-1]}</script>\n"

    page = SCRIPT.sub(script, LINK.sub(link, page))
    beside = str(PurePosixPath(modules[0]).with_name("worker.js"))
    main, worker = (_script("\n".join([
        '"use strict";', f'const INSIDE = "{INSIDE}";', *((STATIC / name).read_text("utf-8") for name in own),
        *(classic(files[path].decode(), path) for path in paths),
    ])) for paths, own in ((modules, ("files.js", "page.js")), ([beside], ("files.js", "worker.js"))))
    page = ADDRESS.sub(lambda found: _address(found[1], found[2], {**files, **documents}, documents, base_url), page)
    data = {path: text(files[path]) for path in _asked_for(page, files, later)}
    page = POLICY.sub(escape(_policy([*plain, main], styles)), page)
    blocks = [b'<script type="text/plain" data-path="%b">%b</script>' % (path.encode(), content)
              for path, content in data.items()]
    blocks.append(f'<script type="text/plain" id="worker">{worker}</script>\n<script>{main}</script>\n</body>'.encode())
    return page.encode().replace(b"</body>", b"\n".join(blocks))


def _asked_for(page: str, files: Mapping[str, bytes], later: Iterable[str]) -> list[str]:
    """The files whose address the page gives to its scripts, packed where they are published packed too."""
    settings = set(re.findall(r'assets/[\w./-]+', page))
    wanted = {path for path in files if path in settings or path.removesuffix(".gz") in settings}
    return sorted(path for path in wanted if f"{path}.gz" not in wanted and path not in set(later))


def text(data: bytes) -> bytes:
    """A file as base85, gzipped first unless it is or gains nothing; without "<", which could end where it stands."""

    def made() -> bytes:
        packed = data if data.startswith(GZIP) else min(data, gzip.compress(data, 9, mtime=0), key=len)
        return b85encode(packed).replace(b"<", b",")

    return cache.kept(f"base85-gzip/{sha256(data).hexdigest()[:20]}", made)


def classic(source: str, path: str) -> str:
    """A bundle as a classic script, after those it takes from; what `import()` gives comes from importInside."""
    source = re.sub(r"^(?:import|export) \{.*\n?", "", source, flags=re.MULTILINE)
    return re.sub(r"\bimport\(", "importInside(", source.replace("import.meta.url", repr(INSIDE + path)))


def _style(path: str, files: Mapping[str, bytes]) -> str:
    """A style sheet with the files it names inside it."""
    folder = PurePosixPath(path).parent
    return re.sub(r'url\("?(?!data:|#)([^")]+)"?\)', lambda found: f'url("{_data(str(folder / found[1]), files)}")',
                  files[path].decode())


def _data(path: str, files: Mapping[str, bytes], kind: str = "") -> str:
    kind = kind or TYPES[PurePosixPath(path).suffix].split(";")[0]
    return f"data:{kind};base64,{b64encode(files[path]).decode()}"


def _script(source: str) -> str:
    return source.replace("</script", "<\\/script")


def _address(attribute: str, path: str, files: Mapping[str, bytes], documents: Iterable[str], base_url: str) -> str:
    if attribute == "src":
        return f'src="{_data(path, files)}"'
    if path in documents or path.endswith(".txt"):
        return f'href="{_data(path, files, "text/plain")}" download="{PurePosixPath(path).stem}.txt"'
    return f'href="{base_url.rstrip("/")}/{path}"' if base_url else ""


def _policy(scripts: Iterable[str], styles: Iterable[str]) -> str:
    """What this page may do: run and show what is in it."""
    hashes = [" ".join(f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'" for text in texts)
              for texts in (scripts, styles)]
    return "; ".join((
        "default-src 'none'", f"script-src {hashes[0]} blob: data: 'wasm-unsafe-eval'", "worker-src blob: data:",
        f"style-src {hashes[1]}", "style-src-attr 'unsafe-inline'", "img-src data: blob:", "font-src data:",
        "connect-src blob: data:", "base-uri 'none'", "form-action 'none'"))
