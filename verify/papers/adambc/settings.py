"""The paper's own settings: section 6 and the tables of appendix C."""

from fractions import Fraction

from verify.language import Setting, instance
from verify.papers.adambc.formulas.printed_c import LEVELS

F = Fraction
SNLI = Setting(name="SNLI", values=instance("B=256 C=1/10 sigma=2/5 beta2=999/1000"))
EXPERIMENTS = (
    SNLI,
    Setting(name="CIFAR10", values=instance("B=8192 C=1/1 sigma=2/1 beta2=999/1000")),
)
# The first column of Tables 3 and 4; the law of more steps takes long to compute.
TABLES = tuple(
    Setting(name=f"SNLI, alpha = {float(alpha):g}", values={**SNLI.values, "alpha": alpha, "t": 10})
    for alpha in LEVELS
)
# The decay and the stability constant of DP-Adam are those of appendix A.
CONSTANTS = {"beta1": F(9, 10), "gamma": F(1, 10**8)}
# Appendix F writes Phi for (sigma C / B)^2, and epsilon for gamma where it stands under the root.
# The number of steps, the dimension and the smoothness are not printed; the step sizes are two.
PHI = tuple({"Phi": (s.values["sigma"] * s.values["C"] / s.values["B"]) ** 2} for s in EXPERIMENTS)
WITH_PHI = tuple(
    Setting(
        name=s.name,
        values={"C": s.values["C"], "beta2": s.values["beta2"]}
        | {"beta1": CONSTANTS["beta1"], "eps": CONSTANTS["gamma"]}
        | phi,
    )
    for s, phi in zip(EXPERIMENTS, PHI, strict=True)
)
# Section 4 writes Phi for the same; the floors are those of appendix A.
SECTION_4 = tuple(
    Setting(name=s.name, values={**s.values, **phi, **CONSTANTS, "floor": floor})
    for s, phi, floor in zip(EXPERIMENTS, PHI, (F(1, 10**10), F(5, 10**8)), strict=True)
)
