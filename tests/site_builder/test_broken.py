"""Broken content, case by case in the folders of broken/: files laid over the small site, and every error expected."""

import shutil
from pathlib import Path

import pytest

from site_builder.build import build, check
from site_builder.errors import Problems

from .conftest import no_runtime

CASES = sorted(Path(__file__).parent.joinpath("broken").iterdir())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_every_error_is_told_with_its_place(case, copy):
    shutil.copytree(case, copy, dirs_exist_ok=True)
    with pytest.raises(Problems) as raised:
        check(copy)
    assert str(raised.value) == (case / "expected.txt").read_text(encoding="utf-8").strip()


def test_an_untrue_claim_fails_the_check_and_not_the_build(copy):
    (copy / "content" / "claims.py").write_text("def bar_is_fifty(evidence):\n    return False\n")
    with pytest.raises(Problems, match=r"content/01-one-bar.md:8: the claim 'bar-is-fifty' is untrue"):
        check(copy)
    assert build(copy, no_runtime)
