"""Section 7: the gap between layer-wise and all-layer clipping decreases with the budget.

A gap is the entry of all-layer clipping less that of layer-wise clipping, in points. The sentence
is read as in Table 4 (``table_4``): of every entry, and of the mean over the columns, that of GPT2
in per cent of all-layer clipping.
"""

from fractions import Fraction

from verify.formula.evaluate import Undefined
from verify.language import Draft, Formula, Setting, claim, described, one_of, says, table
from verify.papers.enclosures import exactly
from verify.papers.groupwise.formulas import printed_tables as tables
from verify.papers.groupwise.formulas.printed_means import mean_gaps, mean_lost
from verify.papers.groupwise.formulas.table_entries import (
    IMAGES,
    SCORES,
    TASKS,
    Printed,
    V,
    of_entries,
)

Family = tuple[Printed, ...]


def layers(family: Family) -> Formula:
    """The number of groups of layer-wise clipping, by which a model of the family is named."""
    return V.extended(layers=one_of([m.layers for m in family], "M", unit="1")).layers


def gap(family: Family, place: int) -> Formula:
    """The mean gap at the smaller budget (0) or the larger one (1)."""

    def build(*family: Printed) -> Formula:
        return _gap(family, place)

    return of_entries(build, family, [(model.layers,) for model in family])


def _gap(family: Family, place: int) -> Formula:
    models = {m.layers: m for m in family}

    def of_model(groups: Fraction) -> Fraction:
        if groups not in models:
            raise Undefined("no such model")
        model = models[int(groups)]
        return mean_lost(model, model.columns.budgets[place])

    eps = family[0].columns.budgets[place]
    means = "what the entries of a model with so many layers lose to all-layer clipping on average"
    return described(exactly(f"mean gap at epsilon = {eps}", of_model, layers(family)), means)


def cell(model: Printed) -> Draft:
    """The larger budget has the smaller gap in every column."""
    low, high = model.columns.budgets
    return says(model.gap(high) < model.gap(low))


def grows(model: Printed) -> Draft:
    """It has the larger one."""
    low, high = model.columns.budgets
    return says(model.gap(low) < model.gap(high))


FAMILIES = {"ViT": tables.VITS, "RoBERTa": tables.ROBERTAS, "GPT2": tables.GPT2S}
MODELS = [model for family in FAMILIES.values() for model in family]
# The larger budget has the smaller gap.
IN_ENTRIES = {f"{model.model}, every entry": cell(model) for model in MODELS}
ON_AVERAGE = {
    f"{name}, mean over the columns": says(gap(family, 1) < gap(family, 0))
    for name, family in FAMILIES.items()
}
# Where every entry has: ViT on all but SVHN, and on all but CIFAR10; SST2; QNLI; BLEU and ROUGE-L.
TRUE_FOR = {
    "ViT-small, every entry": [(V.image != 3)],
    "ViT-large, every entry": [V.image >= 2],
    "RoBERTa-base, every entry": [V.task >= 5],
    "RoBERTa-large, every entry": [V.task >= 4, V.task <= 4],
    "GPT2-medium, every entry": [V.score <= 2],
    "GPT2-large, every entry": [V.score <= 2],
}
TEXT, SCORED = (f"{name}, mean over the columns" for name in ("RoBERTa", "GPT2"))
BUDGET = (
    claim(
        "groupwise/gap-and-budget",
        "§7",
        "the gap decreases with the privacy budget",
        IN_ENTRIES | ON_AVERAGE,
        repaired={
            SCORED: ON_AVERAGE[SCORED].but(
                given=[layers(tables.GPT2S) <= tables.GPT2_SMALL.layers]
            ),
            **{part: IN_ENTRIES[part].but(given=where) for part, where in TRUE_FOR.items()},
        },
        instead={TEXT: says(gap(tables.ROBERTAS, 0) < gap(tables.ROBERTAS, 1))},
        settings=tuple(
            Setting(name=model.model, values={"layers": model.layers}) for model in MODELS
        )
        + (*IMAGES.settings, *TASKS.settings, *SCORES.settings),
        notes=(
            table(mean_gaps(tables.ROBERTAS)),
            # Where layer-wise clipping of GPT2 gains, it gains less: as a distance the gap falls.
            says(abs(gap(tables.GPT2S, 1)) < abs(gap(tables.GPT2S, 0))),
            # Where it grows: all tasks but SST2; all but QNLI.
            grows(tables.ROBERTA_BASE).but(given=[V.task <= 4]),
            grows(tables.ROBERTA_LARGE).but(given=[(V.task != 4)]),
            # On images it does by a fifth of a point at most.
            says(tables.VIT_SMALL.gap(8) <= tables.VIT_SMALL.gap(2) + 0.19),
            says(tables.VIT_LARGE.gap(8) <= tables.VIT_LARGE.gap(2) + 0.04),
        ),
    )
    .rejects(
        "by a tenth more, GPT2-small",
        cell(tables.GPT2_SMALL).but(right=tables.GPT2_SMALL.gap(3) - 0.1),
    )
    .rejects(
        "to less than half, ViT", part="ViT, mean over the columns", right=gap(tables.VITS, 0) / 2
    )
)
