"""The page's fonts: Source Serif 4, IBM Plex Mono and STIX Two Math, cut down to what a page sets.

Their licence (OFL 1.1) reserves the names, so the cut families are called Page Serif, Page Mono and Page Math, and the
licence texts are published beside them. The same inputs give the same bytes.
"""

import hashlib
import importlib.metadata
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from . import cache

ASCII = "".join(map(chr, range(0x20, 0x7F)))
LATIN = ASCII + "".join(map(chr, range(0xA0, 0x100))) + "ıŁłŒœŠšŸŽžČčĆćŐőŰű"
PUNCTUATION = "‐–—‘’‚“”„†‡•…′″‹›⁄\u2002\u2003\u2009\u200a\u202f"
SIGNS = "−×÷±√∞≈≠≤≥∑·←→↑↓⁰⁴⁵⁶⁷⁸⁹"
GREEK = "αβγδεηθλμπρστφωΔΣΩ"
SCREEN = "↵␣▸◂"
OPERATORS = "⁻−×÷±⋅·∘√∑∏∂∇∞∈∉∥≤≥≠≈≡→←⟨⟩⌈⌉⌊⌋⊤…⋯⋮⋱′ℎℝ\u0302\u0304\u0305\u2061"
ITALICS = "𝐴𝐵𝐶𝐷𝐸𝐹𝐺𝐻𝐼𝐽𝐾𝐿𝑀𝑁𝑂𝑃𝑄𝑅𝑆𝑇𝑈𝑉𝑊𝑋𝑌𝑍𝑎𝑏𝑐𝑑𝑒𝑓𝑔𝑖𝑗𝑘𝑙𝑚𝑛𝑜𝑝𝑞𝑟𝑠𝑡𝑢𝑣𝑤𝑥𝑦𝑧𝛼𝛽𝛿𝜀𝜃𝜆𝜇𝜋𝜎𝜑𝜔𝜖"

SERIF = ("fontpkg_source_serif_4", "LICENSE")
MONO = ("fontpkg_ibm_plex_mono", "LICENSE")
TEXT_FEATURES = ("kern", "liga", "onum", "pnum")

TOOLS = [importlib.metadata.version(name) for name in ("fonttools", "brotli")]
"""versions of what cuts"""


@dataclass(frozen=True)
class Face:
    """One file of a family: where it is cut from, what it keeps, and how a page asks for it."""

    name: str
    """of the published file, without its ending"""
    family: str
    package: str
    file: str
    characters: str
    features: tuple[str, ...]
    axes: tuple[tuple[str, float | tuple[float, float]], ...] = ()
    """axes of the source that are narrowed or fixed"""
    weight: str = "400"
    style: str = "normal"
    lends: str = ""
    """unicode-range of what Page Mono lacks and takes from this file, rather than from whatever the reader has"""


FACES = (
    Face("serif", "Page Serif", "fontpkg_source_serif_4", "files/SourceSerif4[opsz,wght].ttf",
         LATIN + PUNCTUATION + SIGNS + GREEK, TEXT_FEATURES, (("wght", (400, 700)), ("opsz", (8, 60))), "400 700",
         lends="U+2002-200A, U+202F, U+370-3FF"),
    Face("serif-italic", "Page Serif", "fontpkg_source_serif_4", "files/SourceSerif4-Italic[opsz,wght].ttf",
         LATIN + PUNCTUATION + SIGNS + GREEK, TEXT_FEATURES, (("wght", (400, 600)), ("opsz", 14)), "400 600", "italic"),
    Face("mono", "Page Mono", "fontpkg_ibm_plex_mono", "files/IBMPlexMono-Regular.ttf",
         LATIN + PUNCTUATION + SIGNS, ()),
    Face("mono-medium", "Page Mono", "fontpkg_ibm_plex_mono", "files/IBMPlexMono-Medium.ttf",
         LATIN + PUNCTUATION + SIGNS, (), weight="500"),
    Face("math", "Page Math", "ziamath", "fonts/STIXTwoMath-Regular.ttf",
         ASCII + GREEK + OPERATORS + ITALICS + SCREEN, ("ssty",), lends="U+207B, U+21B5, U+2423, U+25A0-25FF"),
)

