r"""Appendix A.2, step 4: the number of iterations, with the constants that the steps give.

:math:`C_1` is free and :math:`C_2=\frac32(1/\sqrt{C_1}+20\sqrt{C_1}/(\mu(1-\mu)))` for the noise as
printed. The sums of :math:`D_\sigma` and :math:`G^2` measure a length in units of a gradient.
"""

from fractions import Fraction as F

from verify.language import Formula, claim, number, says
from verify.papers.lssgd.formulas import printed_utility as printed
from verify.papers.lssgd.formulas.printed_utility import V
from verify.papers.lssgd.laboratory import training
from verify.papers.lssgd.lemmas import runs

SQUARE = V.eigenvalue * V.start**2
# T = C_1 (D + G^2/b) n^2 eps^2/(gamma d G^2 log(1/delta)).
NUMBER = V.C1 == V.T / (
    number(1) * (SQUARE + V.G**2 / V.b) * V.n**2 * V.epsilon**2 / (V.gamma * V.d * V.G**2 * V.ell)
)


def rate(ell: Formula) -> Formula:
    """The bound, with log(1/delta) or what takes its place in the noise."""
    noise = 20 * V.C1.sqrt() * ell / (V.mu * (1 - V.mu) * V.ell)
    return printed.step_4(F(3, 2) * (1 / V.C1.sqrt() + noise), SQUARE)


RUN = runs.of_run(
    r"E[F(\tilde w)]-F^*",
    training.constant_gap,
    V.convex,
    printed.variance().sqrt(),
    1 / V.T.sqrt(),
)
WHERE = [*runs.CONVEX, NUMBER]
REPAIRED = runs.convex_bound(RUN, rate(runs.EFFECTIVE), [*WHERE, 4 * V.L**2 <= V.T])
ITERATIONS = claim(
    "lssgd/proof-2-iteration-number",
    "App A, step 4",
    "number of iterations",
    says(RUN <= rate(V.ell), given=[*WHERE, *runs.CONDITIONS, runs.CONSTANT], at=runs.STEEP),
    repaired=REPAIRED,
).rejects("any step size", REPAIRED.but(given=WHERE, at=runs.STEEP))

CLAIMS = (ITERATIONS,)
