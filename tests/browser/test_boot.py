"""Python starts in the page, or the page says in a sentence why not, stays whole and lets the reader try again."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from site_builder.assets import described
from site_builder.build import write
from site_builder.pages import POLICY
from site_builder.runtime import build
from tests.browser.hosting import PATIENT, Host, host

pytestmark = pytest.mark.browser

OWN = Path(__file__).with_name("boot")
SCRIPTS = OWN.parents[2] / "site_builder" / "static"
DRAWN = "Drawn while the site was built."
FIGURE = f'<figure data-figure="drawn"><div class="stage">{DRAWN}</div><button>pick</button></figure>'
FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "library.zip.gz", "numpy.zip.gz", "engine.zip.gz")
PAINTED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"
DATA = {"numbers": b"one two three", "spoiled": b"wrong", "lost": b"", "altered": b"four"}


def page_file(settings: dict) -> bytes:
    return (
        f'<!doctype html><html lang="en" data-runtime="static"><meta charset="utf-8"><title>Boot</title>'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}"><link rel="icon" href="data:,">'
        f'<script type="application/json" id="site">{json.dumps(settings)}</script>'
        f'<p class="runtime-status" role="status">{DRAWN}</p>{FIGURE}'
        f'<script type="module" src="start.js"></script></html>'
    ).encode()


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """A page with the real scripts and the real runtime around an engine that does nothing; one more of its kind."""
    runtime = build(OWN / "engine", {"weights/parameters.npz": b"parameters"}, False, print)
    scripts = {f"assets/scripts/{path.name}": path.read_bytes() for path in SCRIPTS.glob("*.js")}
    data = {name: described(f"assets/{name}.txt", content) for name, content in DATA.items()}
    settings = {"runtime": runtime.config, "figures": "engine.figures", "model": "made", "data": data}
    files = {
        **runtime.files, **scripts,
        "start.js": (OWN / "start.js").read_bytes(),
        **{f"assets/{name}.txt": content for name, content in DATA.items() if name != "lost"},
        "assets/altered.txt": b"five",
        "index.html": page_file(settings),
        "late.html": page_file(settings).replace(b"<p ", b'<img src="late.svg" alt=""><p ', 1),
        "late.svg": b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>',
        "broken.html": page_file({**settings, "model": "broken"}),
    }
    made = tmp_path_factory.mktemp("boot") / "dist"
    write(files, made)
    return made


@pytest.fixture
def hosted(folder):
    with host(folder) as running:
        yield running


@pytest.fixture
def page(browser, hosted: Host):
    """A fresh page in a browser that has kept nothing."""
    context = browser.new_context()
    yield context.new_page()
    context.close()


def status(page: Page):
    return page.locator(".runtime-status")


def becomes(page: Page, state: str) -> None:
    expect(page.locator("html")).to_have_attribute("data-runtime", state, timeout=120_000)


def open_ready(page: Page, hosted: Host, name: str = "") -> None:
    page.goto(hosted.address + name)
    becomes(page, "ready")


def call(page: Page, method: str, *given: str) -> dict:
    """An answer of the engine, or {"rejected": sentence, "lost": bool}."""
    return json.loads(page.evaluate(
        """([method, given]) => runtime.call(method, ...given).catch(
            ({ message, lost }) => JSON.stringify({ rejected: message, lost }))""", [method, list(given)]))


def on(page: Page, connection: dict | None) -> None:
    """What the browser will say of the connection; nothing where it does not tell."""
    value = "undefined" if connection is None else json.dumps(connection)
    page.add_init_script(f"Object.defineProperty(navigator, 'connection', {{ value: {value} }});")


def is_whole(page: Page) -> bool:
    return page.locator("figure .stage").inner_text() == DRAWN


# Starting


def test_python_starts_answers_and_is_told_of_its_page(page, hosted):
    open_ready(page, hosted)
    expect(status(page)).to_have_text("Python is running in this page.")
    answer = call(page, "respond", "{}")
    assert answer == {"figures": "engine.figures", "model": "made", "beside": "parameters", "data": None}


def test_every_file_is_asked_for_once_and_the_rest_not_at_all(page, hosted):
    open_ready(page, hosted)
    asked = [path.rsplit("/", 1)[1] for path in hosted.asked if "/runtime-" in path or "/engine-" in path]
    assert sorted(asked) == sorted(FILES)


def test_a_host_that_compresses_nothing_is_asked_for_the_small_copy(page, hosted):
    hosted.compresses = False
    open_ready(page, hosted)
    assert any(path.endswith("pyodide.asm.wasm.gz") for path in hosted.asked)
    assert call(page, "respond", "{}")["model"] == "made"


def test_the_event_comes_when_the_state_is_ready(page, hosted):
    page.add_init_script(
        "document.addEventListener('runtime:ready', () => { window.seen = document.documentElement.dataset.runtime; });"
    )
    open_ready(page, hosted)
    assert page.evaluate("() => seen") == "ready"


def test_progress_is_told_in_bytes_of_bytes(page, hosted):
    hosted.faults["pyodide.asm.wasm"] = "stalled"
    page.goto(hosted.address)
    expect(status(page)).to_have_text(re.compile(r"^Python is on its way\. [1-9]\.\d of \d\.\d MB$"))
    expect(status(page).locator(".sentence")).to_have_text("Python is on its way.")
    assert page.locator("html").get_attribute("data-runtime") == "loading"
    assert is_whole(page)


@pytest.mark.parametrize(("connection", "media", "reason"), [
    ({"saveData": True, "effectiveType": "4g"}, "", "your browser asks to save data"),
    ({"effectiveType": "4g"}, "(prefers-reduced-data: reduce)", "your browser asks to save data"),
    ({"type": "cellular", "effectiveType": "4g"}, "", "you seem to be on mobile data"),
])
def test_who_saves_data_is_told_the_megabytes_and_asked_first(page, hosted, connection, media, reason):
    on(page, connection)
    page.add_init_script(f"window.matchMedia = (query) => ({{ matches: query === {json.dumps(media)} }});")
    page.goto(hosted.address)
    expect(status(page)).to_have_text(re.compile(rf"Touch a figure and Python comes to answer \(\d\.\d MB\).*{reason}"))
    page.wait_for_load_state("load")
    page.evaluate(PAINTED)
    assert page.locator("html").get_attribute("data-runtime") == "static"
    assert not any("runtime-" in path for path in hosted.asked)
    page.locator("figure button").click()
    becomes(page, "ready")


def test_on_a_fast_connection_it_begins_before_the_page_is_complete(page, hosted):
    hosted.faults["late.svg"] = "stalled"
    on(page, {"effectiveType": "4g"})
    page.goto(f"{hosted.address}late.html", wait_until="commit")
    becomes(page, "ready")
    assert page.evaluate("() => document.readyState") != "complete"


@pytest.mark.parametrize("connection", [None, {"effectiveType": "3g"}], ids=["unknown", "slow"])
def test_on_other_connections_it_waits_for_the_whole_page_or_a_touch(page, hosted, connection):
    hosted.faults["late.svg"] = "stalled"
    on(page, connection)
    page.goto(f"{hosted.address}late.html", wait_until="domcontentloaded")
    page.evaluate(PAINTED)
    assert page.locator("html").get_attribute("data-runtime") == "static"
    hosted.going_on.set()
    becomes(page, "ready")


def test_on_a_slow_connection_a_touch_begins_it(page, hosted):
    hosted.faults["late.svg"] = "stalled"
    on(page, {"effectiveType": "3g"})
    page.goto(f"{hosted.address}late.html", wait_until="domcontentloaded")
    page.locator("figure button").focus()
    becomes(page, "ready")


def test_a_question_does_not_wait_to_be_told_that_python_may_start(page, hosted):
    on(page, {"saveData": True})
    page.goto(hosted.address)
    assert call(page, "respond", "{}")["model"] == "made"


# Failing to start


def test_a_question_to_a_python_that_did_not_start_is_lost(page, hosted):
    """faults.py has all that can go wrong, on the real page."""
    hosted.faults["library.zip.gz"] = "missing"
    page.goto(hosted.address)
    becomes(page, "failed")
    assert is_whole(page)
    refused = call(page, "respond", "{}")
    assert refused["lost"] and refused["rejected"] in status(page).inner_text()


def test_an_engine_that_cannot_start_says_why(page, hosted):
    page.goto(hosted.address + "broken.html")
    becomes(page, "failed")
    expect(status(page)).to_contain_text("Python could not start: ValueError: there is no such model.")


# Answering


def test_data_is_fetched_when_an_answer_needs_it(page, hosted):
    open_ready(page, hosted)
    assert call(page, "respond", '{"wants": "numbers"}')["data"] == "one two three"
    assert call(page, "respond", '{"wants": "numbers"}')["data"] == "one two three"
    assert hosted.asked.count("assets/numbers.txt") == 1


@pytest.mark.parametrize(("name", "sentence"), [
    ("spoiled", "spoiled is not what it should be."),
    ("lost", "The file lost could not be fetched: the server answered 404."),
    ("altered", "The file altered is not the one this page was built with."),
    ("unheard of", "This page has no data called unheard of."),
])
def test_data_that_cannot_be_had_is_told(page, hosted, name, sentence):
    open_ready(page, hosted)
    assert call(page, "respond", json.dumps({"wants": name})) == {"rejected": sentence, "lost": False}
    assert call(page, "respond", "{}")["model"] == "made"


def test_what_was_left_out_is_fetched_when_it_is_imported(page, hosted):
    open_ready(page, hosted)
    assert call(page, "late", "argparse") == {"imported": "argparse"}
    assert call(page, "late", "numpy.random") == {"imported": "numpy.random"}
    assert sum(path.endswith("rest.zip.gz") for path in hosted.asked) == 1


def test_a_module_that_does_not_exist_is_not_looked_for_on_the_server(page, hosted):
    open_ready(page, hosted)
    assert "No module named 'nowhere'" in call(page, "late", "nowhere")["rejected"]
    assert not any(path.endswith("rest.zip.gz") for path in hosted.asked)


def test_an_error_in_python_is_one_sentence(page, hosted):
    open_ready(page, hosted)
    sentence = "This failed in Python: ValueError: this was to be expected."
    assert call(page, "fail") == {"rejected": sentence, "lost": False}


def test_an_endless_answer_is_stopped_and_python_starts_again(page, hosted):
    hosted.limits = PATIENT | {"answer": 200}
    open_ready(page, hosted)
    before = list(hosted.asked)
    refused = call(page, "endless")
    assert refused == {"rejected": "No answer came within 0.2 seconds, so Python was started again.", "lost": False}
    becomes(page, "ready")
    assert not any("wasm" in path for path in hosted.asked[len(before):]), "what was compiled is kept"


def test_data_that_is_slow_is_not_taken_for_an_endless_answer(page, hosted):
    hosted.faults["numbers.txt"] = "stalled"
    page.clock.install()
    hosted.limits = {"silence": 600_000, "answer": 60_000}
    open_ready(page, hosted)
    page.evaluate("() => void (window.answer = runtime.call('respond', '{\"wants\": \"numbers\"}'))")
    while "assets/numbers.txt" not in hosted.asked:
        page.evaluate("() => new Promise((resolve) => requestAnimationFrame(resolve))")
    page.clock.run_for(120_000)
    hosted.going_on.set()
    assert json.loads(page.evaluate("() => answer"))["data"] == "one two three"


def test_a_question_that_ends_python_is_refused_and_python_starts_again(page, hosted):
    open_ready(page, hosted)
    assert call(page, "leave") == {"rejected": "This ended Python, so it was started again.", "lost": False}
    becomes(page, "ready")
    assert call(page, "respond", "{}")["model"] == "made"


def test_only_the_question_to_blame_is_refused_the_others_are_lost(page, hosted):
    hosted.limits = PATIENT | {"answer": 200}
    open_ready(page, hosted)
    outcomes = page.evaluate("""() => Promise.all(["endless", "respond", "respond"].map((method) =>
        runtime.call(method, ...(method === "respond" ? ["{}"] : [])).catch(({ lost }) => lost)))""")
    assert outcomes == [False, True, True]
    becomes(page, "ready")


def test_a_question_that_waits_while_python_restarts_is_lost_not_wrong(page, hosted):
    open_ready(page, hosted)
    lost = page.evaluate("""() => {
        const lost = runtime.call("endless").catch((error) => error.lost);
        return Promise.resolve().then(() => runtime.restart()).then(() => lost);
    }""")
    assert lost is True
    becomes(page, "ready")
