"""Figure 1, Table 2 and Appendix D: how many steps a run has.

Figure 1 prints t = 10000 near the end of training; "out of 3 epochs" is said of the comparison with
DP2-RMSProp, whose batches are as large as those of the other three algorithms. Whether the run of
Figure 1 has 3 epochs as well is not printed: the sentence that fails says that it has. The numbers
of epochs are rough, and read to one digit on both data sets.
"""

from fractions import Fraction as F

from verify.language import Draft, claim, instance, number, positive, says, table
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
IF_THREE = "SNLI, 10000 steps, if the run of Figure 1 has 3 epochs of e steps"
TRAINING_LENGTH = claim(
    "adambc/training-length",
    "Fig 1, Table 2 with App D",
    "steps and epochs, if all SNLI runs have 3 epochs",
    {
        "SNLI, s in epochs": epochs(SNLI, 256, LABELLED),
        "CIFAR10, s in epochs": epochs({25: "4", 65: "1E1", 130: "2E1", 250: "4E1"}, 8192, IMAGES),
        IF_THREE: says(number(10000) <= 3 * V.e, given=ROUGHLY, at=instance("e=2000/1")),
    },
    # Three epochs have a third less: 10000 steps are four epochs and a half, or more.
    instead={IF_THREE: says(F(9, 2) * V.e <= 10000, given=ROUGHLY)},
).rejects("twice the batch", epochs(SNLI, 512, LABELLED))

CLAIMS = (TRAINING_LENGTH,)
