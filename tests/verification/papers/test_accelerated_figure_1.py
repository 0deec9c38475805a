"""Theorem 3.5 and the powers of its matrix at the figure's own rates, never at one of a search."""

import math
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest

from verify.judgement.judge import run_claim
from verify.judgement.record import ClaimRecord
from verify.judgement.verdict import Extent
from verify.language import Claim
from verify.methods.context import Context
from verify.papers.accelerated.results.growth import CT_CHOICE
from verify.papers.accelerated.results.thm_3_5 import NEXT, PRINTED, THM_3_5

QUICK = Context(mode="quick")
Matrix = np.ndarray


def rate_26(alpha: float, beta: float, curvature: float) -> float:
    """(26) as it is printed, at one end."""
    left = 1 - alpha * curvature
    return float(max(abs(np.roots([1, -(1 + beta) * left, beta * left]))))


def rate_b3(alpha: float, beta: float, curvature: float) -> float:
    """That of appendix B.3."""
    return float(max(abs(np.roots([1, -(1 + beta - alpha * curvature), beta]))))


def matrix(alpha: float, beta: float, curvature: float) -> Matrix:
    """A step of the heavy ball."""
    return np.array([[1 + beta - alpha * curvature, -beta], [1.0, 0.0]])


def error(alpha: float, beta: float, starts: dict[float, float], t: int, variance: float) -> float:
    """E F(x_t) - F* from rest at one start along each curvature."""
    found = 0.0
    for curvature, start in starts.items():
        step, moments = matrix(alpha, beta, curvature), np.full((2, 2), start**2)
        for _ in range(t):
            moments = step @ moments @ step.T + np.diag([alpha**2 * variance, 0])
        found += curvature / 2 * float(moments[0, 0])
    return found


def bound(alpha: float, beta: float, t: int, variance: float) -> float:
    """(25) with C_t = t at the rate of (26), mu = 1/2, L = 1, |xi_0|^2 = 10."""
    rho = max(rate_26(alpha, beta, c) for c in (0.5, 1.0))
    rooms = [(1 - beta) * c * (2 + 2 * beta - alpha * c) for c in (0.5, 1.0)]
    level = variance / 2 * sum(2 * alpha * (1 + beta) / room for room in rooms)
    return (10 + variance * alpha**2 / (1 - rho**2)) * t**2 * rho ** (2 * t) + level


def squared_length(alpha: float, beta: float, t: int) -> tuple[float, float]:
    """|M^t xi_0|^2 from (2, 2), (-1, -1), and the square of t rho^t |xi_0|."""
    powers = [np.linalg.matrix_power(matrix(alpha, beta, c), t) for c in (0.5, 1.0)]
    rho = max(rate_b3(alpha, beta, c) for c in (0.5, 1.0))
    moved = sum(float(np.sum((power @ [2, -1]) ** 2)) for power in powers)
    return moved, t**2 * rho ** (2 * t) * 10


@pytest.mark.parametrize(("beta", "t", "ratio"), [(0.7, 19, 94.10), (0.3, 10, 1.112)])
def test_the_bound_of_figure_1_is_passed_at_its_own_rate(beta: float, t: int, ratio: float) -> None:
    variance = (t * 1e-4) ** 2
    found = error(1.0, beta, {0.5: 1.0, 1.0: 2.0}, t, variance) / bound(1.0, beta, t, variance)
    assert found == pytest.approx(ratio, rel=1e-3)


@pytest.mark.parametrize(
    ("said", "sides"),
    [
        (THM_3_5, lambda t: (error(1.0, 0.7, {0.5: 1.0, 1.0: 2.0}, t, (t * 1e-4) ** 2),
                             bound(1.0, 0.7, t, (t * 1e-4) ** 2))),
        (CT_CHOICE, lambda t: squared_length(0.1, 0.7, t)),
    ],
)  # fmt: skip
def test_a_row_has_the_factor_of_its_figure(
    said: Claim, sides: Callable[[int], tuple[float, float]], judged: Callable[[str], ClaimRecord]
) -> None:
    record = judged(said.id)
    (part,) = record.parts
    assert part.printed is not None
    found = part.printed.finding
    left, right = sides(int(found.point["t"]))
    assert "rho" not in found.point
    assert record.extent == Extent.WITHIN_SETTINGS.value
    assert record.tightness == pytest.approx(left / right, rel=1e-6)
    # What the extent calls ours is of the instance that is shown.
    assert part.settings[0].ratio == found.ratio
    assert part.settings[0].chosen.items() <= found.point.items()
    assert math.isclose(float(Fraction(found.left)), left, rel_tol=1e-9)


def test_the_second_point_of_the_figure_is_seen_too() -> None:
    statement = PRINTED.build()
    assert NEXT in statement.look
    found = run_claim(THM_3_5, QUICK).parts[0].settings
    assert [s.ratio is not None and s.ratio > 1 for s in found] == [True, True]
