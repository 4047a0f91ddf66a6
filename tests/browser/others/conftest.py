"""Firefox and WebKitGTK as Debian brings them, where they are installed."""

import re
import shutil
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from tests.browser.hosting import Host, host
from tests.browser.others.window import Window

LIMITS = re.compile(r'("(?:silence|answer)": ?)\d+')
MINI_BROWSERS = ("/usr/lib/*/webkit2gtk-4.1/MiniBrowser", "/usr/libexec/webkit2gtk-4.1/MiniBrowser")


def program(names: tuple[str, ...], package: str) -> str:
    """The path of the first program that is installed; without one the tests are skipped."""
    for name in names:
        if found := shutil.which(name) or next((str(path) for path in Path("/").glob(name.lstrip("/"))), None):
            return found
    pytest.skip(f"{names[0].split('/')[-1]} is not installed (Debian: apt install {package})")


def firefox(folder: Path) -> Window:
    path = program(("firefox-esr", "firefox"), "firefox-esr")
    return import_module("tests.browser.others.firefox").Firefox(path, str(folder / "firefox.log"))


def webkit(folder: Path) -> Window:
    driver = program(("WebKitWebDriver",), "webkit2gtk-driver")
    screen = program(("Xvfb",), "xvfb")
    path = program(MINI_BROWSERS, "webkit2gtk-driver")
    return import_module("tests.browser.others.webkit").WebKit(path, driver, screen)


@pytest.fixture(scope="module", params=[firefox, webkit], ids=lambda start: start.__name__)
def window(request, tmp_path_factory) -> Iterator[Window]:
    """A window of each browser, empty."""
    window = request.param(tmp_path_factory.mktemp("browser"))
    yield window
    window.quit()


@pytest.fixture(scope="module")
def hosted(site_folder, tmp_path_factory) -> Iterator[Host]:
    """The real site, whose page waits for Python as long as a busy machine takes."""
    folder = tmp_path_factory.mktemp("patient") / "dist"
    shutil.copytree(site_folder, folder)
    page = folder / "index.html"
    patient, count = LIMITS.subn(rf"\g<1>{600_000}", page.read_text("utf-8"))
    assert count == 2
    page.write_text(patient, "utf-8")
    with host(folder) as hosted:
        yield hosted
