"""Section 7, Table 4: more groups indicate worse accuracy than all-layer clipping.

Uniform, layer-wise and param-wise clipping are compared, as the text does; M counts the groups. It
says what the numbers indicate: judged are the means over the data sets, and the entries are notes.
"""

import itertools
from fractions import Fraction as F
from functools import partial

from verify.language import Draft, Formula, claim, external, number, says, table
from verify.papers.groupwise.formulas.printed_means import mean_entry, not_worse, worse
from verify.papers.groupwise.formulas.printed_tables import NON_UNIFORM, VIT_LARGE, VIT_SMALL
from verify.papers.groupwise.formulas.table_entries import FIVE, Printed, V, of_entries
from verify.papers.printed import printed_entries


def mean(model: Printed, M: Formula) -> Formula:
    """The mean over the five data sets."""

    def build(model: Printed) -> Formula:
        return external(f"mean of {model.model}", partial(mean_entry, model), V.eps_image, M)

    return of_entries(build, [model], itertools.product(model.columns.budgets, model.groups))


def on_average(model: Printed) -> Draft:
    """The mean over the data sets is below that of all-layer clipping."""
    return says(mean(model, model.notation.parts) < mean(model, number(1)))


def two_groups(model: Printed) -> Formula:
    """The row of non-uniform clipping."""
    rows = {eps: row.split() for eps, row in NON_UNIFORM[model.model].items()}
    entry = external(
        f"{model.model}, non-uniform",
        lambda eps, j: F(rows[int(eps)][int(j) - 1]),
        *(V.eps_image, V.image),
        means="the printed entry of two groups of different sizes at a budget, in a column",
    )
    return printed_entries(entry, model.columns.budgets, FIVE)


SMALL = VIT_SMALL.notation
EVERY, IN_LARGE = worse(VIT_SMALL), worse(VIT_LARGE)
ORDER = (
    claim(
        "groupwise/table-4-order",
        "§7, Table 4",
        "More groups, less accuracy than all-layer clipping",
    )
    .says(
        {
            "ViT-small, mean over the data sets": on_average(VIT_SMALL),
            "ViT-large, mean over the data sets": on_average(VIT_LARGE),
        },
        notes=(
            # In every entry: ViT-large; layer-wise and param-wise; CIFAR10, CIFAR100 and Food101.
            IN_LARGE,
            EVERY.but(given=[SMALL.parts >= VIT_SMALL.layers]),
            EVERY.but(given=[(V.image != 3), (V.image != 4)]),
            table(
                {
                    "SVHN, M = 2, epsilon = 2": ("0.11", -VIT_SMALL.lost(2, 2, 3)),
                    "SVHN, M = 2, epsilon = 8": ("0.06", -VIT_SMALL.lost(8, 2, 3)),
                    "GTSRB, M = 4, epsilon = 2": ("0.13", -VIT_SMALL.lost(2, 4, 4)),
                    "GTSRB, M = 6, epsilon = 2": ("0.32", -VIT_SMALL.lost(2, 6, 4)),
                    "GTSRB, M = 2, epsilon = 8": ("0.04", -VIT_SMALL.lost(8, 2, 4)),
                    "GTSRB, M = 3, epsilon = 8": ("0.15", -VIT_SMALL.lost(8, 3, 4)),
                    "GTSRB, M = 4, epsilon = 8": ("0.11", -VIT_SMALL.lost(8, 4, 4)),
                    "GTSRB, M = 6, epsilon = 8": ("0.12", -VIT_SMALL.lost(8, 6, 4)),
                }
            ),
            says(not_worse(VIT_SMALL) == 8),
            says(VIT_SMALL.row(SMALL.parts) <= VIT_SMALL.row(1) + F(32, 100)),
            # More groups are not always worse than fewer: layer-wise against six groups, ViT-large.
            says(
                VIT_LARGE.row(6) < VIT_LARGE.row(VIT_LARGE.layers),
                given=[V.image >= 3, V.eps_image <= 2],
            ),
            says(mean(VIT_LARGE, number(6)) < mean(VIT_LARGE, number(VIT_LARGE.layers))),
            # Two groups of other sizes beat all-layer clipping of ViT-small on three data sets.
            says(VIT_SMALL.row(1) < two_groups(VIT_SMALL), given=[(V.image != 1), (V.image != 3)]),
            says(two_groups(VIT_LARGE) < VIT_LARGE.row(1), given=[(V.image != 4)]),
        ),
    )
    .rejects("a point less on ViT-large", IN_LARGE.but(right=VIT_LARGE.row(1) - 1))
    .rejects(
        "half a point less on average",
        part="ViT-small, mean over the data sets",
        right=mean(VIT_SMALL, number(1)) - F(1, 2),
    )
)
