"""What each head looks at, measured: the share of its weight on each kind of place, and a label made from it."""

from math import log
from random import Random
from typing import NamedTuple

import torch
from torch import Tensor

from weights.conventions import clean
from weights.evaluation import SEED, existing_day
from weights.formats import FORMATS
from weights.torch_model import Toy
from weights.train import source_tokens, target_tokens

FIELDS = ("year", "month", "day", "weekday", "between", "end")
WRITTEN = ("year", "year", "year", "year", "dash", "month", "month", "dash", "day", "day", "end")
OFFSETS = {
    -3: "three characters back",
    -2: "two characters back",
    -1: "one character back",
    0: "at itself",
    1: "one character ahead",
    2: "two characters ahead",
    3: "three characters ahead",
}
OWN = "looks at the field being written"
CONDITIONAL = (OWN, *(f"while writing the {name}" for name in ("year", "month", "day", "dash", "end")))
PLACES = {
    "start": "at the start",
    "between": "at spaces, signs and small words",
    "end": "at the end of the text",
    "dash": "at the dashes",
}


class Annotated(NamedTuple):
    """A text, its date, and the field each character (and the end) belongs to."""

    text: str
    target: str
    fields: tuple[str, ...]


class Share(NamedTuple):
    """How much of a head's weight lies on one kind of place, and how much would if it looked everywhere equally."""

    label: str
    share: float
    even: float


def annotated(count: int) -> list[Annotated]:
    """Held-out days in random formats, character by character."""
    random = Random(SEED)
    found: list[Annotated] = []
    while len(found) < count:
        way = random.choice(FORMATS)
        day = existing_day(random, way, 1900, 2099)
        pieces = way.pieces(day, random)
        fields = tuple(field for field, text in pieces for _ in text)
        if len(fields) < 47:
            found.append(Annotated(clean("".join(text for _, text in pieces)), day.iso(), (*fields, "end")))
    return found


@torch.no_grad()
def attention(toy: Toy, text: str, target: str) -> dict[tuple[str, int, str], Tensor]:
    """Weights [heads, queries, keys] of every block, by stack, layer and kind."""
    source, wanted = source_tokens([text]), target_tokens([target])
    encoder: list[dict] = [{} for _ in toy.encoder.layers]
    decoder: list[dict] = [{} for _ in toy.decoder.layers]
    toy.decode(wanted[:, :-1], toy.encode(source, record=encoder), source, record=decoder)
    blocks = {("encoder", layer, "self"): record["self_attention"] for layer, record in enumerate(encoder)}
    for layer, record in enumerate(decoder):
        blocks["decoder", layer, "self"] = record["self_attention"]
        blocks["decoder", layer, "cross"] = record["cross_attention"]
    return {block: record["weights"][0] for block, record in blocks.items()}


def offsets(queries: int, keys: int) -> dict[str, Tensor]:
    """Where each key stands as seen from each query: {label: [queries, keys]}."""
    distance = torch.arange(keys) - torch.arange(queries)[:, None]
    return {f"looks {words}": (distance == offset).float() for offset, words in OFFSETS.items()}


def columns(names: tuple[str, ...], queries: int, written: bool) -> dict[str, Tensor]:
    """Keys of each field: {label: [queries, keys]}."""
    return {
        f"looks {PLACES.get(name, f'at the {name}')}{' written' if written and name != 'start' else ''}": torch.tensor(
            [[float(key == name) for key in names]] * queries
        )
        for name in dict.fromkeys(names)
    }


def kinds(block: tuple[str, int, str], fields: tuple[str, ...]) -> dict[str, Tensor]:
    """Every kind of place a head of this block may look at: {label: [queries, keys]}."""
    if block[0] == "encoder":
        own = torch.tensor([[float(query == key) for key in fields] for query in fields])
        return (
            offsets(len(fields), len(fields))
            | columns(fields, len(fields), False)
            | {"looks around its own field": own}
        )
    rows = len(WRITTEN)
    if block[2] == "self":
        return offsets(rows, rows) | columns(("start", *WRITTEN[:-1]), rows, True)
    places = columns(fields, rows, False)
    cells = {
        f"{label} while writing the {name}": torch.tensor([[float(row == name)] for row in WRITTEN]) * place
        for label, place in places.items()
        for name in dict.fromkeys(WRITTEN)
    }
    own = torch.tensor([[float(row == field) for field in fields] for row in WRITTEN])
    return places | cells | {OWN: own}


def shares(toy: Toy, questions: list[Annotated]) -> dict[tuple[str, int, str, int], list[Share]]:
    """For every head, its share on every kind of place, the most telling first."""
    sums: dict[tuple, dict[str, Tensor]] = {}
    for question in questions:
        for block, weights in attention(toy, question.text, question.target).items():
            causal = block[0] == "decoder" and block[2] == "self"
            even = torch.ones(weights.shape[1:])
            even = even.tril() if causal else even
            even = even / even.sum(-1, keepdim=True)
            first = 1 if causal else 0  # the first row of masked self-attention has one place to look
            for label, place in kinds(block, question.fields).items():
                rows = place.any(-1) if label.endswith(CONDITIONAL) else torch.ones(len(place), dtype=torch.bool)
                rows[:first] = False
                if not rows.any():
                    continue
                seen = (weights * place).sum(-1)[:, rows].sum(-1)
                row = torch.cat((seen, (even * place).sum(-1)[rows].sum()[None], rows.sum()[None]))
                block_sums = sums.setdefault(block, {})
                block_sums[label] = block_sums.get(label, 0) + row
    return {(*block, head): ranked(labels, head) for block, labels in sums.items() for head in range(toy.sizes.heads)}


def ranked(labels: dict[str, Tensor], head: int) -> list[Share]:
    """A head's shares, the most telling first: by what each adds to the divergence from looking everywhere equally."""
    found = [Share(label, float(row[head] / row[-1]), float(row[-2] / row[-1])) for label, row in labels.items()]
    return sorted(found, key=lambda share: -share.share * log(max(share.share, 1e-9) / max(share.even, 1e-9)))


def summary(found: list[Share]) -> Share:
    """The one share a head is labelled by."""
    named = {share.label: share for share in found}
    fields = [named.get(f"looks at the {name} while writing the {name}") for name in ("year", "month", "day")]
    if all(field is not None and field.share >= 0.5 for field in fields):
        return named[OWN]
    best = found[0]
    if best.share - best.even < 0.15:
        return best._replace(label=f"looks everywhere, a little more {best.label.removeprefix('looks ')}")
    return best
