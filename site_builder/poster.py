"""The picture that stands for a page where its address is shared: its title over its first figure, in light form.

A stage is HTML with drawings in it; the drawings, each under the heading before it, are stretched as the page would
stretch them and drawn by resvg. resvg knows no custom properties and no strokes that keep their width, so colours and
shapes are worked out here.
"""

import hashlib
import re
import tempfile
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from textwrap import wrap
from xml.etree import ElementTree

import resvg_py
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.svgLib.path import parse_path

from engine.drawing.markup import Markup, compact, tag

from . import cache, fonts

WIDTH, HEIGHT = 1200, 630
MARGIN, LABELS = 72, 200
"""around everything, and for the headings left of the drawings"""
TOP, BOTTOM, GAP = 330, 590, 22
"""between which the drawings stand, and what lies between two of them"""

PANEL = re.compile(r"<h3[^>]*>(?P<heading>.*?)(?:<small.*?)?</h3>|(?P<drawing><svg.*?</svg>)", re.DOTALL)
NESTED = re.compile(r"@[^{}]+\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}|/\*.*?\*/", re.DOTALL)
TOKEN = re.compile(r"--([\w-]+): (?:light-dark\(([^,]+), [^)]+\)|([^;]+));")
PAINT = re.compile(r"(?:^|;)\s*(fill|stroke(?:-\w+)?|opacity|font|text-anchor):([^;]+)")
ACROSS = {"x", "x1", "x2", "cx", "width"}


def draw(title: str, sentence: str, stage: str, sheets: Iterable[str]) -> bytes:
    """A PNG of 1200 × 630 pixels: a title, a sentence under it, and the drawings of a stage that fit below."""
    style = light("\n".join(sheets))
    lines = wrap(sentence, 78)[:2]
    children = [
        tag("style", Markup(style)),
        tag("rect", width=WIDTH, height=HEIGHT, class_="f-paper"),
        tag("text", title, x=MARGIN - 3, y=150, style="font: 84px 'Page Title'", class_="f-ink"),
        [tag("text", line, x=MARGIN, y=210 + 40 * row, style="font: 30px 'Page Text'", class_="f-2")
         for row, line in enumerate(lines)],
        tag("rect", x=MARGIN, y=TOP - 34, width=WIDTH - 2 * MARGIN, height=2, class_="f-ink"),
        _panels(stage),
    ]
    picture = tag("svg", children, xmlns="http://www.w3.org/2000/svg", width=WIDTH, height=HEIGHT)
    recipe = hashlib.sha256(f"{picture} {resvg_py.__version__} {fonts.DRAWN}".encode()).hexdigest()
    return cache.kept(f"posters/{recipe[:16]}.png", lambda: _rasterised(picture))


def _rasterised(picture: str) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for number, data in enumerate(fonts.drawn()):
            files.append(str(Path(folder) / f"{number}.ttf"))
            Path(files[-1]).write_bytes(data)
        return bytes(resvg_py.svg_to_bytes(svg_string=picture, skip_system_fonts=True, font_files=files))


@lru_cache(maxsize=2)
def light(sheets: str) -> str:
    """The rules of style sheets that paint a drawing, in light colours and without custom properties."""
    plain = NESTED.sub("", sheets).replace(":is(rect)", "")
    tokens: dict[str, str] = {}
    for name, pale, other in TOKEN.findall(plain):
        tokens.setdefault(name, pale or other)

    def value(text: str) -> str:
        while "var(" in text:
            text = re.sub(r"var\(--([\w-]+)\)", lambda match: tokens.get(match[1], "none"), text)
        return text.strip()

    rules = []
    for selector, body in re.findall(r"([^{}]+)\{([^{}]*)\}", plain):
        paints = [f"{name}: {value(given)}" for name, given in PAINT.findall(body)]
        if paints and re.fullmatch(r"[\w\s.,-]+", selector.strip()):
            rules.append(f"{selector.strip()} {{ {'; '.join(paints)} }}")
    return "\n".join(rules).replace('"', "'")


def _panels(stage: str) -> list[Markup]:
    """The drawings of a stage below one another, as large as they fit, with their headings beside them."""
    found: list[tuple[str, ElementTree.Element]] = []
    heading = ""
    for match in PANEL.finditer(stage):
        drawing = ElementTree.fromstring(match["drawing"]) if match["drawing"] else None
        if drawing is not None and _is_large(drawing):
            found.append((heading, drawing))
        heading = re.sub(r"<[^>]+>", "", match["heading"]) if match["heading"] else ""
    sizes = [_size(drawing) for _, drawing in found]
    room = BOTTOM - TOP - GAP * (len(found) - 1)
    scale = min(2.0, room / max(sum(height for _, height in sizes), 1))
    panels, top = [], float(TOP)
    for (words, drawing), (width, height) in zip(found, sizes, strict=True):
        across = (WIDTH - 2 * MARGIN - LABELS) / scale / width if drawing.get("preserveAspectRatio") == "none" else 1.0
        left, upper, *_ = _box(drawing)
        _stretch(drawing, across, left)
        panels += [
            tag("text", words, x=MARGIN, y=top + height * scale / 2 + 8, style="font: 25px 'Page Title'",
                class_="f-ink"),
            tag("g", [Markup(ElementTree.tostring(child, encoding="unicode")) for child in drawing],
                transform=f"translate({MARGIN + LABELS} {top:.2f}) scale({scale:.4f}) translate(0 {-upper:g})"),
        ]
        top += height * scale + GAP
    return panels


def _is_large(drawing: ElementTree.Element) -> bool:
    """Whether a drawing is in CSS pixels and more than a sign."""
    height = drawing.get("height", "")
    return bool(re.fullmatch(r"[\d.]+", height)) and float(height) >= 40


def _box(drawing: ElementTree.Element) -> list[float]:
    given = drawing.get("viewBox") or f"0 0 {drawing.get('width')} {drawing.get('height')}"
    return [float(number) for number in given.split()]


def _size(drawing: ElementTree.Element) -> tuple[float, float]:
    *_, width, height = _box(drawing)
    return width, height


def _stretch(drawing: ElementTree.Element, across: float, left: float) -> None:
    """Stretches shapes sideways from an origin, without the widths of their lines."""
    for shape in drawing.iter():
        for name in ACROSS & shape.attrib.keys():
            start = left if name != "width" else 0.0
            if re.fullmatch(r"-?[\d.]+", shape.attrib[name]):
                shape.set(name, f"{(float(shape.attrib[name]) - start) * across:.3f}")
        if "d" in shape.attrib:
            pen = SVGPathPen(None, compact)
            # A dot is a line of no length, which the pen would leave out.
            line = shape.attrib["d"].replace("h0", "h.05")
            parse_path(line, TransformPen(pen, (across, 0, 0, 1, -left * across, 0)))
            shape.set("d", pen.getCommands())
