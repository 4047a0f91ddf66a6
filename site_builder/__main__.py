"""The commands: python -m site_builder build | serve | check | runtime | new."""

import argparse
import signal
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from . import cache
from .build import MakeRuntime, build, check, write
from .errors import PortsTaken, Problems
from .new import new_figure, new_section
from .runtime import build as build_runtime
from .runtime_fetch import Unavailable
from .runtime_update import update

ROOT = Path.cwd()
TARGET = ROOT / "dist"
DRAFT = ROOT / ".cache" / "serve"
"""what `serve` builds after a change, so that dist/ is always whole"""


def main() -> int:
    """Runs one command in the project's folder; 0 where all is well, 1 with every problem on a line of its own."""
    parser = argparse.ArgumentParser(prog="python -m site_builder", description="Builds the page from content/.")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("build", help="write the site to dist/")
    commands.add_parser("serve", help="build, serve on this machine, and build again when a file changes")
    commands.add_parser("check", help="check the content, its links, figures and claims, and write nothing")
    new = commands.add_parser("new", help="begin a section or a figure")
    new.add_argument("kind", choices=("section", "figure"))
    new.add_argument("title", help='such as "The mask"')
    runtime = commands.add_parser("runtime", help="take another release of the Python for the browser")
    runtime.add_argument("what", choices=("update",))
    runtime.add_argument("version", nargs="?", help="such as 314.0.4; the newest without it")
    arguments = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # whoever ends a build leaves nothing half-written either
    try:
        return told(lambda: run(arguments))
    except KeyboardInterrupt:
        if arguments.command == "serve":
            return 0
        print("Stopped; dist/ is as it was.", file=sys.stderr)
        return 128 + signal.SIGINT


def told(command: Callable[[], None]) -> int:
    """Does something; 0, or 1 after saying what is wrong."""
    try:
        command()
    except (Problems, Unavailable, FileExistsError, PortsTaken) as error:
        print(error, file=sys.stderr)
        return 1
    except OSError as error:
        print(f"Files cannot be read or written: {error}. dist/ is as it was.", file=sys.stderr)
        return 1
    return 0


def run(arguments: argparse.Namespace) -> None:
    """Runs the command that was asked for."""
    begun = time.perf_counter()
    match arguments.command:
        case "build":
            build_site(partial(build_runtime, say=print), TARGET)
            cache.tidy()
        case "serve":
            from .serve import serve  # its libraries take as long to import as a small build takes

            serve(ROOT, TARGET, DRAFT)
        case "runtime":
            update(arguments.version, print)
        case "check":
            check(ROOT)
            print(f"Nothing is wrong ({time.perf_counter() - begun:.1f} s)")
        case "new":
            made = (new_section if arguments.kind == "section" else new_figure)(ROOT, arguments.title)
            print(made.relative_to(ROOT))


def build_site(make_runtime: MakeRuntime, target: Path) -> None:
    """Builds, writes, and says how much and how long."""
    begun = time.perf_counter()
    files = build(ROOT, make_runtime, is_draft=target == DRAFT)
    write(files, target)
    size = sum(map(len, files.values())) / 1e6
    place = target.relative_to(ROOT).as_posix()
    print(f"{len(files)} files, {size:.1f} MB, in {place}/ after {time.perf_counter() - begun:.1f} s")


if __name__ == "__main__":
    sys.exit(main())
