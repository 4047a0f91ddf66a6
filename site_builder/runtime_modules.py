"""Runs in the browser as Python starts: imports modules out of one file a folder, where there is one.

To find and open a file for each of two hundred modules takes Python in a browser as long as to run a third of them. It
is published as sitecustomize, which Python looks for by itself, before it imports much.
"""

import gc
import marshal
import os
import sys
from _frozen_importlib import ModuleSpec  # importlib is itself among what is imported so, as types and typing are

FILE = "modules.marshal"


class JoinedModules:
    """Finds and loads the modules in the file of a folder, {path of a .pyc in the folder: its code}."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.codes: dict[str, bytes] = self.read()

    def read(self) -> dict[str, bytes]:
        with open(f"{self.folder}/{FILE}", "rb") as file:
            found: dict[str, bytes] = marshal.load(file)
        return found

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """As if the module were a file of its own; None if it is not here."""
        place = name.replace(".", "/")
        package = f"{place}/__init__.pyc" in self.codes
        file = f"{place}/__init__.pyc" if package else f"{place}.pyc"
        if file not in self.codes:
            return None
        spec = ModuleSpec(name, self, origin=f"{self.folder}/{file}", is_package=package)  # type: ignore[arg-type]
        spec.has_location = True
        if package:
            spec.submodule_search_locations = [f"{self.folder}/{place}"]
        return spec

    def create_module(self, spec: ModuleSpec) -> None:
        """A module as any other."""

    def exec_module(self, module: object) -> None:
        """Runs a module; its code is then no longer kept, and read once more by whoever imports it once more."""
        names = vars(module)
        file = names["__file__"].removeprefix(f"{self.folder}/")
        exec(marshal.loads(self.codes[file] or self.read()[file]), names)
        self.codes[file] = b""


if __name__ == "sitecustomize":
    gc.disable()  # until the page's worker has loaded everything: all that is made meanwhile stays
    for folder in sys.path:
        if os.path.exists(f"{folder}/{FILE}"):
            sys.meta_path.insert(-1, JoinedModules(folder))  # before Python's own finder of files
