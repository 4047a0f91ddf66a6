"""How a font is cut, for fonts.py; apart, because importing fontTools takes longer than most builds need for fonts."""

from collections.abc import Mapping
from dataclasses import replace
from io import BytesIO
from typing import TYPE_CHECKING

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

if TYPE_CHECKING:
    from .fonts import Face


def subset(face: "Face", source: bytes) -> bytes:
    """A woff2 font with what a face keeps of its source."""
    font = TTFont(BytesIO(source), recalcTimestamp=False)
    options = Options()
    options.layout_features = list(face.features)
    options.hinting = False
    options.name_IDs = [0, 1, 2, 3, 4, 6, 13, 14]
    options.notdef_outline = True
    options.drop_tables += ["meta", "GPOS"] if face.family == "Page Math" else ["meta"]
    subsetter = Subsetter(options)
    subsetter.populate(text=face.characters)
    subsetter.subset(font)
    if face.axes:  # instantiating the whole font first fails: some of its glyphs cannot be narrowed
        font = instantiateVariableFont(font, dict(face.axes))
    _rename(font, face)
    return _saved(font, "woff2")


def _saved(font: TTFont, flavor: str) -> bytes:
    font.flavor = flavor or None
    out = BytesIO()
    font.save(out)
    return out.getvalue()


def _rename(font: TTFont, face: "Face") -> None:
    style = {"400 600": "Italic", "500": "Medium"}.get(face.weight, "Regular")
    full = f"{face.family} {style}"
    names = {1: face.family, 2: style, 3: full, 4: full, 6: full.replace(" ", "")}
    for record in list(font["name"].names):
        if record.nameID in names:
            font["name"].setName(names[record.nameID], record.nameID, record.platformID, record.platEncID,
                                 record.langID)
        elif record.nameID not in (0, 13, 14):
            font["name"].removeNames(record.nameID)


def still(family: str, face: "Face", source: bytes, axes: Mapping[str, float]) -> bytes:
    """A plain font of another family from a cut one, at one place of its axes."""
    font = TTFont(BytesIO(source), recalcTimestamp=False)
    if axes:
        font = instantiateVariableFont(font, dict(axes))
    _rename(font, replace(face, family=family))
    return _saved(font, "")


def copyright_line(source: bytes) -> bytes:
    """What a font says of its own copyright."""
    line: str = TTFont(BytesIO(source), lazy=True)["name"].getDebugName(0)
    return line.encode()
