"""Turn a finished run into what is shipped: parameters, sixteen checkpoints, manifest. python -m weights.ship"""

import hashlib
import json
import shutil
from pathlib import Path

import numpy as np

FOLDER = Path(__file__).parent
RUN = FOLDER / "work" / "main"


def write_manifest() -> None:
    """Record sha256 and number of parameters of every parameters file."""
    files = sorted([*FOLDER.glob("checkpoints/*.npz"), FOLDER / "parameters.npz", *FOLDER.glob("unmasked.npz")])
    manifest = {}
    for file in files:
        count = sum(array.size for array in read_parameters(file).values())
        sha256 = hashlib.sha256(file.read_bytes()).hexdigest()
        manifest[file.relative_to(FOLDER).as_posix()] = {"sha256": sha256, "parameters": count}
    (FOLDER / "manifest.json").write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")


def record(arrays: dict[str, np.ndarray]) -> np.ndarray:
    """Arrays as the fields of one, which is read at once."""
    made = np.zeros((), [(name, array.dtype, array.shape) for name, array in arrays.items()])
    for name, array in arrays.items():
        made[name] = array
    return made


def write_parameters(file: Path, parameters: dict[str, np.ndarray]) -> None:
    """Save parameters as fp16; equal numbers give equal bytes."""
    np.savez_compressed(file, parameters=record({name: array.astype(np.float16) for name, array in parameters.items()}))


def read_parameters(file: Path) -> dict[str, np.ndarray]:
    """What was saved, as it was saved."""
    with np.load(file) as archive:
        record = archive["parameters"]
    return {name: record[name] for name in record.dtype.names}


def main() -> None:
    """Ship the run in work/main."""
    (FOLDER / "checkpoints").mkdir(exist_ok=True)
    for file in sorted(RUN.glob("[0-9][0-9].npz")):
        shutil.copyfile(file, FOLDER / "checkpoints" / file.name)
    shutil.copyfile(FOLDER / "checkpoints" / "16.npz", FOLDER / "parameters.npz")
    shutil.copyfile(RUN / "log.json", FOLDER / "training.json")
    write_manifest()


if __name__ == "__main__":
    main()
