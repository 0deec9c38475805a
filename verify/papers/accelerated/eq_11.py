"""Section 3, (11): the leak of one step."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import sympy

from verify.checks.base import Control
from verify.checks.cases import Cases
from verify.checks.claim import Claim
from verify.checks.evidence import Outcome
from verify.checks.identity import Identity
from verify.context import Context
from verify.papers.accelerated import printed

Case = dict[str, Any]
GRADIENT = "loss/length"
PRIVACY_UNITS = {
    "S": GRADIENT,
    "b": GRADIENT,
    "n": "1",
    "m": "1",
    "epsilon": "1",
    "T": "1",
    "eps0": "1",
    "d": "1",
}

# (11): the leak of one step --------------------------------------------------------------------


def grid_cases(_: Context) -> Iterator[Case]:
    """Batches of scalar gradients in {0, S}: n <= 6, k ones against k+1, e^{S/(bm)} = t."""
    for n in range(1, 7):
        for m in range(1, n + 1):
            for t in (Fraction(3, 2), Fraction(4)):
                for k in range(n):
                    yield {"n": n, "m": m, "k": k, "t": t}


def released_density(n: int, m: int, ones: int, t: Fraction, output: int) -> Fraction:
    """Density (times 2b) of the released mean at output S/m: a hypergeometric Laplace mixture."""
    weights = ((sympy.binomial(ones, j) * sympy.binomial(n - ones, m - j), j) for j in range(m + 1))
    total = sum(int(w) * t ** -abs(output - j) for w, j in weights)
    return Fraction(total) / int(sympy.binomial(n, m))


def step_ratio(n: int, m: int, k: int, t: Fraction) -> tuple[Fraction, Fraction]:
    """(worst density ratio, e^{(11)}).

    Between neighbouring centres both densities are combinations of e^z and e^-z, so that their
    ratio is monotone there and its extremes are at the centres 0, S/m, ..., S.
    """
    worst = Fraction(1)
    for z in range(m + 1):
        p, q = (released_density(n, m, ones, t, z) for ones in (k, k + 1))
        worst = max(worst, p / q, q / p)
    return worst, 1 + Fraction(m, n) * (t - 1)


LEAK_FORMULA = Identity(
    name="Theorems A.1 and A.3 combined",
    part="upper bound",
    # A replaced datum moves the batch mean by at most S/m: S/(bm)-DP before sampling (A.1).
    lhs=printed.eq_11,
    rhs=lambda S, b, n, m: sympy.log(1 + m / n * (sympy.exp((S / m) / b) - 1)),
    symbols={"S": "positive", "b": "positive", "n": "positive", "m": "positive"},
    general="A.1 with sensitivity S/m, then A.3; both are proved in this ledger",
)

LEAK_ENUMERATED = Cases(
    name="exact Laplace mixtures",
    part="attained",
    cases=grid_cases,
    holds=step_ratio,
    success="worst density ratio at most e^(11), attained where all other gradients are equal",
    controls=(
        Control(
            "sensitivity S/n instead of S/m",
            Cases(
                name="S/n",
                cases=lambda _: iter([{"n": 2, "m": 1, "k": 0, "t": Fraction(4)}]),
                # e^{S/(bn)} = 2 for n = 2, m = 1, t = 4.
                holds=lambda n, m, k, t: (step_ratio(n, m, k, t)[0], 1 + Fraction(m, n) * 1),
            ),
            Outcome.FAILS,
            lambda: 1 + 0.5 * (4 - 1) > 1 + 0.5 * (2 - 1),
        ),
    ),
)

LEAK_ATTAINED = Identity(
    name="all other gradients equal",
    part="attained",
    # k = 0, output S: density t^-m against (1 - q) t^-m + q t^(1-m), q = m/n the probability that
    # the replaced datum is sampled, t = e^{S/(bm)}.
    lhs=lambda t, m, q: ((1 - q) * t**-m + q * t ** (1 - m)) / t**-m,
    rhs=lambda t, m, q: 1 + q * (t - 1),
    symbols={"t": "positive", "m": "positive", "q": "positive"},
    general="the leak is attained for every n, m and S/b",
)

LEAK = Claim(
    id="accelerated/eq-11",
    where="§3, (11)",
    title="leak of one step",
    statement=r"One step with Laplace$(b)$ noise on a mini-batch of $m$ out of $n$ leaks "
    r"$\varepsilon(S,b,n,m)=\ln\left[(e^{S/(bm)}-1)\frac mn+1\right]$.",
    units=PRIVACY_UNITS,
    checks=(LEAK_FORMULA, LEAK_ATTAINED, LEAK_ENUMERATED),
    note="The printed domain contains b = 0, where there is no Laplace distribution and (11) has "
    "no value; the claim is read for b > 0.",
)

CLAIMS = (LEAK,)
