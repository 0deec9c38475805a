"""Section 2: the smoothing matrix (3), its condition number, the FFT formula, and (4)-(5)."""

import dataclasses
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import sympy

from dptheory import smoothing
from dptheory.numbers import total
from verify.checks.base import Control
from verify.checks.cases import Cases
from verify.checks.claim import Claim, Repair
from verify.checks.domain import Domain, Range
from verify.checks.evidence import Outcome
from verify.checks.identity import Identity
from verify.checks.inequality import Decomposition, Inequality
from verify.checks.moments import Routes
from verify.context import Context
from verify.papers.lssgd import printed

Case = dict[str, Any]
F = Fraction
UNITS = dict.fromkeys(("sigma", "c", "x", "z", "d", "r"), "1")

# (3) ---------------------------------------------------------------------------------------------


def small_dimensions(_: Context) -> Iterator[Case]:
    for d in (2, 1, 3, 4, 6):
        yield {"d": d, "sigma": F(1)}


def has_spectrum(rows: printed.Rows, values: list[Any]) -> bool:
    """Whether a matrix has these eigenvalues, by its characteristic polynomial."""
    x = sympy.Symbol("x")
    exact = [[sympy.Rational(str(v)) for v in row] for row in rows]
    factors = sympy.prod([x - sympy.Rational(str(v)) for v in values])
    return bool(sympy.expand(sympy.Matrix(exact).charpoly(x).as_expr() - factors) == 0)


def literal_spectrum(d: int, sigma: Fraction) -> bool:
    """(3), entry by entry, against the printed eigenvalues."""
    return has_spectrum(printed.eq_3(sigma, d), printed.eigenvalues(sigma, d))


def circulant_spectrum(d: int, sigma: Fraction) -> bool:
    """The circulant of the second difference against the printed eigenvalues."""
    return has_spectrum(smoothing.matrix(d, sigma), printed.eigenvalues(sigma, d))


EIGENVECTORS = Identity(
    name="powers of a root of unity are eigenvectors",
    part="eigenvalues",
    # Row m of A on the vector z^m; x = z^m.
    lhs=lambda sigma, x, z: (1 + 2 * sigma) * x - sigma * x * z - sigma * x / z,
    rhs=lambda sigma, x, z: x * printed.eigenvalue(sigma, (z + 1 / z) / 2),
    symbols=dict.fromkeys(("sigma", "x", "z"), "positive"),
    instance={"sigma": F(2), "x": F(3), "z": F(5)},
    general="at z = exp(2 pi i j/d) z^d = 1 closes the circle for every d, (z + 1/z)/2 is the "
    "cosine, and the d vectors are a basis",
)
CIRCULANT = Cases(
    name="the circulant, d = 1, 2, 3, 4, 6",
    part="eigenvalues",
    cases=small_dimensions,
    holds=circulant_spectrum,
    controls=(
        Control(
            "entry by entry",
            Cases(
                name="entry by entry",
                part="eigenvalues",
                cases=small_dimensions,
                holds=literal_spectrum,
            ),
            Outcome.FAILS,
            # (1 + 2 s)^2 - s^2 at s = 1 against 1 + 4 s.
            lambda: 3**2 - 1 != 5,
        ),
    ),
)
ENERGY = Identity(
    name="the quadratic form is a sum of squares",
    part="positive definite",
    lhs=lambda sigma, x, p: (1 + 2 * sigma) * x**2 - 2 * sigma * x * p,
    rhs=lambda sigma, x, p: x**2 + sigma * (x - p) ** 2 + sigma * (x**2 - p**2),
    symbols={"sigma": "nonnegative", "x": "real", "p": "real"},
    instance={"sigma": F(2), "x": F(3), "p": F(5)},
    general="x and p are neighbours; around the circle the last terms cancel, and "
    "|x|^2 + sigma sum of (x_i - x_{i-1})^2 is left",
)
EQ_3 = Claim(
    id="lssgd/eq-3",
    where="§2.1, (3)",
    title="the smoothing matrix",
    statement=r"$A_\sigma=I-\sigma L$ (diagonal $1+2\sigma$, first off-diagonals and corners "
    r"$-\sigma$) is positive definite with eigenvalues $1+2\sigma-2\sigma\cos(2\pi i/d)$.",
    units=UNITS | {"p": "1"},
    checks=(
        ENERGY,
        Cases(
            name="(3) entry by entry",
            part="eigenvalues",
            cases=small_dimensions,
            holds=literal_spectrum,
            failure="at d = 2 the off-diagonal entry and the corner are one entry; with -sigma "
            "there the eigenvalues are 1 + sigma and 1 + 3 sigma, not 1 and 1 + 4 sigma; at d = 1 "
            "1 + 2 sigma, not 1",
        ),
    ),
    repair=Repair(
        statement=r"$A_\sigma$ is the circulant of $e_0-\sigma(e_1-2e_0+e_{-1})$, indices modulo "
        r"$d$: (3) for $d\ge3$, off-diagonal $-2\sigma$ for $d=2$ and the number 1 for $d=1$. "
        "With it the eigenvalues are as printed for every $d$.",
        changes=("entries that fall on one place are added (d = 1, 2)",),
        checks=(EIGENVECTORS, CIRCULANT, ENERGY),
        consequence="none for d >= 3. The library builds the circulant for every d, so that the "
        "matrix, the FFT and gamma agree.",
    ),
)

