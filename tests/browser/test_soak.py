"""Long reading, typing, dragging and playing: answers stay right, and memory stays what it was.

SOAK_SECONDS sets how long the long one lasts, SOAK_SEED what is done in it.
"""

import json
import os
from random import Random
from time import monotonic

import pytest

from tests.browser.hands import ways
from tests.browser.hosting import host, worker_after
from tests.browser.memory import EXPOSED, Memory
from tests.browser.reader import IDLE, LIVE, PLACED, Figure, visit

pytestmark = pytest.mark.browser

LONG = int(os.environ.get("SOAK_SECONDS", 3600))
SEED = int(os.environ.get("SOAK_SEED", 1))
ROUND = 10
"""things the reader does between two measurements"""
TOLERANCE = {"page heap": 5e6, "nodes": 6000, "listeners": 100,
             "worker heap": 2e6, "worker arrays": 2e6, "Python": 40e6}
"""how much more may be held at the end than at the beginning: code that the browser has made faster, and for Python
all variants of the parameters (16 MB) more than twice, because its memory grows in large steps and never shrinks"""


PLAYED = """([id, revision]) => {
  const { playing, revision: now } = document.getElementById(id).dataset;
  return playing === undefined || Number(now) >= revision;
}"""


@pytest.fixture
def page(browser, site_folder):
    with host(site_folder) as hosted:
        hosted.replaced = worker_after(EXPOSED, site_folder)
        with visit(browser, hosted.address) as page:
            page.wait_for_function(LIVE)
            yield page


def set_a_field(page, model, chance: Random) -> int:
    """Some figure, some field of it, some way to set it; checked against CPython by the way itself. How many were."""
    page.wait_for_function(IDLE)
    figure = Figure(page, chance.choice(PLACED), model)
    figure.on_page.scroll_into_view_if_needed()
    figure.settle_as_shown()
    name = chance.choice(list(figure.figure.control))
    found = list(ways(figure, name))
    if found:
        chance.choice(found)(figure, name)
    return bool(found)


def play(page, model, chance: Random) -> int:
    """A few steps of a player, stopped by the reader; the last is checked."""
    players = [(place, name) for place in PLACED
               for name, control in Figure(page, place, model).figure.control.items()
               if getattr(control, "player", False)]
    place, name = chance.choice(players)
    figure = Figure(page, place, model)
    button = figure.on_page.locator("[data-action=play]")
    revision = figure.revision()
    button.click()
    page.wait_for_function(PLAYED, arg=[place.id, revision + 3])
    button.evaluate("(button) => button.ariaPressed === 'true' && button.click()")  # it may have ended by itself
    page.wait_for_function(IDLE)
    figure.settle_as_shown()
    figure.check("python")
    return 1


def read_on(page, model, chance: Random) -> int:
    page.mouse.wheel(0, chance.choice([-3000, 900, 4000]))
    return 0


def start_over(page) -> None:
    """The state that all measurements are made in."""
    page.locator("[data-action=reset-everything]").click()
    page.wait_for_function(IDLE)
    page.evaluate("() => scrollTo(0, 0)")
    page.locator("h1").click()


@pytest.mark.parametrize("seconds", [30, pytest.param(LONG, marks=pytest.mark.soak, id="long")])
def test_memory_does_not_grow_and_answers_stay_right(page, model, seconds, record_property):
    chance, memory, checked = Random(SEED), Memory(page), 0
    start_over(page)
    begun, samples = monotonic(), []
    while monotonic() < begun + seconds or len(samples) < 3:
        for _ in range(ROUND):
            act = chance.choices([set_a_field, play, read_on], [8, 1, 1])[0]
            checked += act(page, model, chance)
        start_over(page)
        samples.append(memory.measure() | {"seconds": round(monotonic() - begun), "checked": checked})
        print(samples[-1], flush=True)
    record_property("soak", json.dumps({"resident": memory.resident(), "samples": samples}))
    quarter = max(1, len(samples) // 4)
    first, last = samples[:quarter], samples[-quarter:]
    growth = {name: min(each[name] for each in last) - max(each[name] for each in first) for name in TOLERANCE}
    print(f"{checked} answers checked, {memory.resident() / 1e6:.0f} MB resident, growth {growth}")
    assert all(growth[name] <= TOLERANCE[name] for name in TOLERANCE), (growth, samples)
