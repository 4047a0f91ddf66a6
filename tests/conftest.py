"""Settings of all tests: property tests are the same every time, and few enough to stay quick."""

import pytest
from hypothesis import settings

pytest.register_assert_rewrite("tests.browser.reader", "tests.browser.hands")
settings.register_profile("suite", max_examples=25, deadline=None, derandomize=True)
settings.load_profile("suite")
