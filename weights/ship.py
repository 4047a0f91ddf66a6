"""Turn a finished run into what is shipped: parameters, sixteen checkpoints, manifest. python -m weights.ship"""

import hashlib
import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np

FOLDER = Path(__file__).parent
RUN = FOLDER / "work" / "main"


def write_manifest() -> None:
    """Record sha256 and number of parameters of every parameters file."""
    files = sorted([*FOLDER.glob("checkpoints/*.npz"), FOLDER / "parameters.npz", *FOLDER.glob("unmasked.npz")])
    manifest = {}
    for file in files:
        with np.load(file) as archive:
            count = sum(archive[name].size for name in archive.files)
        sha256 = hashlib.sha256(file.read_bytes()).hexdigest()
        manifest[file.relative_to(FOLDER).as_posix()] = {"sha256": sha256, "parameters": count}
    (FOLDER / "manifest.json").write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")


def write_parameters(file: Path, parameters: dict[str, np.ndarray]) -> None:
    """Save parameters as fp16; equal numbers give equal bytes."""
    arrays: dict[str, Any] = {name: array.astype(np.float16) for name, array in parameters.items()}
    np.savez_compressed(file, **arrays)


def main() -> None:
    """Ship the run in work/main."""
    (FOLDER / "checkpoints").mkdir(exist_ok=True)
    for file in sorted(RUN.glob("[0-9][0-9].npz")):
        with np.load(file) as archive:
            write_parameters(FOLDER / "checkpoints" / file.name, dict(archive))
    shutil.copyfile(FOLDER / "checkpoints" / "16.npz", FOLDER / "parameters.npz")
    shutil.copyfile(RUN / "log.json", FOLDER / "training.json")
    write_manifest()


if __name__ == "__main__":
    main()
