r"""The paper's own settings: section 4 and appendix D.

What the paper does not print of them stays free: :math:`\tau_0,\tau_1,L_0,L_1,D_f`, the gradients
and c_2, so that a counterexample there is one that is compatible with the experiments. Statements
about vectors have the clipping norm or the regulariser alone: their dimension stays small.
"""

from fractions import Fraction

from verify.language import Setting, instance

# "Hyperparameter choices" of section 4, of appendix D too.
DELTA = Fraction(1, 10**5)
# Section 4: batches of 1000 and 100 epochs of the 50000 training images; the budgets with their
# noise multipliers.
CIFAR10 = tuple(
    Setting(
        name=f"CIFAR-10, epsilon {eps}",
        values=instance("B=1000 N=50000 T=5000") | {"eps": eps, "delta": DELTA, "noise": noise},
    )
    for eps, noise in ((2, Fraction(18, 5)), (4, Fraction(2)), (8, Fraction(6, 5)))
)
# Appendix D: batches of 1000, ten epochs without the batches that are not full, of the data set's
# own 67349 training sentences; one budget.
SST2 = Setting(
    name="SST-2", values=instance("B=1000 N=67349 T=670 eps=8 noise=127/200") | {"delta": DELTA}
)
# Section 4 and Figure 3: the grids of clipping norms and regularisers.
CLIPPING = tuple(
    Setting(name=f"CIFAR-10, c = {c}", values={"c": Fraction(c)})
    for c in ("0.1", "0.4", "1.6", "6.4", "12.8")
)
REGULARISERS = tuple(
    Setting(name=f"CIFAR-10, r = {r}", values={"r": Fraction(r)})
    for r in ("0.0001", "0.001", "0.01", "0.1", "1")
)
# A run at every regulariser and clipping norm: ResNet20, of 270000 parameters (section 4), at
# epsilon 8. The step sizes (4) and (8) are not those of the experiments.
RESNET20 = {**CIFAR10[-1].values, "d": 270000}
NORMALISED_RUNS = tuple(Setting(name=s.name, values={**RESNET20, **s.values}) for s in REGULARISERS)
CLIPPED_RUNS = tuple(Setting(name=s.name, values={**RESNET20, **s.values}) for s in CLIPPING)
