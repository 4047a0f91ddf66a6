"""Dependencies run one way, units stay small, and nothing in the tree belongs to one machine. Read from the source."""

import ast
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("engine", "site_builder", "weights", "content")
SOURCES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
SCRIPTS = sorted((ROOT / "site_builder" / "static").rglob("*.js"))
SHEETS = sorted([*(ROOT / "site_builder" / "static").glob("*.css"), *(ROOT / "engine" / "figures").glob("*.css")])
FIGURES = sorted(path.stem for path in (ROOT / "engine" / "figures").glob("*.py") if path.stem != "__init__")

# Who may import what of ours. The longest prefix that fits a module decides; a module may always import its own prefix.
MAY_IMPORT = {
    "engine": set(),
    "engine.transformer": {"engine.errors"},
    "engine.drawing": {"engine.errors"},
    "engine.views": {"engine.errors", "engine.transformer", "engine.drawing", "engine.random"},
    "engine.figures": {"engine.errors", "engine.transformer", "engine.drawing", "engine.views", "engine.random"},
    "engine.live": {"engine.errors", "engine.drawing"},
    "site_builder": {"engine.errors", "engine.drawing", "engine.live"},
    "weights": {"engine"},
    "content": {"engine"},
}

# Within a package, a module imports only those before it in its line.
ORDER = {
    "engine.transformer": ("ops", "attention", "encoding", "layers", "transformer", "model"),
    "engine.drawing": ("markup", "scales", "marks", "controls", "figure"),
}

FORBIDDEN_IN_ENGINE = {"random", "secrets", "socket", "subprocess", "time", "urllib", "uuid"}
ENVIRONMENT = {"environ", "environb", "getenv", "getrandom", "urandom"}
HEAVY_NUMPY = {"fft", "linalg", "ma", "polynomial", "random", "testing"}


def module_name(path):
    """Dotted name of a source file."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def tree(path):
    """A file's syntax tree."""
    return ast.parse(path.read_text("utf-8"))


@cache
def imports(path):
    """Dotted names a file imports, each as far as it leads to a module."""
    package = module_name(path).split(".")
    if path.name != "__init__.py":
        package = package[:-1]
    names = []
    for node in executed(tree(path)):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            start = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*start, *([node.module] if node.module else [])])
            for alias in node.names:
                names.append(f"{base}.{alias.name}" if is_module(f"{base}.{alias.name}") else base)
    return names


def executed(tree):
    """Every node but those that only a type checker reads."""
    yield tree
    for node in ast.iter_child_nodes(tree):
        if not (isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING"):
            yield from executed(node)


def is_module(name):
    place = ROOT.joinpath(*name.split("."))
    return place.with_suffix(".py").exists() or (place / "__init__.py").exists()


def ours(path):
    return [name for name in imports(path) if name.split(".")[0] in (*PACKAGES, "tests")]


def within(name, prefix):
    return name == prefix or name.startswith(prefix + ".")


def identify(path):
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", SOURCES, ids=identify)
def test_imports_run_one_way(path):
    own = module_name(path)
    prefix = max((key for key in MAY_IMPORT if within(own, key)), key=len)
    allowed = {prefix, *MAY_IMPORT[prefix]}
    strangers = [name for name in ours(path) if not any(within(name, one) for one in allowed)]
    assert not strangers, f"{own} may import {sorted(allowed)}, but imports {strangers}"


@pytest.mark.parametrize("path", SOURCES, ids=identify)
def test_order_within_a_package(path):
    own = module_name(path)
    for package, line in ORDER.items():
        if within(own, package) and own != package:
            unit = own[len(package) + 1 :].split(".")[0]
            later = line[line.index(unit) + 1 :] if unit in line else ()
            wrong = [name for name in ours(path) if any(within(name, f"{package}.{one}") for one in later)]
            assert not wrong, f"{own} comes before {wrong}"


def test_trace_imports_nothing_of_ours():
    assert ours(ROOT / "engine" / "transformer" / "trace.py") == []


@pytest.mark.parametrize("name", FIGURES)
def test_figures_never_import_each_other(name):
    others = [one for one in ours(ROOT / "engine" / "figures" / f"{name}.py") if one.startswith("engine.figures.")]
    assert others == []


def test_no_import_cycles():
    graph = {module_name(path): set(ours(path)) - {module_name(path)} for path in SOURCES}
    while leaves := {name for name, wanted in graph.items() if not wanted & graph.keys()}:
        for name in leaves:
            del graph[name]
    assert not graph, f"these import each other in a circle, or wait for some that do: {sorted(graph)}"


@pytest.mark.parametrize("path", sorted((ROOT / "engine").rglob("*.py")), ids=identify)
def test_engine_needs_the_standard_library_and_numpy_only(path):
    """What it imports is downloaded by every reader, and the same fields must give the same drawing everywhere."""
    roots = {name.split(".")[0] for name in imports(path)}
    assert roots <= {"engine", "numpy", *sys.stdlib_module_names}
    assert not roots & FORBIDDEN_IN_ENGINE
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            refused = {"np": HEAVY_NUMPY, "os": ENVIRONMENT}.get(node.value.id, ())
            assert node.attr not in refused, f"line {node.lineno}: {node.value.id}.{node.attr}"
    assert not any(name.startswith(f"numpy.{heavy}") for name in imports(path) for heavy in HEAVY_NUMPY)


@pytest.mark.parametrize("path", sorted((ROOT / "engine").rglob("*.py")), ids=identify)
def test_only_parameters_opens_files(path):
    if path == ROOT / "engine" / "transformer" / "parameters.py":
        return
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Call):
            called = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            assert called not in {"open", "read_text", "read_bytes", "write_text", "write_bytes"}, f"line {node.lineno}"


