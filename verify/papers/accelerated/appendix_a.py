"""Appendix A: the Laplace mechanism and subsampling, as the paper quotes them."""

import itertools
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from dptheory.numbers import absolute
from verify.checks.base import Control
from verify.checks.cases import Cases
from verify.checks.claim import Claim
from verify.checks.domain import Domain, Range
from verify.checks.evidence import Outcome
from verify.checks.inequality import Decomposition, Inequality, Split, orderings
from verify.checks.privacy import (
    Law,
    laplace_log_ratio,
    randomised_response,
    subsampled,
    worst_ratio,
)
from verify.context import Context

Case = dict[str, Any]

# Theorem A.1: the Laplace mechanism ------------------------------------------------------------


def laplace_cases(_: Context) -> Iterator[Case]:
    """Pairs of answers in the plane with small integer entries, and a budget."""
    values = [Fraction(v) for v in (-1, 0, 2)]
    for answer, other in itertools.permutations(itertools.product(values, repeat=2), 2):
        yield {"answer": answer, "other": other, "epsilon": Fraction(1, 3)}


def worst_loss(answer: Any, other: Any, epsilon: Fraction, norm: Any = sum) -> tuple[Any, Any]:
    """(largest log density ratio, epsilon) with scale ``norm`` of the gaps over epsilon.

    The log ratio is piecewise linear in every coordinate of the output, so that its maximum is
    attained where every coordinate is one of the two centres.
    """
    scale = norm(abs(a - b) for a, b in zip(answer, other, strict=True)) / epsilon
    outputs = itertools.product(*zip(answer, other, strict=True))
    return max(laplace_log_ratio(z, answer, other, scale) for z in outputs), epsilon


coordinate_loss = Inequality(
    name="one coordinate",
    lhs=lambda z, a, b: absolute(z - b) - absolute(z - a),
    rhs=lambda z, a, b: absolute(a - b),
    domain=Domain({n: Range(-5, 5, corners=(-1, 0, 2)) for n in "zab"}),
    proof=Split(
        orderings("zab"),
        "|z-b| - |z-a| <= |a-b| in all six orders of z, a, b; summed over the k coordinates and "
        "divided by b = S/epsilon the log ratio is at most epsilon",
    ),
)

laplace_densities = Cases(
    name="two coordinates, exact density ratios",
    cases=laplace_cases,
    holds=worst_loss,
    success="sup of the log density ratio is at most epsilon, with equality",
    controls=(
        Control(
            "sensitivity in the sup norm",
            Cases(
                name="sup norm",
                cases=laplace_cases,
                holds=lambda **c: worst_loss(**c, norm=max),
            ),
            Outcome.FAILS,
            # The vertex (1, 1) of the cube has L1 norm 2 and sup norm 1: twice the budget leaks.
            lambda: worst_loss((1, 1), (0, 0), Fraction(1), norm=max)[0] == 2,
        ),
    ),
)

THM_A1 = Claim(
    id="accelerated/thm-a1",
    where="App A, Thm A.1",
    title="Laplace mechanism",
    statement=r"Adding i.i.d. $\mathrm{Lap}(S_1^\varphi/\epsilon)$ to each of the $k$ outputs of "
    r"$\varphi$, $S_1^\varphi=\max_{h(Y,Y')=1}\Vert\varphi(Y)-\varphi(Y')\Vert_1$ (37), is "
    r"$\epsilon$-DP.",
    checks=(coordinate_loss, laplace_densities),
)

# Theorem A.3: subsampling without replacement --------------------------------------------------


def mixture_slack(law0: Any, law1: Any, other1: Any, q: Any, gain: Any) -> tuple[Any, Any]:
    """(P', (1 + q gain) Q') for P' = (1-q) P0 + q P1, Q' = (1-q) P0 + q Q1, gain = e^eps - 1."""
    return (1 - q) * law0 + q * law1, (1 + q * gain) * ((1 - q) * law0 + q * other1)


def finite_ratio(law: Law, other: Law) -> Fraction:
    """The worst ratio of two laws, the second of which is positive where the first one is."""
    ratio = worst_ratio(law, other)
    if ratio is None:
        raise ValueError(f"the worst ratio must be finite. Found {law} over {other}.")
    return ratio


