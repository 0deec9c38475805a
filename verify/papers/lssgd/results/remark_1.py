r"""Section 3, Remark 1: Theorem 1's noise at :math:`\mu=1/2`, divided by k, in §4.1.

From below: one record of n has the opposite linear loss of all others. After T steps the last
iterate alone is, in units of its noise, a mixture of N(ja, 1), :math:`a=1/(z\sqrt T)`, with
binomial weights of rate b/n, against N(0, 1), and any half-line gives a lower limit of delta. From
above: by Rényi divergences, of all data in balls and of the subsample in floating point.
"""

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any

import numpy as np

from dptheory.distributions.arb_tails import ball
from dptheory.numbers import sqrt
from dptheory.privacy.gaussian import GaussianSteps, pld_epsilon, rdp_epsilon
from dptheory.privacy.neighbouring import Neighbouring
from verify.language import Draft, behaves, claim, external, natural, number, says
from verify.methods.behave import Ratio
from verify.methods.context import Context
from verify.methods.derive import Derive, substitute, words
from verify.papers.lssgd.formulas import printed_privacy as printed
from verify.papers.lssgd.notation import V as PAPER
from verify.papers.lssgd.settings import MNIST

V = PAPER.extended(
    epsilon=PAPER.epsilon.within(printed.BUDGETS),
    mu=PAPER.mu.within("{1/2}"),
    k=natural("k", least=2, search=(2, 9)),
)
T, RATE = printed.ITERATIONS, Fraction(printed.BATCH, printed.N)
MOST = 300  # draws of a record that are looked at
ABOVE = Fraction(1001, 1000)  # the budget that is tested, a little above the stated one


def noise(mu: Any, k: Any, epsilon: Any, ell: Any) -> Any:
    """Theorem 1's noise for G = 1, divided by k."""
    alpha = printed.order(ell, mu, epsilon)
    return sqrt(printed.variance(T, alpha, 1, mu, printed.N, epsilon)) / k


@lru_cache
def needed(mu: Any, k: Any, epsilon: Any) -> float:
    """The smallest epsilon of a run, from above by Renyi divergences; at most a million."""
    found = noise(float(mu), int(k), float(epsilon), -math.log(printed.DELTA))
    steps = GaussianSteps(1.0, found, printed.N, printed.BATCH, T)
    relation = Neighbouring.REPLACE_ONE
    return min(rdp_epsilon(steps, float(printed.DELTA), neighbouring=relation), 1e6)


@lru_cache
def enclosed(mu: Any, k: Any, epsilon: Any) -> Any:
    """The smallest epsilon of a run: above the budget where the last iterate exceeds delta.

    None where it does not.
    """
    from flint import ctx

    with ctx.workprec(64):
        m, e, above, delta = map(ball, (mu, epsilon, epsilon * ABOVE, printed.DELTA))
        z = noise(m, int(k), e, -delta.log()) * printed.BATCH / 2
        most = T / z**2 - delta.log()  # order 2 on all data
        return above.union(most) if exceeds(z, above) else None


def exceeds(z: Any, epsilon: Any) -> bool:
    """Whether a half-line of the last iterate has more than delta at a budget, in balls."""
    from flint import arb

    shift = 1 / (z * arb(T).sqrt())
    weights, root = binomial(), arb(2).sqrt()
    place = arb(half_line(float(shift), float(epsilon)))
    inside = sum((w * ((place - j * shift) / root).erfc() / 2 for j, w in weights.items()), arb(0))
    outside = (place / root).erfc() / 2
    return bool(inside - epsilon.exp() * outside > ball(Fraction(1, 10**5)))


@lru_cache
def binomial() -> dict[int, Any]:
    """The probabilities that a record is drawn j times, in balls, the small ones left out."""
    from flint import ctx

    with ctx.workprec(64):
        odds, weights = ball(RATE / (1 - RATE)), {}
        weight = ball(1 - RATE) ** T
        for j in range(MOST):
            if weight > 1e-9:
                weights[j] = weight
            weight = weight * odds * (T - j) / (j + 1)
        return weights


@lru_cache
def half_line(shift: float, epsilon: float) -> float:
    """Where the likelihood ratio is about e^epsilon: any place gives a valid limit."""
    j = np.array(list(binomial()))
    logs = np.log([float(w) for w in binomial().values()])
    places = np.linspace(-5.0, 60.0, 4000)
    ratios = logs[:, None] + j[:, None] * shift * (places - j[:, None] * shift / 2)
    return float(places[np.searchsorted(np.logaddexp.reduce(ratios, axis=0), epsilon) - 1])


NAME = (
    r"\min\lbrace\epsilon':\text{a run of 4.1 with noise }\nu/k\text{ is }"
    r"(\epsilon',10^{-5})\text{-DP}\rbrace"
)


