"""The paper's own settings: section 4 and appendix D."""

from fractions import Fraction

from verify.claim import Setting

DELTA = Fraction(1, 10**5)
CIFAR10 = tuple(
    Setting(
        name=f"CIFAR-10, epsilon {eps}",
        values={"B": 1000, "N": 50000, "T": 5000, "eps": eps, "delta": DELTA, "noise": noise},
    )
    for eps, noise in ((2, Fraction(18, 5)), (4, Fraction(2)), (8, Fraction(6, 5)))
)
# The grids of clipping norms and regularisers.
CLIPPING = tuple(
    Setting(name=f"CIFAR-10, c = {c}", values={"c": Fraction(c)})
    for c in ("0.1", "0.4", "1.6", "6.4", "12.8")
)
REGULARISERS = tuple(
    Setting(name=f"CIFAR-10, r = {r}", values={"r": Fraction(r)})
    for r in ("0.0001", "0.001", "0.01", "0.1", "1")
)
