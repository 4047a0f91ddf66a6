"""A visit to the built page, and each of its figures beside the same figure in CPython."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import isclose
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from playwright.sync_api import Browser, Locator, Page

from engine.drawing.figure import Drawing, load
from site_builder.recorded import MAP_VALUES
from site_builder.site import read_site

PATIENCE = 60_000  # milliseconds; a busy machine is slow, not wrong
ROOT = Path(__file__).parents[2]
SITE = read_site(ROOT)
LIVE = "() => document.documentElement.dataset.runtime === 'ready'"
IDLE = "() => [...document.querySelectorAll('figure[data-figure]')].every((each) => each.dataset.status !== 'pending')"
NOTED = """async ([starts, tried, patience]) => {
  for (const end = performance.now() + patience; performance.now() < end; ) {
    const place = (await caches.keys()).find((name) => name.includes("/memory/"));
    const note = place && (await (await caches.match(`${place}/note`))?.json());
    if (note && note.plain.length + note.remembered.length >= starts && note.tried === tried) {
      return { ...note, place, isKept: Boolean(await caches.match(`${place}/heap`)) };
    }
    await new Promise((resolve) => requestIdleCallback(resolve));
  }
  throw new Error("nothing of the kind was noted of Python's starts");
}"""
UNKEPT = "delete Navigator.prototype.serviceWorker;"
ANSWERED = """([id, revision]) => {
  const { dataset } = document.getElementById(id);
  return Number(dataset.revision) > revision && dataset.status !== "pending";
}"""

# What is shown in a figure, and the same of markup it should show: elements with sorted attributes and text, in lines.
SHOWN = """([id, stage, table]) => {
  const lines = (node, depth) => [...node.childNodes].flatMap((child) => {
    if (child.nodeType === Node.TEXT_NODE) return [`${depth} ${child.data}`];
    if (child.matches(".cursor")) return []; // the frame around a cell that is read out
    const attributes = [...child.attributes].map(({ name, value }) => `${name}="${value}"`).sort();
    return [`${depth} <${[child.localName, ...attributes].join(" ")}>`, ...lines(child, depth + 1)];
  });
  const parsed = (markup) => {
    const template = document.createElement("template");
    template.innerHTML = markup;
    return lines(template.content, 0);
  };
  const figure = document.getElementById(id);
  const said = (selector) => figure.querySelector(selector).textContent;
  const data = figure.querySelector("details.data .scroll");
  return {
    source: figure.dataset.source, status: figure.dataset.status, revision: Number(figure.dataset.revision),
    description: said(".description"), notices: said(".notices"), error: said(".error"),
    stage: lines(figure.querySelector(".stage"), 0), wantedStage: parsed(stage),
    table: data ? lines(data, 0) : [], wantedTable: parsed(table),
  };
}"""

# The form as the browser would send it; a field whose boxes are all off is not sent.
FORM = """(figure) => {
  const form = figure.querySelector("form");
  const off = form.querySelector(":scope > fieldset").disabled;
  if (off) form.querySelector(":scope > fieldset").disabled = false;
  const fields = {};
  for (const [name, value] of new FormData(form)) fields[name] = name in fields ? `${fields[name]} ${value}` : value;
  if (off) form.querySelector(":scope > fieldset").disabled = true;
  return fields;
}"""

NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e[-+]?\d+)?")
PLAIN = str.maketrans("\u2212\u207b\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079", "--0123456789")


@dataclass(frozen=True)
class Placed:
    """A figure as the content places it: id in the page, name, and the fields it begins with."""

    id: str
    name: str
    fields: dict[str, str]


def placed() -> list[Placed]:
    """Every figure of the page, in order."""
    found: list[Placed] = []
    for file in sorted((ROOT / "content").glob("*.md")):
        for name, fields in re.findall(r"^::: figure (\S+)(.*)$", file.read_text("utf-8"), re.MULTILINE):
            before = sum(each.name == name for each in found)
            found.append(Placed(f"fig-{name}" + (f"-{before + 1}" if before else ""), name,
                                dict(parse_qsl("&".join(fields.split()), keep_blank_values=True))))
    return found


PLACED = placed()
WITH_TEXT = [
    each for each in PLACED
    if "text" in load(each.name, SITE.figures).control and "text" not in load(each.name, SITE.figures).when
]


@contextmanager
def visit(browser: Browser, address: str, faults: bool = False, keeps: bool = False, script: str = "",
          **options: Any) -> Iterator[Page]:
    """The page at an address, in which `script` runs first. Nothing is asked of another host, and without `faults`
    nothing goes wrong in it.

    Only where it `keeps` does the browser keep the site for reading offline, which would hide what a host does.
    """
    context = browser.new_context(**{"viewport": {"width": 1100, "height": 900}, "reduced_motion": "reduce"} | options)
    errors: list[str] = []
    hosts: set[str] = set()
    context.on("request", lambda request: hosts.add(urlsplit(request.url).netloc))
    context.on("weberror", lambda error: errors.append(str(error.error)))
    context.on("console", lambda message: errors.append(message.text) if message.type in ("error", "warning") else None)
    context.set_default_timeout(PATIENCE)
    context.add_init_script(script if keeps else f"{UNKEPT}{script}")
    page = context.new_page()
    page.goto(address)
    yield page
    context.close()
    assert hosts - {""} == {urlsplit(address).netloc} - {""}
    assert faults or not errors, errors


def noted(page: Page, starts: int, tried: bool) -> Any:
    """What the browser has noted of Python's starts once there are so many, and whether it keeps its memory."""
    return page.evaluate(NOTED, [starts, tried, PATIENCE])