DRAWN: dict[str, tuple[str, dict[str, float]]] = {
    "Page Title": ("serif", {"wght": 600, "opsz": 48}),
    "Page Text": ("serif", {"wght": 400, "opsz": 20}),
    "Page Mono": ("mono", {}),
}
"""families of pictures drawn while building: the face each is taken from, and where on its axes"""


def build() -> dict[str, bytes]:
    """Every file to publish: five woff2 fonts and the licence of each family, by name."""
    published = {f"{face.name}.woff2": _cut(face) for face in FACES}
    return published | {"licence-serif.txt": _read(*SERIF), "licence-mono.txt": _read(*MONO),
                        "licence-math.txt": _math_licence()}


def drawn() -> list[bytes]:
    """Plain fonts of the families in DRAWN, for pictures; not published."""
    whole = {face.name: face for face in FACES}
    return [_still(family, whole[name], axes) for family, (name, axes) in DRAWN.items()]


def faces(urls: Mapping[str, str]) -> str:
    """The @font-face rules, given the published address of each woff2 file of `build`."""
    own = [_rule(urls, face.name, face.family, face.weight, face.style) for face in FACES]
    # Only a face of the very same weight joins Page Mono's own; another weight would take its place.
    lent = [_rule(urls, face.name, "Page Mono", "400", "normal", f" unicode-range: {face.lends};")
            for face in FACES if face.lends]
    # Source Serif has no superscript minus: the one numbers are written with comes from the formulas' font.
    lent.append(_rule(urls, "math", "Page Serif", "400 700", "normal", " unicode-range: U+207B;"))
    return "\n".join(own + lent)


def _rule(urls: Mapping[str, str], name: str, family: str, weight: str, style: str, only: str = "") -> str:
    return (f'@font-face {{ font-family: "{family}"; src: url("{urls[f"{name}.woff2"]}") format("woff2"); '
            f"font-weight: {weight}; font-style: {style}; font-display: swap;{only} }}")


def _read(package: str, file: str) -> bytes:
    spec = find_spec(package)  # importing ziamath itself takes a third of a second
    if spec is None or spec.origin is None:
        raise FileNotFoundError(f"the package {package!r} is not installed; it carries {file}")
    return (Path(spec.origin).parent / file).read_bytes()


def _cut(face: Face) -> bytes:
    source = _read(face.package, face.file)
    recipe = hashlib.sha256(source + repr((face, TOOLS)).encode()).hexdigest()

    def make() -> bytes:
        from .font_cut import subset

        return subset(face, source)

    return cache.kept(f"fonts/{face.name}-{recipe[:16]}.woff2", make)


def _still(family: str, face: Face, axes: dict[str, float]) -> bytes:
    """A plain font from a cut one, at one place of its axes."""
    source = _cut(face)
    recipe = hashlib.sha256(source + repr((family, axes)).encode()).hexdigest()

    def make() -> bytes:
        from .font_cut import still

        return still(family, face, source, axes)

    return cache.kept(f"fonts/{family.replace(' ', '-').lower()}-{recipe[:16]}.ttf", make)


def _math_licence() -> bytes:
    """ziamath carries the font without its licence's text: its own copyright line, then the text all three share."""
    source, shared = _read("ziamath", "fonts/STIXTwoMath-Regular.ttf"), _read(*SERIF).decode()

    def make() -> bytes:
        from .font_cut import copyright_line

        return copyright_line(source)

    own = cache.kept(f"fonts/licence-math-{hashlib.sha256(source).hexdigest()[:16]}.txt", make).decode()
    return (own + "\n\n" + shared[shared.index("This Font Software is licensed"):]).encode()
