"""Section 6.2 and Table 3: what (8) explains of the memory of two groups.

"Explains" is read as: the memory of the rows is a line a + b (8), b >= 0, to a tenth of its spread,
and of any two rows with different memory (by more than a unit of the last digit) the one with the
larger peak has the larger memory. For ViT-large with its 24 blocks, "the first X attention blocks"
and "the other 12 - X" are two readings of X, and both are tested. "Non-monotone" is read of the
table's column in its order, all-layer clipping last: it rises somewhere and falls somewhere. That
row is no pair of groups; without it neither column turns (note).
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from verify.formula.cases import counting
from verify.formula.expression import Cells, lift
from verify.language import Draft, Formula, Setting, claim, instance, says
from verify.language.formulas import external, number, with_cells
from verify.papers.groupwise.formulas.printed_table_3 import (
    ALL_LAYER,
    BOUNDARIES,
    MEMORY,
    UNITS,
    V,
    accuracy,
    memory,
    misfit,
    predicted,
    spread,
    turns,
)
from verify.papers.groupwise.laboratory.networks import ROBERTA_BASE, VIT_LARGE, network

IMAGE = 197  # tokens of ViT at 224 x 224
UNIT = Fraction(1, 100)  # GB, the last printed digit
NAMES = {ROBERTA_BASE: "RoBERTa-base", VIT_LARGE: "ViT-large"}


def ordered(table: int, reading: int, tokens: Formula | int) -> Draft:
    """The peaks of two rows, and their printed memory, differ in one direction."""
    count = "pairs of blocks" if reading > 3 else "blocks"
    name = f"(8) of {NAMES[table]} for X {count}{', from the output' if reading % 2 else ''}"
    by_row, entry = partial(predicted, table, reading), partial(memory, table)
    peaks = [external(name, by_row, tokens, row) for row in (V.X, V.Y)]
    printed = [external(f"GB of {NAMES[table]}", entry, row) for row in (V.X, V.Y)]
    return says(
        number(0) < (peaks[0] - peaks[1]) * (printed[0] - printed[1]),
        given=[V.X < V.Y, abs(printed[0] - printed[1]) > UNIT],
    )


def off(number: int, reading: Formula | int, tokens: Formula | int, cut: int = 1) -> Formula:
    """The misfit of the best a + b times (8), or times the peak of Algorithm 1, to all rows."""
    name = f"misfit of a + b {'(8)' if cut else 'peak of Algorithm 1'}, {NAMES[number]}"
    return external(name, partial(misfit, number, cut=cut), reading, tokens)


def off_boundaries(reading: int, name: str) -> Formula:
    """The same to the boundaries of ViT-large."""
    return external(
        f"misfit of a + b (8), boundaries, {name}",
        partial(misfit, VIT_LARGE, reading, IMAGE, *BOUNDARIES),
    )


def of_row_6(groups: str) -> Formula:
    """(8) of the row "6 (uniform)" of ViT-large: 6 and 18 blocks, or 12 and 12."""
    reading = {"6 and 18": 2, "12 and 12": 4}[groups]
    return external(
        f"(8) of {groups} blocks, ViT-large", partial(predicted, VIT_LARGE, reading, IMAGE, 6)
    )


SPREAD = {number: external("spread", spread, number) for number in (VIT_LARGE, ROBERTA_BASE)}
OFF_TEXT, OFF_IMAGES = (
    off(ROBERTA_BASE, V.roberta_reading, V.T),
    off(VIT_LARGE, V.vit_reading, IMAGE),
)
EXPLAINED = (
    claim("groupwise/table-3-memory", "§6.2, Table 3", "(8) explains the memory of two groups")
    .says(
        {
            "RoBERTa-base, on a line": says(OFF_TEXT <= SPREAD[ROBERTA_BASE] / 10),
            "ViT-large, on a line": says(OFF_IMAGES <= SPREAD[VIT_LARGE] / 10),
            "RoBERTa-base": ordered(ROBERTA_BASE, 2, V.T),
            "ViT-large, the first X blocks": ordered(VIT_LARGE, 2, IMAGE),
            "ViT-large, the other 12 - X pairs of blocks": ordered(VIT_LARGE, 4, IMAGE),
        },
        instead={
            # However X is counted: by no line in (8).
            "RoBERTa-base, on a line": says(OFF_TEXT >= SPREAD[ROBERTA_BASE] / 4),
            "ViT-large, on a line": says(OFF_IMAGES >= SPREAD[VIT_LARGE] / 7),
            "ViT-large, the other 12 - X pairs of blocks": says(
                off_boundaries(4, "X pairs") >= 10 * UNIT
            ),
        },
        settings=(
            Setting(name="RoBERTa-base", values=instance("roberta_reading=2 T=256")),
            Setting(name="ViT-large, X blocks", values=instance("vit_reading=2")),
            Setting(name="RoBERTa-base, X = 2 and 6", values=instance("X=2 Y=6 T=256")),
            Setting(name="ViT-large, X = 8 and 10", values=instance("X=8 Y=10")),
        ),
        notes=(
            # The boundaries of ViT-large lie on a line in (8) to half a unit of the last digit if X
            # counts blocks, but then 6 are no uniform group, and no reading brings all-layer
            # clipping near the line.
            says(off_boundaries(2, "X blocks") <= UNIT / 2),
            says(of_row_6("12 and 12") < of_row_6("6 and 18")),
            # Algorithm 1 itself holds the ends that (8) leaves out, and explains no more.
            says(off(ROBERTA_BASE, V.roberta_reading, V.T, 0) >= SPREAD[ROBERTA_BASE] / 4),
        ),
    )
    .rejects("ViT-large from the output side", ordered(VIT_LARGE, 5, IMAGE))
    .rejects("RoBERTa-base from the output side", ordered(ROBERTA_BASE, 3, V.T))
)


def of_accuracy(number: int) -> int:
    """The number of rises of the accuracy from row to row times the number of its falls."""
    return turns([accuracy(number, X) for X in BOUNDARIES])


def of_peaks(number: int, tokens: int) -> int:
    """The number of rises of the peak by (8) from row to row times the number of its falls."""
    reading = 2 * network(number).blocks // UNITS
    return turns([Fraction(predicted(number, reading, tokens, X)) for X in BOUNDARIES])


def rises_times_falls(rows: str, column: Formula | int, name: str = "") -> Formula:
    """Of the memory: from X = 2 to 10, and with all-layer clipping as X = 0 or as X = 12."""
    before, after = (ALL_LAYER,) * ("0" in rows.split()), (ALL_LAYER,) * ("12" in rows.split())
    found = external(
        f"rises times falls of the memory, X = {rows}{name}",
        lambda number: turns([memory(number, X) for X in (*before, *BOUNDARIES, *after)]),
        column,
        means="the number of rises times the number of falls from row to row; all-layer clipping "
        "is X = 0 where it comes first, and X = 12 where it comes last",
    )
    return in_printed(found, memory, (*before, *BOUNDARIES, *after))


def in_printed(
    found: Formula, entry: Callable[[int, int], Fraction], rows: Sequence[int]
) -> Formula:
    """The turns of a column with the formula of its printed entries."""

    def cells() -> Cells:
        columns: dict[int, list[Any]] = {n: [lift(entry(n, X)) for X in rows] for n in MEMORY}
        return {(n,): counting(lift(turns(column))) for n, column in columns.items()}

    return with_cells(found, cells)


def turns_of_accuracy(name: str, column: int) -> Formula:
    """Of the accuracy, from X = 2 to 10."""
    found = external(f"of the accuracy, {name}", of_accuracy, column)
    return in_printed(found, accuracy, BOUNDARIES)


PATTERN = claim(
    "groupwise/table-3-non-monotone", "§6.2 with Table 3", "A non-monotone pattern in Table 3"
).says(
    # From X = 2 to all-layer clipping, which is X = 12.
    says(number(0) < rises_times_falls("2 to 12", VIT_LARGE, ", ViT-large")),
    notes=(
        # Not so for RoBERTa-base; the other way round where all-layer clipping is X = 0.
        says(rises_times_falls("2 to 12", ROBERTA_BASE, ", RoBERTa-base") == 0),
        says(rises_times_falls("0 to 10", VIT_LARGE, ", ViT-large") == 0),
        says(number(0) < rises_times_falls("0 to 10", ROBERTA_BASE, ", RoBERTa-base")),
        # The rows of two groups do not turn, but (8) does in 12 units of X.
        says(rises_times_falls("2 to 10", V.column) == 0),
        says(number(0) < external("of (8), X = 2 to 10", of_peaks, V.column, V.T)),
        # Of accuracy, that of RoBERTa-base turns.
        says(number(0) < turns_of_accuracy("RoBERTa-base", ROBERTA_BASE)),
        says(turns_of_accuracy("ViT-large", VIT_LARGE) == 0),
    ),
)
