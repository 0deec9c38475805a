"""``python -m benchmarks.studies.memory_peaks``: predicted peaks beside those that Table 3 prints.

Table 3 of Bu et al. (2023): two groups of blocks, all-layer clipping, and no privacy, for ViT-large
(batch 50, 197 tokens) and RoBERTa-base (batch 40, 256 tokens), Adam, float32, dropout in RoBERTa.
Its GB are read as 2^30 bytes and its X as blocks of either network: RoBERTa's rows with 8, 10 and
12 blocks in the first group rise by 0.59 GB a block, which is the 20 widths of a block's inputs
and output gradients in float32 in that unit. The other readings are beside it: ViT's X in pairs of
its 24 blocks (the table calls 6 uniform), RoBERTa without dropout. The prediction is fitted to
nothing. Beside it: what a
line through all other rows of the network says of a row (least squares), and the largest error of
any row by a line through two rows, over the pairs that differ in x by a twentieth at least.
Figures 1 and 5 print no numbers, so nothing is held against them.
"""

from fractions import Fraction
from itertools import combinations
from typing import Any

from dptheory.memory.functions import Recipe
from dptheory.memory.layers import Network
from dptheory.memory.measured import fit_measured, left_out
from dptheory.memory.models import network
from dptheory.memory.partitions import grouping_cost
from dptheory.memory.step import batch_independent_bytes, table_of
from verify.papers.groupwise.formulas.printed_table_3 import (
    ALL_LAYER,
    MEMORY,
    ROBERTA_BASE,
    ROWS,
    VIT_LARGE,
    WITHOUT_PRIVACY,
)

GIBI = 2**30
COLUMNS = {"vit-large": (VIT_LARGE, 50), "roberta-base": (ROBERTA_BASE, 40)}
OTHERS: dict[str, dict[str, Any]] = {
    "vit-large": {"with X in pairs of blocks": {"unit": 2}},
    "roberta-base": {"without dropout": {"dropout": False}},
}
APART = Fraction(1, 20)


def first_layers(model: Network, X: int, unit: int = 1) -> tuple[int, ...]:
    """The first layers of a row's groups; X counts so many blocks at a time."""
    if X == ALL_LAYER:
        return (1,)
    if X == WITHOUT_PRIVACY:
        return tuple(range(1, len(model.layers) + 1))
    return (1, [layer.block for layer in model.layers].index(unit * X + 1) + 1)


def rows(name: str, unit: int = 1, dropout: bool = True) -> list[tuple[int, int, Fraction, int]]:
    """Of every row its X, the batch's predicted bytes, the printed peak and the predicted one."""
    number, batch = COLUMNS[name]
    model = network(name)
    found = []
    for X, printed in zip(ROWS, MEMORY[number], strict=True):
        recipe = Recipe(private=X != WITHOUT_PRIVACY, dropout=dropout)
        grown = batch * grouping_cost(table_of(model, recipe), first_layers(model, X, unit))
        found.append(
            (X, grown, Fraction(printed) * GIBI, batch_independent_bytes(model, recipe) + grown)
        )
    return found


def error(found: Fraction | int, printed: Fraction) -> float:
    """The relative error in per cent."""
    return float(100 * (found / printed - 1))


def worst_of_pairs(points: list[tuple[Fraction, Fraction]]) -> float:
    """The largest error, per cent, of a row by the line of any two rows that are far apart."""
    worst = 0.0
    for pair in combinations(points, 2):
        (x, _), (other, _) = pair
        if abs(x - other) >= APART * max(x, other):
            through = fit_measured(pair)
            worst = max(worst, *(abs(error(through.at(x), y)) for x, y in points))
    return worst


def report(name: str) -> list[str]:
    """The lines of a network."""
    found = rows(name)
    points = [(Fraction(x), printed) for _, x, printed, _ in found]
    lines = [f"{name}: X, printed GB, predicted GB, error; by a line through the other rows, error"]
    for (X, _, printed, predicted), by_others in zip(found, left_out(points), strict=True):
        word = {ALL_LAYER: "all-layer", WITHOUT_PRIVACY: "non-DP"}.get(X, str(X))
        lines.append(
            f"{word:>10} {float(printed) / GIBI:6.2f} {predicted / GIBI:6.2f} "
            f"{error(predicted, printed):+5.1f} %   {float(by_others) / GIBI:6.2f} "
            f"{error(by_others, printed):+5.1f} %"
        )
    by_x = {X: (printed, predicted) for X, _, printed, predicted in found}
    (top, p_top), (plain, p_plain) = by_x[ALL_LAYER], by_x[WITHOUT_PRIVACY]
    printed, predicted = float(top / plain), p_top / p_plain
    lines.append(f"  all-layer over non-DP: printed {printed:.2f}, predicted {predicted:.2f}")
    for reading, other in OTHERS[name].items():
        errors = [error(p, printed) for _, _, printed, p in rows(name, **other)]
        lines.append(f"  {reading}: errors from {min(errors):+.1f} to {max(errors):+.1f} %")
    lines.append(f"  largest error by a line through two rows: {worst_of_pairs(points):.1f} %")
    return lines


def main() -> int:
    """Print both networks."""
    for name in COLUMNS:
        print("\n".join(report(name)))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
