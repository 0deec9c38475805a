"""Tables 3, 4 and 7: entries that are printed twice.

With the first six attention blocks as the first group, two groups are uniform; with ten they are
the non-uniform ones of Table 4.
"""

from fractions import Fraction as F

from verify.language import Formula, claim, external, instance, number, says, table
from verify.papers.groupwise.formulas import printed_tables as tables
from verify.papers.groupwise.formulas.printed_tables import ROBERTA_BASE, ROBERTA_LARGE, TABLE_3
from verify.papers.groupwise.formulas.table_entries import is_share

IMAGE, TASK = 2, 4  # columns of CIFAR100 in Table 4, of QNLI in Table 7

NON_UNIFORM_10 = external(
    "Table 4, non-uniform", lambda: F(tables.NON_UNIFORM["ViT-large"][2].split()[IMAGE - 1])
)


def entries(images: int = 2, tasks: int = 3) -> dict[str, tuple[str, Formula]]:
    """Table 3 beside the others."""
    image = {row: accuracies[0] for row, accuracies in TABLE_3.items()}
    return {
        "ViT-large, uniform": (image["6(uniform)"], tables.VIT_LARGE.entry(images, 2, IMAGE)),
        "ViT-large, boundary 10": (image["10"], NON_UNIFORM_10),
        "ViT-large, all-layer": (image["all-layer"], tables.VIT_LARGE.entry(images, 1, IMAGE)),
        "RoBERTa-base, all-layer": (TABLE_3["all-layer"][1], ROBERTA_BASE.entry(tasks, 1, TASK)),
    }


# Sizes of the validation sets (public, not printed): an accuracy is one of that many shares.
SENTENCES = instance("QNLI=5463 SST2=872")


def shares(column: str) -> int:
    """How many of the entries of a column of Table 7 are shares, [22] and [18] left out."""
    found = (
        model.digits(eps, M, column)
        for model in (ROBERTA_BASE, ROBERTA_LARGE)
        for eps in model.columns.budgets
        for M in model.groups
    )
    return sum(is_share(F(digits), SENTENCES[column]) for digits in found)


def share(digits: str, column: str) -> int:
    """1 where an entry is a share, else 0."""
    return int(is_share(F(digits), SENTENCES[column]))


ODD = {
    "RoBERTa-large, param-wise, epsilon = 3": (ROBERTA_LARGE.digits(3, 395, "SST2"), "SST2"),
    "RoBERTa-large, block-wise, epsilon = 8": (ROBERTA_LARGE.digits(8, 24, "QNLI"), "QNLI"),
    "RoBERTa-base, non-DP, Table 3": (TABLE_3["non-DP"][1], "QNLI"),
}
AGREE = (
    claim("groupwise/tables-agree", "Tables 3, 4, 7", "Entries that are printed twice")
    .says(
        table(entries()),
        notes=(
            # All but one of the sixteen entries of either column, and not three that are printed.
            *(says(external(f"shares, {c}", lambda c=c: shares(c)) == 15) for c in SENTENCES),
            *(
                says(external(f"share: {name}", lambda entry=entry: share(*entry)) == 0)
                for name, entry in ODD.items()
            ),
            # On QNLI the all-layer clipping of [22] beats that row and every two groups.
            says(
                number(
                    F(
                        max(
                            TABLE_3[row][1]
                            for row in ("2", "4", "6(uniform)", "8", "10", "all-layer")
                        )
                    )
                )
                < external(
                    "Table 7, all-layer of [22]",
                    lambda: F(tables.OF_22["RoBERTa-base"][3].split()[TASK - 1]),
                    means="the printed accuracy on QNLI of all-layer clipping of [22]",
                )
            ),
        ),
    )
    .rejects("the larger budget on images", entries=entries(images=8))
    .rejects("the larger budget on QNLI", entries=entries(tasks=8))
)
