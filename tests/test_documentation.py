"""What the documentation says exists, and what exists is documented. Read from the files, without running any of it."""

import ast
import importlib
import inspect
import re
import subprocess
import textwrap
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
ENGINE = sorted((ROOT / "engine").rglob("*.py"))
FIGURES = [path for path in ENGINE if path.parent.name == "figures" and path.stem != "__init__"]
DOCUMENTS = sorted(ROOT.glob("*.md"))


def identify(path):
    return str(path.relative_to(ROOT))


def targets():
    return set(re.search(r"^\.PHONY: (.*)$", MAKEFILE, re.MULTILINE)[1].split())


@pytest.mark.parametrize("document", DOCUMENTS, ids=identify)
def test_documents_name_targets_that_exist(document):
    text = document.read_text("utf-8")
    named = re.findall(r"(?:`|^    )make ([a-z]+)\b", text, re.MULTILINE)
    assert set(named) <= targets()


def test_readme_and_help_name_every_target():
    assert set(re.findall(r"\bmake ([a-z]+)\b", README)) >= targets()
    assert set(re.findall(r"echo 'make ([a-z]+) ", MAKEFILE)) >= targets() - {"help", "lint"}


def test_readme_names_the_folders_that_exist():
    listing = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, check=True, text=True).stdout
    folders = {line.split("/")[0] for line in listing.splitlines() if "/" in line}
    named = set(re.findall(r"^\| `([a-z_]+)/` \|", README, re.MULTILINE))
    assert named == {folder for folder in folders if not folder.startswith(".")}


@pytest.mark.parametrize("document", DOCUMENTS, ids=identify)
def test_documents_link_to_files_that_exist(document):
    links = re.findall(r"\]\(([^)#:]+)\)", document.read_text("utf-8"))
    missing = [link for link in links if not (ROOT / link).exists()]
    assert not missing


def test_readme_names_every_command():
    source = ast.parse((ROOT / "site_builder" / "__main__.py").read_text("utf-8"))
    commands = {
        node.args[0].value
        for node in ast.walk(source)
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "add_parser"
    }
    assert commands
    section = README.split("## Commands of the generator")[1].split("\n## ")[0]
    assert set(re.findall(r"`(?:python -m site_builder )?([a-z]+)(?: [a-z]+)?`", section)) == commands


def undocumented(module):
    """Names of the public functions and classes of a module that say nothing."""
    for name, thing in vars(module).items():
        own = getattr(thing, "__module__", "") == module.__name__ and not name.startswith("_")
        if own and (inspect.isclass(thing) or inspect.isfunction(thing)) and not written_docstring(thing):
            yield name


def written_docstring(thing):
    """The docstring in the source; a dataclass without one is given its signature for one."""
    return ast.get_docstring(ast.parse(textwrap.dedent(inspect.getsource(thing))).body[0])


@pytest.mark.parametrize("path", [path for path in ENGINE if path not in FIGURES], ids=identify)
def test_engine_documents_what_is_public(path):
    if not path.read_text("utf-8"):
        return
    module = importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"))
    assert module.__doc__, "the module has no docstring"
    assert not list(undocumented(module))


@pytest.mark.parametrize("path", FIGURES, ids=identify)
def test_figures_say_what_they_are_and_what_to_try(path):
    caption, *rest = ast.get_docstring(ast.parse(path.read_text("utf-8"))).split("\n\n")
    assert re.search(r"[.?]$", caption.strip()), "the caption is a sentence"
    assert re.search(r"^Paper: (section|table|figure)s? ", "\n".join(rest), re.MULTILINE | re.IGNORECASE)
    assert re.search(r"^Try: \S", "\n".join(rest), re.MULTILINE)


@pytest.mark.parametrize("path", sorted(path for path in (ROOT / "content").rglob("*.md")), ids=identify)
def test_prose_keeps_its_voice(path):
    """No exclamation, and none of the words that praise instead of showing."""
    text = re.sub(r"`[^`]*`|\$[^$]*\$", "", path.read_text("utf-8"))
    assert not re.findall(r"\w!", text)
    praise = "amazing|beautiful|powerful|incredible|revolutionary|magical|simply|obviously|delve|leverage|seamless"
    assert not re.findall(rf"\b({praise})(?:ly)?\b", text, re.IGNORECASE)
