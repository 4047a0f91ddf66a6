"""Runs inside Pyodide under Node: which modules do some import statements load?

Reads /packing/imports.txt, one statement a line, and writes /packing/modules.txt, one module a line: those that Pyodide
itself starts with included. numpy is found unpacked in /packing/packages.
"""

import sys
from pathlib import Path

PACKING = Path("/packing")

sys.path.append(str(PACKING / "packages"))
for statement in (PACKING / "imports.txt").read_text("utf-8").splitlines():
    exec(statement, {})
(PACKING / "modules.txt").write_text("\n".join(sorted(sys.modules)), "utf-8")
