"""Runs inside Pyodide under Node: puts beside the sources in /packing what Python makes of them, where it looks for it.

They keep their docstrings, which readers see. What is compiled is used only while its source is the one it was made of.
"""

from importlib.util import cache_from_source
from pathlib import Path
from py_compile import PycInvalidationMode, compile

PACKING = Path("/packing")

for source in PACKING.rglob("*.py"):
    compile(
        str(source),
        cache_from_source(source, optimization=""),
        source.relative_to(PACKING).as_posix(),
        doraise=True,
        optimize=0,
        invalidation_mode=PycInvalidationMode.CHECKED_HASH,
    )
