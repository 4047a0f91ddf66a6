"""The browser's only door: questions and answers as JSON text.

A question is {figure, request, fields, before, page: {text, parameters}, table}. Its answer is {figure, request,
fields, stage, description, shapes, notices, limits} with `table` where it was asked for; or {…, error: sentence} when
the fields do not fit or the drawing failed; or {…, needs: [name]} when data has to be given first; or {…, more: true}
while long work goes on, to be continued by `proceed`. Nothing here raises into the browser.
"""

import json
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

from .drawing.controls import FieldError
from .drawing.figure import Drawing, Figure, UnknownFigure, load, names
from .errors import Altered, NotLoaded

Answer = dict[str, Any]


class Work:
    """Long work under way for one figure."""

    def __init__(self, request: int, state: Any, model: Any, slices: Iterator[Any], table: bool) -> None:
        self.request, self.state, self.model, self.slices, self.table = request, state, model, slices, table
        self.latest: Any = None


class Site:
    """The figures and the model of one explorable, loaded once."""

    def __init__(self, package: str, model: Any) -> None:
        self.package, self.model = package, model
        self.figures: dict[str, Figure] = {}
        self.under_way: dict[str, Work] = {}

    def figure(self, name: str) -> Figure:
        if name not in self.figures:
            self.figures[name] = load(name, self.package)
        return self.figures[name]

    def respond(self, question: dict[str, Any]) -> Answer:
        """Settle the fields and draw, or begin the figure's long work."""
        figure = self.figure(question["figure"])
        page, texts = question.get("page") or {}, dict(question["fields"])
        if page.get("text") is not None and "text" in figure.control:
            texts["text"] = page["text"]
        model = self.model.variant(page.get("parameters") or "shipped")
        before = figure.parse(question["before"]) if question.get("before") else None
        state = figure.settle(figure.parse(texts), before, model)
        table = bool(question.get("table"))
        slices = figure.work(state, model)
        self.under_way.pop(figure.name, None)
        if slices is None:
            return finished(figure, state, model, table)
        self.under_way[figure.name] = Work(question["request"], state, model, slices, table)
        return self.proceed(figure.name, question["request"])

    def proceed(self, name: str, request: int) -> Answer:
        """One more slice of a figure's long work; the answer when it is done."""
        work = self.under_way.get(name)
        if work is None or work.request != request:
            return {"superseded": True}
        try:
            work.latest = next(work.slices)
            return {"more": True}
        except StopIteration:
            del self.under_way[name]
            return finished(self.figure(name), work.state, work.model, work.table, work.latest)


def finished(figure: Figure, state: Any, model: Any, table: bool, *work: Any) -> Answer:
    """The answer that shows a settled State."""
    drawing: Drawing = figure.draw(state, model, *work)
    answer = drawing._asdict()
    return answer | {"table": figure.table(state, model)} if table else answer


_site: Site


def configure(figures: str, model: str) -> str:
    """Names the package of figures and the model, as "package.module:Class.function"; called once, before all else.

    An error only where the model's own files are not those that were shipped; whatever else it raises is raised.
    """
    global _site
    module, _, path = model.partition(":")
    make: Any = import_module(module)
    for name in path.split("."):
        make = getattr(make, name)
    try:
        _site = Site(figures, make())
    except Altered as error:
        return json.dumps({"error": error.sentence})
    return "{}"


def rehearse() -> None:
    """Answers every figure as it begins, so that a copy of this memory holds what they import and compute first."""
    for name in names(_site.package):
        respond(json.dumps({"figure": name, "request": 0, "fields": {}}))


def respond(question: str) -> str:
    """The answer to one question about one figure."""
    return _answer(json.loads(question), lambda asked: _site.respond(asked))


def proceed(figure: str, request: int) -> str:
    """The next slice of long work, or its answer."""
    return _answer({"figure": figure, "request": request}, lambda asked: _site.proceed(figure, request))


def give(name: str, data: bytes) -> str:
    """Hands over data that an answer said it needs."""
    return _answer({"given": name}, lambda asked: _site.model.give(name, bytes(data)) or {})


def _answer(asked: Answer, make: Callable[[Answer], Answer]) -> str:
    known = {name: asked[name] for name in ("figure", "request", "fields", "given") if name in asked}
    try:
        answer = make(asked)
    except NotLoaded as error:
        answer = {"needs": [error.name]}
    except (FieldError, UnknownFigure) as error:
        answer = {"error": str(error)[:1].upper() + str(error)[1:]}
    except Altered as error:
        answer = {"error": error.sentence}
    except MemoryError:
        answer = {"error": "This needs more memory than the browser gives to a page."}
    except BaseException as error:  # the page must outlive anything a figure does
        answer = {"error": f"This could not be drawn: {type(error).__name__}: {error}"}
    return json.dumps(known | answer)