def amplification_cases(_: Context) -> Iterator[Case]:
    """All 1 <= m <= n <= 6, budgets e^eps in {3/2, 3}, and three kinds of mechanism."""
    for n in range(1, 7):
        for m in range(1, n + 1):
            for odds in (Fraction(3, 2), Fraction(3)):
                for query in ("any", "all", "majority"):
                    yield {"n": n, "m": m, "odds": odds, "query": query}


QUERIES = {
    "any": lambda sample: int(any(sample)),
    "all": lambda sample: int(all(sample)),
    "majority": lambda sample: int(2 * sum(sample) > len(sample)),
}


def amplified(n: int, m: int, odds: Fraction, query: str) -> tuple[Fraction, Fraction]:
    """(worst ratio over neighbours and outputs, 1 + (m/n)(e^eps - 1)), by full enumeration."""

    def law(data: tuple[int, ...]) -> Any:
        return subsampled(lambda s: randomised_response(QUERIES[query](s), odds), data, m)

    worst = Fraction(1)
    for ones in range(n):
        low = (1,) * ones + (0,) * (n - ones)
        high = (1,) * (ones + 1) + (0,) * (n - ones - 1)
        for pair in ((law(low), law(high)), (law(high), law(low))):
            worst = max(worst, finite_ratio(*pair))
    return worst, 1 + Fraction(m, n) * (odds - 1)


mixture = Inequality(
    name="mixture over samples",
    # P1 <= e^eps min(P0, Q1): replacing the datum inside a sample, or swapping it for one outside
    # (every sample with the datum has n - m such partners, evenly spread), are both neighbours.
    lhs=lambda law0, law1, other1, q, gain: mixture_slack(law0, law1, other1, q, gain)[0],
    rhs=lambda law0, law1, other1, q, gain: mixture_slack(law0, law1, other1, q, gain)[1],
    domain=Domain(
        {
            "law0": Range(0, 2, corners=(0, 1)),
            "law1": Range(0, 3, corners=(0, 1, 2)),
            "other1": Range(0, 2, corners=(0, 1)),
            "q": Range(0, 1, corners=(0, Fraction(1, 2), 1)),
            "gain": Range(0, 4, corners=(0, 1)),
        },
        where=lambda law0, law1, other1, q, gain: law1 <= (1 + gain) * min(law0, other1),
    ),
    proof=Split(
        tuple(
            Decomposition(
                dict.fromkeys(("least", "gap", "slack", "rest", "gain", "odds"), "nonnegative"),
                case,
                # q = 1/(1+odds); law1 = (1+gain) least - slack >= 0, checked as rest = law1.
                substitution=lambda case=case, **s: {
                    "law0": s["least"] + (s["gap"] if case == "Q1 <= P0" else 0),
                    "other1": s["least"] + (0 if case == "Q1 <= P0" else s["gap"]),
                    "law1": (1 + s["gain"]) * s["least"] - s["slack"],
                    "q": 1 / (1 + s["odds"]),
                    "gain": s["gain"],
                },
            )
            for case in ("Q1 <= P0", "P0 <= Q1")
        ),
        "with P1 <= e^eps min(P0, Q1), both orders of P0 and Q1 leave nonnegative terms",
    ),
)

enumerated = Cases(
    name="enumeration of subsets",
    cases=amplification_cases,
    holds=lambda **case: amplified(**case),
    success="worst ratio at most 1 + (m/n)(e^eps - 1)",
    controls=(
        Control(
            "squared sampling rate",
            Cases(
                name="(m/n)^2",
                cases=amplification_cases,
                holds=lambda n, m, odds, query: (
                    amplified(n, m, odds, query)[0],
                    1 + Fraction(m, n) ** 2 * (odds - 1),
                ),
            ),
            Outcome.FAILS,
            # n = 2, m = 1, all other data 0: the answer 1 has odds 1 against (1 + 3)/2.
            lambda: amplified(2, 1, Fraction(3), "any")[0] > 1 + Fraction(1, 4) * 2,
        ),
    ),
)

THM_A3 = Claim(
    id="accelerated/thm-a3",
    where="App A, Thm A.3",
    title="subsampling without replacement",
    statement=r"An $\epsilon$-DP mechanism run on an $m$-of-$n$ sample without replacement is "
    r"$\epsilon'$-DP with $\epsilon'=\ln(1+\frac mn(e^\epsilon-1))$.",
    checks=(mixture, enumerated),
    note="Sharp: the enumeration attains the bound (all other data at one end of the range).",
)

CLAIMS = (THM_A1, THM_A3)