# The condition number ----------------------------------------------------------------------------


def exact_condition(d: int, sigma: Fraction) -> Fraction:
    values = printed.eigenvalues(sigma, d)
    condition: Fraction = max(values) / min(values)
    return condition


def condition_cases(_: Context) -> Iterator[Case]:
    for d in (2, 3, 4, 6, 1):
        yield {"d": d, "sigma": F(1)}


BOUND = Inequality(
    name="no dimension exceeds 1 + 4 sigma",
    part="bound",
    lhs=printed.eigenvalue,
    rhs=lambda sigma, c: printed.condition_number(sigma),
    domain=Domain(
        {
            "sigma": Range(0, 100, corners=(0, 1, 10)),
            "c": Range(-1, 1, corners=(-1, 0, 1)),
        }
    ),
    proof=Decomposition(
        {"sigma": "nonnegative", "b": "nonnegative"},
        "the difference is 2 sigma (1 + cos); the smallest eigenvalue is 1, at i = d",
        substitution=lambda sigma, b: {"sigma": sigma, "c": b - 1},
    ),
)
EVEN = Identity(
    name="even d attain it",
    part="even d",
    lhs=lambda sigma, d: printed.eigenvalue(sigma, sympy.cos(2 * sympy.pi * d / (2 * d))),
    rhs=lambda sigma, d: printed.condition_number(sigma) + 0 * d,
    symbols={"sigma": "nonnegative", "d": "integer"},
    instance={"sigma": F(1), "d": 2},
    general="the eigenvalue of index d in dimension 2 d; the one of index 2 d is 1",
)
ODD = Identity(
    name="indices of odd d",
    part="odd d",
    lhs=lambda sigma, d, r: printed.eigenvalue(sigma, sympy.cos(sympy.pi * (d - r) / d)),
    rhs=lambda sigma, d, r: 1 + 2 * sigma + 2 * sigma * sympy.cos(sympy.pi * r / d),
    symbols={"sigma": "nonnegative", "d": "integer", "r": "integer"},
    instance={"sigma": F(1), "d": 3, "r": 1},
    general="i = (d - r)/2 with r odd in [1, d]: the cosine decreases in r, so that r = 1 gives "
    "the largest eigenvalue, 1 + 2 sigma + 2 sigma cos(pi/d)",
)
CONDITION = Claim(
    id="lssgd/condition-number",
    where="§2.1",
    title="condition number",
    statement=r"$A_\sigma$ has condition number $1+4\sigma$, independent of the dimension.",
    units=UNITS,
    hypotheses=("A has the printed eigenvalues: it is the circulant (see eq-3 for d = 1, 2)",),
    checks=(
        Cases(
            name="small dimensions",
            cases=condition_cases,
            holds=lambda d, sigma: exact_condition(d, sigma) == printed.condition_number(sigma),
            failure="for odd d no index has the cosine -1: d = 3 gives 1 + 3 sigma, d = 1 gives 1",
        ),
    ),
    repair=Repair(
        statement=r"It is $1+4\sigma$ for even $d$ and $1+2\sigma+2\sigma\cos(\pi/d)$ for odd "
        r"$d$, hence at most $1+4\sigma$ in every dimension; odd $d$ fall short by "
        r"$2\sigma(1-\cos(\pi/d))\le\sigma\pi^2/d^2$.",
        changes=("equality for even d, an upper bound for odd d",),
        checks=(BOUND, EVEN, ODD),
        consequence="none: the number serves as an upper bound, and at d = 7850 it is exact.",
    ),
)

