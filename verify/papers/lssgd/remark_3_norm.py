"""Appendix A, Remark 3: what smoothing does to the norm of a difference of gradients."""

import dataclasses
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
GRADIENT = "loss/length"
UNITS = {"sigma": "1", "scale": GRADIENT, "d": "1", "w": "1", "radius": GRADIENT}

# The identity -----------------------------------------------------------------------------------


def alternating(sigma: Any, scale: Any) -> list[Any]:
    """A^{-1}g for g = scale (1, -1, 1, -1): an eigenvector with eigenvalue 1 + 4 sigma."""
    return [sign * scale / (1 + 4 * sigma) for sign in (1, -1, 1, -1)]


TERM = Identity(
    name="a coordinate",
    # p, u and q are three neighbouring coordinates of A^{-1} g.
    lhs=lambda sigma, p, u, q: (u - sigma * (p - 2 * u + q)) ** 2,
    rhs=lambda sigma, p, u, q: (
        u**2
        + 2 * sigma * (q - u) ** 2
        + sigma**2 * (p - 2 * u + q) ** 2
        + 2 * sigma * ((u * q - p * u) + (u**2 - q**2))
    ),
    symbols={"sigma": "nonnegative"} | dict.fromkeys("puq", "real"),
    instance={"sigma": F(1, 2), "p": F(2), "u": F(3), "q": F(5)},
    general="the last bracket consists of differences of neighbouring terms and vanishes in the "
    "sum around the circle; the sum of the rest is |d|^2 + 2 sigma |D_+ d|^2 + sigma^2 |L d|^2, "
    "for every dimension",
)
NORM = Claim(
    id="lssgd/remark-3-norm-identity",
    where="App A, Remark 3",
    title="norm before and after smoothing",
    statement=r"$g=\nabla f_i-\nabla f_{i'}$, $\mathbf d=A_\sigma^{-1}g$: $\Vert\mathbf d\Vert_2+"
    r"2\sigma\frac{\Vert D_+\mathbf d\Vert_2^2}d+\sigma^2\frac{\Vert L\mathbf d\Vert_2^2}d="
    r"\Vert g\Vert_2$.",
    units=UNITS | dict.fromkeys("puq", GRADIENT),
    checks=(
        Identity(
            name="an alternating vector, d = 4",
            lhs=lambda sigma, scale: printed.remark_3_left(sigma, alternating(sigma, scale)),
            rhs=lambda sigma, scale: 2 * scale + 0 * sigma,
            symbols={"sigma": "nonnegative", "scale": "positive"},
            instance={"sigma": F(1), "scale": F(1)},
            consequence="the left side adds norms to squared norms, so that other units of the "
            "loss change its sides differently.",
        ),
    ),
    repair=Repair(
        statement=r"$\Vert\mathbf d\Vert_2^2+2\sigma\Vert D_+\mathbf d\Vert_2^2+\sigma^2"
        r"\Vert L\mathbf d\Vert_2^2=\Vert g\Vert_2^2$; hence $\Vert\mathbf d\Vert_2\le"
        r"\Vert g\Vert_2$, with equality exactly for constant $g$ (or $\sigma=0$).",
        changes=("squared norms", "no 1/d"),
        checks=(TERM,),
        consequence="smoothing never enlarges a sensitivity, and its worst case, a constant "
        "difference, is not compressed at all.",
    ),
)

# A random difference ----------------------------------------------------------------------------


@cache
def radial_integral() -> tuple[Any, Any, Any]:
    """E |g|^2 for g uniform in a ball of R^d, by integration over the radius; and its symbols."""
    r, radius, d = sympy.symbols("r radius d", positive=True)
    density = d * r ** (d - 1) / radius**d
    mean = sympy.integrate(sympy.powsimp(r**2 * density), (r, 0, radius))
    return sympy.simplify(mean), radius, d


def radial_mean(radius: Any, d: Any) -> Any:
    """The same at a radius and a dimension."""
    mean, *symbols = radial_integral()
    return mean.subs(dict(zip(symbols, (radius, d), strict=True)))


@cache
def fourth_radial_moment() -> tuple[Any, Any]:
    """E |x|^4 for x standard Gaussian in R^d, by integration over the radius; and its symbol."""
    r, d = sympy.symbols("r d", positive=True)
    weight = r ** (d - 1) * sympy.exp(-(r**2) / 2)
    mass, mean = (sympy.integrate(sympy.powsimp(f * weight), (r, 0, sympy.oo)) for f in (1, r**4))
    return sympy.simplify(sympy.gammasimp(mean / mass)), d


