"""Builds again and again in one process, which keeps at hand what another would have to import, read and pack anew.

Every line on standard input names a folder that it builds into, and is answered on standard output with a line that is
the exit code of `build`.
What the builds themselves say goes to standard error.
"""

import sys
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from functools import partial
from hashlib import sha256
from pathlib import Path

from . import cache
from .__main__ import build_site, told
from .build import MakeRuntime
from .runtime import Runtime
from .runtime import build as build_runtime


def main() -> None:
    """Builds for every line until there are no more, or Ctrl-C."""
    cache.tidy()
    make_runtime = packed_once(build_runtime)
    try:
        for line in sys.stdin:
            target = Path(line.removesuffix("\n"))
            with redirect_stdout(sys.stderr):
                code = told(partial(build_site, make_runtime, target))
            print(code, flush=True)
    except KeyboardInterrupt:
        return


def packed_once(
    make: Callable[[Path, Mapping[str, bytes], bool, Callable[[str], None]], Runtime]
) -> MakeRuntime:
    """Makes the runtime anew only when files beside the engine have changed; changed code gets a new process."""
    made: dict[str, Runtime] = {}

    def make_runtime(engine: Path, beside: Mapping[str, bytes], is_draft: bool) -> Runtime:
        key = repr((is_draft, [(name, sha256(data).hexdigest()) for name, data in sorted(beside.items())]))
        if key not in made:
            made.clear()
            made[key] = make(engine, beside, is_draft, print)
        return made[key]

    return make_runtime


if __name__ == "__main__":
    main()
