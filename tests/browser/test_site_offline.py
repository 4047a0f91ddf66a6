"""Reading without a network, on the real site: kept whole once Python has run, shown when the server is gone."""

import re
import shutil
from contextlib import contextmanager

import pytest
from playwright.sync_api import expect

from site_builder.runtime import LIMITS
from tests.browser.hands import put, set_something
from tests.browser.hosting import host
from tests.browser.reader import LIVE, PATIENCE, PLACED, SITE, WITH_TEXT, Figure, visit

pytestmark = pytest.mark.browser
KEPT = "It is kept in this browser and works without a network."
CACHES = "async () => (await caches.keys()).filter((name) => !name.includes('/memory/'))"
UPDATE = """async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  const found = new Promise((resolve) => registration.addEventListener("updatefound", resolve));
  registration.update();
  await found;
  const { installing } = registration;
  await new Promise((resolve) => installing.addEventListener("statechange", resolve));
  return installing.state;
}"""
TEXT = "may 3rd, 1999"


@contextmanager
def patient_host(folder):
    """A server whose pages wait for Python as long as a busy machine takes."""
    with host(folder) as running:
        running.limits = dict.fromkeys(LIMITS, PATIENCE)
        yield running


@pytest.fixture
def hosted(site_folder):
    """A server of the site that a test may let go."""
    with patient_host(site_folder) as running:
        yield running


@pytest.fixture
def folder(site_folder, tmp_path):
    """A copy of the site that a test may change; a page is not waited for, but shown as it is kept."""
    shutil.copytree(site_folder, tmp_path / "dist")
    change(tmp_path / "dist" / "sw.js", '"patience": 2000', '"patience": 1')
    return tmp_path / "dist"


def change(file, old, new):
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")


def publish_newer(folder):
    """The site as a later build would write it: other words, another version."""
    (version,) = re.findall(r'data-build="(\w+)"', (folder / "index.html").read_text("utf-8"))
    for file in (*folder.rglob("*.html"), folder / "sw.js"):
        change(file, version, f"{version}newer")
    change(folder / "index.html", "<title>", "<title>Newer: ")
    return f"{version}newer"


def offline(page):
    return page.locator(".offline")


def wait_until_kept(page):
    page.wait_for_function(LIVE)
    expect(offline(page)).to_contain_text(KEPT)


def test_python_answers_when_the_server_is_gone(browser, hosted, model):
    with visit(browser, hosted.address, keeps=True, faults=True) as page:
        wait_until_kept(page)
        hosted.is_gone = True
        page.reload()
        page.wait_for_function(LIVE)
        figure = Figure(page, WITH_TEXT[0], model)
        put(figure, "text", TEXT)
        figure.reset()
        for place in PLACED:  # what a figure fetches when it is first asked is there too
            set_something(Figure(page, place, model))
        page.goto(f"{hosted.address}gallery/")
        expect(page.locator("h1")).to_have_text("Gallery")


def test_a_site_is_kept_whole_or_not_at_all(browser, hosted, site_folder):
    (icon,) = (path.name for path in site_folder.glob("assets/icon-512-*.png"))
    hosted.faults[icon] = "missing"
    with visit(browser, hosted.address, keeps=True, faults=True) as page:
        expect(offline(page)).to_contain_text("It could not be kept whole")
        assert page.evaluate(CACHES) == []
        del hosted.faults[icon]
        offline(page).get_by_role("button").click()
        wait_until_kept(page)
        assert len(page.evaluate(CACHES)) == 1


def test_who_saves_data_is_asked_and_what_is_removed_stays_away(browser, hosted):
    script = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } });"
    with visit(browser, hosted.address, keeps=True, script=script) as page:
        expect(offline(page)).to_contain_text("It can be kept in this browser")
        offline(page).get_by_role("button", name=re.compile(r"^keep it \(\d+\.\d MB\)$")).click()
        expect(offline(page)).to_contain_text(KEPT)
        offline(page).get_by_role("button", name="remove it").click()
        expect(offline(page)).to_contain_text("It can be kept in this browser")
        declined = f"{hosted.address}offline-declined"
        assert page.evaluate(CACHES) == [declined]
        assert page.evaluate("() => navigator.serviceWorker.getRegistration()") is None
        page.reload()
        expect(offline(page)).to_contain_text("It can be kept in this browser")
        assert page.evaluate(CACHES) == [declined]


def test_a_newer_version_is_told_of_and_taken_when_the_reader_asks(browser, folder, model):
    with patient_host(folder) as hosted, visit(browser, hosted.address, keeps=True) as page:
        wait_until_kept(page)
        newer = publish_newer(folder)
        page.evaluate("() => navigator.serviceWorker.getRegistration().then((kept) => void kept.update())")
        told = page.locator(".newer")
        expect(told).to_contain_text("A newer version of this page is here.")
        expect(page).not_to_have_title(re.compile("^Newer"))
        figure = Figure(page, WITH_TEXT[0], model)
        put(figure, "text", TEXT)
        told.get_by_role("button", name="show it").click()
        expect(page).to_have_title(re.compile("^Newer"))
        expect(page.locator("html")).to_have_attribute("data-build", newer)
        expect(page.locator(f"#{WITH_TEXT[0].id} [name=text]")).to_have_value(TEXT)
        expect(page.locator(".newer")).to_have_count(0)


def test_the_old_version_is_kept_until_the_new_one_is_whole(browser, folder):
    with patient_host(folder) as hosted, visit(browser, hosted.address, keeps=True, faults=True) as page:
        wait_until_kept(page)
        before = page.evaluate(CACHES)
        newer = publish_newer(folder)
        change(folder / "gallery" / "index.html", newer, "torn")
        assert page.evaluate(UPDATE) == "redundant"
        assert page.evaluate(CACHES) == before
        hosted.is_gone = True
        page.reload()
        expect(page).to_have_title(SITE.title)


def test_a_network_without_an_answer_is_not_waited_for(browser, folder):
    with patient_host(folder) as hosted, visit(browser, hosted.address, keeps=True, faults=True) as page:
        wait_until_kept(page)
        publish_newer(folder)
        hosted.faults["index.html"] = "silent"
        page.reload()
        expect(page).to_have_title(SITE.title)
        del hosted.faults["index.html"]
        expect(page.locator(".newer")).to_be_visible()