def variance(d: Any, linear: Any, square: Any) -> Any:
    """The variance of |A^{-1}u|^2 = sum of w_i u_i^2 for u uniform on the sphere of R^d.

    With x = |x| u Gaussian, E u_i^4 = 3/E|x|^4 and E u_i^2 u_j^2 = 1/E|x|^4. ``linear`` is the sum
    of the weights w_i, the squared eigenvalues, ``square`` that of their squares, so that the sum
    of w_i w_j over i != j is linear^2 - square.
    """
    radial, symbol = fourth_radial_moment()
    return (3 * square + (linear**2 - square)) / radial.subs(symbol, d) - (linear / d) ** 2


MEAN = Identity(
    name="the mean over a ball",
    part="expectation",
    lhs=lambda radius, d: radial_mean(radius, d),
    rhs=lambda radius, d: radius**2 * d / (d + 2),
    symbols={"radius": "positive", "d": "positive"},
    instance={"radius": F(3), "d": F(2)},
    general="by symmetry a coordinate in any orthonormal basis has 1/d of it, so that "
    "E |A^{-1}g|^2 is the mean of the squared eigenvalues, beta, times E |g|^2",
)
QUOTIENT = Identity(
    name="a coordinate of the eigenbasis",
    part="expectation",
    # A coordinate of g has 1/d of its squared length, and A^{-1} divides it by the eigenvalue.
    lhs=lambda radius, d, sigma, c: radial_mean(radius, d) / d / printed.eigenvalue(sigma, c) ** 2,
    rhs=lambda radius, d, sigma, c: radius**2 / (d + 2) / (1 + 2 * sigma * (1 - c)) ** 2,
    symbols={"radius": "positive", "d": "positive", "sigma": "positive", "c": "fraction"},
    instance={"radius": F(3), "d": F(2), "sigma": F(2), "c": F(1, 2)},
    general="c is the cosine of coordinate i; the sum over i is d beta radius^2/(d + 2), beta "
    "times the mean over the ball, for every d",
)


def dimensions(_: Context) -> Iterator[Case]:
    for d in (2, 1, *printed.EXACT_DIMENSIONS[2:]):
        for sigma in (F(1), F(2, 3)):
            yield {"d": d, "sigma": sigma}


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


def trace_of_square(name: str, value: Any, *controls: Control) -> Cases:
    """trace(A^{-2})/d, the mean quotient of an isotropic g, by linear algebra."""
    check = traces(name, 2, lambda sigma, d: d * value(sigma, d), *controls)
    return dataclasses.replace(check, part="expectation")


MEAN_TRACE = trace_of_square(
    "trace of the squared inverse over d",
    printed.beta,
    Control(
        "gamma",
        trace_of_square("gamma", printed.gamma),
        Outcome.FAILS,
        # d = 2, sigma = 1: the eigenvalues of A are 1 and 5.
        lambda: 1 + F(1, 25) != 1 + F(1, 5),
    ),
)
SPREAD = Identity(
    name="variance of the quotient",
    part="high probability",
    lhs=lambda d, linear, square: variance(d, linear, square),
    rhs=lambda d, linear, square: 2 * (d * square - linear**2) / (d**2 * (d + 2)),
    symbols=dict.fromkeys(("d", "linear", "square"), "positive"),
    instance={"d": F(3), "linear": F(11, 6), "square": F(49, 36)},
    general="for every d and all weights, through the sums of the weights and of their squares",
)
CONCENTRATES = Inequality(
    name="the quotient concentrates",
    part="high probability",
    # Weights at most 1: their mean square is at most their mean, beta.
    lhs=lambda d, w: 2 * (w**2 * d) / (d * (d + 2)),
    rhs=lambda d, w: 2 * w / (d + 2),
    domain=Domain(
        {"d": Range(1, 1e6, log=True, corners=(1, 2)), "w": Range(0, 1, corners=(0, F(1, 2), 1))}
    ),
    proof=Decomposition(
        {"d": "positive", "k": "nonnegative"},
        "w = 1/(1 + k) is a squared eigenvalue; averaged over i the variance of the quotient is at "
        "most 2 beta/(d + 2), and Chebyshev's inequality gives the probability",
        substitution=lambda d, k: {"d": d, "w": 1 / (1 + k)},
    ),
)
COMPRESSION = Claim(
    id="lssgd/remark-3-compression",
    where="App A, Remark 3",
    title="compression of a random difference",
    statement="For $g$ uniform in a ball in high dimension a high-probability estimate of the "
    r"compression ratio of the (squared) norm follows as in Lemma 5: $\beta$.",
    units=UNITS | dict.fromkeys(("linear", "square", "c"), "1"),
    checks=(MEAN, QUOTIENT, MEAN_TRACE, SPREAD, CONCENTRATES),
    note="Exact: the mean quotient is beta, its standard deviation at most sqrt(2 beta/(d+2)), "
    "3 % of beta at d = 7850 and sigma = 1. A difference of gradients is not uniform in a ball, "
    "and the guarantee rests on the worst difference, which is not compressed.",
)

CLAIMS = (NORM, COMPRESSION)