@pytest.mark.parametrize("path", [*(ROOT / "site_builder").rglob("*.py"), *SCRIPTS], ids=identify)
def test_generator_and_scripts_know_no_figure(path):
    text = path.read_text("utf-8")
    for name in FIGURES:
        # One-word names are also words of their own; they count only where they can be nothing but a figure.
        dashed = name.replace("_", "-")
        forms = {name, dashed} if "_" in name else {f"fig-{name}", f"figures.{name}", f"figures/{name}"}
        assert not [form for form in forms if re.search(rf"(?<![\w-]){re.escape(form)}(?![\w-])", text)]


def length(path):
    return len(path.read_text("utf-8").splitlines())


def test_python_modules_are_short():
    assert [identify(path) for path in SOURCES if length(path) > 300] == []


def test_scripts_are_short():
    assert [identify(path) for path in SCRIPTS if length(path) > 150] == []


def test_only_a_figures_state_is_a_dataclass():
    """In a browser it takes long to define one; records are named tuples."""
    made = [(identify(path), line) for path in (ROOT / "engine").rglob("*.py")
            for line in re.findall(r"^@dataclass.*\n(.*)", path.read_text("utf-8"), re.MULTILINE)]
    assert len(made) > 10 and {line for _, line in made} == {"class State:"}, made


def test_scripts_are_few():
    assert sum(len(path.read_text("utf-8").splitlines()) for path in SCRIPTS) <= 2699


def test_no_rule_asks_what_the_whole_page_holds():
    """With one, browsers restyle parts of the whole page whenever any text in it changes."""
    whole = re.compile(r"(?<![\w-])(html|body|:root)[^\s,{>+~]*:has\(")
    assert whole.search(':root[data-theme="dark"]:has(form) .note {') and not whole.search("html .row:has(b) {")
    assert [identify(path) for path in SHEETS if whole.search(path.read_text("utf-8"))] == []


def tracked():
    listing = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True).stdout
    return [ROOT / name for name in listing.split("\0") if name and (ROOT / name).is_file()]


def test_nothing_in_the_tree_belongs_to_one_machine():
    places = re.compile(
        rb"(?<!\w)/(work|root|farm|home)/|/tmp/[a-z]|[.]library\b|pypi[.]org|pythonhosted[.]org|registry[.]npmjs|deb[.]debian"
    )
    found = []
    for path in tracked():
        data = path.read_bytes()
        if b"\0" not in data:
            lines = enumerate(data.splitlines(), 1)
            found += [f"{identify(path)}:{number}" for number, line in lines if places.search(line)]
    assert not found


def test_third_party_files_are_fetched_not_committed():
    """Nothing is large but what was trained or computed here."""
    large = [identify(path) for path in tracked() if path.stat().st_size > 1_500_000]
    assert all(name.startswith("weights/") for name in large), large


def test_tests_never_wait_for_time():
    waits = re.compile(r"\b(time\.sleep|wait_for_timeout|asyncio\.sleep)\(")
    waiting = [identify(path) for path in (ROOT / "tests").rglob("*.py") if waits.search(path.read_text("utf-8"))]
    assert not waiting
