"""Section 2.1, Figure 2: what smoothing leaves of two noisy signals, exactly.

A clean signal c with noise of variance s^2 a point becomes A^{-1}(c + n): its mean squared error is
|A^{-1}c - c|^2/d + beta s^2. The second signal is smoothed in row-major order.
"""

from fractions import Fraction
from functools import lru_cache, partial
from typing import Any

import numpy as np

from dptheory.distributions.arb_tails import ball
from verify.language import Draft, Formula, claim, external, number, put, says, table
from verify.papers.enclosures import enclosed
from verify.papers.lssgd.formulas.smoothing import OMEGA
from verify.papers.lssgd.lemmas.inverse import prop_2

POINTS, BITS = 100, 64
NOISE = {1: Fraction(1, 10), 2: Fraction(1, 5)}
SMOOTHING = {1: 10, 2: 100}


def clean(panel: int) -> list[Any]:
    """The signal of a panel, in balls."""
    from flint import arb, fmpq

    wave = [arb.sin_pi_fmpq(fmpq(2 * i, POINTS)) for i in range(1, POINTS + 1)]
    return wave if panel == 1 else [a * b for a in wave for b in wave]


def averaged(values: list[Any], root: Any) -> list[Any]:
    """A periodic moving average: x_i - root x_{i-1} = (1 - root) v_i."""
    from flint import arb

    last, power = arb(0), arb(1)
    for value in reversed(values):
        last, power = last + power * value, power * root
    last = (1 - root) * last / (1 - power)
    found = []
    for value in values:
        last = root * last + (1 - root) * value
        found.append(last)
    return found


@lru_cache
def enclosed_bias(panel: int, sigma: Fraction) -> Any:
    r"""What smoothing changes of the clean vector $c$: its mean squared error."""
    from flint import arb, ctx

    with ctx.workprec(BITS):
        s = ball(sigma)
        root = (2 * s + 1 - (4 * s + 1).sqrt()) / (2 * s)
        signal = clean(int(panel))
        smoothed = averaged(averaged(signal, root)[::-1], root)[::-1]
        gaps = ((a - b) ** 2 for a, b in zip(smoothed, signal, strict=True))
        return sum(gaps, arb(0)) / len(signal)


def kept(panel: int, sigma: Any) -> Formula:
    """beta: the variance of a point after smoothing, by the one before (Proposition 2)."""
    values = {"sigma": number(sigma), "d": number(POINTS**panel)}
    return put(prop_2(OMEGA ** number(POINTS**panel)), values)


def error(panel: int, sigma: Any) -> Formula:
    """The mean squared error after smoothing, by the one before."""
    lost = enclosed(r"\frac1d\Vert A_\sigma^{-1}c-c\Vert^2", enclosed_bias, panel, sigma)
    return lost / NOISE[panel] ** 2 + kept(panel, sigma)


def falls(panel: int, sigma: int | None = None) -> Draft:
    """The error is smaller after smoothing."""
    return says(error(panel, SMOOTHING[panel] if sigma is None else sigma) < 1)


def drawn(entries: int) -> int:
    r"""How many numbers the noise has, if each pixel draws a vector of $m$ entries."""
    rng = np.random.default_rng(0)
    return int(rng.multivariate_normal(np.zeros(entries), np.eye(entries), POINTS**2).size)


numbers = partial(external, r"\#\mathcal{N}(0,I_m)", drawn)  # for the second panel
NUMBERS = says(numbers(2) == POINTS**2)
ONE = NUMBERS.but(left=numbers(1))

FIG_2 = (
    claim("lssgd/fig-2", "§2.1, Fig 2", "Smoothing removes noise")
    .says(
        {"error of v_1": falls(1), "error of v_2": falls(2), "numbers for v_2": NUMBERS},
        repaired={"numbers for v_2": ONE},
        elsewhere={"numbers for v_2": ("v_1 in the same caption, 0.1 N(0, 1)", ONE)},
        # After smoothing by before; the row-major order smooths along rows only.
        notes=(
            table(
                {
                    "variance, v_1": ("0.080", kept(1, 10)),
                    "variance, v_2": ("0.025", kept(2, 100)),
                    "error, v_1": ("0.152", error(1, 10)),
                    "error, v_2": ("0.525", error(2, 100)),
                    "error of v_1 at sigma = 6.1": ("0.131", error(1, Fraction(61, 10))),
                    "error of v_2 at sigma = 14.3": ("0.085", error(2, Fraction(143, 10))),
                }
            ),
        ),
    )
    .quoting(
        r"\sigma=10", part="error of v_1", reading="Put in for the smoothing of the first vector."
    )
    .quoting(
        r"\sigma=100", part="error of v_2", reading="Put in for the smoothing of the second vector."
    )
    .quoting(
        r"\mathbf v_1=\{\sin(2i\pi/100)+0.1\mathcal N(0,1)|i=1,2,\cdots,100\}",
        part="error of v_1",
        reading="Its clean part as it is, and its noise by the variance.",
    )
    .quoting(
        r"\mathbf v_2=\{\sin(2i\pi/100)\sin(2j\pi/100)+0.2\mathcal N(0,"
        r"\mathbf I_{2\times2})|i,j=1,2,\cdots,100\}",
        part="numbers for v_2",
        reading="By how many numbers the noise has, if each pixel draws once.",
    )
    .rejects("smoothing 1000", falls(2, 1000))
)
