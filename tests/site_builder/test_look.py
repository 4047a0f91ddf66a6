"""The colour tokens hold the contrasts and distances of the look, computed from the published style sheet."""

import re
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "site_builder" / "static"
SHEETS = [*sorted(STATIC.glob("*.css")), *sorted(ROOT.glob("engine/figures/*.css"))]
COLOUR = re.compile(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)")
DEFAULTS, *CONDITIONS = (STATIC / "1-tokens.css").read_text().split("@media")
TOKENS = {name: (light, dark) for name, light, dark in COLOUR.findall(DEFAULTS)}
STRONGER = TOKENS | {name: (light, dark) for condition in CONDITIONS if "prefers-contrast: more" in condition
                     for name, light, dark in COLOUR.findall(condition)}
SCHEMES = ("light", "dark")
GROUNDS = ("paper", "wash")
TEXT = ("ink", "ink-2", "ink-3")
LINES = ("edge",)
"""the outlines of controls, axes and data not picked, which need 3:1"""
HEADS = ("head-1", "head-2", "head-3", "head-4")

# Machado, Oliveira and Fernandes 2009, severity 1, on linear sRGB.
VISION = {
    "normal": np.eye(3),
    "protan": np.array([[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
                        [-0.003882, -0.048116, 1.051998]]),
    "deutan": np.array([[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
                        [-0.011820, 0.042940, 0.968881]]),
    "tritan": np.array([[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
                        [0.004733, 0.691367, 0.303900]]),
}
LEAST_DISTANCE = {"normal": 0.10, "protan": 0.10, "deutan": 0.10, "tritan": 0.07}


def linear(colour: str) -> np.ndarray:
    channels = np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    return np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)


def contrast(one: str, other: str) -> float:
    high, low = sorted((linear(colour) @ (0.2126, 0.7152, 0.0722) for colour in (one, other)), reverse=True)
    return float((high + 0.05) / (low + 0.05))


CONES = np.array([[0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566],
                  [0.0883024619, 0.2817188376, 0.6299787005]])
OKLAB = np.array([[0.2104542553, 0.7936177850, -0.0040720468], [1.9779984951, -2.4285922050, 0.4505937099],
                  [0.0259040371, 0.7827717662, -0.8086757660]])


def oklab(colour: str, vision: np.ndarray = VISION["normal"]) -> np.ndarray:
    return OKLAB @ np.cbrt(CONES @ np.clip(vision @ linear(colour), 0, 1))


def mixed(one: str, other: str, share: float) -> str:
    """What color-mix(in oklab, one share, other) gives."""
    cones = np.linalg.inv(OKLAB) @ (share * oklab(one) + (1 - share) * oklab(other))
    channels = np.clip(np.linalg.inv(CONES) @ cones**3, 0, 1)
    coded = np.where(channels <= 0.0031308, 12.92 * channels, 1.055 * channels ** (1 / 2.4) - 0.055)
    return "#" + "".join(f"{round(255 * channel):02x}" for channel in coded)


@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("scheme", SCHEMES)
def test_everything_that_is_read_or_grasped_stands_out(scheme: str, ground: str) -> None:
    side = SCHEMES.index(scheme)
    ratios = {name: contrast(TOKENS[name][side], TOKENS[ground][side]) for name in TEXT + LINES + HEADS}
    assert {name: ratio for name, ratio in ratios.items() if ratio < (3 if name in LINES else 4.5)} == {}


@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("scheme", SCHEMES)
def test_more_stands_out_for_those_who_ask_for_more(scheme: str, ground: str) -> None:
    side = SCHEMES.index(scheme)
    ratios = {name: contrast(STRONGER[name][side], STRONGER[ground][side]) for name in TEXT + LINES + HEADS}
    assert {name: ratio for name, ratio in ratios.items() if ratio < (7 if name in TEXT else 4.5)} == {}
    assert all(ratios[name] > contrast(TOKENS[name][side], TOKENS[ground][side]) for name in TEXT + LINES)


@pytest.mark.parametrize("tokens", [TOKENS, STRONGER], ids=["usual", "stronger"])
@pytest.mark.parametrize("scheme", SCHEMES)
def test_mixed_colours_can_be_read(scheme: str, tokens: dict[str, tuple[str, str]]) -> None:
    """Words in a mixture of two tokens stand on the second of them."""
    colours = {name: sides[SCHEMES.index(scheme)] for name, sides in tokens.items()}
    rules = "\n".join(sheet.read_text() for sheet in SHEETS[1:])
    mixtures = re.findall(r"[{;]\s*color: color-mix\(in oklab, var\(--([\w-]+)\) (\d+)%, var\(--([\w-]+)\)\)", rules)
    assert mixtures
    for one, share, other in mixtures:
        assert contrast(mixed(colours[one], colours[other], int(share) / 100), colours[other]) >= 4.5


@pytest.mark.parametrize("vision", VISION)
@pytest.mark.parametrize("scheme", SCHEMES)
def test_heads_differ_to_every_eye(scheme: str, vision: str) -> None:
    side = SCHEMES.index(scheme)
    seen = {head: oklab(TOKENS[head][side], VISION[vision]) for head in HEADS}
    near = [(one, other) for one, other in combinations(HEADS, 2)
            if np.linalg.norm(seen[one] - seen[other]) < LEAST_DISTANCE[vision]]
    assert near == []


def test_no_rule_names_a_colour_of_its_own() -> None:
    for sheet in SHEETS[1:]:
        rules = re.sub(r"mask-image:[^;]*", "", sheet.read_text())
        assert re.findall(r"#[0-9a-fA-F]{3,8}\b|\b(?:rgb|hsl|oklch|oklab)\(", rules) == [], sheet.name


def test_every_variable_is_set_and_used() -> None:
    rules = "\n".join(sheet.read_text() for sheet in SHEETS)
    markup = "\n".join(file.read_text() for file in [*ROOT.glob("engine/**/*.py"), *STATIC.glob("*.js")])
    declared = set(re.findall(r"(?<![\w-])--([\w-]+):", rules))
    set_by_markup = set(re.findall(r"--([\w-]+)(?=[:\"])", markup))
    used = set(re.findall(r"var\(--([\w-]+)", rules + markup))
    without_default = set(re.findall(r"var\(--([\w-]+)\)", rules))
    assert without_default - declared - set_by_markup == set()
    assert declared - used - set(HEADS) == set(), "a head's hue is chosen by markup, as --h"


def test_no_words_are_smaller_than_eleven_pixels() -> None:
    small = re.compile(r"font(?:-size)?:[^;{}]*?(?<![\d.-])(0?\.\d+rem|\d(?:\.\d+)?px|10(?:\.\d+)?px)")
    pixels = {found: float(found[:-3]) * 16 if found.endswith("rem") else float(found[:-2])
              for sheet in SHEETS for found in small.findall(sheet.read_text())}
    assert {found for found, size in pixels.items() if size < 11} == set()
