"""The tables of weights/README.md, written from report.json between two markers."""

from collections.abc import Sequence
from pathlib import Path

README = Path(__file__).parent / "README.md"
BEGIN, END = "<!-- from report.json -->\n", "<!-- end of report.json -->\n"


def percent(share: float) -> str:
    """0.99946 -> "99.95 %"."""
    return f"{100 * share:.2f} %"


def table(header: str, rows: Sequence[Sequence[object]]) -> str:
    """A Markdown table; `header` has its columns between bars."""
    columns = header.count("|") - 1
    lines = [header, "|---" * columns + "|", *("| " + " | ".join(str(cell) for cell in row) + " |" for row in rows)]
    return "\n".join(lines) + "\n"


def scores(title: str, found: dict[str, dict]) -> str:
    """A table of strings, right answers and share by name."""
    rows = [[name, f"{row['strings']:,}", f"{row['right']:,}", percent(row["exact"])] for name, row in found.items()]
    return table(f"| {title} | strings | right | exact match |", rows)


def training(report: dict) -> str:
    """The recipe in one paragraph."""
    run = report["training"]
    recipe, formats, examples = run["recipe"], run["formats"], run["examples"]
    return (
        f"Seed {recipe['seed']}, {recipe['steps']:,} steps of {recipe['batch']} examples ({examples:,}), "
        f"{run['minutes']:.0f} minutes on one thread. "
        f"{formats} formats trained, {run['templates_held_out']} held out.\n"
    )


def errors(report: dict) -> str:
    """The twenty surest errors on real dates."""
    rows = [
        [f"`{row['string']}`", row["date"], row["answer"], f"{row['probability']:.2f}", row["class"], row["reason"]]
        for row in report["errors"][:20]
    ]
    return table("| string | date | answer | probability | class | reason |", rows)


def reliability(report: dict) -> str:
    """Probability shown against share right."""
    rows = [
        [f"{row['from']}–{row['to']}", f"{row['answers']:,}", f"{row['probability']:.3f}", f"{row['exact']:.3f}"]
        for row in report["reliability"]
    ]
    return table("| probability shown | answers | mean | right |", rows)


def heads(report: dict) -> str:
    """Each head's label and what is left without it, then the blocks."""
    rows = [
        [name, f"{row['label']}: {row['share']:.2f}", percent(row["accuracy_without"])]
        for name, row in report["heads"].items()
    ]
    rows += [[f"all of {name}", "", percent(row["accuracy_without"])] for name, row in report["blocks"].items()]
    return table("| off | looks (share of its weight) | exact match |", rows)


def together(report: dict) -> str:
    """The greedy search in words."""
    kept = [step for step in report["together"] if step["exact"] >= 0.99]
    names = ", ".join(step["head"] for step in kept) or "none"
    last = percent(kept[-1]["exact"]) if kept else percent(report["evaluation_set"]["exact"])
    words = "can go together before exact match falls under 99 % (greedy search)"
    return f"{len(kept)} heads {words}: {names}. Left: {last}.\n"


def masks(report: dict) -> str:
    """Both decoders, mask on and off."""
    rows = []
    for where, count in report["mask"]["strings"].items():
        for decoder, switches in report["mask"][where].items():
            for switch, row in switches.items():
                shares = [percent(row[name]) for name in ("teacher_forced", "teacher_forced_characters", "alone")]
                rows.append([where.replace("_", " "), f"{count:,}", f"{decoder} the mask", switch, *shares])
    return table(
        "| strings | | trained | mask | target given, whole | target given, characters | written alone |", rows
    )


def ablations(report: dict) -> str:
    """The toy's Table 3."""
    rows = []
    for row in report["ablations"]["rows"]:
        cells = []
        for name in ("misspelt", "clean"):
            one = row[name]
            spread = f" ({percent(one['lowest'])}–{percent(one['highest'])})" if row["seeds"] > 1 else ""
            cells.append(percent(one["exact"]) + spread)
        rows.append(
            [row["vary"], row["value"] or "–", f"{row['parameters']:,}", row["seeds"], f"{row['minutes']:.1f}", *cells]
        )
    return table("| changed | to | parameters | seeds | minutes | one edit | clean |", rows)


def checkpoints(report: dict) -> str:
    """The sixteen checkpoints."""
    rows = [
        [row["number"], f"{row['step']:,}", f"{row['loss']:.4f}", percent(row["exact"])]
        for row in report["checkpoints"]
    ]
    return table("| checkpoint | step | loss | exact match |", rows)


def sizes(report: dict) -> str:
    """Bytes of each file."""
    return table("| file | bytes |", [[name, f"{size:,}"] for name, size in report["sizes"].items()])


def render(report: dict) -> str:
    """All that stands between the markers."""
    ablated = report["ablations"]
    parts = [
        "## Measured\n",
        training(report),
        scores("set", report["accuracy"]),
        "### Real dates\n",
        scores("group", report["real_dates"]["groups"]),
        scores("class", report["real_dates"]["classes"]),
        errors(report),
        "### What its probabilities mean\n",
        reliability(report),
        f"### Heads ({report['evaluation_set']['strings']:,} held-out strings)\n",
        heads(report),
        together(report),
        "### The mask\n",
        masks(report),
        f"### Ablations ({ablated['steps']:,} steps of {ablated['batch']} examples each)\n",
        ablations(report),
        "### Checkpoints\n",
        checkpoints(report),
        "### Sizes\n",
        sizes(report),
    ]
    return "\n".join(parts)


def update(report: dict) -> None:
    """Replace what stands between the markers of README.md."""
    text = README.read_text("utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    README.write_text(before + BEGIN + "\n" + render(report) + "\n" + END + after, encoding="utf-8")
