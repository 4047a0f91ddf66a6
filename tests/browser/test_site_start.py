"""Python begins with the first frame, before the page is whole, and hides no sentence about what is wrong with it."""

import pytest
from playwright.sync_api import expect

from tests.browser.hosting import host

pytestmark = pytest.mark.browser


def test_python_starts_while_the_page_is_on_its_way(browser, site_folder):
    with host(site_folder) as hosted:
        hosted.compresses = False
        hosted.faults["index.html"] = "stalled"
        context = browser.new_context(service_workers="block")  # they would fetch all there is
        page = context.new_page()
        page.goto(hosted.address, wait_until="commit")
        expect(page.locator("html")).to_have_attribute("data-runtime", "ready")
        expect(page.locator(".runtime-status")).to_have_text("Python is running in this page.")
        assert page.locator("footer").count() == 0
        expect(page.locator("form.controls > fieldset").first).to_have_attribute("disabled", "")

        hosted.going_on.set()
        expect(page.locator("form.controls > fieldset:disabled")).to_have_count(0)
        page.locator("[data-action=reset-everything]").click()
        expect(page.locator("figure[data-figure]:not([data-source=python])")).to_have_count(0)
        assert not [path for path in hosted.asked if path.endswith("rest.zip.gz")]
        context.close()


MISSING = "The scripts of this page could not be loaded."


def test_what_python_says_does_not_cover_that_the_page_s_script_is_missing(browser, site_folder):
    with host(site_folder) as hosted:
        hosted.faults["shell.js"] = "silent"
        context = browser.new_context(service_workers="block")
        page = context.new_page()
        page.goto(hosted.address, wait_until="commit")
        expect(page.locator("html")).to_have_attribute("data-runtime", "ready")
        hosted.is_gone = True
        hosted.going_on.set()
        expect(page.locator(".runtime-status")).to_contain_text(MISSING)
        context.close()


def test_nor_does_it_where_what_starts_python_comes_only_then(browser, site_folder):
    with host(site_folder) as hosted:
        hosted.faults |= {"shell.js": "missing", "boot.js": "silent"}
        context = browser.new_context(service_workers="block")
        page = context.new_page()
        page.goto(hosted.address, wait_until="commit")
        expect(page.locator(".runtime-status")).to_contain_text(MISSING)
        hosted.going_on.set()
        expect(page.locator("html")).to_have_attribute("data-runtime", "ready")
        expect(page.locator(".runtime-status")).to_contain_text(MISSING)
        context.close()