# The FFT formula ---------------------------------------------------------------------------------


def vectors(context: Context, dimensions: tuple[int, ...]) -> Iterator[Case]:
    rng = context.named("vectors").rng()
    for d in dimensions:
        for sigma in (0.0, 1.0, 40.0):
            yield {"v": rng.normal(size=d), "sigma": sigma}


def printed_kernel(d: int, centre: Any = -2) -> list[Any]:
    """[-2, 1, 0, ..., 0, 1], entry by entry: [-2, 1] for d = 2 and [-2] for d = 1."""
    return [centre, *(1 if k in (1, d - 1) else 0 for k in range(1, d))]


def added_kernel(d: int, centre: Any = -2) -> list[Any]:
    """The same with entries that fall on one place added: [-2, 2] and [0]."""
    kernel = [centre] + [0] * (d - 1)
    for place in (1, -1):
        kernel[place % d] += 1
    return kernel


Kernel = Callable[..., list[Any]]


def fft_formula(kernel: Kernel, v: np.ndarray, sigma: float, centre: float) -> np.ndarray:
    symbol = 1 - sigma * np.fft.fft(np.array(kernel(len(v), centre), dtype=float))
    return np.fft.ifft(np.fft.fft(v) / symbol).real


def dense(v: np.ndarray, sigma: float) -> np.ndarray:
    return np.linalg.solve(np.array(smoothing.matrix(len(v), sigma), dtype=float), v)


def fft_route(kernel: Kernel, part: str, dimensions: tuple[int, ...], centre: float) -> Routes:
    """The formula against a dense solve, with another first entry of the vector."""
    return Routes(
        name=f"against a dense solve, {part}",
        part=part,
        cases=lambda context: vectors(context, dimensions),
        first=lambda v, sigma: fft_formula(kernel, v, sigma, centre),
        second=dense,
        tolerance=1e-12,
        meaning="the FFT formula inverts the circulant",
    )


def solves(kernel: Kernel, part: str, dimensions: tuple[int, ...]) -> Routes:
    mutant = fft_route(kernel, part, dimensions, -3.0)
    # The constant vector is kept by A, but divided by 1 + sigma here.
    control = Control("-3 for -2", mutant, Outcome.FAILS, lambda: 1 - 40 * (-3 + 1 + 1) != 1)
    return dataclasses.replace(fft_route(kernel, part, dimensions, -2.0), controls=(control,))


def exact_transform(v: list[Any], sign: int) -> list[Any]:
    """The sums of v_k exp(sign 2 pi i j k/d), exactly."""
    d = len(v)
    angles = [[2 * sympy.pi * sign * j * k / d for k in range(d)] for j in range(d)]
    return [
        total(x * (sympy.cos(a) + sympy.I * sympy.sin(a)) for x, a in zip(v, row, strict=True))
        for row in angles
    ]


def exact_formula(kernel: list[Any], v: tuple[int, ...], sigma: Fraction) -> list[Any]:
    """The FFT formula in exact arithmetic."""
    top = exact_transform([sympy.Integer(x) for x in v], -1)
    bottom = exact_transform([sympy.Integer(x) for x in kernel], -1)
    quotient = [a / (1 - sympy.Rational(str(sigma)) * b) for a, b in zip(top, bottom, strict=True)]
    return [sympy.simplify(x / len(v)) for x in exact_transform(quotient, 1)]


def smoothed_back(kernel: Kernel, v: tuple[int, ...], sigma: Fraction) -> bool:
    """Whether the circulant takes the formula's result back to the vector."""
    found = exact_formula(kernel(len(v)), v, sigma)
    rows = smoothing.matrix(len(v), sigma)
    back = (total(sympy.Rational(str(a)) * x for a, x in zip(r, found, strict=True)) for r in rows)
    return all(sympy.simplify(x - y) == 0 for x, y in zip(back, v, strict=True))


