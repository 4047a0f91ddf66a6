"""What the causal mask is worth (section 3.2.3), measured on both decoders, read with the target given and alone."""

from collections.abc import Sequence

from weights import batched
from weights.torch_model import Toy


def rates(toy: Toy, texts: Sequence[str], targets: Sequence[str], masked: bool) -> dict[str, float]:
    """Shares of whole answers and of characters that are right: with the target given, and written alone."""
    given = batched.teacher_forced(toy, texts, targets, masked)
    return {
        "teacher_forced": float(given.all(-1).mean()),
        "teacher_forced_characters": float(given.mean()),
        "alone": batched.exact(toy, texts, targets, masked=masked),
    }


def experiments(
    shipped: Toy, second: Toy, texts: Sequence[str], targets: Sequence[str]
) -> dict[str, dict[str, dict[str, float]]]:
    """Both decoders with the mask on and off: {"with": {"on": rates, "off": rates}, "without": …}.

    "with" was trained with the mask: the shipped decoder.
    """
    return {
        name: {switch: rates(toy, texts, targets, switch == "on") for switch in ("on", "off")}
        for name, toy in (("with", shipped), ("without", second))
    }
