"""Settings of all tests: property tests are the same every time, and few enough to stay quick."""

from hypothesis import settings

settings.register_profile("suite", max_examples=25, deadline=None, derandomize=True)
settings.load_profile("suite")
