"""Table 3 as printed, and what (8) says of its rows.

A row is called by its X: the first X attention blocks and the others; 12 is all-layer clipping and
0 training without privacy, whose peak the paper calls similar to layer-wise clipping's. A column is
called by its network, ViT-large (303) or RoBERTa-base (125). ViT-large has 24 blocks, so that "the
other 12 - X" leaves open what is counted; a reading is twice the number of blocks to a unit of X,
plus 1 if X counts from the output side: for ViT-large 4 (12 pairs of blocks), 2 (X of the 24
blocks), 5 and 3; for RoBERTa-base 2 and 3.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import accumulate, combinations, pairwise

from verify.formula.evaluate import Undefined
from verify.language import Setting, one_of
from verify.papers.groupwise.formulas.printed_tables import TABLE_3
from verify.papers.groupwise.laboratory import networks
from verify.papers.groupwise.laboratory.networks import ROBERTA_BASE, VIT_LARGE

ROWS = (2, 4, 6, 8, 10, 12, 0)
BOUNDARIES = ROWS[:5]
ALL_LAYER, WITHOUT_PRIVACY = 12, 0
MEMORY = {
    VIT_LARGE: ("22.04", "21.96", "21.89", "21.82", "21.75", "23.52", "20.38"),
    ROBERTA_BASE: ("11.94", "11.95", "12.22", "13.40", "14.57", "15.75", "11.63"),
}
UNITS = 12
V = networks.V.extended(
    column=one_of((VIT_LARGE, ROBERTA_BASE), r"\mathrm{network}", unit="1"),
    X=one_of(ROWS, "X", unit="1"),
    Y=one_of(ROWS, "Y", unit="1"),
    vit_reading=one_of((2, 3, 4, 5), r"\mathrm{reading}", unit="1"),
    roberta_reading=one_of((2, 3), r"\mathrm{reading}", unit="1"),
)
COLUMNS = (
    Setting(name="CIFAR100, ViT-large", values={"column": VIT_LARGE}),
    Setting(name="QNLI, RoBERTa-base", values={"column": ROBERTA_BASE}),
)


def memory(number: int, X: int) -> Fraction:
    """The printed memory in GB."""
    return Fraction(MEMORY[number][ROWS.index(X)])


def accuracy(number: int, X: int) -> Fraction:
    """The printed accuracy in percent."""
    name = {ALL_LAYER: "all-layer", WITHOUT_PRIVACY: "non-DP"}.get(X, str(X))
    row = next(values for key, values in TABLE_3.items() if key.split("(")[0] == name)
    return Fraction(row[list(MEMORY).index(number)])


def first_layers(number: int, reading: int, X: int) -> tuple[int, ...]:
    """The first layer of each group of a row.

    Raises:
        Undefined: the network is none of the table's, or has not so many blocks.
    """
    if number not in MEMORY:
        raise Undefined(f"no column for {number}")
    if X == ALL_LAYER:
        return (1,)
    if X == WITHOUT_PRIVACY:
        return networks.layer_wise(number)
    found = networks.network(number)
    per_unit, from_output = divmod(int(reading), 2)
    below = found.blocks - X * per_unit if from_output else X * per_unit
    if not 0 < below < found.blocks:
        raise Undefined(f"no boundary after block {below}")
    return (1, [layer.block for layer in found.layers].index(below + 1) + 1)


@cache
def predicted(number: int, reading: int, tokens: int, X: int, cut: int = 1) -> int:
    """The peak of a row by (8), in stored numbers of a sample.

    The printed sums leave out the ends, which Algorithm 1 holds too (cut = 0).
    """
    firsts = first_layers(number, reading, X)
    held, cached = ([0, *accumulate(x)] for x in networks.sizes(number, tokens))
    ends = pairwise((*firsts, len(held)))
    # G_m[0] < r < G_m[-1] is empty where a group is one layer.
    return max(
        held[end - 1 - cut] + max(0, cached[end - 1 - cut] - cached[first - 1 + cut])
        for first, end in ends
    )


def misfit(number: int, reading: int, tokens: int, *rows: int, cut: int = 1) -> Fraction:
    """How far the best line in the peaks misses the printed memory, at the worst row, in GB.

    A line is a + b peak with b >= 0.

    The best slope is 0 or that through two of the points: the width of a strip around the points
    is piecewise linear in its slope, with corners there.
    """
    points = [
        (Fraction(predicted(number, reading, tokens, X, cut)), memory(number, X))
        for X in rows or ROWS
    ]
    slopes = [(y - v) / (x - u) for (x, y), (u, v) in combinations(points, 2) if x != u]
    widths = []
    for slope in [Fraction(0), *(s for s in slopes if s > 0)]:
        rest = [y - slope * x for x, y in points]
        widths.append((max(rest) - min(rest)) / 2)
    return min(widths)


def spread(number: int) -> Fraction:
    """The largest printed memory less the smallest."""
    values = [memory(number, X) for X in ROWS]
    return max(values) - min(values)


def turns(values: Sequence[Fraction]) -> int:
    """The rises of a column from row to row times its falls: 0 where it is monotone.

    Of trees it is a tree, which counts conditions (:func:`verify.formula.cases.counting`).
    """
    steps = [b - a for a, b in pairwise(values)]
    return sum(s > 0 for s in steps) * sum(s < 0 for s in steps)
