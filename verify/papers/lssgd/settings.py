"""The paper's own settings: the logistic regressions of section 4.1 and their privacy budgets."""

from fractions import Fraction

from verify.language import Setting
from verify.papers.lssgd.formulas.printed_privacy import BATCH, BUDGETS, ITERATIONS, N

# 50 epochs of 50000 records in batches of 128, delta = 1e-5; ten classes of 785 weights.
COMMON = {"n": N, "b": BATCH, "T": ITERATIONS, "d": 7850, "delta": Fraction(1, 10**5)}
MNIST = tuple(
    Setting(name=f"§4.1, ε = {float(budget)}", values=COMMON | {"epsilon": budget})
    for budget in reversed(BUDGETS)
)
