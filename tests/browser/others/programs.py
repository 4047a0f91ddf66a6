"""Firefox and WebKitGTK as Debian brings them, where they are installed."""

import shutil
from importlib import import_module
from pathlib import Path

from tests.browser.others.window import Window

MINI_BROWSERS = ("/usr/lib/*/webkit2gtk-4.1/MiniBrowser", "/usr/libexec/webkit2gtk-4.1/MiniBrowser")


class Missing(Exception):
    """A program is not installed; says of which package it is."""


def program(names: tuple[str, ...], package: str) -> str:
    """The path of the first program that is installed."""
    for name in names:
        if found := shutil.which(name) or next((str(path) for path in Path("/").glob(name.lstrip("/"))), None):
            return found
    raise Missing(f"{names[0].split('/')[-1]} is not installed (Debian: apt install {package})")


def firefox(folder: Path) -> Window:
    path = program(("firefox-esr", "firefox"), "firefox-esr")
    return import_module("tests.browser.others.firefox").Firefox(path, str(folder / "firefox.log"))


def webkit(folder: Path) -> Window:
    driver = program(("WebKitWebDriver",), "webkit2gtk-driver")
    screen = program(("Xvfb",), "xvfb")
    path = program(MINI_BROWSERS, "webkit2gtk-driver")
    return import_module("tests.browser.others.webkit").WebKit(path, driver, screen)


BROWSERS = (firefox, webkit)
"""each begins with an empty profile, and writes its log to a folder"""
