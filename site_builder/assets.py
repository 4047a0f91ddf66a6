"""Files that pages refer to, published under names that carry the hash of their bytes."""

import base64
import hashlib
from collections.abc import Mapping

FOLDER = "assets"
Description = dict[str, str | int]


class Assets:
    """Published files by their path in the site."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}

    def add(self, name: str, data: bytes) -> str:
        """Publishes a file; its path in the site (mask.png becomes assets/mask-0123456789.png)."""
        stem, dot, suffixes = name.partition(".")
        published = f"{FOLDER}/{stem.replace(' ', '-')}-{digest(data)}{dot}{suffixes}"
        self.files[published] = data
        return published

    def add_folder(self, name: str, files: Mapping[str, bytes]) -> str:
        """Publishes files together, so that they may name each other; the folder's path in the site."""
        summary = "\n".join(f"{file} {digest(data)}" for file, data in sorted(files.items()))
        folder = f"{FOLDER}/{name}-{digest(summary.encode())}"
        self.files.update({f"{folder}/{file}": data for file, data in files.items()})
        return folder


def described(path: str, data: bytes) -> Description:
    """What scripts are told of a file, so that they take no other: its path, size and hash."""
    return {"path": path, "size": len(data), "sha256": hashlib.sha256(data).hexdigest()}


def digest(data: bytes) -> str:
    """A short hash of bytes, for names."""
    return hashlib.sha256(data).hexdigest()[:10]


def integrity(data: bytes) -> str:
    """What a page says of a script's bytes, and a browser checks before it runs them."""
    return f"sha384-{base64.b64encode(hashlib.sha384(data).digest()).decode()}"
