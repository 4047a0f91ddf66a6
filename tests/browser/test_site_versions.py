"""A newer build is published while an older one is read: each page is whole, keeps to its own files, and says so."""

import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.hands import put, set_something
from tests.browser.keeping import CACHES, change, patient_host, publish_newer, wait_until_kept
from tests.browser.reader import IDLE, LIVE, PLACED, SITE, WITH_TEXT, Figure, go, visit
from tests.browser.scene import TEXT, wanting_data
from tests.browser.test_site_recorded import SAVING

pytestmark = pytest.mark.browser
NEWER = re.compile("^Newer: ")
GONE = "This page was replaced by a newer version, and its files are no longer on the server."
UPDATE = """async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  const found = new Promise((resolve) => registration.addEventListener("updatefound", resolve));
  registration.update();
  await found;
  const { installing } = registration;
  await new Promise((resolve) => installing.addEventListener("statechange", resolve));
  return installing.state;
}"""


@pytest.fixture
def folder(site_folder, tmp_path):
    """A copy of the site that a test may change."""
    return Path(shutil.copytree(site_folder, tmp_path / "dist"))


def fetches_data(page, model) -> Figure:
    """A figure that was given a state for which its page fetches data."""
    place, texts, _ = wanting_data()
    figure = Figure(page, place, model)
    figure.open(**texts)
    return figure


def test_two_tabs_of_different_builds_are_both_whole(browser, folder, model):
    with patient_host(folder) as hosted, visit(browser, hosted.address, keeps=True) as older:
        wait_until_kept(older)
        version = publish_newer(folder)
        hosted.asked.clear()
        newer = older.context.new_page()
        newer.goto(hosted.address)
        newer.wait_for_function(LIVE)
        expect(older.locator(".newer")).to_contain_text("A newer version of this page is here.")
        caches = older.evaluate(CACHES)
        assert len(caches) == 2 and caches[-1].endswith(version), "the old is kept beside the new"
        for page in (older, newer):
            for place in PLACED[::4]:
                set_something(Figure(page, place, model))
            fetches_data(page, model)
        expect(older).to_have_title(SITE.title)
        expect(newer).to_have_title(NEWER)
        expect(newer.locator(".newer")).to_have_count(0)
        asked = {path for path in hosted.asked if path.startswith("assets/")}
        assert asked and not [path for path in asked if not (folder / path).is_file()], "of the build that is there"


def test_a_newer_version_is_told_of_and_taken_when_the_reader_asks(browser, folder, model):
    with patient_host(folder) as hosted, visit(browser, hosted.address, keeps=True) as page:
        wait_until_kept(page)
        newer = publish_newer(folder)
        page.evaluate("() => navigator.serviceWorker.getRegistration().then((kept) => void kept.update())")
        told = page.locator(".newer")
        expect(told).to_contain_text("A newer version of this page is here.")
        expect(page).not_to_have_title(NEWER)
        figure = Figure(page, WITH_TEXT[0], model)
        put(figure, "text", TEXT)
        told.get_by_role("button", name="show it").click()
        expect(page).to_have_title(NEWER)
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


@pytest.mark.soak
def test_a_version_that_is_published_again_is_not_called_newer(browser, folder, site_folder):
    """And what was kept of it is not lost where it cannot be kept anew."""
    with patient_host(folder) as hosted, visit(browser, hosted.address, keeps=True, faults=True) as page:
        wait_until_kept(page)
        publish_newer(folder)
        assert page.evaluate(UPDATE) == "installed"
        expect(page.locator(".newer")).to_be_visible()
        shutil.rmtree(folder)
        shutil.copytree(site_folder, folder)
        (folder / "gallery" / "index.html").unlink()
        assert page.evaluate(UPDATE) == "redundant"
        page.reload()
        wait_until_kept(page)
        expect(page.locator(".newer")).to_have_count(0)
        hosted.is_gone = True
        page.reload()
        page.wait_for_function(LIVE)


def test_a_page_that_was_not_kept_says_that_its_files_are_gone(browser, folder, model):
    """In a figure, where they are data; the new page answers what was set."""
    place, texts, _ = wanting_data()
    with patient_host(folder) as hosted, visit(browser, hosted.address, faults=True) as page:
        page.wait_for_function(LIVE)
        publish_newer(folder)
        figure = Figure(page, place, model)
        figure.act(lambda: go(page, f"{place.id}?" + "&".join(f"{name}={text}" for name, text in texts.items())))
        error = figure.on_page.locator(".error")
        expect(error).to_contain_text(GONE)
        figure.check_stage()
        error.get_by_role("button", name="Reload the page").click()
        expect(page).to_have_title(NEWER)
        page.wait_for_function(LIVE)
        page.wait_for_function(IDLE)
        figure.settle_as_shown()
        assert figure.fields().items() >= texts.items()
        figure.check("python")


def test_a_page_whose_python_is_gone_before_it_was_fetched_says_so(browser, folder, model):
    with patient_host(folder) as hosted, visit(browser, hosted.address, faults=True, script=SAVING) as page:
        status = page.locator(".runtime-status")
        expect(status).to_contain_text("because your browser asks to save data.")
        publish_newer(folder)
        figure = Figure(page, WITH_TEXT[0], model)
        figure.on_page.locator("[name=text]").fill(TEXT)
        expect(status).to_contain_text(GONE)
        expect(status.get_by_role("button")).to_have_text(["Reload the page"])
        page.wait_for_function("() => location.hash.includes('text=')")
        status.get_by_role("button").click()
        expect(page).to_have_title(NEWER)
        expect(status).to_contain_text("because your browser asks to save data.")
        figure.on_page.locator("[data-action=play], input").first.focus()
        page.wait_for_function(LIVE)
        page.wait_for_function(IDLE)
        figure.settle_as_shown()
        assert figure.fields()["text"] == TEXT
        figure.check("python")
