r"""Lemmas on quadratics: the powers of :math:`T_i` with both roots within :math:`\rho`.

Coordinates are those of the eigenvectors of Q, the minimiser is 0, and an eigenvalue is
:math:`\mu+s_i(L-\mu)` with a share :math:`s_i\in[0,1]`.
"""

import functools
from collections.abc import Callable
from fractions import Fraction as F
from typing import Any

from verify.language import Real, between, lemma, nonnegative, positive, real, sequence
from verify.language.formulas import Formula, total
from verify.methods.derive import words
from verify.papers.accelerated.laboratory import quadratic_error as library
from verify.papers.accelerated.notation import V, i
from verify.papers.enclosures import computed

W = V.extended(
    d=V.d.within(search=(1, 3)),
    alpha=V.alpha.within(search=(0.1, 2)),
    mu=V.mu.within(search=(0.1, 2)),
    L=V.L.within(search=(0.1, 4)),
    t=V.t.within(search=(0, 30)),
    # Coordinates along the eigenvectors.
    x0=sequence("d", "x_0", unit="length"),
    before=sequence("d", "x_{-1}", unit="length"),
    shares=sequence("d", "s", unit="1", entry=Real(F(0), F(1))),
    variance=positive(r"\sigma_T^2", unit="gradient^2", search=(1e-12, 10)),
    size=nonnegative(r"\Vert x_0-x^*\Vert^2", unit="length^2", search=(0, 10)),
    growth=nonnegative("C_2", unit="1", search=(0, 10)),
    # One coordinate, K = rho^t: U_t and U_{t+1} for complex roots; parts in [-1, 1].
    now=real("U_t", unit="1"),
    then=real("U_{t+1}", unit="1"),
    K=nonnegative("K", unit="1"),
    root=between(-1, 1, "c", unit="1"),
    modulus=nonnegative("R", unit="1"),
    share=between(0, 1, "s", unit="1"),
    first=between(-1, 1, "a", unit="1"),
    second=between(-1, 1, "b", unit="1"),
    error=real("e_0", unit="length"),
    before_error=real("e_{-1}", unit="length"),
    rho=between(0, 1, r"\rho", unit="1", ends="[)", search=(F(1, 2), 1)),
)
EIGENVALUE = W.mu + W.shares[i] * (W.L - W.mu)
SQUARES = W.x0[i] ** 2 + W.before[i] ** 2
START = total(i, 1, W.d, SQUARES)  # |xi_0|^2
ORDER = W.mu <= W.L
ROOM = (1 - W.beta) * EIGENVALUE * (2 + 2 * W.beta - W.alpha * EIGENVALUE)
# m(alpha, beta)
NOISE = (W.variance / 2) * total(i, 1, W.d, 2 * W.alpha * (1 + W.beta) / ROOM)
STABLE = W.alpha * W.L < 2 * (1 + W.beta)  # rho < 1 in App B.3


def of_run(name: str, function: Callable[..., Any], *arguments: Formula) -> Formula:
    """What a run on a quadratic has after t steps, in rationals for a few of them."""
    values = (W.alpha, W.beta, W.mu, W.L, W.shares, *arguments, W.t)
    return computed(name, function, *values, whole=(len(values) - 1,), arithmetic=library.few)


def within(trace: Any, product: Any) -> list[Any]:
    """That both roots of z^2 - trace z + product have moduli of at most rho."""
    return [abs(product) <= W.rho**2, abs(trace) * W.rho <= W.rho**2 + product]


# Both roots of z^2 - (1 + beta - alpha lambda) z + beta within rho, at mu and at L.
ROOTS = [
    W.beta <= W.rho**2,
    W.alpha * W.mu * W.rho >= (1 - W.rho) * (W.rho - W.beta),
    W.alpha * W.L * W.rho <= (1 + W.rho) * (W.rho + W.beta),
]
GROWTH = (W.t + 1) ** 2 + W.t**2 * W.rho**2

