"""Section 2: the smoothing matrix (3), its condition number, the FFT formula, and (4)-(5)."""

import dataclasses
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import sympy

from dptheory import smoothing
from verify.checks.base import Control
from verify.checks.cases import Cases
from verify.checks.domain import Domain, Range
from verify.checks.identity import Identity
from verify.checks.inequality import Decomposition, Inequality
from verify.checks.moments import Routes
from verify.claim import Claim, Repair
from verify.context import Context
from verify.evidence import Outcome
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
    return sympy.expand(sympy.Matrix(exact).charpoly(x).as_expr() - factors) == 0


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
    return max(values) / min(values)


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


def vectors(context: Context) -> Iterator[Case]:
    rng = context.named("vectors").rng()
    for d in (2, 3, 4, 5, 16, 57, 128):
        for sigma in (0.0, 1.0, 40.0):
            yield {"v": rng.normal(size=d), "sigma": sigma}


def fft_formula(v: np.ndarray, sigma: float, *, centre: float = -2.0) -> np.ndarray:
    """The formula as printed, on the printed vector [-2, 1, 0, ..., 0, 1]."""
    kernel = np.zeros(len(v))
    kernel[0], kernel[1], kernel[-1] = centre, 1.0, 1.0
    return np.fft.ifft(np.fft.fft(v) / (1 - sigma * np.fft.fft(kernel))).real


def dense(v: np.ndarray, sigma: float) -> np.ndarray:
    return np.linalg.solve(np.array(printed.eq_3(sigma, len(v)), dtype=float), v)


def fft_route(centre: float = -2.0) -> Routes:
    """The formula against a dense solve, with another first entry of the vector."""
    return Routes(
        name="against a dense solve",
        part="formula",
        cases=vectors,
        first=lambda v, sigma: fft_formula(v, sigma, centre=centre),
        second=dense,
        tolerance=1e-12,
        meaning="the printed FFT formula inverts the printed matrix",
    )


SOLVES = dataclasses.replace(
    fft_route(),
    controls=(
        Control(
            "-3 for -2",
            fft_route(-3.0),
            Outcome.FAILS,
            # The constant vector is kept by A, but divided by 1 + sigma here.
            lambda: 1 - 40 * (-3 + 1 + 1) != 1,
        ),
    ),
)
FFT = Claim(
    id="lssgd/fft",
    where="§2.1",
    title="smoothing by FFT",
    statement=r"$A_\sigma^{-1}v=\mathrm{ifft}(\mathrm{fft}(v)/(\mathbf1-\sigma\,\mathrm{fft}"
    r"(\mathbf d)))$, $\mathbf d=[-2,1,0,\dots,0,1]^T$.",
    units=UNITS,
    checks=(
        Identity(
            name="the symbol",
            part="formula",
            lhs=printed.fft_symbol,
            rhs=lambda sigma, z: (1 + 2 * sigma) - sigma * z - sigma / z,
            symbols=dict.fromkeys(("sigma", "z"), "positive"),
            instance={"sigma": F(2), "z": F(3)},
            general="both sides are the eigenvalue of the circulant on powers of z, z^d = 1; the "
            "transform diagonalises every circulant, and no eigenvalue is below 1",
        ),
        SOLVES,
    ),
    note="For d = 2 the printed vector is [-2, 1], its entry 1 and the last one being the same; "
    "this fits (3) read entry by entry, but not the eigenvalues behind gamma and beta (eq-3).",
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
            general="every eigenvalue is 1 at sigma = 0, for every d",
        ),
    ),
)

CLAIMS = (EQ_3, CONDITION, FFT, EQ_5)
