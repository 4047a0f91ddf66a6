"""The site as the builder reads it, once."""

from pathlib import Path

import pytest

from site_builder import claims
from site_builder.errors import Report
from site_builder.project import Project
from site_builder.site import read_site

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def project():
    return Project(read_site(ROOT), Report())


@pytest.fixture(scope="session")
def evidence(project):
    return claims.Evidence(project)


@pytest.fixture(scope="session")
def predicates(project):
    return claims.predicates(project)
