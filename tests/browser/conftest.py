"""One browser for all browser tests."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from engine.transformer.model import Model
from site_builder.build import build, write
from site_builder.errors import Report
from site_builder.project import Project
from site_builder.runtime import build as build_runtime
from tests.browser.fixture.server import serve
from tests.browser.hosting import host
from tests.browser.reader import PATIENCE, SITE
from tests.chromium import ARGUMENTS, find

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A headless Chromium."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(playwright), args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def fixture_site() -> Iterator[str]:
    """The address of the fixture page: the site's scripts with a runtime that tests steer."""
    with serve() as address:
        yield address


@pytest.fixture(scope="session")
def site_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The real site, built from the content as it stands."""
    folder = tmp_path_factory.mktemp("site") / "dist"
    write(build(SITE.root, partial(build_runtime, say=print)), folder)
    return folder


@pytest.fixture(scope="session")
def site(site_folder: Path) -> Iterator[str]:
    """The address of the real site."""
    with host(site_folder) as hosted:
        yield hosted.address


@pytest.fixture(scope="session")
def model() -> Model:
    """The shipped model with all data of the site, in CPython."""
    return Project(SITE, Report()).model


@pytest.fixture
def errors() -> list[str]:
    """What went wrong in a page; must stay empty."""
    return []


@pytest.fixture
def new_page(browser: Browser, fixture_site: str, errors: list[str]) -> Iterator:
    """Opens the fixture page: new_page("?hold#fig-letters?head=1", has_touch=True)."""
    contexts = []

    def open_page(address: str = "", **options):
        context = browser.new_context(viewport={"width": 1000, "height": 900}, **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        page.goto(fixture_site + address)
        page.wait_for_function("() => document.documentElement.dataset.runtime !== 'static'")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert errors == []
