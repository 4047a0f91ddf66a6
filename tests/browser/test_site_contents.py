"""The contents of a page of a hundred sections."""

import pytest
from playwright.sync_api import expect

from site_builder.build import build, write
from tests.browser.hosting import host
from tests.browser.reader import visit
from tests.site_builder.conftest import many_sections, no_runtime

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def page(browser, tmp_path_factory):
    folder = tmp_path_factory.mktemp("contents")
    root = many_sections(folder / "project", pages=1, sections=100)
    write(build(root, no_runtime, is_draft=True), folder / "dist")
    with host(folder / "dist") as hosted, visit(browser, f"{hosted.address}page-1/", faults=True) as page:
        page.set_viewport_size({"width": 1400, "height": 800})
        yield page


def test_the_section_that_is_read_is_in_view_in_the_contents(page):
    page.evaluate("() => document.getElementById('section-50').scrollIntoView()")
    current = page.locator(".contents a[aria-current]")
    expect(current).to_contain_text("50 of page 1")
    expect(current).to_be_in_viewport()


def test_a_link_far_down_the_contents_leads_to_its_section(page):
    page.locator(".contents a[href='#section-98']").click()
    expect(page.locator("#section-98")).to_be_in_viewport()
    expect(page.locator(".contents a[aria-current]")).to_contain_text("98 of page 1")
