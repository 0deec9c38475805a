"""Appendix A: Lemmas 4 and 5, their last lines, the order of the eigenvalues, a descent step."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from typing import Any

import sympy

from dptheory import smoothing
from verify.checks.base import Control
from verify.checks.cases import Cases
from verify.checks.claim import Claim, Repair
from verify.checks.domain import Domain, Range
from verify.checks.evidence import Outcome
from verify.checks.identity import Identity
from verify.checks.inequality import Decomposition, Inequality
from verify.context import Context
from verify.papers.lssgd import printed

Case = dict[str, Any]
F = Fraction
UNITS = dict.fromkeys(("sigma", "c", "m"), "1") | {"g": "loss/length"}


def dimensions(_: Context) -> Iterator[Case]:
    for d in (2, 1, *printed.EXACT_DIMENSIONS[2:]):
        for sigma in (F(1), F(2, 3)):
            yield {"d": d, "sigma": sigma}


# Lemmas 4 and 5 ---------------------------------------------------------------------------------


@cache
def second_moment() -> Any:
    """E x^2 of a standard Gaussian x, by integration."""
    x = sympy.Symbol("x", real=True)
    density = sympy.exp(-(x**2) / 2) / sympy.sqrt(2 * sympy.pi)
    return sympy.integrate(x**2 * density, (x, -sympy.oo, sympy.oo))


def coordinate(power: int) -> Identity:
    """One coordinate of an eigenbasis of A, in which x is standard Gaussian too."""
    return Identity(
        name="a coordinate of the eigenbasis",
        lhs=lambda sigma, c: second_moment() / printed.eigenvalue(sigma, c) ** power,
        rhs=lambda sigma, c: 1 / (1 + 2 * sigma - 2 * sigma * c) ** power,
        symbols={"sigma": "positive", "c": "fraction"},
        instance={"sigma": F(2), "c": F(1, 2)},
        general="c is the cosine of coordinate i; a standard Gaussian is one in every orthonormal "
        "basis, and the squared norm is the sum over the d coordinates",
    )


def inverse_trace(d: int, sigma: Fraction, power: int) -> Fraction:
    """The trace of a power of the inverse of A, by rational linear algebra."""
    from flint import fmpq, fmpq_mat

    rows = [[fmpq(v.numerator, v.denominator) for v in row] for row in smoothing.matrix(d, sigma)]
    inverse = fmpq_mat(rows).inv()
    product = inverse if power == 1 else inverse * inverse
    found = sum((product[i, i] for i in range(d)), fmpq(0))
    return Fraction(int(found.p), int(found.q))


def traces(name: str, power: int, value: Callable[..., Any], *mutant: Control) -> Cases:
    """E |A^{-power/2} x|^2 = trace of A^{-power} against a formula of (sigma, d)."""
    return Cases(
        name=name,
        cases=dimensions,
        holds=lambda d, sigma: inverse_trace(d, sigma, power) == value(sigma, d),
        failure="the trace has d terms, their mean has a factor 1/d",
        controls=mutant,
    )


def lemma(number: int, power: int, formula: Callable[..., Any], statement: str) -> Claim:
    wrong = traces(
        "index 0 left out", power, lambda s, d: formula(s, d) - formula(0 * s, d) / d, *()
    )
    control = Control("index 0 left out", wrong, Outcome.FAILS, lambda: F(6, 5) - 1 != F(6, 5))
    return Claim(
        id=f"lssgd/lemma-{number}",
        where=f"App A, Lemma {number}",
        title="compression of Gaussian noise",
        statement=statement,
        units=UNITS,
        hypotheses=("A is the circulant (see eq-3 for d = 1, 2)",),
        checks=(coordinate(power), traces("trace of the inverse", power, formula, control)),
    )


LEMMA_4 = lemma(
    4,
    1,
    printed.lemma_4,
    r"$x$ standard Gaussian: $\mathbb E\Vert x\Vert^2_{A_\sigma^{-1}}=\sum_{i=1}^d"
    r"\frac1{1+2\sigma-2\sigma\cos(2\pi i/d)}$.",
)
LEMMA_5 = lemma(
    5,
    2,
    printed.lemma_5,
    r"$\mathbb E\Vert A_\sigma^{-1}x\Vert_2^2=\sum_{i=1}^d(1+2\sigma-2\sigma\cos(2\pi i/d))^{-2}$.",
)


def definition(sums: Callable[..., Any], means: Callable[..., Any]) -> Identity:
    """The sum of Lemma 4 or 5 is d times the mean that Theorem 2 or 3 defines."""
    return Identity(
        name="sum and mean",
        lhs=lambda sigma: (tuple(sums(sigma, d) for d in printed.EXACT_DIMENSIONS),),
        rhs=lambda sigma: (tuple(d * means(sigma, d) for d in printed.EXACT_DIMENSIONS),),
        symbols={"sigma": "nonnegative"},
        instance={"sigma": F(1)},
        general="gamma and beta are defined as 1/d times the same sums, for every d",
    )


def repaired_trace(name: str, power: int, mean: Callable[..., Any], trace: Fraction) -> Cases:
    """The expected squared norm against d times a mean; the control is the printed mean alone.

    Args:
        trace: the trace by hand at d = 2, sigma = 1, where the eigenvalues of A are 1 and 5.
    """
    printed_line = traces(f"trace against {name}", power, mean)
    known = Control(printed_line.name, printed_line, Outcome.FAILS, lambda: trace != trace / 2)
    return traces(f"trace against d {name}", power, lambda s, d: d * mean(s, d), known)


GAMMA_LINE = Claim(
    id="lssgd/lemma-4-last-line",
    where="App A, proof of Lemma 4",
    title="last line of Lemma 4",
    statement=r"$\mathbb E\Vert x\Vert^2_{A_\sigma^{-1}}=\gamma$.",
    units=UNITS,
    checks=(traces("trace against gamma", 1, printed.gamma),),
    repair=Repair(
        statement=r"$\mathbb E\Vert x\Vert^2_{A_\sigma^{-1}}=d\gamma$.",
        changes=("a factor d",),
        checks=(
            coordinate(1),
            definition(printed.lemma_4, printed.gamma),
            repaired_trace("gamma", 1, printed.gamma, F(1) + F(1, 5)),
        ),
        consequence="none: step 1 of the proof of Theorem 2 uses d gamma nu^2.",
    ),
)


def proof_period(d: int, n: int, sigma: Fraction) -> bool:
    """Whether the eigenvalues with period n have the sum of those with period d."""
    return bool(printed.lemma_5(sigma, d, n) == printed.lemma_5(sigma, d))


BETA_LINE = Claim(
    id="lssgd/lemma-5-last-line",
    where="App A, proof of Lemma 5",
    title="eigenvalues and last line of Lemma 5",
    statement=r"$\Lambda_{ii}=1/(1+2\sigma-2\sigma\cos(2\pi i/n))$ and "
    r"$\mathbb E\Vert A_\sigma^{-1}x\Vert_2^2=\beta$.",
    units=UNITS,
    checks=(
        traces("trace against beta", 2, printed.beta),
        Cases(
            name="period n",
            part="eigenvalues",
            cases=lambda _: [{"d": 2, "n": 3, "sigma": F(1)}],
            holds=proof_period,
            failure="n is the number of records; the eigenvalues have period d",
        ),
    ),
    repair=Repair(
        statement=r"$\Lambda_{ii}=1/(1+2\sigma-2\sigma\cos(2\pi i/d))$ and "
        r"$\mathbb E\Vert A_\sigma^{-1}x\Vert_2^2=d\beta$.",
        changes=("a factor d", "d for n under the cosine"),
        checks=(
            coordinate(2),
            definition(printed.lemma_5, printed.beta),
            repaired_trace("beta", 2, printed.beta, F(1) + F(1, 25)),
        ),
        consequence="none: the descent step uses d beta nu^2.",
    ),
)

# The order of the eigenvalues -------------------------------------------------------------------


def in_order(d: int, sigma: Fraction) -> bool:
    """Whether the printed eigenvalues of the inverse fall with their index."""
    values = [1 / v for v in printed.eigenvalues(sigma, d)]
    return values == sorted(values, reverse=True)


def half_order(d: int, sigma: Fraction) -> bool:
    """Whether they fall from i = d (or 0) to d/2 and repeat symmetrically."""
    values = [1 / v for v in printed.eigenvalues(sigma, d)]
    around = [values[-1], *values[:-1]]
    first = around[: d // 2 + 1]
    mirrored = all(around[i] == around[-i] for i in range(1, d))
    return first == sorted(first, reverse=True) and mirrored


SYMMETRIC = Cases(
    name="order around the circle",
    cases=dimensions,
    holds=half_order,
    controls=(
        Control(
            "falling throughout",
            Cases(name="falling throughout", cases=dimensions, holds=in_order),
            Outcome.FAILS,
            lambda: F(1, 5) < 1,  # d = 2, sigma = 1: index 1 before index 2
        ),
    ),
)
FALLING = Inequality(
    name="a larger cosine, a larger eigenvalue of the inverse",
    part="order",
    lhs=lambda sigma, c, increase: 1 / printed.eigenvalue(sigma, c),
    rhs=lambda sigma, c, increase: 1 / printed.eigenvalue(sigma, c + increase),
    domain=Domain(
        {
            "sigma": Range(0, 10, corners=(0, 1)),
            "c": Range(-1, 1, corners=(-1, 0)),
            "increase": Range(0, 2, corners=(0, 1)),
        },
        where=lambda sigma, c, increase: c + increase <= 1,
    ),
    proof=Decomposition(
        dict.fromkeys(("sigma", "low", "increase"), "nonnegative"),
        "cos(2 pi i/d) falls from i = 0 (the same as i = d) to d/2, and i and d - i share it",
        # 1 - c = low + increase keeps c + increase <= 1.
        substitution=lambda sigma, low, increase: {
            "sigma": sigma,
            "c": 1 - low - increase,
            "increase": increase,
        },
    ),
)
ORDER = Claim(
    id="lssgd/eigenvalue-order",
    where="§1.3; App A, proof of Lemma 4",
    title="order of the eigenvalues",
    statement=r"$\lambda_i(A)$ is the $i$-th largest eigenvalue; "
    r"$\Lambda_{ii}=1/(1+2\sigma-2\sigma\cos(2\pi i/d))$ in the proof.",
    units=UNITS | {"increase": "1"},
    hypotheses=(
        "Lambda_ii is read as lambda_i of the inverse in the notation of §1.3; the proof does not "
        "say so, and without this reading nothing false is printed",
    ),
    checks=(
        Cases(
            name="the proof's order",
            cases=dimensions,
            holds=in_order,
            failure="the largest eigenvalue of the inverse has the last index, i = d: the printed "
            "order is not the one of §1.3",
        ),
    ),
    repair=Repair(
        statement=r"$\Lambda_{ii}$ in index order: the largest, 1, at $i=d$, falling from $i=0$ to "
        r"$d/2$ with $\Lambda_{ii}=\Lambda_{d-i,d-i}$. Sums over $i$ do not depend on the order.",
        changes=("index order instead of decreasing order",),
        checks=(SYMMETRIC, FALLING),
        consequence="none: only sums and the smallest eigenvalue are used.",
    ),
)

# Descent step -----------------------------------------------------------------------------------

PROOF_3_SMOOTHING = Claim(
    id="lssgd/proof-3-smoothing",
    where="App A, proof of Thm 3, descent step",
    title="smoothing twice is smaller than once",
    statement=r"$\Vert A_\sigma^{-1}g\Vert_2^2\le\Vert g\Vert^2_{A_\sigma^{-1}}$.",
    units=UNITS,
    checks=(
        Inequality(
            name="a coordinate of the eigenbasis",
            lhs=lambda g, sigma, m: g**2 / (1 + sigma * m) ** 2,
            rhs=lambda g, sigma, m: g**2 / (1 + sigma * m),
            domain=Domain(
                {
                    "g": Range(-10, 10, corners=(0, 1, 2)),
                    "sigma": Range(0, 10, corners=(0, 1)),
                    "m": Range(0, 4, corners=(0, 2, 4)),
                }
            ),
            proof=Decomposition(
                {"g": "real", "sigma": "nonnegative", "m": "nonnegative"},
                "m = 2 - 2 cos(2 pi i/d) >= 0; equality for the constant direction, so that no "
                "constant below 1 will do",
            ),
        ),
    ),
)

CLAIMS = (LEMMA_4, GAMMA_LINE, ORDER, LEMMA_5, BETA_LINE, PROOF_3_SMOOTHING)