def small_circles(name: str, kernel: Kernel, *controls: Control) -> Cases:
    """The exact formula in two dimensions and in one, on a basis (it is linear) and a sum."""
    return Cases(
        name=name,
        part="d = 1, 2",
        cases=lambda _: ({"v": v, "sigma": F(1)} for v in ((1, 2), (1, 0), (0, 1), (1,))),
        holds=lambda v, sigma: smoothed_back(kernel, v, sigma),
        failure="the printed vector is [-2, 1] at d = 2: the formula gives (5/8, 7/8), and A "
        "inverted (7/5, 8/5); at d = 1 it is [-2] and divides by 1 + 2 sigma instead of 1",
        controls=controls,
    )


SYMBOL = Identity(
    name="the symbol",
    part="d >= 3",
    lhs=printed.fft_symbol,
    rhs=lambda sigma, z: (1 + 2 * sigma) - sigma * z - sigma / z,
    symbols=dict.fromkeys(("sigma", "z"), "positive"),
    instance={"sigma": F(2), "z": F(3)},
    general="both sides are the eigenvalue of the circulant on powers of z, z^d = 1; the "
    "transform diagonalises every circulant, and no eigenvalue is below 1. With coinciding "
    "entries added it is the transform for d = 1, 2 as well",
)
LITERAL = small_circles("the printed vector on small circles", printed_kernel)
FFT = Claim(
    id="lssgd/fft",
    where="§2.1",
    title="smoothing by FFT",
    statement=r"$A_\sigma^{-1}v=\mathrm{ifft}(\mathrm{fft}(v)/(\mathbf1-\sigma\,\mathrm{fft}"
    r"(\mathbf d)))$, $\mathbf d=[-2,1,0,\dots,0,1]^T$.",
    units=UNITS,
    hypotheses=("A has the printed eigenvalues: it is the circulant (see eq-3 for d = 1, 2)",),
    checks=(SYMBOL, solves(printed_kernel, "d >= 3", (3, 4, 5, 16, 57, 128)), LITERAL),
    repair=Repair(
        statement=r"The same with $\mathbf d=e_1-2e_0+e_{-1}$, indices modulo $d$: as printed for "
        r"$d\ge3$, $[-2,2]$ for $d=2$ and $[0]$ for $d=1$.",
        changes=("entries that coincide are added (d = 1, 2)",),
        checks=(
            SYMBOL,
            solves(added_kernel, "d >= 1", (2, 1, 3, 4, 5, 16, 57, 128)),
            small_circles(
                "the added vector on small circles",
                added_kernel,
                Control(
                    LITERAL.name,
                    LITERAL,
                    Outcome.FAILS,
                    # The sum of v is kept by A, but divided by 1 - (-2 + 1) here.
                    lambda: 1 - (-2 + 1) != 1,
                ),
            ),
        ),
        consequence="none for d >= 3. With (3) also read entry by entry the printed formula does "
        "invert it at d = 2, but neither has the eigenvalues behind gamma and beta.",
    ),
)

EQ_5 = Claim(
    id="lssgd/eq-5-sigma-zero",
    where="§2.2, (4)-(5)",
    title="no smoothing is DP-SGD",
    statement=r"$w^{k+1}=w^k-\eta A_\sigma^{-1}(\frac1b\sum_{\mathcal B_k}\nabla f_{i_k}(w^k)+n)$ "
    r"is DP-SGD for $\sigma=0$.",
    units={"w": "length", "eta": "length^2/loss", "g": "loss/length", "n": "loss/length", "c": "1"},
    checks=(
        Identity(
            name="a coordinate of the eigenbasis",
            lhs=lambda w, eta, g, n, c: printed.eq_5(w, eta, g, n, printed.eigenvalue(0 * c, c)),
            rhs=lambda w, eta, g, n, c: printed.eq_4(w, eta, g, n) + 0 * c,
            symbols=dict.fromkeys(("w", "eta", "g", "n", "c"), "real"),
            instance={"w": F(2), "eta": F(1, 3), "g": F(5), "n": F(7), "c": F(1, 2)},
            general="every eigenvalue is 1 at sigma = 0, for every d; (3) is I there in either "
            "reading of small d",
        ),
    ),
)

CLAIMS = (EQ_3, CONDITION, FFT, EQ_5)
