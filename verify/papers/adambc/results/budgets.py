"""Appendices A and D: what the experiments' noise costs, delta = 1e-5.

The accountant is that of the paper, RDP by Opacus (§4, App A), for every budget. Which T and N were
used is not printed. Judged here:

- SNLI: three epochs (App D) or t = 10000 (Table 2), and 549,367 labelled training pairs;
- CIFAR10: 50,000 images (App A); the number of steps is tuned for the smaller budgets (App D), and
  50 epochs are those of the comparison with DP2-RMSProp;
- QNLI: an epoch or more of its 104,743 training pairs.
"""

import math
from fractions import Fraction

from verify.language import claim, number, says, table
from verify.papers.adambc.laboratory.accountants import Run, V

SNLI, QNLI, CIFAR10 = 549367, 104743, 50000


def length(n: int, batch: int, epochs: int) -> int:
    """The steps of some epochs."""
    return math.ceil(epochs * n / batch)


SNLI_7 = Run(SNLI, 256, Fraction(2, 5), "7.0")
THREE, TABLE_2 = length(SNLI, 256, 3), 10000
BUDGET_SNLI_7 = (
    claim("adambc/budget-snli-7", "App A", r"SNLI: the budget at $\sigma=0.4$")
    .says(
        {"three epochs": SNLI_7.within("RDP", THREE), "t = 10000": SNLI_7.within("RDP", TABLE_2)},
        instead={"three epochs": SNLI_7.exceeds(THREE), "t = 10000": SNLI_7.exceeds(TABLE_2)},
        notes=(
            SNLI_7.up_to(1390),
            SNLI_7.beyond(1391),
            # The central limit is no bound: it is below what is certainly spent.
            says(SNLI_7.spends("GDP", TABLE_2) < SNLI_7.spends("at least", TABLE_2)),
            # Data for which t = 10000 costs the printed budget.
            table(
                {
                    f"N = {n}": (digits, Run(n, 256, Fraction(2, 5), "7.0").spends("RDP", TABLE_2))
                    for n, digits in (
                        (1213958, "7.1"),
                        (1213959, "7.0"),
                        (1271005, "7.0"),
                        (1271006, "6.9"),
                    )
                }
            ),
            SNLI_7.accounts(TABLE_2, "9.91 11.12 8.07 4.68 8.00 98.1 113.8 26.9"),
        ),
    )
    .rejects("one step more", SNLI_7.up_to(1391))
)

SNLI_3 = Run(SNLI, 256, Fraction(1, 2), "3")
BUDGET_SNLI_3 = (
    claim("adambc/budget-snli-3", "App D", r"SNLI: the budget at $\sigma=0.5$")
    .says(
        {"three epochs": SNLI_3.within("RDP", THREE), "t = 10000": SNLI_3.within("RDP", TABLE_2)},
        instead={
            "three epochs": says(number(4) < SNLI_3.spends("RDP", THREE)),
            "t = 10000": says(number(4) < SNLI_3.spends("RDP", TABLE_2)),
        },
        notes=(
            # Another accountant, tighter than the paper's, rounds to it.
            SNLI_3.within("PLD", THREE),
            SNLI_3.within("PLD", TABLE_2),
            SNLI_3.accounts(THREE, "4.13 4.95 3.03 1.02 2.99 42.3 43.8 17.7"),
        ),
    )
    .rejects("PLD at most 3", SNLI_3.within("PLD", THREE).but(right=3))
)

QNLI_7 = Run(QNLI, 256, Fraction(2, 5), "7.3")
EPOCH = length(QNLI, 256, 1)
BUDGET_QNLI = (
    claim("adambc/budget-qnli", "App A", r"QNLI: the budget at $\sigma=0.4$")
    .says(
        {
            "an epoch or more": says(
                QNLI_7.spends("RDP") <= QNLI_7.most, given=[EPOCH <= V.T], at={"T": EPOCH}
            )
        },
        # Every such run costs more.
        instead={"an epoch or more": QNLI_7.beyond(EPOCH)},
        notes=(
            QNLI_7.up_to(32),
            QNLI_7.beyond(33),
            # A single epoch does whatever the accountant.
            QNLI_7.exceeds(EPOCH),
            QNLI_7.accounts(EPOCH, "10.81 12.08 8.70 5.02 8.69 67.1 68.0 27.1"),
        ),
    )
    .rejects("one step more", QNLI_7.up_to(33))
)

CIFAR10_7 = Run(CIFAR10, 8192, Fraction(2), "7.1")
FIFTY = length(CIFAR10, 8192, 50)
BUDGET_CIFAR10 = (
    claim("adambc/budget-cifar10", "App A", r"CIFAR10: the budget at $\sigma=2$")
    .says(
        # Up to forty epochs.
        {"up to 245 steps": CIFAR10_7.up_to(245)},
        needs_data=("the number of steps of the CIFAR10 runs",),
        notes=(
            CIFAR10_7.beyond(246),
            # The fifty epochs of the comparison with DP2-RMSProp cost more by every accountant.
            CIFAR10_7.exceeds(FIFTY),
            CIFAR10_7.accounts(FIFTY, "8.09 8.88 7.45 7.21 7.45 22.0 25.7 3.30"),
        ),
    )
    .rejects("one step more", CIFAR10_7.up_to(246))
)
