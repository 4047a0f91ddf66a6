"""Text to tokens and back: 44 symbols, the first three of which nobody can type."""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

TYPABLE = "0123456789abcdefghijklmnopqrstuvwxyz ,-./"
SYMBOLS = ("<pad>", "<bos>", "<eos>", *TYPABLE)
PAD, BOS, EOS = range(3)
LONGEST = 47  # characters of a text; eos makes 48 positions

TOKEN = {symbol: token for token, symbol in enumerate(SYMBOLS)}


class Reading(NamedTuple):
    """How a typed text was read.

    tokens: one token per character read, then eos
    dropped: the different characters read as spaces, in order of appearance
    cut: how many characters at the end were not read
    """

    tokens: tuple[int, ...]
    dropped: tuple[str, ...]
    cut: int


@lru_cache(maxsize=256)  # an answer reads its text a dozen times
def read(text: str) -> Reading:
    """Any text as tokens: lower-cased, unknown characters as spaces, at most 47 characters."""
    kept = text[:LONGEST]
    tokens = [TOKEN.get(character.lower(), TOKEN[" "]) for character in kept]
    dropped = dict.fromkeys(character for character in kept if character.lower() not in TOKEN)
    return Reading((*tokens, EOS), tuple(dropped), len(text) - len(kept))


def encode(text: str) -> tuple[int, ...]:
    """A text that is already in the vocabulary as tokens, then eos. Raises ValueError where it is not, or too long."""
    if len(text) > LONGEST or not all(character in TYPABLE for character in text):
        raise ValueError(f"target: expected at most {LONGEST} characters of {TYPABLE!r}, received {text[:60]!r}")
    return (*(TOKEN[character] for character in text), EOS)


def write(tokens: Iterable[int]) -> str:
    """The characters that tokens stand for, up to eos; pad and bos stand for none."""
    characters = []
    for token in tokens:
        if token == EOS:
            break
        if token not in (PAD, BOS):
            characters.append(SYMBOLS[token])
    return "".join(characters)


def notices(reading: Reading) -> list[str]:
    """Sentences for a reader about what was read as a space and what was not read; empty when all was read as typed."""
    sentences = []
    if reading.dropped:
        names = (f"“{one}”" if one.isprintable() else f"U+{ord(one):04X}" for one in reading.dropped)
        sentences.append(f"Read as a space: {', '.join(names)}.")
    if reading.cut:
        characters = "character was" if reading.cut == 1 else "characters were"
        sentences.append(f"Only the first {LONGEST} characters are read; {reading.cut:,} {characters} left out.")
    return sentences