def go(page: Page, fragment: str) -> None:
    """As a click on a link within the page."""
    page.evaluate("(fragment) => void (location.hash = fragment)", fragment)


class Figure:
    """One figure of a page, which `source` answers. `state` is what CPython says it shows."""

    def __init__(self, page: Page, place: Placed, model: Any, source: str = "python") -> None:
        self.page, self.place, self.model, self.source = page, place, model, source
        self.figure = load(place.name, SITE.figures)
        self.on_page: Locator = page.locator(f"#{place.id}")
        self.state = self.first()

    def first(self) -> Any:
        """The State that the page was built with."""
        return self.figure.settle(self.figure.parse(self.place.fields), None, self.model)

    def fields(self) -> dict[str, str]:
        """Form text of every field as the page shows it."""
        sent = self.on_page.evaluate(FORM)
        return {name: sent.get(name, "off" if isinstance(getattr(self.state, name), bool) else "")
                for name in self.figure.control}

    def revision(self) -> int:
        return int(self.on_page.get_attribute("data-revision") or 0)

    def act(self, action: Callable[[], object]) -> None:
        """Do something and wait for the answer to it."""
        revision = self.revision()
        action()
        self.page.wait_for_function(ANSWERED, arg=[self.place.id, revision])

    def change(self, action: Callable[[], object], **texts: str) -> None:
        """An action that sets these form texts is answered as CPython answers it."""
        self.act(action)
        self.answered(**texts)

    def answered(self, **texts: str) -> None:
        """What is shown is CPython's answer to these form texts, changed from what was shown."""
        asked = self.figure.parse(self.figure.write(self.state) | texts)
        self.state = self.figure.settle(asked, self.state, self.model)
        self.check(self.source)

    def settle_as_shown(self) -> None:
        """Take the State from the form, whatever was done to come there."""
        self.state = self.figure.settle(self.figure.parse(self.fields()), None, self.model)

    def reset(self) -> None:
        """By its buttons, to the State it was built with; the text of the page too, where it has one."""
        if "text" in self.figure.control:
            self.on_page.locator("[data-action=reset-text]").click()
        self.act(self.on_page.locator("[data-action=reset]").click)
        self.state = self.first()

    def open(self, **texts: str) -> None:
        """By a link, to a State of its own."""
        self.act(lambda: go(self.page, f"{self.place.id}?{urlencode(texts)}"))
        self.state = self.figure.settle(self.figure.parse(self.place.fields | texts), None, self.model)
        self.check(self.source)

    def drawing(self) -> Drawing:
        """What CPython draws for the State."""
        return self.figure.drawn(self.state, self.model)

    def check_stage(self) -> None:
        """What is drawn is what CPython draws for the State, whatever the form asks for by now."""
        shown = self.page.evaluate(SHOWN, [self.place.id, str(self.drawing().stage), ""])
        assert_same(shown["stage"], shown["wantedStage"])

    def check(self, source: str, table: bool = False) -> None:
        """What is shown is what CPython says, as text."""
        drawing = self.drawing()
        stage = str(drawing.stage)
        if source == "recorded" and not self.on_page.locator("[data-map]").count():
            stage = MAP_VALUES.sub("", stage)  # left out where they would take too much
        wanted_table = str(self.figure.table(self.state, self.model) or "") if table else ""
        shown = self.page.evaluate(SHOWN, [self.place.id, stage, wanted_table])
        assert (shown["error"], shown["status"], shown["source"]) == ("", "idle", source)
        assert self.fields() == drawing.fields
        assert_same([shown["description"]], [drawing.description])
        assert shown["notices"] == " ".join(drawing.notices)
        assert_same(shown["stage"], shown["wantedStage"])
        if table:
            assert_same(shown["table"], shown["wantedTable"])


def assert_same(shown: list[str], wanted: list[str]) -> None:
    """The same lines; tells the first that differs, because the difference of two drawings is too long to read."""
    pairs = zip([*shown, "(nothing)"], [*wanted, "(nothing)"], strict=False)
    differing = next(((one, other) for one, other in pairs if one != other and not rounded_alike(one, other)), None)
    assert differing is None, f"shown is {differing[0][:400]}\nCPython draws {differing[1][:400]}"


def rounded_alike(one: str, other: str) -> bool:
    """Whether two lines differ only in the last of ten digits, or in how large a rounding error is."""
    one, other = one.translate(PLAIN).replace("\u00d710", "e"), other.translate(PLAIN).replace("\u00d710", "e")
    numbers = [[float(number) for number in NUMBER.findall(line)] for line in (one, other)]
    return NUMBER.sub("", one) == NUMBER.sub("", other) and all(
        isclose(*pair, rel_tol=1e-9, abs_tol=1e-12) for pair in zip(*numbers, strict=True))
