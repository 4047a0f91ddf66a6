"""All benchmarks one after another, or those that are named: python -m tests.bench [name …].

Every module of this folder that has a `main` is one. It prints a table and returns what it measured, which is
written to a JSON file of its own.
"""

import sys
from importlib import import_module
from pathlib import Path

from tests.bench.report import save

paths = sorted(Path(__file__).parent.glob("[!_]*.py"))
modules = {path.stem: import_module(f"tests.bench.{path.stem}") for path in paths}
benches = {name: module.main for name, module in modules.items() if hasattr(module, "main")}
if unknown := [name for name in sys.argv[1:] if name not in benches]:
    sys.exit(f"no benchmark {', '.join(unknown)}; there are {', '.join(benches)}")
for name in sys.argv[1:] or benches:
    print(f"\n{name}: {(modules[name].__doc__ or '').splitlines()[0]}", flush=True)
    print(save(name, benches[name]()))
