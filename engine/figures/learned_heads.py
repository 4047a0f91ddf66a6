"""What some heads learned to look at. Arcs go from the picked word to the words it attends to. Figures 3 to 5 of the
paper are redrawn from its text: which words are joined is reported, how strongly is not published, so all arcs are
alike.

Paper: section 4 and Figures 3 to 5.
Try: pick another word, then another head; with the toy, type a date, and arcs are as thick as their weights.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from engine.drawing import controls as control
from engine.drawing import marks
from engine.drawing.figure import changed
from engine.drawing.maps import target
from engine.drawing.marks import arc, fluid, path, pressed
from engine.drawing.markup import Markup, assignment, join, tag
from engine.drawing.numbers import short
from engine.drawing.readouts import readout, readouts
from engine.views.blocks import BLOCKS
from engine.views.columns import arcs
from engine.views.samples import DATES
from engine.views.tokens import drawn, said

TITLE = "What the heads learned"
KIND = "reported live"
TOY = "toy"
BLOCK = BLOCKS["encoder 2"]
MAKING = tuple((
    "It is in this spirit that a majority of American governments have passed new laws since 2009 making the "
    "registration or voting process more difficult . <EOS>"
).split())
LAW = tuple((
    "The Law will never be perfect , but its application should be just - this is what we are missing , in my "
    "opinion . <EOS>"
).split())
GATHERED = ("Law", "application", "missing", "opinion")


class Shown(NamedTuple):
    """One head of a figure of the paper: its name, and the words each word is joined to (None: the same for all)."""

    name: str
    joined: dict[str | None, tuple[str, ...]]


SENTENCES = {"3": MAKING, "4": LAW, "5": LAW}
HEADS = {
    "3": (Shown("several heads", {"making": ("more", "difficult")}),),
    "4": (Shown("head 5", {"its": ("Law",)}), Shown("head 6", {"its": ("Law", "application")})),
    "5": (Shown("a head that gathers", {None: GATHERED}), Shown("a head that stays close", {})),
}
FIRST = {"3": MAKING.index("making"), "4": LAW.index("its"), "5": LAW.index("its"), TOY: 0}


@dataclass(frozen=True)
class State:
    figure: str = control.choice("3", "Figure", ("3", "4", "5", TOY))
    text: str = control.when("figure", TOY, control.text("3 march 2012", "A date", DATES))
    head: int = control.pick(1, "Head")
    word: int = control.pick(FIRST["3"], "Word")


EXAMPLES = {
    "start": State(),
    "its, head 5": State(figure="4", word=FIRST["4"]),
    "its, head 6": State(figure="4", word=FIRST["4"], head=2),
    "gathering": State(figure="5", word=2),
    "staying close": State(figure="5", word=4, head=2),
    "the toy": State(figure=TOY, word=3, head=2),
    "a word the paper does not show": State(word=2),
    "the toy, nothing typed": State(figure=TOY, text=""),
}


def toy_attention(state, model):
    """The toy's encoder tokens and the weights of its last encoder layer, [heads, positions, positions]."""
    trace = model.trace(state.text)
    return trace.encoder.tokens, BLOCK.attention(trace).weights


def words(state, model) -> tuple[str, ...]:
    if state.figure == TOY:
        return tuple(drawn(token) for token in toy_attention(state, model)[0])
    return SENTENCES[state.figure]


def settle(state, before, model):
    """Choosing another figure picks the word that it is about."""
    moved = before is not None and before.figure != state.figure
    heads = 4 if state.figure == TOY else len(HEADS[state.figure])
    word = FIRST[state.figure] if moved else state.word
    return changed(state, word=min(word, len(words(state, model)) - 1), head=max(1, min(state.head, heads)))


def reached(state) -> list[int] | None:
    """Positions that the picked head of the paper joins to the picked word; None where the paper does not show it."""
    sentence, shown = SENTENCES[state.figure], HEADS[state.figure][state.head - 1]
    if not shown.joined:  # the head that stays close: a word and its right neighbour
        return [state.word, min(state.word + 1, len(sentence) - 1)]
    names = shown.joined.get(None) or shown.joined.get(sentence[state.word])
    return None if names is None else [sentence.index(name) for name in names]


