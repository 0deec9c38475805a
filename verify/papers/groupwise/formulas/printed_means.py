"""Means of a row of Tables 4, 5 and 7 over its five columns, for sentences on a trend.

Accuracies are averaged in points. The scores of GPT2 have units of their own: each is taken in per
cent of that of all-layer clipping.
"""

import itertools
from collections.abc import Iterable
from fractions import Fraction
from functools import partial
from typing import Any

from verify.language import Draft, Formula, external, says
from verify.papers.enclosures import exactly
from verify.papers.groupwise.formulas.table_entries import FIVE, SCORES, Printed, V, of_entries


def mean_entry(model: Printed, eps: Any, M: Any) -> Fraction:
    """The mean of a row over the columns, of GPT2 in per cent of all-layer clipping.

    Raises:
        Undefined: there is no such row.
    """
    values = (
        100 * model.value(eps, M, j) / model.value(eps, 1, j)
        if model.columns is SCORES
        else model.value(eps, M, j)
        for j in FIVE
    )
    return sum(values, Fraction(0)) / len(FIVE)


def mean(model: Printed, M: Any) -> Formula:
    """The same in a formula over the budget."""
    eps = getattr(V, model.columns.eps)
    return of_entries(
        lambda model: exactly(f"mean of {model.model}", partial(mean_entry, model), eps, M),
        [model],
        itertools.product(model.columns.budgets, model.groups),
    )


def mean_lost(model: Printed, eps: Any) -> Fraction:
    """What layer-wise clipping loses against all-layer clipping on average."""
    return mean_entry(model, eps, 1) - mean_entry(model, eps, model.layers)


# At both budgets, rounded.
GAPS = {
    "ViT-small": ("4.50", "2.33"),
    "ViT-large": ("2.64", "1.21"),
    "RoBERTa-base": ("1.27", "1.43"),
    "RoBERTa-large": ("0.56", "0.90"),
    "GPT2-small": ("1.7", "-0.8"),
    "GPT2-medium": ("-4.9", "-2.6"),
    "GPT2-large": ("-5.0", "-3.5"),
}


def mean_gaps(models: Iterable[Printed]) -> dict[str, tuple[str, Fraction]]:
    """The mean gaps of models at both budgets, and what they round to."""
    return {
        f"{model.model}, epsilon = {eps}": (digits, mean_lost(model, eps))
        for model in models
        for eps, digits in zip(model.columns.budgets, GAPS[model.model], strict=True)
    }


def mean_gap(model: Printed) -> Formula:
    """The same in a formula over the budget."""
    eps = getattr(V, model.columns.eps)
    return of_entries(
        lambda model: exactly(f"mean gap of {model.model}", partial(mean_lost, model), eps),
        [model],
        [(eps,) for eps in model.columns.budgets],
    )


def worse(model: Printed) -> Draft:
    """Every entry with more groups than one is below that of all-layer clipping."""
    return says(model.row(model.notation.parts) < model.row(1))


def not_worse(model: Printed) -> Formula:
    """How many entries are at least that of all-layer clipping."""
    return of_entries(_not_worse, [model], [()])


def _not_worse(model: Printed) -> Formula:
    def count() -> int:
        return model.counted(lambda e, M, j: model.value(e, M, j) >= model.value(e, 1, j))

    name = f"entries of {model.model} that are not worse"
    means = "in how many entries more groups than one are at least as good as all-layer clipping"
    return external(name, count, means=means)
