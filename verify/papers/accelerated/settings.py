"""The paper's own settings: section 5's experiments and the demonstration of section 3.2."""

from fractions import Fraction

from verify.language import Setting, instance

COMMON = instance("d=20 S=40/1 eps=1/1") | {"n": 10**5}
FULL_BATCH = Setting(name="§5, m = n", values=COMMON | {"m": 10**5})
SUBSAMPLED = Setting(name="§5, m = 1000", values=COMMON | instance("m=1000"))
SECTION_5 = (FULL_BATCH, SUBSAMPLED)
# mu = 0.5, L = 1 and the step sizes of Figure 1.
DEMONSTRATION = tuple(
    Setting(name=f"§3.2, α = {alpha}", values={"mu": Fraction(1, 2), "L": 1, "alpha": alpha})
    for alpha in (Fraction(1, 10), Fraction(1, 2), Fraction(1))
)
# Figure 2 with the step size of its first stage.
FIGURE_2 = Setting(name="Fig 2, α = 1/L", values=instance("mu=1 L=20 alpha=1/20"))
# The logistic regression of section 5.
LOGISTIC = Setting(name="§5, logistic regression", values=instance("R=20 lam=1/100"))
