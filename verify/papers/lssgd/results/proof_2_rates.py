r"""Appendix A.2, step 4: the number of iterations, with the constants that the steps give.

:math:`C_1` is free and :math:`C_2=\frac32(1/\sqrt{C_1}+20\sqrt{C_1}/(\mu(1-\mu)))` for the noise as
printed. The sums of :math:`D_\sigma` and :math:`G^2` measure a length in units of a gradient.
"""

from fractions import Fraction as F

from verify.language import Formula, claim, instance, number, says
from verify.methods.derive import Derive, multiply, shown, substitute
from verify.papers.lssgd.formulas import printed_utility as printed
from verify.papers.lssgd.formulas.printed_utility import V
from verify.papers.lssgd.laboratory import shapes
from verify.papers.lssgd.lemmas import runs

SUM = V.distance + V.G**2 / V.b
# T = C_1 (D + G^2/b) n^2 eps^2/(gamma d G^2 log(1/delta)).
NUMBER = V.C1 == V.T / (SUM * V.n**2 * V.epsilon**2 / (V.gamma * V.d * V.G**2 * V.ell))


def constant(ell: Formula) -> Formula:
    """C_2, with log(1/delta) or what takes its place in the noise."""
    noise = 20 * V.C1.sqrt() * ell / (V.mu * (1 - V.mu) * V.ell)
    return F(3, 2) * (1 / V.C1.sqrt() + noise)


# The bound of the steps at eta = 1/sqrt(T) and the noise of Theorem 1.
ETA, NU = 1 / V.T.sqrt(), printed.variance().sqrt()
BY_STEPS = (V.distance / (ETA * V.T) + ETA * (V.G**2 / V.b + V.gamma * V.d * NU**2)) / 2
SUM_AND_NOISE = (SUM + printed.level(V.gamma, runs.EFFECTIVE)) / V.T.sqrt()
SHARE = SUM * V.C1.sqrt() / V.T.sqrt()
FACTOR = constant(runs.EFFECTIVE)
OF_NUMBERS = says(
    BY_STEPS <= printed.step_4(FACTOR, V.distance),
    given=[NUMBER],
    by=Derive(
        shown(SUM_AND_NOISE / 2 <= F(3, 2) * SUM_AND_NOISE),
        multiply(shown(SHARE == printed.step_4(number(1), V.distance)), FACTOR),
    ),
)

WHERE = [*runs.CONVEX, NUMBER]
EXCESS = runs.excess(V.convex, NU, ETA)
REPAIRED = says(
    EXCESS <= printed.step_4(FACTOR, V.distance),
    given=[*WHERE, 4 * V.L**2 <= V.T],
    by=Derive(substitute(runs.CONVEX_THEOREM, {"eta": ETA, "nu": NU}), substitute(OF_NUMBERS, {})),
)
# From the end of the parabola.
STEEP = instance(
    "T=1 G=1 b=1000 n=20000 d=1 sigma=0/1 gamma=1/1 epsilon=1/30 ell=1/60 mu=1/2 L=12 C1=27/5720000"
) | runs.starting(F(1, 12), shapes.HUBER, "convex")
ITERATIONS = (
    claim("lssgd/proof-2-iteration-number", "App A, step 4", "number of iterations")
    .says(
        says(
            EXCESS <= printed.step_4(constant(V.ell), V.distance),
            given=[*WHERE, *runs.CONDITIONS],
            at=STEEP,
        ),
        repaired=REPAIRED,
    )
    .quoting(r"T=C_1(D_\sigma+G^2/b)n^2\epsilon^2/(\gamma dG^2\log(1/\delta))")
    .quoting(
        r"\mathbb E(F(\tilde w)-F(w^*))\le\frac{C_2G\sqrt{\gamma(D_\sigma+G^2/b)d\log"
        r"(1/\delta)}}{n\epsilon}",
        reading="C_2 is the constant that the steps give for C_1 and mu, and so no universal one.",
    )
    .rejects("any step size", REPAIRED.but(given=WHERE, at=STEEP))
)
