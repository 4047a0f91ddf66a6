"""One window of each browser that is installed."""

from collections.abc import Iterator

import pytest

from tests.browser.hosting import Host, host
from tests.browser.others.programs import BROWSERS, Missing
from tests.browser.others.window import Window


@pytest.fixture(scope="session", params=BROWSERS, ids=lambda start: start.__name__)
def window(request, tmp_path_factory) -> Iterator[Window]:
    try:
        window = request.param(tmp_path_factory.mktemp("browser"))
    except Missing as missing:
        pytest.skip(str(missing))
    yield window
    window.quit()


@pytest.fixture(scope="module")
def hosted(site_folder) -> Iterator[Host]:
    """The real site on a server of its own."""
    with host(site_folder) as hosted:
        yield hosted
