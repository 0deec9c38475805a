"""The paper's own settings: section 5's experiments and the demonstration of section 3.2."""

from fractions import Fraction

from verify.language.claim import Setting

COMMON = {"d": 20, "n": 10**5, "S": Fraction(40), "eps": Fraction(1)}
FULL_BATCH = Setting(name="§5, m = n", values=COMMON | {"m": 10**5})
SUBSAMPLED = Setting(name="§5, m = 1000", values=COMMON | {"m": 1000})
SECTION_5 = (FULL_BATCH, SUBSAMPLED)
# mu = 0.5, L = 1 and the step sizes of Figure 1.
DEMONSTRATION = tuple(
    Setting(name=f"§3.2, α = {alpha}", values={"mu": Fraction(1, 2), "L": 1, "alpha": alpha})
    for alpha in (Fraction(1, 10), Fraction(1, 2), Fraction(1))
)
# Figure 2 with the step size of its first stage.
FIGURE_2 = Setting(name="Fig 2, α = 1/L", values={"mu": 1, "L": 20, "alpha": Fraction(1, 20)})
# The logistic regression of section 5.
LOGISTIC = Setting(name="§5, logistic regression", values={"R": 20, "lam": Fraction(1, 100)})
