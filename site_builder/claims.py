"""Claims: `[a sentence]{claim=name}`, or a link with one, must be true by a predicate in the site's claims file.

A predicate takes the evidence and returns whether the claim holds; the claim mask-off-breaks is judged by the function
mask_off_breaks. A predicate that no sentence carries is a problem too.
"""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from markdown_it.token import Token

from .context import Context
from .errors import Place, no_such
from .project import Project, blame, load_file, where
from .readouts import Readouts

Predicate = Callable[["Evidence"], bool]


@dataclass(frozen=True)
class Evidence:
    """What a predicate may look at."""

    project: Project

    @property
    def facts(self) -> dict[str, Any]:
        """The site's facts."""
        return self.project.facts

    @property
    def model(self) -> Any:
        """The model, with all its data."""
        return self.project.model

    def figure(self, name: str, **fields: Any) -> Readouts:
        """The readouts of a figure: evidence.figure("mask", masked="off").wrong."""
        return self.project.readouts(name, {key: str(value) for key, value in fields.items()})


def predicates(project: Project) -> dict[str, Predicate]:
    """Claim name -> predicate, of the site's claims file; Problems where it does not load."""
    file = project.site.claims
    if not file:
        return {}
    try:
        module = load_file(project.site.root / file)
    except Exception as error:
        project.report.add(where(error, file), f"the claims fail: {blame(error)}")
        raise project.report.all() from error
    return {name.replace("_", "-"): function for name, function in inspect.getmembers(module, inspect.isfunction)
            if function.__module__ == module.__name__ and not name.startswith("_")}


def resolve(token: Token, place: Place, context: Context) -> None:
    """Notes that a sentence makes a claim, and marks it in the page."""
    name = token.attrs.pop("claim", None)
    if name is not None:
        context.project.claimed.setdefault(str(name), []).append(place)
        token.attrSet("data-claim", str(name))


def check_names(project: Project, known: dict[str, Predicate]) -> None:
    """Reports claims without a predicate and predicates without a claim."""
    for name, places in project.claimed.items():
        if name not in known:
            for place in places:
                project.report.add(place, no_such("claim", name, known))
    for name, predicate in known.items():
        if name not in project.claimed:
            place = Place(project.site.claims, predicate.__code__.co_firstlineno)
            project.report.add(place, f"no sentence makes the claim {name!r}")


def check_truth(project: Project, known: dict[str, Predicate]) -> None:
    """Reports claims that are untrue, at every sentence that makes them."""
    evidence = Evidence(project)
    for name, places in project.claimed.items():
        if name not in known:
            continue
        try:
            wrong = "" if known[name](evidence) else f"the claim {name!r} is untrue"
        except Exception as error:
            place = where(error, project.site.claims)
            wrong = f"the claim {name!r} cannot be judged: {type(error).__name__}: {error} ({place})"
        if wrong:
            for place in places:
                project.report.add(place, wrong)
