"""axe finds nothing wrong on any page of the site, in both schemes, wide and narrow, as built and alive."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.reader import IDLE, LIVE, PATIENCE, visit

pytestmark = pytest.mark.browser
LOOKS = [("light", 1440), ("dark", 360)]
OPEN = "() => document.querySelectorAll('details').forEach((details) => (details.open = true))"


def faults(page) -> list[str]:
    """What axe holds against the page: rule, place and reason."""
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    return [f"{rule['id']} at {node['target']}: {node['failureSummary']}" for rule in found for node in rule["nodes"]]


@pytest.fixture
def look(scheme, width):
    return {"color_scheme": scheme, "viewport": {"width": width, "height": 900}}


def looks(often):
    """Both looks, of which one is had in every test run: each takes most of a minute."""
    marked = [pytest.param(*each, marks=[] if each == often else [pytest.mark.soak]) for each in LOOKS]
    return pytest.mark.parametrize(("scheme", "width"), marked)


@pytest.fixture
def page_without_scripts(browser, look):
    """A page that gets no scripts, while axe may still run in it."""
    context = browser.new_context(reduced_motion="reduce", **look)
    context.route("**/*.js", lambda route: route.abort())
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


@looks(often=("light", 1440))
def test_pages_as_they_are_built(page_without_scripts, site, site_folder):
    found = {}
    for file in sorted(site_folder.rglob("*.html")):
        name = file.relative_to(site_folder).as_posix()
        page_without_scripts.goto(site + name)
        found[name] = faults(page_without_scripts)
    assert "index.html" in found
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


@looks(often=("dark", 360))
def test_the_page_alive_with_all_its_folds_open(browser, site, look):
    with visit(browser, site, **look) as page:
        page.wait_for_function(LIVE)
        page.evaluate(OPEN)
        page.locator("[name=text]").first.fill("7 may 1985")
        page.wait_for_function("() => document.querySelector('figure[data-source=python]')")
        page.wait_for_function(IDLE)
        assert faults(page) == []
