"""The recorded tier: answers rendered while building, which a page shows while Python is not there.

One gzipped JSON file a figure: {elements, states: [{fields, stage, description, shapes, notices, limits}], moves}. A
stage is a list of markup and numbers of elements, and so is an element; fields name what differs from the first state.
`moves` are those of recorded_states. The values of maps are left out where the file would else be too large.
"""

import gzip
import json
import re
from functools import partial
from typing import Any

from engine.drawing.figure import Drawing, Figure

from .assets import described
from .context import Context, Placed
from .project import Project, blame
from .recorded_pack import deduplicate
from .recorded_states import Fields, States, Unrecorded, find

LARGEST, LARGEST_PAGE = 100_000, 800_000
"""bytes of a figure's file, and of all of a page"""
MAP_VALUES = re.compile(r' data-map="[^"]*"')


class Recorder:
    """Records the figures of a site's pages, or takes what an earlier build recorded."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self.shown = {name: sorted(project.asked(name), key=repr) for name in project.figure_names}
        """what the content and the examples show of each figure"""

    def record(self, page: Context) -> None:
        """Publishes a file for every figure of a page; what is too much is reported."""
        project, total = self.project, 0
        for placed in page.placed:
            place = page.ids[placed.id]
            shown = self.shown[placed.name]
            question = ("recorded", repr(placed.state), repr(shown))
            try:
                data = project.drawn.get(placed.name, question, partial(self._make, placed, shown))
            except Unrecorded as error:
                project.report.add(place, f"the figure {placed.name!r} {error}")
                continue
            if len(data) > LARGEST:
                project.report.add(place, f"the recorded answers of {placed.name!r} take {len(data):,} bytes; "
                                          f"{LARGEST:,} are the most")
            total += len(data)
            if total > LARGEST_PAGE >= total - len(data):
                project.report.add(place, f"up to here the page's recorded answers take {total:,} bytes; "
                                          f"{LARGEST_PAGE:,} are the most")
            path = project.assets.add(f"{placed.name}.json.gz", data)
            page.recorded[placed.id] = described(path.removesuffix(".gz"), gzip.decompress(data))

    def _make(self, placed: Placed, shown: list[Any]) -> bytes:
        project, figure = self.project, self.project.figure(placed.name)
        states = find(figure, placed.state, shown, project.model)
        drawings = [draw(figure, state, project.model) for state in states.settled]
        stages = [str(drawing.stage) for drawing in drawings]
        answers = [{"fields": drawing.fields, "description": drawing.description, "shapes": drawing.shapes,
                    "notices": drawing.notices, "limits": drawing.limits} for drawing in drawings]
        data = packed(stages, answers, states)
        if len(data) <= LARGEST:
            return data
        return packed([MAP_VALUES.sub("", stage) for stage in stages], answers, states)


def draw(figure: Figure, state: Any, model: Any) -> Drawing:
    """A settled State drawn; Unrecorded says at which fields that fails."""
    try:
        return figure.drawn(state, model)
    except Exception as error:
        fields = " ".join(f"{name}={text}" for name, text in figure.write(state).items())
        raise Unrecorded(f"could not be drawn at {fields}: {blame(error)}") from error


def packed(stages: list[str], answers: list[dict[str, Any]], states: States) -> bytes:
    """The file of a figure."""
    elements, written = deduplicate(stages)
    first: Fields = answers[0]["fields"]

    def differing(fields: Fields) -> Fields:
        return {name: text for name, text in fields.items() if text != first[name]}

    rows = [answer | {"stage": stage, "fields": differing(answer["fields"]) if number else first}
            for number, (answer, stage) in enumerate(zip(answers, written, strict=True))]
    moves = [(before, differing(asked), answer) for before, asked, answer in states.moves]
    text = json.dumps({"elements": elements, "states": rows, "moves": moves}, ensure_ascii=False,
                      separators=(",", ":"))
    return gzip.compress(text.encode(), 9, mtime=0)
