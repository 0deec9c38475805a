"""The pictures of a claim as files: ``python -m verify lemmas.py --picture DIR``."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from verify.display.sentences import render
from verify.formula.expression import Node
from verify.judgement.record import ClaimRecord
from verify.language.claims import PART, Claim
from verify.language.statement import Compare, Statement
from verify.site.pictures import Picture, along_each, by_factors, failing

FORMATS = ("png", "svg")
MOST = 6  # panels of a drawing
LEFT, RIGHT, FAILS, GREY = "#0072B2", "#D55E00", "#E69F00", "0.35"
LONGEST = 60  # signs of a formula in the legend
# What matplotlib calls the bars of sizes and norms.
BARS = {r"\lvert": "|", r"\rvert": "|", r"\lVert": r"\Vert ", r"\rVert": r"\Vert "}
# Between whole numbers there is nothing.
DOTS: Any = {"linestyle": "none", "marker": "."}
RINGS: Any = {"linestyle": "none", "marker": "o", "fillstyle": "none"}
# The same bytes whenever the same is drawn.
STYLE: Any = {"svg.hashsalt": "dptheory", "font.size": 9, "savefig.dpi": 110}


def write(folder: Path, records: Sequence[ClaimRecord], claims: Sequence[Claim]) -> list[str]:
    """Draw every printed part that can be drawn; returns a line for each.

    Args:
        folder: where to. records: of the claims, in their order. claims: whose statements are
            evaluated.
    """
    return [
        line
        for record, claim in zip(records, claims, strict=True)
        for line in _of_claim(folder, record, claim)
    ]


def write_one(path: Path, record: ClaimRecord, claim: Claim) -> list[str]:
    """Draw a claim into one file; of several parts each into one, with the part in its name."""
    return list(_of_claim(path.parent, record, claim, path))


def _of_claim(
    folder: Path, record: ClaimRecord, claim: Claim, file: Path | None = None
) -> Iterator[str]:
    for part in record.parts:
        name = record.id if part.name == PART else f"{record.id}: {part.name}"
        finding = part.printed and part.printed.finding
        statement = claim.printed[part.name].build()
        found = along_each(statement, finding.point) if finding and finding.point else ()
        if not found:
            yield f"{name}: nothing to draw: no number along which both sides could be evaluated"
            continue
        title = f"{name} ({claim.where}): {record.verdict}"
        stem = "".join(c if c.isalnum() or c in "-._" else "-" for c in name)
        paths = [folder / f"{stem}.{kind}" for kind in FORMATS]
        if file is not None:
            paths = [file if part.name == PART else file.with_stem(f"{file.stem}-{part.name}")]
        _draw(paths, title, statement, found[:MOST])
        for path in paths:
            yield f"{name}: {path}"


def _draw(
    paths: Sequence[Path], title: str, statement: Statement, found: Sequence[Picture]
) -> None:
    """A column a symbol, in every format: both sides above, their ratio or difference below."""
    import matplotlib as mpl
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(max(5.2, 3.9 * len(found)), 4.4), layout="constrained")
        FigureCanvasAgg(figure)
        grid = figure.subplots(2, len(found), squeeze=False, sharex="col", height_ratios=(2, 1)).T
        labels = _labels(statement)
        for (above, below), picture in zip(grid, found, strict=True):
            _sides(above, picture, labels)
            _compared(below, picture)
        figure.legend(*_key(grid.flat), loc="outside lower center", ncols=4, frameon=False)
        figure.suptitle(title, fontsize=10)
        for path in paths:
            dated = "Date" if path.suffix == ".svg" else "Software"
            figure.savefig(path, metadata={dated: None})


def _key(panels: Iterable[Any]) -> tuple[list[Any], list[str]]:
    """The lines and areas of all panels with their names, each name once."""
    found: dict[str, Any] = {}
    for axes in panels:
        for handle, name in zip(*axes.get_legend_handles_labels(), strict=True):
            found.setdefault(name, handle)
    return list(found.values()), list(found)


def _sides(axes: Any, picture: Picture, labels: tuple[str, str]) -> None:
    if by_factors(picture.x):
        axes.set_xscale("log")
    if by_factors((*picture.left, *picture.right)):
        axes.set_yscale("log")
    left, right = (DOTS, RINGS) if picture.whole else ({}, {"linestyle": "--"})
    axes.plot(picture.x, picture.left, color=LEFT, label=labels[0], **left)
    axes.plot(picture.x, picture.right, color=RIGHT, label=labels[1], **right)
    _marked(axes, picture)


def _compared(axes: Any, picture: Picture) -> None:
    """Left by right where both are positive, else left less right: small excesses are seen here."""
    pairs = [*zip(picture.left, picture.right, strict=True)]
    positive = min(min(pair) for pair in pairs) > 0
    values = [a / b if positive else a - b for a, b in pairs]
    axes.plot(picture.x, values, color=GREY, **(DOTS if picture.whole else {}))
    axes.axhline(1 if positive else 0, color=GREY, linewidth=0.6)
    axes.set_ylabel("ratio" if positive else "difference")
    axes.set_xlabel(_set(picture.symbol, picture.name))
    _marked(axes, picture)


def _marked(axes: Any, picture: Picture) -> None:
    """The instance, and where the comparison fails."""
    axes.axvline(picture.at, color=GREY, linewidth=0.8, linestyle=":", label="the instance")
    runs: list[tuple[float, float]] = []
    for (begin, *_), (end, *_) in failing(picture):
        start = runs.pop()[0] if runs and runs[-1][1] == begin else begin
        runs.append((start, end))
    for start, end in runs:
        axes.axvspan(start, end, color=FAILS, alpha=0.3, label="fails")


def _labels(statement: Statement) -> tuple[str, str]:
    """The sides as formulas where these are short, else by their places."""
    names = ("left side", "right side")
    said = statement.assertion
    if not isinstance(said, Compare):
        return names
    return _side(said.left, statement, names[0]), _side(said.right, statement, names[1])


def _side(node: Node, statement: Statement, otherwise: str) -> str:
    try:
        latex = render(node, statement.by_name)
    except ValueError:
        return otherwise
    return _set(latex, otherwise) if len(latex) <= LONGEST else otherwise


def _set(latex: str, otherwise: str) -> str:
    """A formula between dollars if the drawing can set it."""
    from matplotlib.mathtext import MathTextParser

    for bar, known in BARS.items():
        latex = latex.replace(bar, known)
    try:
        MathTextParser("agg").parse(f"${latex}$")
    except ValueError:
        return otherwise
    return f"${latex}$"
