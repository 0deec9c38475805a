r"""Entries of Tables 4, 5 and 7 in formulas, by budget, number of groups and column.

The columns are CIFAR10, CIFAR100, SVHN, GTSRB and Food101 in Table 4;
MNLI-m, MNLI-mm, QQP, QNLI and SST2 in Table 7; BLEU, ROUGE-L, NIST, METEOR and CIDEr in Table 5.

**Standard errors**: what two accuracies differ by, in those of the difference. The paper prints no
numbers of records: those of GLUE's validation sets are taken, each record right or wrong
independently, :math:`\sqrt{(p(100-p)+q(100-q))/n}` for accuracies p and q in per cent. "Comparable"
and "insignificant" are read as within two of them. That the two runs share their records makes the
true error smaller, the runs' own randomness makes it larger.
"""

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any

from verify.formula.cases import counting
from verify.formula.evaluate import Undefined
from verify.formula.expression import Cells, Node, lift
from verify.language import Formula, Notation, Setting, described, one_of, with_cells
from verify.papers.enclosures import exactly
from verify.papers.groupwise.notation import V as PAPER
from verify.papers.printed import printed_entries

FIVE = (1, 2, 3, 4, 5)
# A budget and a column of each table.
V = PAPER.extended(
    eps_image=one_of((2, 8), r"\epsilon", unit="1"),
    image=one_of(FIVE, r"\mathrm{column}", unit="1"),
    eps_task=one_of((3, 8), r"\epsilon", unit="1"),
    task=one_of(FIVE, r"\mathrm{column}", unit="1"),
    eps_score=one_of((3, 8), r"\epsilon", unit="1"),
    score=one_of(FIVE, r"\mathrm{column}", unit="1"),
)


@dataclass(frozen=True)
class Columns:
    """The columns of a table.

    Attributes:
        table: its number. names: of the columns, as printed. budgets: the values of epsilon.
        eps, place: the symbols for a budget and a column.
    """

    table: int

    names: tuple[str, ...]
    budgets: tuple[int, int]
    eps: str
    place: str

    @property
    def settings(self) -> tuple[Setting, ...]:
        """Every column at every budget."""
        return tuple(
            Setting(name=f"{name}, epsilon = {eps}", values={self.eps: eps, self.place: j})
            for eps in self.budgets
            for j, name in enumerate(self.names, 1)
        )

    @property
    def by_budget(self) -> tuple[Setting, ...]:
        """Every budget."""
        return tuple(
            Setting(name=f"Table {self.table}, epsilon = {eps}", values={self.eps: eps})
            for eps in self.budgets
        )


IMAGES = Columns(
    4, ("CIFAR10", "CIFAR100", "SVHN", "GTSRB", "Food101"), (2, 8), "eps_image", "image"
)
TASKS = Columns(7, ("MNLI-m", "MNLI-mm", "QQP", "QNLI", "SST2"), (3, 8), "eps_task", "task")
SCORES = Columns(5, ("BLEU", "ROUGE-L", "NIST", "METEOR", "CIDEr"), (3, 8), "eps_score", "score")


