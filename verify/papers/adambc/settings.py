"""The paper's own settings: section 6 and the tables of appendix C."""

from fractions import Fraction

from verify.claim import Setting

F = Fraction
SNLI = Setting(
    name="SNLI", values={"B": 256, "C": F(1, 10), "sigma": F(2, 5), "beta2": F(999, 1000)}
)
CIFAR10 = Setting(
    name="CIFAR10", values={"B": 8192, "C": F(1), "sigma": F(2), "beta2": F(999, 1000)}
)
EXPERIMENTS = (SNLI, CIFAR10)
