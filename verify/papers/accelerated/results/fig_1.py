r"""Section 3.2, Figure 1: the bound (25) and the rate (26) that the authors' released curves show.

The text prints :math:`Q=\mathrm{diag}(0.5,1)` and no :math:`V(\xi_0)`. The authors' program
(main_HB_quad.m at commit 0b96f6e) has :math:`\mu=0.1`, a first term of :math:`V(\xi_0)` of 10 and
C_t = t; its "opt" momentum is :math:`(1-\sqrt{\alpha\mu})/(1+\sqrt{\alpha\mu})`.
"""

import itertools
import math
from collections.abc import Sequence
from fractions import Fraction as F
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dptheory.distributions.arb_tails import ball
from dptheory.methods import heavy_ball, nesterov
from dptheory.numbers import log, maximum, sqrt
from dptheory.simulation import moments
from dptheory.simulation.moments import point_start, second_moments
from verify.language import Draft, Formula, claim, external, instance, number, says, table
from verify.papers.enclosures import enclosed

FILE = Path(__file__).parents[1] / "data" / "fig_1.txt"
OPT = -1  # stands for the momentum that depends on alpha and mu
LEVELS = instance("more=1/100 less=1/10000")
MU, PROGRAM_MU, START = F(1, 2), F(1, 10), 10
STEPS = 250
ALPHAS, BETAS = (F(1, 10), F(1, 2), F(1)), (F(0), F(3, 10), F(7, 10), F(OPT))  # of the 12 curves
Array = NDArray[np.float64]


@cache
def lines() -> tuple[tuple[str, ...], ...]:
    """The entries of the data file."""
    text = FILE.read_text(encoding="utf-8").splitlines()
    return tuple(tuple(line.split()) for line in text if not line.startswith("#"))


def marks(file: str, alpha: F) -> list[tuple[F, F]]:
    """The height and the value of the two labelled marks of a panel's axis."""
    known = (line for line in lines() if line[0] == file and line[2] == "mark")
    return [(F(line[3]), F(line[4])) for line in known if F(line[1]) == alpha]


def pixels(file: str, alpha: F, value: Any) -> Any:
    """The height at which a panel shows a value."""
    (low, first), (high, second) = marks(file, alpha)
    return ball(low) + (value - ball(first)) * ball((high - low) / (second - first))


def radius(alpha: F, beta: F, curvature: F) -> Any:
    """The modulus in (26) at a curvature: Nesterov's method has its sum and product (eq-26)."""
    trace, product = moments.trace_and_determinant(nesterov(alpha, beta).closed_loop(curvature))
    apart = trace**2 - 4 * product
    return sqrt(ball(product)) if apart < 0 else (ball(abs(trace)) + sqrt(ball(apart))) / 2


def rate(alpha: F, beta: F, mu: F) -> Any:
    """(26) at L = 1."""
    return maximum(radius(alpha, beta, mu), radius(alpha, beta, F(1)))


def constants(alpha: F, beta: F, mu: F) -> tuple[Any, Any]:
    """rho, and the last term of (25) at L = 1 for noise of variance 1: what has no t in it."""
    if beta == OPT:
        # Both roots of (26) at mu are 1 - root, and those at L are no larger.
        root = sqrt(ball(alpha * mu))
        momentum, rho = (1 - root) / (1 + root), 1 - root
    else:
        momentum, rho = ball(beta), rate(alpha, beta, mu)
    variance = moments.heavy_ball_stationary_variance
    ends = (variance(ball(alpha), momentum, ball(c), ball(1)) for c in (mu, F(1)))
    return rho, sum(ends, ball(0))


def bound(alpha: F, known: tuple[Any, Any], t: int, c_w: F, growth: F) -> Any:
    """(25) at L = 1 with C_t = growth t and sigma_T^2 = (t c_w)^2, from its constants."""
    rho, level = known
    variance = ball((t * c_w) ** 2)
    start = START + variance * ball(alpha) ** 2 / (1 - rho**2)
    return start * ball(growth * t) ** 2 * rho ** (2 * t) + variance * level


def height_of_rate(mu: F, alpha: F, beta: F) -> Any:
    """The height in pixels at which the bottom row shows the rate (26)."""
    return pixels("rho", alpha, rate(*map(F, (alpha, beta, mu))))


