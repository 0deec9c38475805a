"""The paper's own settings: section 4 and appendix D."""

from fractions import Fraction

from verify.language import Setting, instance

DELTA = Fraction(1, 10**5)
CIFAR10 = tuple(
    Setting(
        name=f"CIFAR-10, epsilon {eps}",
        values=instance("B=1000 N=50000 T=5000") | {"eps": eps, "delta": DELTA, "noise": noise},
    )
    for eps, noise in ((2, Fraction(18, 5)), (4, Fraction(2)), (8, Fraction(6, 5)))
)
# The data set's own training size; ten epochs without the batches that are not full.
SST2 = Setting(
    name="SST-2", values=instance("B=1000 N=67349 T=670 eps=8 noise=127/200") | {"delta": DELTA}
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
# A run at every regulariser and clipping norm: ResNet20, 100 epochs, epsilon 8.
RESNET20 = {**CIFAR10[-1].values, "d": 270000}
NORMALISED_RUNS = tuple(Setting(name=s.name, values={**RESNET20, **s.values}) for s in REGULARISERS)
CLIPPED_RUNS = tuple(Setting(name=s.name, values={**RESNET20, **s.values}) for s in CLIPPING)
