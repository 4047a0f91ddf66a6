"""Encoder, full teacher-forced pass and greedy decode by several engines, which must write the same, in milliseconds.

Ours in the browser (Pyodide in a worker, float64), the same mathematics there in plain JavaScript on nested arrays
(naive.js), in tuned JavaScript on Float32Array (tuned.js) and in onnxruntime-web (onnx.js: float32, WebAssembly with
SIMD, one thread), and ours in CPython (native). All take turns, text by text.
"""

import gzip
import importlib.util
import json
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from types import ModuleType
from typing import Any

from playwright.sync_api import Page, sync_playwright

from engine.transformer import parameters, vocabulary
from engine.transformer.model import Model
from engine.transformer.transformer import LONGEST_ANSWER
from site_builder.runtime import build as build_runtime
from site_builder.runtime_fetch import fetch, read_listing
from tests.bench.onnx_models import models
from tests.bench.packages import ONNX_RUNTIME, unpack
from tests.bench.report import spread, table
from tests.browser.hosting import host
from tests.chromium import ARGUMENTS, find

ROOT = Path(__file__).parents[2]
PAGE = Path(__file__).with_name("engines")
TEXTS = ("1999", "3 march 2012", "the third of march 2012", "wednesday the thirty-first of december 2031 ad.")
"""of 4 to 47 characters; eos comes after each"""
OTHERS = ("naive", "tuned", "onnx", "native")
"""all but the last run in the browser, as ours does"""
TASKS = ("encoder", "forward", "greedy")
ROUNDS, TIMES = 9, 20
"""rounds that count, and runs of a task in each"""
PATIENCE = 600_000
"""milliseconds that a start or a round of one engine may take"""

Times = dict[tuple[str, str, int], list[float]]
"""engine, task, characters -> milliseconds a run, one a round"""


def main() -> dict[str, Any]:
    """Measure, check that all write the same, and print a table."""
    python = load_python()
    with page() as opened:
        times: Times = {}
        for number in range(ROUNDS + 1):
            for text in TEXTS:
                one_round(opened, python, text, times if number else {})
    ratios = {f"{task}, {len(text)} characters": {
        f"ours/{other}": median(times["ours", task, len(text)]) / median(times[other, task, len(text)])
        for other in OTHERS} for task in TASKS for text in TEXTS}
    engines = ("ours", *OTHERS)
    rows = [[f"{task}, {len(text)} characters", *(spread(times[engine, task, len(text)]) for engine in engines),
             *(f"{ratio:.2f}" for ratio in ratios[f"{task}, {len(text)} characters"].values())]
            for task in TASKS for text in TEXTS]
    table(["milliseconds", *engines, *(f"ours/{other}" for other in OTHERS)], rows)
    return {"milliseconds": {f"{engine}: {task}, {length} characters": values
                             for (engine, task, length), values in times.items()}, "ratios": ratios}


def one_round(opened: Page, python: ModuleType, text: str, times: Times) -> None:
    """Every engine once on a text; ValueError where one writes something else than the others."""
    source = vocabulary.read(text).tokens
    python.take(text)
    expected = python.written(text)
    for task in TASKS:
        for engine in ("ours", *OTHERS[:-1]):
            question = {"engine": engine, "task": task, "text": text, "source": source, "target": expected,
                        "times": TIMES}
            opened.evaluate("question => ask(question)", question)
            answer = answered(opened)
            if answer["written"] != expected:
                raise ValueError(f"{engine} writes {answer['written']} for {text!r}, not {expected}")
            times.setdefault((engine, task, len(text)), []).append(answer["each"])
        run = getattr(python, task)
        began = time.perf_counter()
        for _ in range(TIMES):
            run()
        times.setdefault(("native", task, len(text)), []).append((time.perf_counter() - began) / TIMES * 1000)


def answered(opened: Page) -> Any:
    """What the worker says next; RuntimeError where it fails."""
    opened.wait_for_function("() => window.answer", timeout=PATIENCE)
    answer = opened.evaluate("() => window.answer")
    if "failed" in answer:
        raise RuntimeError(answer["failed"])
    return answer


@contextmanager
def page() -> Iterator[Page]:
    """The page of all engines, its worker ready."""
    with tempfile.TemporaryDirectory() as folder:
        site = Path(folder, "site")
        shutil.copytree(PAGE, site)
        (site / "pyodide").mkdir()
        for name, data in fetch(read_listing(), print).items():
            (site / "pyodide" / name).write_bytes(data)
        beside = {f"weights/{path.name}": path.read_bytes()
                  for path in (parameters.FOLDER / "parameters.npz", parameters.FOLDER / "manifest.json")}
        runtime = build_runtime(ROOT / "engine", beside, False, print)
        (engine,) = (data for path, data in runtime.files.items() if path.endswith("engine.zip.gz"))
        (site / "engine.zip").write_bytes(gzip.decompress(engine))
        (site / "parameters.json").write_text(json.dumps(nested()))
        unpack(ONNX_RUNTIME, site / "onnxruntime")
        for name, data in models(parameters.prepare(Model.load().parameters)).items():
            (site / f"{name}.onnx").write_bytes(data)
        with host(site) as served, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=find(playwright), args=ARGUMENTS)
            opened = browser.new_page()
            opened.goto(served.address)
            answered(opened)
            yield opened
            browser.close()


def nested() -> dict[str, Any]:
    """The parameters as nested lists, by the dotted parts of their names."""
    tree: dict[str, Any] = {}
    for name, array in Model.load().parameters.items():
        *parts, last = name.replace(".layers.", ".").split(".")
        branch = tree
        for part in parts:
            branch = branch.setdefault(part, {})
        branch[last] = array.tolist()
    layers = [str(layer) for layer in range(parameters.LAYERS)]
    stacks = {stack: [tree[stack][layer] for layer in layers] for stack in ("encoder", "decoder")}
    return {"embedding": tree["embedding"], **stacks, "heads": parameters.HEADS, "bos": vocabulary.BOS,
            "eos": vocabulary.EOS, "longest": LONGEST_ANSWER}


def load_python() -> ModuleType:
    """The module that asks the engine, here in CPython."""
    spec = importlib.util.spec_from_file_location("bench_python", PAGE / "python.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
