"""Section 3, Theorem 1: the noise that is to make DP-LSSGD private."""

import math
from fractions import Fraction
from typing import Any

from verify.language import Draft, Escape, claim, each, external, instance, lemma, number, says
from verify.methods.derive import Derive, add, given, monotone, multiply, shown, substitute, words
from verify.papers.lssgd.formulas import printed_privacy as printed
from verify.papers.lssgd.lemmas.sampled_gaussian import LARGER_RANGES, SUBSAMPLED, divergence
from verify.papers.lssgd.notation import V as PAPER
from verify.papers.lssgd.results.lemmas_2_3 import LEMMA_2, LEMMA_3
from verify.papers.lssgd.settings import MNIST

# Where the printed conditions hold.
V = PAPER.extended(
    n=PAPER.n.within(search=(10**5, 10**6)),
    b=PAPER.b.within(search=(1, 2)),
    T=PAPER.T.within(search=(10**4, 10**6)),
    epsilon=PAPER.epsilon.within(search=(1, 6)),
    delta=PAPER.delta.within(search=(1e-5, 1e-2)),
    mu=PAPER.mu.within(search=(1e-7, 1e-2)),
)
ELL = (1 / V.delta).log()
TAU = V.b / V.n
ALPHA = printed.order(ELL, V.mu, V.epsilon)
RATIO = printed.noise_ratio(V.T, ALPHA, V.mu, V.n, V.b, V.epsilon)  # nu^2/Delta^2
ARGUMENT = printed.order_argument(V.T, ALPHA, V.mu, V.n, V.b, V.epsilon)
ORDERS, ENOUGH = ARGUMENT.log() >= ALPHA, RATIO >= printed.LEAST_RATIO
INSTANCE = {"alpha": ALPHA, "ratio": RATIO, "tau": TAU}


def private(bound: Draft) -> Any:
    """The budget from a bound on the divergence of a step, by Lemmas 2 and 3."""
    rest = (1 - V.mu) * V.epsilon  # what Lemma 3 adds (proof-1-composition)
    return add(multiply(substitute(bound, INSTANCE), V.T), shown(rest == rest))


STEP = external("D_\\alpha", divergence, ALPHA, RATIO, TAU)
BY_LEMMAS = V.T * STEP + (1 - V.mu) * V.epsilon
WIDE = ["b <= n", TAU * ALPHA <= 1, 4 * V.mu * V.epsilon <= 5 * TAU**2 * V.T]
BY_DIVERGENCES = lemma(
    "lssgd/theorem-1-budget",
    BY_LEMMAS <= V.epsilon,
    given=WIDE,
    by=Derive(private(LARGER_RANGES["large variances"])),
)


def spent(n: Any, b: Any, T: Any, epsilon: Any, delta: Any, mu: Any) -> float:
    """The epsilon that Lemmas 2 and 3 give for a run with the noise of the theorem."""
    ell = -math.log(delta)
    alpha = printed.order(ell, float(mu), float(epsilon))
    ratio = printed.noise_ratio(int(T), alpha, float(mu), int(n), int(b), float(epsilon))
    # What Lemma 3 adds is (1 - mu) epsilon (proof-1-composition), without cancellation.
    return int(T) * divergence(alpha, ratio, b / n) + float((1 - mu) * epsilon)


NAMES = (V.n, V.b, V.T, V.epsilon, V.delta, V.mu)
SPENT = external("\\epsilon_T", spent, *NAMES)
FEASIBLE = {"n": 10**6, "b": 1, "T": 10**5, "delta": Fraction(1, 10**5), "mu": Fraction(1, 10**6)}
LEMMAS = words(
    "The divergences of the steps add up by Lemma 2, and Lemma 3 adds (1 - mu) epsilon.",
    SPENT <= BY_LEMMAS,
    cites=[LEMMA_2, LEMMA_3],
)
BUDGET = says(
    SPENT <= V.epsilon,
    given=["b <= n", ORDERS, ENOUGH],
    at=FEASIBLE | instance("epsilon=2/1"),
    by=Derive(LEMMAS, private(SUBSAMPLED)),
)
REPAIRED = BUDGET.but(given=WIDE, by=Derive(LEMMAS, substitute(BY_DIVERGENCES, {})))