def smallest(divisor: Any) -> Any:
    """The smallest epsilon of a run with Theorem 1's noise divided by a number."""
    means = (
        "the smallest epsilon of a run with this noise: in balls from below, by its last iterate, "
        "and in floating point from above, by Renyi divergences"
    )
    return external(NAME, needed, V.mu, divisor, V.epsilon, balls=enclosed, means=means)


def by_losses(mu: Any, k: Any, epsilon: Any) -> float:
    r"""The smallest $\epsilon$ of a run with this noise, from above, by its privacy loss."""
    found = noise(float(mu), int(k), float(epsilon), -math.log(printed.DELTA))
    return exactly(GaussianSteps(1.0, found, printed.N, printed.BATCH, T))


def exactly(steps: GaussianSteps) -> float:
    """By the privacy loss distribution, for batches without replacement and replace-one."""
    return pld_epsilon(steps, float(printed.DELTA), neighbouring=Neighbouring.REPLACE_ONE)


TIGHT = says(V.epsilon < smallest(V.k))
LESS_NOISE = "Noise can be added to a release: with less of it a run needs a larger epsilon."
REMARK_1 = (
    claim("lssgd/remark-1", "§3, Remark 1", "Tightness of the noise")
    .says(
        TIGHT,
        settings=MNIST,
        # A fourth of the noise is enough; a fifth, below, is too little.
        notes=(says(external(NAME, by_losses, V.mu, 4, V.epsilon) <= V.epsilon),),
    )
    .repaired(
        also=["k >= 5"],
        by=Derive(
            substitute(says(V.epsilon < smallest(5)), {}),
            words(LESS_NOISE, smallest(V.k) >= smallest(5)),
        ),
    )
    .rejects("a third", also=["k >= 3"])
)

# Section 4: consistent budgets -------------------------------------------------------------------
ORDERS = {
    # mnist_dpsgd_tutorial.py, and compute_dp_sgd_privacy.py since January 2019.
    "the tutorial's orders": (*(1 + x / 10 for x in range(1, 100)), *range(12, 64)),
    "the script's orders": (
        *(1.25, 1.5, 1.75, 2.0, 2.25, 2.5, 3.0, 3.5, 4.0, 4.5),
        *range(5, 64),
        *(128, 256, 512),
    ),
}


def run(cell: str, share: float = 1.0) -> GaussianSteps:
    """The run of §4.1 with Theorem 1's noise at mu = 1/2, or a share of it."""
    found = noise(0.5, 1, float(cell), -math.log(printed.DELTA))
    return GaussianSteps(1.0, share * found, printed.N, printed.BATCH, T)


def by_orders(orders: Sequence[float], steps: GaussianSteps) -> float:
    """TensorFlow Privacy of 2019: Poisson batches, add-or-remove-one, these orders, Lemma 3."""
    from dp_accounting import dp_event
    from dp_accounting.privacy_accountant import NeighboringRelation
    from dp_accounting.rdp import RdpAccountant

    accountant = RdpAccountant(orders, NeighboringRelation.ADD_OR_REMOVE_ONE)
    event = dp_event.GaussianDpEvent(steps.multiplier(Neighbouring.ADD_OR_REMOVE_ONE))
    accountant.compose(dp_event.PoissonSampledDpEvent(steps.rate, event), steps.iterations)
    ell = -math.log(printed.DELTA)
    return float(np.min(printed.lemma_3(accountant.rdp, ell, accountant.orders)))


ACCOUNTS: dict[str, Callable[[GaussianSteps], float]] = {
    name: partial(by_orders, orders) for name, orders in ORDERS.items()
}
ACCOUNTS["exact, replace-one"] = exactly


def consistent(name: str, word: str, share: float = 1.0) -> Draft:
    """An accountant's epsilon for Theorem 1's noise by Theorem 1's."""
    return behaves(word, ("0.1", "0.2", "0.3"), partial(quotient, name, share))


def quotient(name: str, share: float, cell: str, _: Context) -> Ratio:
    """An accountant's epsilon for the noise of Theorem 1, over the epsilon of Theorem 1."""
    value = ACCOUNTS[name](run(cell, share)) / float(cell)
    return Ratio(value=value, low=value, high=value, data_sets=None)


ABOUT = "order of magnitude"
BUDGETS = (
    claim("lssgd/budgets-consistent", "§4", "Theorem 1 and TensorFlow Privacy")
    .says(
        {name: consistent(name, "about") for name in ACCOUNTS},
        instead={name: consistent(name, ABOUT) for name in ACCOUNTS},
        # No order up to 63 gives less than ln(1/delta)/62, whatever the noise.
        notes=(says(number(Fraction(3, 20)) < number(10**5).log() / 62),),
    )
    .rejects("a hundredth of the noise", consistent("exact, replace-one", ABOUT, 0.01))
)
