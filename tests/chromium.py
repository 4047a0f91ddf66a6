"""Find the browser that the tests drive, or install one: python -m tests.chromium."""

import os
import shutil
import subprocess
import sys

from playwright.sync_api import Error, Playwright, sync_playwright

SYSTEM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = ("--no-sandbox",)


def find(playwright: Playwright) -> str | None:
    """Path of the first browser that starts: Playwright's own, else the system's Chromium or Chrome, else None."""
    paths = [playwright.chromium.executable_path, *map(shutil.which, SYSTEM)]
    return next((path for path in paths if path and os.path.exists(path) and starts(playwright, path)), None)


def starts(playwright: Playwright, path: str) -> bool:
    """Whether the browser at `path` opens: one that lacks a system library is installed and yet does not."""
    try:
        playwright.chromium.launch(executable_path=path, args=ARGUMENTS).close()
    except Error:
        return False
    return True


def ways_to_install() -> list[list[list[str]]]:
    """Commands to try, one list of commands for each way, the gentlest first."""
    ways = [[[sys.executable, "-m", "playwright", "install", "chromium"]]]
    privilege = [] if hasattr(os, "geteuid") and os.geteuid() == 0 else ["sudo", "-n"]
    if shutil.which("apt-get") and (not privilege or shutil.which("sudo")):
        apt = [*privilege, "apt-get", "-qq", "-y"]
        ways.append([[*apt, "update"], [*apt, "install", "chromium"]])
    return ways


def install() -> str | None:
    """Try each way until a browser starts; its path, or None."""
    for way in ways_to_install():
        print("No browser found. Trying:", " && ".join(" ".join(command) for command in way), flush=True)
        if all(subprocess.run(command, stdout=subprocess.DEVNULL).returncode == 0 for command in way):
            with sync_playwright() as playwright:
                if path := find(playwright):
                    return path
    return None


def main() -> int:
    with sync_playwright() as playwright:
        path = find(playwright)
    if path := path or install():
        print("Tests will drive", path)
        return 0
    print("The tests need a browser. Install Chromium or Google Chrome, then run make test again.", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