def height_of_bound(mu: F, growth: F, alpha: F, beta: F, t: int, c_w: F) -> Any:
    """The height in pixels at which a panel shows the logarithm of the bound (25)."""
    known = constants(F(alpha), F(beta), F(mu))
    value = log(bound(F(alpha), known, int(t), F(c_w), F(growth)))
    file = next(name for name, level in LEVELS.items() if level == c_w)
    return pixels(file, alpha, value)


def shown(mu: F, file: str, growth: F = F(1)) -> Draft:
    """The released heights of a file, with the curves at a value of mu."""
    entries = {}
    for name, alpha, beta, *rest in lines():
        if name != file or beta == "mark":
            continue
        chosen = F(OPT) if beta == "opt" else F(beta)
        where = f"α = {alpha}, β = {beta}"
        if file == "rho":
            found = enclosed(
                r"\text{height of (26), by }\mu",
                partial(height_of_rate, alpha=F(alpha), beta=chosen),
                mu,
            )
        else:
            where += f", t = {rest[0]}"
            found = enclosed(
                r"\text{height of (25), by }\mu\text{ and }C_t/t",
                partial(
                    height_of_bound, alpha=F(alpha), beta=chosen, t=int(rest[0]), c_w=LEVELS[file]
                ),
                *(mu, growth),
            )
        entries[f"{where} (px)"] = (rest[-1], found)
    return table(entries, slack=1)


def largest_ratio(mu: F, alphas: Sequence[F] = ALPHAS, betas: Sequence[F] = BETAS) -> float:
    r"""The largest quotient of $E[F(x_t)]-F^*$ and a curve (25) with (26), over all $t\le250$.

    The runs start at rest on an axis of Q, |xi_0 - xi*|^2 = 10: the worst such start is on one.
    """
    found = 0.0
    for alpha, beta, c_w in itertools.product(alphas, betas, LEVELS.values()):
        root = math.sqrt(alpha * mu)
        method = heavy_ball(float(alpha), (1 - root) / (1 + root) if beta == OPT else float(beta))
        moved: dict[float, Array] = {}
        noisy: Array = np.zeros(STEPS + 1)
        for c in (float(mu), 1.0):
            start = point_start(math.sqrt(START / 2), math.sqrt(START / 2))
            moved[c] = (
                np.array([m[0] for m in second_moments(method, c, 0.0, start, STEPS)]) * c / 2
            )
            quiet = point_start(0.0, 0.0)
            noisy += np.array([m[0] for m in second_moments(method, c, 1.0, quiet, STEPS)]) * c / 2
        known = constants(alpha, beta, mu)
        for t in range(1, STEPS + 1):
            error = max(path[t] for path in moved.values()) + noisy[t] * float(t * c_w) ** 2
            found = max(found, error / float(bound(alpha, known, t, c_w, F(1))))
    return found


worst = partial(external, "largest error over the curves of Fig 1, by μ", largest_ratio)
TOP = {"bound, c_w = 0.01": "more", "bound, c_w = 0.0001": "less", "rate": "rho"}
FIG_1 = (
    claim("accelerated/fig-1", "§3.2, Fig 1", "Figure 1")
    .says(
        {part: shown(MU, file) for part, file in TOP.items()},
        repaired={part: shown(PROGRAM_MU, file) for part, file in TOP.items()},
        # With the printed mu the error would pass the curves; below those drawn it stays.
        notes=(says(number(100) < worst(MU)), says(worst(PROGRAM_MU) <= 1)),
    )
    .rejects("C_t = 2 t", shown(PROGRAM_MU, "more", F(2)))
)


def drawn_mu(alpha: F) -> F:
    r"""The $\mu$ of the curve in the bottom row: without momentum (26) is $1-\alpha\mu$."""
    (found,) = (
        line[4] for line in lines() if line[0] == "rho" and line[2] == "0" and F(line[1]) == alpha
    )
    (low, first), (high, second) = marks("rho", alpha)
    value = first + (F(found) - low) / (high - low) * (second - first)
    return (1 - value) / alpha


def readings(digits: str) -> dict[str, tuple[str, Formula]]:
    """mu, read off the three panels of the bottom row."""
    return {
        f"μ, from the panel of α = {alpha}": (digits, external("drawn μ", drawn_mu, alpha))
        for alpha in ALPHAS
    }


FIG_1_PARAMETERS = (
    claim(
        "accelerated/fig-1-parameters",
        "§3.2, Fig 1; released files",
        r"The parameter $\mu$ of Figure 1",
    )
    .says(table(readings("0.50")))
    .repaired(entries=readings("0.10"))
)
