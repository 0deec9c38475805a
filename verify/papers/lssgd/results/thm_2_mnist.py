"""Section 3, Theorem 2 in the setting of Section 4.1: MNIST logistic regression, G = D = 1."""

from fractions import Fraction as F
from typing import Any

from verify.language import Draft, Formula, claim, number, says
from verify.papers.lssgd.formulas import printed_privacy
from verify.papers.lssgd.notation import V as PAPER
from verify.papers.lssgd.settings import MNIST

V = PAPER.extended(epsilon=PAPER.epsilon.within(printed_privacy.BUDGETS))
LOG = number(10**5).log()
CLASSES = number(10).log()
N, BATCH, T = printed_privacy.N, printed_privacy.BATCH, printed_privacy.ITERATIONS


def bound(mu: Formula, epsilon: Formula) -> Any:
    """Theorem 2 without smoothing, with the least constant of its proof: 3 sqrt(d nu^2/T)..."""
    order = printed_privacy.order(LOG, mu, epsilon)
    noise = printed_privacy.variance(1, order, 1, mu, N, epsilon)
    return 3 * ((7850) * noise * (1 + F(1, BATCH))).sqrt()


def in_setting(epsilon: Formula) -> Draft:
    """The bound where both conditions of Theorem 1 hold."""
    order = printed_privacy.order(LOG, V.mu, epsilon)
    numbers = (T, order, V.mu, N, BATCH, epsilon)
    return says(
        bound(V.mu, epsilon) < CLASSES,
        given=[
            order <= printed_privacy.order_argument(*numbers).log(),
            printed_privacy.noise_ratio(*numbers) >= printed_privacy.LEAST_RATIO,
        ],
    )


ON_MNIST = claim("lssgd/thm-2-on-mnist", "§3, Thm 2 with §4.1", "The bound on MNIST").says(
    {s.name: in_setting(number(s.values["epsilon"])) for s in MNIST},
    # The conditions of Theorem 1 left out.
    notes=(says(bound(number(F(1, 2)), V.epsilon) < CLASSES),),
)