@dataclass(frozen=True)
class Printed:
    """What a table prints of a model.

    Attributes:
        model: as printed. columns: of the table.
        layers: the number of groups of layer-wise clipping. parameters: of param-wise clipping.
        rows: number of groups -> entries as printed, those of the smaller budget first; one group
            is the all-layer row with the clipping function of the others (of [9] in Tables 5, 7).
    """

    model: str
    columns: Columns
    layers: int
    parameters: int
    rows: Mapping[int, tuple[str, ...]]

    @property
    def groups(self) -> tuple[int, ...]:
        """The numbers of groups."""
        return tuple(self.rows)

    def digits(self, eps: int, M: int, column: str) -> str:
        """An entry as printed."""
        place = self.columns.budgets.index(eps), self.columns.names.index(column)
        return self.rows[M][len(FIVE) * place[0] + place[1]]

    def value(self, eps: Any, M: Any, j: Any) -> Fraction:
        """The entry of column j.

        Raises:
            Undefined: there is none.
        """
        if eps not in self.columns.budgets or M not in self.rows or j not in FIVE:
            raise Undefined("no such entry")
        return Fraction(self.digits(int(eps), int(M), self.columns.names[int(j) - 1]))

    def difference(self, eps: Any, j: Any) -> Fraction:
        """All-layer clipping less layer-wise clipping."""
        return self.value(eps, 1, j) - self.value(eps, self.layers, j)

    @property
    def settings(self) -> tuple[Setting, ...]:
        """Every entry with more groups than one, beside that of all-layer clipping."""
        return tuple(
            Setting(
                name=f"{cell.name}, M = {M}",
                values={**cell.values, "parts": M, "one": 1, "other": M},
            )
            for cell in self.columns.settings
            for M in self.groups[1:]
        )

    def row(self, M: Any) -> Formula:
        """The entries for a number of groups, in a formula over the budget and the column."""
        eps, j = getattr(V, self.columns.eps), getattr(V, self.columns.place)
        return self.entry(eps, M, j)

    def entry(self, eps: Any, M: Any, j: Any) -> Formula:
        """An entry in a formula."""

        def build(model: Printed) -> Formula:
            name = f"Table {self.columns.table}, {self.model}"
            return exactly(name, model.value, eps, M, j)

        cells = itertools.product(self.columns.budgets, self.groups, FIVE)
        found = of_entries(build, [self], cells)
        return described(found, "the printed entry at a budget, for so many groups, in a column")

    def lost(self, eps: Any, M: Any, j: Any) -> Formula:
        """All-layer clipping less an entry."""
        return self.entry(eps, 1, j) - self.entry(eps, M, j)

    def gap(self, eps: int | None = None) -> Formula:
        """What layer-wise clipping loses against all-layer clipping (at one budget, if given)."""
        budget = getattr(V, self.columns.eps) if eps is None else eps
        return self.lost(budget, self.layers, getattr(V, self.columns.place))

    @property
    def notation(self) -> Notation:
        """The symbols, with the numbers of groups of this model from two on, and any of them."""
        return V.extended(
            parts=one_of(self.groups[1:], "M", unit="1"),
            one=one_of(self.groups, "M", unit="1"),
            other=one_of(self.groups, "M'", unit="1"),
        )

    def counted(self, holds: Callable[[int, int, int], bool]) -> int:
        """In how many cells (epsilon, M, j) with more groups than one something holds."""
        cells = itertools.product(self.columns.budgets, self.groups[1:], FIVE)
        return sum(holds(*cell) for cell in cells)


@dataclass(frozen=True)
class InTrees(Printed):
    """The same with trees for the entries: what a function computes of them is a formula."""

    def value(self, eps: Any, M: Any, j: Any) -> Node:  # type: ignore[override]
        """The entry of column j, as a tree."""
        return lift(super().value(eps, M, j))


def in_trees(model: Printed) -> InTrees:
    """A model with trees for its entries."""
    return InTrees(**{f.name: getattr(model, f.name) for f in fields(model)})


def of_entries(
    build: Callable[..., Formula], models: Sequence[Printed], places: Iterable[tuple[Any, ...]]
) -> Formula:
    """What a function computes of entries, with the formula that it makes of them at every place.

    Args:
        build: the formula for the models. places: all arguments of the function.
    """
    kept = tuple(places)

    def cells() -> Cells:
        function = build(*map(in_trees, models)).tree.value.function
        return {place: counting(lift(function(*place))) for place in kept}

    return with_cells(build(*models), cells)


def printed(columns: Columns, text: str) -> tuple[Printed, ...]:
    """The models of a table, each its head and a line for every number of groups.

    Raises:
        ValueError: a row has another number of entries.
    """
    return tuple(_model(columns, *part.strip().splitlines()) for part in text.split("\n\n"))


def _model(columns: Columns, head: str, *lines: str) -> Printed:
    model, layers, parameters = head.rsplit(maxsplit=2)
    rows = {}
    for line in lines:
        groups, *entries = line.split()
        if len(entries) != 2 * len(FIVE):
            raise ValueError(f"a row must have ten entries. Found {line.strip()!r}.")
        rows[int(groups)] = tuple(entries)
    return Printed(model, columns, int(layers), int(parameters), rows)


def is_share(entry: Fraction, count: int) -> bool:
    """Whether some number of so many records gives an accuracy of two decimals, in per cent."""
    nearest = Fraction(100 * round(entry * count / 100), count)
    return abs(nearest - entry) <= Fraction(1, 200)


RECORDS = {"MNLI-m": 9815, "MNLI-mm": 9832, "QQP": 40430, "QNLI": 5463, "SST2": 872}


def _records(task: Fraction) -> Fraction:
    return Fraction(RECORDS[TASKS.names[int(task) - 1]])


OF_TASK = printed_entries(
    described(
        exactly("records", _records, V.task), "how many records the task of a column is scored on"
    ),
    FIVE,
)


def standard_error(p: Formula, q: Formula, records: Formula | int = OF_TASK) -> Formula:
    """Of the difference of two accuracies in per cent."""
    return ((p * (100 - p) + q * (100 - q)) / records).sqrt()