# In the experiments -------------------------------------------------------------------------------


def order(budget: Fraction) -> Any:
    """alpha in the settings of §4.1."""
    return printed.order(number(10**5).log(), V.mu, number(budget))


def numbers(budget: Fraction, T: int = printed.ITERATIONS) -> tuple[Any, ...]:
    """T, alpha, mu, n, b and epsilon of the settings of §4.1."""
    return T, order(budget), V.mu, number(printed.N), number(printed.BATCH), number(budget)


def met(budget: Fraction) -> Draft:
    """The repair's conditions in a setting of §4.1, at mu = 1/2."""
    T, alpha, mu, n, b, epsilon = numbers(budget)
    return says(
        each(b / n * alpha <= 1, 4 * mu * epsilon <= 5 * (b / n) ** 2 * T), given=["mu == 1/2"]
    )


THM_1 = (
    claim(
        "lssgd/thm-1",
        "§3, Thm 1",
        r"Noise for $(\epsilon,\delta)$-DP",
        BUDGET,
        settings=MNIST,
        notes=tuple(map(met, printed.BUDGETS)),
    )
    .quoting(r"\alpha=\log(1/\delta)/((1-\mu)\epsilon)+1")
    .quoting(r"\alpha\le\log\big(\mu n^3\epsilon/(5b^3T\alpha+\mu bn^2\epsilon)\big)")
    .quoting(r"\delta>0", reading="Below 1, as every mechanism is private from 1 on.")
    .quoting(r"5b^2T\alpha/(\mu n^2\epsilon)\ge1.5", letters={r"\alpha": ALPHA})
    .repaired(REPAIRED)
    .rejects("a tenth of the budget", REPAIRED.but(right=V.epsilon / 10))
)

# Its printed conditions there ---------------------------------------------------------------------
NEEDED = says(
    1 + ELL / V.epsilon <= (2 * V.n / (5 * V.b)).log(),
    given=["b <= n", ORDERS, ENOUGH],
    by=Derive(
        shown(1 + ELL / V.epsilon <= ALPHA),
        given(ORDERS),
        monotone("log", shown(2 * V.n / (5 * V.b) >= ARGUMENT)),
    ),
)
HYPOTHESES = claim("lssgd/thm-1-hypotheses", "§3, Thm 1", "The conditions in the experiments").says(
    # The order condition, the first of the two, for some mu.
    {
        f"epsilon = {float(budget)}": says(
            order(budget) <= printed.order_argument(*numbers(budget)).log(),
            exists={"mu": None},
            by=Escape({}),
        )
        for budget in reversed(printed.BUDGETS)
    },
    # n/b >= 2.5 e delta^(-1/epsilon) at least.
    notes=(NEEDED,),
)


def noise_condition(budget: Fraction, T: int = printed.ITERATIONS) -> Draft:
    """The second condition at mu = 1/2."""
    return says(
        printed.noise_ratio(*numbers(budget, T)) >= printed.LEAST_RATIO, given=["mu == 1/2"]
    )


NOISE_CONDITION = (
    claim("lssgd/thm-1-noise-condition", "§3, Thm 1", "The noise condition in the experiments")
    .says(
        {f"epsilon = {float(budget)}": noise_condition(budget) for budget in printed.BUDGETS},
        # For every mu, and with 390 iterations an epoch.
        notes=tuple(
            noise_condition(budget, 390 * printed.EPOCHS).but(given=())
            for budget in printed.BUDGETS
        ),
    )
    .quoting(r"\delta=10^{-5}", part="epsilon = 0.1", reading=r"Put in for $\delta$.")
    .rejects("T = 1", noise_condition(printed.BUDGETS[0], 1))
)