def render(state, model) -> Markup:
    own = state.figure == TOY
    sentence = words(state, model)
    above = toy_arcs(state, model) if own else paper_arcs(state, sentence)
    row = [
        tag("button", word, type="button", data_set=assignment(word=at), aria_label=f"word {at + 1}: {word}",
            **pressed(at == state.word))
        for at, word in enumerate(sentence)
    ]
    return join(
        head_choice(state),
        tag("div", above, tag("div", row, class_="learned-words toy" if own else "learned-words"), class_="learned",
            style=f"--n:{len(sentence)};--h:var(--{f'head-{state.head}' if own else 'ink'})"),
        tag("p", note(state), class_="learned-note"),
        results(state, model, sentence),
    )


def head_choice(state) -> Markup:
    """The heads that this figure shows."""
    if state.figure == TOY:
        names: list[object] = [
            join(tag("i", class_="chip", style=f"--h:var(--head-{head})"), f" head {head}") for head in range(1, 5)
        ]
    else:
        names = [shown.name for shown in HEADS[state.figure]]
    buttons = [
        tag("button", name, type="button", data_set=assignment(head=number), **pressed(number == state.head))
        for number, name in enumerate(names, 1)
    ]
    return tag("div", buttons, class_="learned-heads")


def paper_arcs(state, sentence) -> Markup:
    """Arcs of one thickness: how strong they are was not published."""
    bows = [arc(state.word + 0.5, to + 0.5, 104, min(26 + 9 * abs(to - state.word), 100) * 0.75)
            for to in reached(state) or []]
    return fluid(len(sentence), 104, path(bows, "s-ink", stroke_width=2), class_="arcs")


def toy_arcs(state, model) -> Markup:
    tokens, weights = toy_attention(state, model)
    row = weights[state.head - 1, state.word]
    name = f"{BLOCK.path}.weights[{state.head - 1},{state.word},{{column}}]"
    reader = target(row[None], name, f"Weights of head {state.head}", height=16)
    return join(arcs(row, state.word), fluid(len(tokens), 16, reader, class_="learned-reader"))


def note(state) -> str:
    if state.figure == TOY:
        return "Live: the toy’s last encoder layer on your text; an arc is as thick as its weight."
    left_out = " The padding at the end of the sentence is left out." if state.figure == "3" else ""
    return f"Redrawn from the paper’s layer 5 of 6; strengths not published.{left_out}"


def results(state, model, sentence) -> Markup:
    if state.figure == TOY:
        tokens, weights = toy_attention(state, model)
        row = weights[state.head - 1, state.word]
        most = int(row.argmax())
        measured = model.table("report")["heads"][f"encoder-2-{state.head}"]
        return readouts((
            ("looks most at", readout("to", said(tokens[most]), f"{said(tokens[most])}, position {most + 1}")),
            ("with weight", readout("weight", row[most])),
            ("positions away", readout("distance", abs(most - state.word))),
            ("measured over many dates", measured["label"]),
        ))
    found = reached(state)
    names = " and ".join(f"“{sentence[at]}”" for at in found) if found else None
    return readouts((
        (f"“{sentence[state.word]}” is joined to", readout("to", names or "", names or "not shown in the paper")),
        ("positions away, at most",
         readout("distance", max(abs(at - state.word) for at in found) if found else None)),
    ))


def describe(state, model) -> str:
    sentence = words(state, model)
    if state.figure == TOY:
        tokens, weights = toy_attention(state, model)
        row = weights[state.head - 1, state.word]
        most = int(row.argmax())
        return (
            f"The toy’s encoder 2, head {state.head}: {said(tokens[state.word])} at position {state.word + 1} looks "
            f"most at {said(tokens[most])} at position {most + 1}, weight {short(row[most])}."
        )
    found, shown = reached(state), HEADS[state.figure][state.head - 1].name
    if not found:
        return f"Figure {state.figure} of the paper, {shown}: it does not show where “{sentence[state.word]}” looks."
    names = " and ".join(f"“{sentence[at]}”" for at in found)
    far = max(abs(at - state.word) for at in found)
    return (
        f"Figure {state.figure} of the paper, {shown}: “{sentence[state.word]}” is joined to {names}, "
        f"at most {far} position{'' if far == 1 else 's'} away."
    )


def table(state, model) -> Markup:
    sentence = words(state, model)
    if state.figure == TOY:
        _, weights = toy_attention(state, model)
        rows = [(f"{at + 1} {word}", (short(weight), weight)) for at, (word, weight) in
                enumerate(zip(sentence, weights[state.head - 1, state.word], strict=True))]
        return marks.table(("character", "weight"), rows)
    found = np.array(reached(state) or [], int)
    joined = [(f"{at + 1} {word}", "joined" if at in found else "") for at, word in enumerate(sentence)]
    return marks.table(("word", f"to “{sentence[state.word]}”"), joined)
