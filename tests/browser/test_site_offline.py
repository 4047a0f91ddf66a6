"""Reading without a network, on the real site: kept whole once Python has run, shown when the server is gone."""

import re
import shutil

import pytest
from playwright.sync_api import expect

from site_builder.serve import UNKEPT
from tests.browser.hands import put, set_something
from tests.browser.keeping import CACHES, KEPT, change, patient_host, publish_newer, wait_until_kept
from tests.browser.reader import LIVE, PLACED, SITE, WITH_TEXT, Figure, visit

pytestmark = pytest.mark.browser
TEXT = "may 3rd, 1999"
IN_ORDER = """window.order = [];
document.addEventListener("figure:answer", ({ target: { dataset: { source } } }) => order.push(source));
const workers = navigator.serviceWorker ?? {}; // a blank page has none
const register = workers.register;
workers.register = (...given) => {
  order.push("kept");
  return register.apply(workers, given);
};"""


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


def offline(page):
    return page.locator(".offline")


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


def test_what_was_asked_while_python_started_is_answered_before_the_site_is_kept(browser, hosted):
    address = f"{hosted.address}#{WITH_TEXT[0].id}?text={TEXT.replace(' ', '+')}"
    with visit(browser, address, keeps=True, script=IN_ORDER) as page:
        page.wait_for_function("() => order.includes('kept')")
        wait_until_kept(page)
        order = page.evaluate("() => order")
        assert "python" in order[: order.index("kept")]


def test_a_draft_lets_go_of_what_was_kept(browser, hosted):
    """An author who read the site at the address where drafts are served must not be shown it again."""
    with visit(browser, hosted.address, keeps=True, faults=True) as page:
        wait_until_kept(page)
        page.evaluate(f"() => {{ window.keeper = navigator.serviceWorker; {UNKEPT} }}")
        page.wait_for_function("async () => !(await keeper.getRegistration())")
        hosted.faults["index.html"] = "missing"
        response = page.reload()
        assert response and response.status == 404


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


def test_a_network_without_an_answer_is_not_waited_for(browser, folder):
    with patient_host(folder) as hosted, visit(browser, hosted.address, keeps=True, faults=True) as page:
        wait_until_kept(page)
        publish_newer(folder)
        hosted.faults["index.html"] = "silent"
        page.reload()
        expect(page).to_have_title(SITE.title)
        del hosted.faults["index.html"]
        expect(page.locator(".newer")).to_be_visible()
