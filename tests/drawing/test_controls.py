"""Every control reads what it writes, and refuses what does not fit in a sentence."""

from dataclasses import dataclass, fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.drawing import controls as control


@dataclass(frozen=True)
class Every:
    """One field of each control."""

    text: str = control.text("a < b & c", "Text", ("x=1&y", "100 %"))
    slider: int = control.slider(24, "Positions", 2, 64)
    share: float = control.slider(0.9, "Keep", 0.5, 1.0, step=0.01, unit="of it")
    long: int = control.slider(64, "Length", 1, 16384, logarithmic=True)
    player: int = control.player("Step", 11)
    choice: str = control.choice("encoder 1", "Block", ("encoder 1", "encoder 2", "3", "4", "5"))
    head: int = control.head(2)
    switch: bool = control.switch(True, "Mask")
    off: tuple = control.switches("Off", {"first": ("a-1", "a-2"), "second": ("b-1",)})
    pick: int = control.pick(0)
    box: str = control.pick("top", "Box", ("top", "bottom"))
    drag: int = control.drag(5, "Offset", -32, 32)
    when: int = control.when("switch", True, control.slider(1, "Seed", 1, 99))


CONTROLS = {field.name: field.metadata["control"] for field in fields(Every)}
VALUES = {
    "text": st.text(),
    "slider": st.integers(2, 64),
    "share": st.integers(50, 100).map(lambda hundredths: round(hundredths / 100, 2)),
    "long": st.integers(1, 16384),
    "player": st.integers(0, 11),
    "choice": st.sampled_from(("encoder 1", "encoder 2", "3", "4", "5")),
    "head": st.sampled_from((1, 2, 3, 4)),
    "switch": st.booleans(),
    "off": st.sampled_from(((), ("a-1",), ("a-2", "b-1"))),
    "pick": st.integers(0, 999),
    "box": st.sampled_from(("top", "bottom")),
    "drag": st.integers(-32, 32),
    "when": st.integers(1, 99),
}


def test_every_factory_is_tried():
    factories = set(control.__all__) - {"Control", "FieldError", "Limits", "nearest"}
    assert factories <= {"text", "slider", "player", "choice", "head", "switch", "switches", "pick", "drag",
                         "when"}


@pytest.mark.parametrize("name", CONTROLS)
@given(data=st.data())
def test_reads_what_it_writes(name, data):
    value = data.draw(VALUES[name])
    text = CONTROLS[name].write(value)
    assert CONTROLS[name].parse(text) == value and type(CONTROLS[name].parse(text)) is type(value)
    assert CONTROLS[name].write(CONTROLS[name].parse(text)) == text
    assert "." not in text or not text.endswith("0") or name == "text"


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("slider", "65", "Positions goes from 2 to 64, not 65."),
        ("slider", "many", "Positions is a number, not 'many'."),
        ("slider", "nan", "Positions is a finite number, not 'nan'."),
        ("choice", "encodr 1", "Block is one of encoder 1, encoder 2, 3, 4, 5, not 'encodr 1'; did you mean"),
        ("switch", "true", "Mask is one of on, off, not 'true'."),
        ("off", "a-1 a-9", "Off is one of a-1, a-2, b-1, not 'a-9'; did you mean"),
        ("pick", "-1", "The pick is a whole number from 0, not -1."),
        ("pick", "1.5", "The pick is a whole number from 0, not 1.5."),
        ("drag", "33", "Offset goes from -32 to 32, not 33."),
    ],
)
def test_refuses_in_a_sentence(name, text, sentence):
    with pytest.raises(control.FieldError) as caught:
        CONTROLS[name].parse(text)
    assert str(caught.value).startswith(sentence)


def test_a_number_between_steps_is_taken_to_the_nearest():
    assert CONTROLS["share"].parse("0.8349") == 0.83 and CONTROLS["slider"].parse("23.6") == 24


@pytest.mark.parametrize("name", CONTROLS)
def test_one_group_of_inputs_carries_the_field(name):
    markup = CONTROLS[name].inputs(name, getattr(Every(), name), None)
    named = markup.count(f' name="{name}"')
    assert named == {"head": 4, "off": 3}.get(name, 1)
    assert "<script" not in markup and markup.count("<") == markup.count(">")


def test_a_slider_keeps_its_full_range_beside_the_present_one():
    markup = CONTROLS["player"].inputs("player", 7, (0, 7))
    assert 'max="7"' in markup and 'data-high="11"' in markup and "/ 7" in markup


def test_samples_set_the_text():
    markup = CONTROLS["text"].inputs("text", "", None)
    assert 'data-set="text=x%3D1%26y"' in markup and 'data-set="text=100 %25"' in markup


def test_tracks_say_their_value_with_its_unit():
    plain = control.slider(4000, "Warm-up", 500, 20000, unit="steps")
    logarithmic = control.slider(64, "Length", 1, 1024, unit="positions", logarithmic=True)
    plain, logarithmic, player = (each.metadata["control"].inputs("field", each.default, None)
                                  for each in (plain, logarithmic, control.player("Step", 9)))
    assert 'aria-valuetext="4000 steps"' in str(plain)
    assert 'aria-valuetext="64 positions"' in str(logarithmic)
    assert 'aria-valuetext="9 of 9"' in str(player)
