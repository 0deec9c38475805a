"""Figure 1, Table 2 and Appendix D: how many steps a run has.

"Out of 3 epochs" is said of the comparison with DP2-RMSProp, whose batches are as large as those of
the other three algorithms. Figure 1 prints t = 10000 near the end of training; whether its run has
3 epochs as well is not printed. The numbers of epochs are rough, and read to one digit on both data
sets.
"""

from fractions import Fraction as F

from verify.language import Draft, claim, instance, positive, says, table
from verify.papers.adambc.notation import V as PAPER

V = PAPER.extended(e=positive("e", unit="1", search=(1, 5000)))
LABELLED, IMAGES = 549367, 50000  # SNLI's training pairs (not printed), and CIFAR10's images


def epochs(steps: dict[int, str], batch: int, n: int) -> Draft:
    """Steps in epochs, to the printed digit."""
    return table({f"s = {s}": (digit, F(s * batch, n)) for s, digit in steps.items()})


SNLI = {1000: "0.5", 2000: "1", 4500: "2"}
# The same with an epoch of e steps, whatever the number of pairs.
ROUGHLY = [
    condition
    for s, least, most in ((1000, "0.45", "0.55"), (2000, "0.5", "1.5"), (4500, "1.5", "2.5"))
    for condition in (V.e * F(least) <= s, V.e * F(most) >= s)
]
TRAINING_LENGTH = (
    claim(
        "adambc/training-length",
        "App D, with Fig 1 and Table 2",
        "Steps and epochs of the runs of DP2-RMSProp",
    )
    .says(
        {
            "SNLI, s in epochs": epochs(SNLI, 256, LABELLED),
            "CIFAR10, s in epochs": epochs(
                {25: "4", 65: "1E1", 130: "2E1", 250: "4E1"}, 8192, IMAGES
            ),
        },
        # The 10000 steps of Figure 1 and Table 2 are at least 4.5 such epochs of e steps.
        notes=(says(F(9, 2) * V.e <= 10000, given=ROUGHLY, at=instance("e=2000/1")),),
    )
    .rejects("twice the batch", epochs(SNLI, 512, LABELLED))
)
