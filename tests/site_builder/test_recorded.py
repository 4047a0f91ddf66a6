"""The recorded tier: which states, written how, within which bounds, and that they are what Python would answer."""

import gzip
import json
from dataclasses import dataclass, replace
from types import SimpleNamespace

import pytest

from engine.drawing import controls as control
from engine.drawing.figure import Figure, load
from engine.drawing.markup import tag
from site_builder import cache, drawn, recorded
from site_builder.build import build
from site_builder.errors import Problems
from site_builder.recorded_pack import deduplicate
from site_builder.recorded_states import MOST, STOPS, Unrecorded, find

from .conftest import no_runtime, without_drawings


@dataclass(frozen=True)
class State:
    text: str = control.text("a", "Text")
    place: int = control.pick(0)
    system: str = control.pick("one", "System", ("one", "two", "three"))
    side: int = control.choice(1, "Side", (1, 2, 3, 4, 5))
    on: bool = control.switch(True, "On")
    off: tuple[str, ...] = control.switches("Off", {"All": ("x", "y")})
    n: int = control.slider(50, "N", 0, 100)
    rate: float = control.slider(1, "Rate", 0.25, 1, 0.25)
    scale: int = control.slider(8, "Scale", 1, 4096, logarithmic=True)
    step: int = control.player("Step", 100)


def settle(state, before, model):
    """The step goes to n; one that stood there stays there."""
    was_last = before is not None and state.step == before.step == before.n
    return replace(state, step=state.n if was_last else min(state.step, state.n))


FIGURE = Figure("sample", SimpleNamespace(
    __doc__="A sample.", TITLE="Sample", KIND="formula", State=State, EXAMPLES={}, settle=settle,
    limits=lambda state, model: {"step": (0, state.n)},
    render=lambda state, model: tag("p", str(state)), describe=lambda state, model: str(state)))
START = settle(State(), None, None)


def values(states, name):
    """What a field is in the states that differ from the start in it."""
    return {getattr(state, name) for state in states.settled} - {getattr(START, name)}


def test_states_one_control_away_are_recorded_and_no_text_or_place():
    states = find(FIGURE, START, [], None)
    assert states.settled[0] == START
    assert values(states, "text") == values(states, "place") == set()
    assert values(states, "system") == {"two", "three"}
    assert values(states, "side") == {2, 3, 4, 5}
    assert values(states, "on") == {False}
    assert values(states, "off") == {("x",), ("y",)}
    assert values(states, "rate") == {0.25, 0.5, 0.75}


def test_a_long_track_is_recorded_at_its_ends_between_them_and_next_to_the_start():
    states = find(FIGURE, START, [], None)
    assert {0, 49, 51, 100} <= values(states, "n") and len(values(states, "n")) <= STOPS + 2
    scales = values(states, "scale")
    assert {1, 7, 9, 4096} <= scales and len([scale for scale in scales if scale < 64]) >= 4, "spaced as the track is"
    alone = {state.step for state in states.settled if state.n == START.n}
    assert {0, 49, 50} <= alone and max(alone) == 50, "a player's present range"


def test_what_is_shown_elsewhere_is_recorded_too():
    shown = State(text="b", place=3, side=2)
    assert settle(shown, None, None) in find(FIGURE, START, [shown], None).settled


def test_moves_answer_as_settling_would():
    """What one control asks for, whatever stood before, is answered as Python settles it."""
    states = find(FIGURE, START, [], None)
    numbers = {state: number for number, state in enumerate(states.settled)}
    moves = {(before, tuple(asked.values())): answer for before, asked, answer in states.moves}
    answered = 0
    for before, value in [(before, value) for before in (START, replace(START, n=100, step=100)) for value in (0, 100)]:
        asked = replace(before, n=value)
        answer = moves.get((numbers[before], tuple(FIGURE.write(asked).values())), numbers.get(asked, -1))
        assert answer == numbers.get(settle(asked, before, None), -1)
        answered += answer >= 0
    assert answered == 4
    after_reset = tuple(FIGURE.write(replace(START, step=100)).values())
    assert moves[-1, after_reset] == 0, "a player's default is the top of its range"


def test_too_many_states_are_refused_and_counted():
    shown = [State(place=place) for place in range(MOST)]
    with pytest.raises(Unrecorded, match=rf"has \d+ states to record, and {MOST} are the most; by control: system 2"):
        find(FIGURE, START, shown, None)


def test_markup_is_put_together_again():
    drawings = ['<p>one<br>two<b title="a > b">three and a good deal more</b></p>tail',
                '<svg><g><path d="M0 0L1000 1000"></path></g></svg><b title="a > b">three and a good deal more</b>', ""]
    elements, written = deduplicate(drawings)

    def expanded(parts):
        return "".join(part if isinstance(part, str) else expanded(elements[part]) for part in parts)

    assert [expanded(parts) for parts in written] == drawings
    assert len(elements) == 1, "what occurs twice is written once"


def records(built):
    """Figure's file -> what it holds, by its path in the site."""
    return {path: json.loads(gzip.decompress(data)) for path, data in built.items() if path.endswith(".json.gz")}


def test_a_page_names_a_file_for_each_of_its_figures(built):
    html = built["further/index.html"].decode()
    named = json.loads(html.partition('id="recorded">')[2].partition("</script>")[0])
    assert set(named) == {"fig-bar", "fig-bar-2"}
    assert {f"{each['path']}.gz" for each in named.values()} <= set(records(built))


def test_recorded_states_are_what_the_figure_draws(built, small_figure):
    for record in records(built).values():
        first = record["states"][0]["fields"]
        assert len(record["states"]) > STOPS
        for state in record["states"]:
            drawing = small_figure.drawn(small_figure.parse(first | state["fields"]), None)
            assert expand(record, state["stage"]) == drawing.stage
            assert state["description"] == drawing.description


def expand(record, parts):
    return "".join(part if isinstance(part, str) else expand(record, record["elements"][part]) for part in parts)


@pytest.fixture
def small_figure(built, small):
    """The one figure of the small site, which was imported when it was built."""
    return load("bar", "small.figures")


def test_recording_anew_gives_the_same_bytes(built, small, tmp_path, monkeypatch):
    folder = without_drawings(tmp_path / "cache")
    monkeypatch.setattr(cache, "folder", lambda: folder)
    drawn._load.cache_clear()
    again = build(small, no_runtime)
    assert {path: again[path] for path in records(built)} == {path: built[path] for path in records(built)}
    assert list(tmp_path.rglob("bar-*.pickle"))


@pytest.mark.parametrize(("limit", "sentence"), [
    ("LARGEST", r"content/01-one-bar\.md:5: the recorded answers of 'bar' take \d[\d,]* bytes; 10 are the most"),
    ("LARGEST_PAGE", r"content/01-one-bar\.md:5: up to here the page's recorded answers take \d[\d,]* bytes; 10 are"),
])
def test_what_is_too_large_is_told_with_its_place(small, monkeypatch, limit, sentence):
    monkeypatch.setattr(recorded, limit, 10)
    with pytest.raises(Problems, match=sentence):
        build(small, no_runtime)
