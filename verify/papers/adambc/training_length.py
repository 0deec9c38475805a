"""Figure 1, Table 2 and Appendix D: how many steps a run has.

An epoch has e steps, the same e in a run of the comparison with DP2-RMSProp and in the others: the
batch size is printed to be that of the other three algorithms.
"""

from fractions import Fraction as F

from verify.claim import Control, claim
from verify.expression import lift
from verify.notation import positive
from verify.papers.adambc.notation import V as PAPER
from verify.statement import at_most, table

V = PAPER.extended(e=positive("e", unit="1", search=(1, 5000)))
# "Roughly 0.5, 1, 2 out of 3 epochs", each to its printed digits.
ROUGHLY = [
    V.e * F(45, 100) <= 1000,
    V.e * F(55, 100) >= 1000,
    V.e * F(15, 10) <= 4500,
    V.e * F(25, 10) >= 4500,
]
EPOCH = 2000  # meets them, and puts 2000 steps at one epoch
SNLI = table(
    V,
    {
        "s = 1000": ("0.5", F(1000, EPOCH)),
        "s = 2000": ("1", F(2000, EPOCH)),
        "s = 4500": ("2", F(4500, EPOCH)),
    },
)
# 50000 images in batches of 8192; "roughly" is one digit.
CIFAR10 = table(
    V,
    {
        f"s = {s}": (digits, F(s * 8192, 50000))
        for s, digits in {25: "4", 65: "1E1", 130: "2E1", 250: "4E1"}.items()
    },
)
END = at_most(V, lift(10000), 3 * V.e, where=ROUGHLY, look=[{"e": F(2000)}])
TRAINING_LENGTH = claim(
    "adambc/training-length",
    "Fig 1, Table 2 with App D",
    "steps and epochs",
    {
        "SNLI, s in epochs": SNLI,
        "CIFAR10, s in epochs": CIFAR10,
        "SNLI, 10000 steps within 3 epochs": END,
    },
    # Three epochs have a third less: 10000 steps are four epochs and a half, or more.
    instead={"SNLI, 10000 steps within 3 epochs": at_most(V, F(9, 2) * V.e, 10000, where=ROUGHLY)},
    rejects=(
        Control(
            name="an epoch of 3334 steps",
            says=table(V, {"s = 1000": ("0.5", F(1000, 3334))}),
        ),
    ),
)

CLAIMS = (TRAINING_LENGTH,)
