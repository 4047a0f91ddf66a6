"""Every fault of faults.py: the page stays whole, says in a sentence what happened, and recovers all that was set."""

import pytest
from playwright.sync_api import expect

from tests.browser.faults import (
    DOCUMENT,
    FAULTS,
    FILES,
    HARMED,
    Fault,
    of_runtime,
    table,
)
from tests.browser.hosting import PATIENT
from tests.browser.scene import Scene, harm, staged

pytestmark = pytest.mark.browser
OFTEN = (
    "a file of Python is missing", "a file of Python is altered", "a file of Python is another", "scripts are off",
    "the page's script is missing", "every script of the page is missing",
    "WebAssembly is forbidden by the host", "the browser has no workers",
    "the parameters are truncated", "the reader goes offline while Python is fetched", "storage is denied",
    "the worker is killed", "a figure never ends", "a figure ends Python", "data of a figure is missing",
)
"""one of each kind, caused in every test run; the others cost minutes"""


@pytest.fixture
def scene(browser, site_folder, model):
    with staged(browser, site_folder, model) as scene:
        yield scene


def live_through(fault: Fault, scene: Scene) -> None:
    scene.host.limits = PATIENT | fault.limits
    if fault.later:
        scene.open()
        scene.run()
    fault.cause(scene)
    if scene.page.url == "about:blank":
        scene.open()
    if not scene.texts and scene.can_type():
        scene.type_text()
    if fault.said:
        place = fault.place(scene)
        said = fault.sentence(scene.file, scene.host.limits)
        expect(place).to_contain_text(said, use_inner_text=True)  # what is for browsers without scripts too
        expect(place.get_by_role("button")).to_have_text([fault.offered] if fault.offered else [])
        scene.check_whole()
    if fault.cure:
        fault.cure(scene)
    if not scene.texts:
        scene.type_text()
    if fault.cure or not fault.said:
        scene.check_answered()


@pytest.mark.parametrize(
    "name", [pytest.param(name, id=name, marks=[] if name in OFTEN else [pytest.mark.soak]) for name in FAULTS])
def test_a_fault_is_told_and_lived_through(scene, name):
    if name in HARMED:
        scene.spoil_engine(harm)
    live_through(FAULTS[name], scene)


def test_what_is_caused_often_is_a_fault():
    assert set(OFTEN) <= set(FAULTS)


def test_the_document_is_up_to_date():
    assert DOCUMENT.read_text("utf-8") == table(), "python -m tests.browser.faults"


@pytest.mark.soak
@pytest.mark.parametrize("kind", FILES)
def test_a_fault_of_any_file_that_python_is_started_from(browser, site_folder, model, kind):
    with staged(browser, site_folder, model) as scene:
        files = scene.runtime_files()
    for at in range(len(files)):
        with staged(browser, site_folder, model) as scene:
            live_through(of_runtime(kind, at), scene)
