"""The built site with another engine in it."""

import gzip
import json
import re
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

from site_builder.runtime_pack import read_zip, write_zip

SETTINGS = re.compile(r'(?<=id="site">).*?(?=</script>)')


def settings_of(folder: Path) -> dict[str, Any]:
    """What the page is told of its runtime and data."""
    found = SETTINGS.search((folder / "index.html").read_text("utf-8"))
    assert found
    return json.loads(found[0])


def with_engine(folder: Path, change: Callable[[dict[str, bytes]], None]) -> dict[str, bytes]:
    """By name what differs once `change` was made to the engine: its pack, and the page that vouches for it."""
    settings = settings_of(folder)
    entry = settings["runtime"]["first"]["engine.zip"]
    files = read_zip(gzip.decompress((folder / f"{entry['path']}.gz").read_bytes()))
    change(files)
    data = write_zip(files)
    entry |= {"size": len(data), "sha256": sha256(data).hexdigest()}
    html = (folder / "index.html").read_text("utf-8")
    text = json.dumps(settings, sort_keys=True).replace("<", "\\u003c")
    return {"engine.zip.gz": gzip.compress(data, 1),
            "index.html": SETTINGS.sub(lambda _: text, html, count=1).encode()}


def figure_file(files: dict[str, bytes], name: str) -> str:
    """Where the engine keeps a figure."""
    return next(path for path in files if path.endswith(f"/figures/{name.replace('-', '_')}.py"))
