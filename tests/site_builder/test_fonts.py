"""The cut fonts hold what a page sets, under names that may be used."""

from io import BytesIO

import pytest
from fontTools.ttLib import TTFont

from site_builder import cache, fonts


@pytest.fixture(scope="module")
def built() -> dict[str, bytes]:
    return fonts.build()


@pytest.fixture(scope="module", params=fonts.FACES, ids=lambda face: face.name)
def cut(request, built) -> tuple[fonts.Face, TTFont]:
    return request.param, TTFont(BytesIO(built[f"{request.param.name}.woff2"]))


def characters(font: TTFont) -> set[str]:
    return {chr(code) for code in font.getBestCmap()}


def test_every_face_sets_the_typable_symbols_and_its_own(cut) -> None:
    face, font = cut
    assert set("0123456789abcdefghijklmnopqrstuvwxyz ,-./") <= characters(font)
    assert {"−", "×", "√", "…"} <= characters(font)


def test_nothing_asked_for_is_missing_but_what_another_face_lends(built) -> None:
    held = {face.name: characters(TTFont(BytesIO(built[f"{face.name}.woff2"]))) for face in fonts.FACES}
    assert set(fonts.LATIN + fonts.SIGNS + fonts.GREEK) <= held["serif"]
    assert set(fonts.LATIN + fonts.SIGNS) <= held["mono"]
    assert set(fonts.ITALICS + fonts.OPERATORS + fonts.SCREEN) <= held["math"]
    assert "\u202f" in held["serif"]


def test_reserved_names_are_gone(cut) -> None:
    face, font = cut
    for record in font["name"].names:
        if record.nameID not in (0, 13, 14):
            assert str(record).replace(" ", "").startswith(face.family.replace(" ", "")) or record.nameID == 2


def test_axes_are_those_of_the_look(built) -> None:
    roman = TTFont(BytesIO(built["serif.woff2"]))
    assert {axis.axisTag: (axis.minValue, axis.maxValue) for axis in roman["fvar"].axes} == \
        {"wght": (400, 700), "opsz": (8, 60)}


def test_brackets_can_grow(built) -> None:
    math = TTFont(BytesIO(built["math.woff2"]))
    growing = math["MATH"].table.MathVariants.VertGlyphCoverage.glyphs
    cmap = math.getBestCmap()
    assert {cmap[ord(sign)] for sign in "()[]{}√∑"} <= set(growing)


def test_licences_are_published(built) -> None:
    for family, owner in (("serif", "Source"), ("mono", "IBM"), ("math", "STIX")):
        text = built[f"licence-{family}.txt"].decode()
        assert owner in text.splitlines()[0] and "SIL OPEN FONT LICENSE Version 1.1" in text


@pytest.mark.parametrize(
    "face", [pytest.param(face, id=face.name, marks=pytest.mark.slow if face.axes else ()) for face in fonts.FACES]
)
def test_two_cuts_are_equal_byte_for_byte(face, built, tmp_path, monkeypatch) -> None:
    """A face with axes takes seconds to cut."""
    monkeypatch.setattr(cache, "folder", lambda: tmp_path)
    monkeypatch.setattr(fonts, "FACES", [face])
    assert fonts.build()[f"{face.name}.woff2"] == built[f"{face.name}.woff2"]
    assert len(list((tmp_path / "fonts").glob("*.woff2"))) == 1


def test_a_page_asks_for_every_face(built) -> None:
    css = fonts.faces({name: f"assets/{name}" for name in built})
    for face in fonts.FACES:
        assert f'url("assets/{face.name}.woff2")' in css
    assert css.count("font-display: swap") == css.count("@font-face")
