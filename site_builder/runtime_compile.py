"""Runs inside Pyodide under Node: replaces the archives /packing/*.zip and /packing/*.whl by their compiled form.

Only the Python that will run the compiled files in the browser can compile them, and pyodide-build compiles for the
Python it runs in: so it runs here, imported from the host's packages.
"""

import sys
from pathlib import Path

sys.path.append("/host")
from pyodide_build._py_compile import _py_compile_archive

PACKING = Path("/packing")

for archive in sorted([*PACKING.glob("*.zip"), *PACKING.glob("*.whl")]):
    compiled = _py_compile_archive(archive, keep=True, verbose=False, compression_level=0)
    assert compiled is not None
    compiled.replace(archive)