# What the bound rests on. At an eigenvalue, p = 1 + beta - alpha lambda is the trace of T_i.
BETWEEN = lemma(
    "accelerated/roots-between",
    abs(1 + W.beta - W.alpha * (W.mu + W.share * (W.L - W.mu))) * W.rho <= W.rho**2 + W.beta,
    given=[ORDER, *ROOTS[1:]],
)
# A root of modulus R of z^2 - p z + beta, |p| being R + beta/R.
WITHIN = lemma(
    "accelerated/root-within",
    W.modulus <= W.rho,
    given=[ROOTS[0], (W.modulus**2 + W.beta) * W.rho <= (W.rho**2 + W.beta) * W.modulus],
)
NEXT_POWER = lemma(
    "accelerated/next-power",
    abs(W.rho * W.root * ((W.t + 1) * W.K * W.first) + W.K * W.rho * W.second)
    <= (W.t + 2) * W.K * W.rho,
)
COMPLETED = lemma(
    "accelerated/completed-square",
    (W.then - W.modulus * W.root * W.now) ** 2
    <= W.then**2 - 2 * W.modulus * W.root * W.then * W.now + W.modulus**2 * W.now**2,
)
FIRST_ROW = lemma(
    "accelerated/first-row",
    ((W.t + 1) * W.K * W.first * W.error - W.t * W.rho * W.K * W.second * W.before_error) ** 2
    <= GROWTH * W.K**2 * (W.error**2 + W.before_error**2),
)
POWERS = (BETWEEN, WITHIN, COMPLETED, NEXT_POWER, FIRST_ROW)  # what bounds |U_t| and x_t
TRACE = 1 + W.beta - W.alpha * W.L

STATIONARY = (
    W.variance * W.alpha * (1 + W.beta) / ((1 - W.beta) * W.L * (2 + 2 * W.beta - W.alpha * W.L))
)
FIXED_POINT = lemma(
    "accelerated/stationary-variance",
    (TRACE**2 + W.beta**2) * STATIONARY
    - 2 * TRACE * W.beta * (TRACE / (1 + W.beta) * STATIONARY)
    + W.alpha**2 * W.variance
    == STATIONARY,
    given=[STABLE],
)

# A coordinate of M^t xi_0: U_t e_0 - beta U_{t-1} e_{-1}, the same at t - 1, and a bound of each,
# with U_{t+1} = p U_t - beta U_{t-1}, U_0 = 1 and U_{-1} = 0.
MOVED = tuple(
    computed(
        name,
        functools.partial(library.moved, row),
        *(W.alpha, W.beta, EIGENVALUE, W.x0[i], W.before[i], W.t),
        whole=(5,),
        arithmetic=library.few,
    )
    for row, name in enumerate(("e_{t,i}", "e_{t-1,i}"))
)
# Its variance from a start that is known.
SPREAD = computed(
    r"\mathrm{Var}(e_{t,i})",
    library.spread,
    *(W.alpha, W.beta, EIGENVALUE, W.variance, W.t),
    whole=(4,),
    arithmetic=library.few,
)
EARLIER = W.t**2 / W.rho**2 + (W.t - 1) ** 2  # GROWTH of t - 1, over rho^2
K = W.rho ** (2 * W.t)
WITHIN_RHO = (
    "By roots-between and root-within both roots r, s of z^2 - p z + beta are within rho. If they "
    "are real, U_{t+1} = r U_t + s^{t+1}; otherwise p^2 < 4 beta and U_{t+1}^2 - p U_{t+1} U_t + "
    "beta U_t^2 = beta^{t+1}, so that by completed-square U_{t+1} differs from p/2 U_t by at most "
    "rho^{t+1}. By next-power, applied t times, |U_t| is at most (t+1) rho^t. The coordinate is "
    "U_t e_0 - beta U_{t-1} e_{-1}, whose square first-row bounds with beta <= rho^2."
)
# Of x_t, and of x_{t-1}.
COORDINATES = tuple(
    words(WITHIN_RHO, moved**2 <= growth * K * SQUARES, cites=POWERS)
    for moved, growth in zip(MOVED, (GROWTH, EARLIER), strict=True)
)
