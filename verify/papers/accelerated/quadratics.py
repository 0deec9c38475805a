"""Shared by the modules on quadratics: units, symbols, the range of runs, norms of powers."""

from fractions import Fraction
from typing import Any

from dptheory.bounds.quadratic import spectral_norm
from dptheory.methods import heavy_ball
from dptheory.simulation.moments import power
from verify.checks.domain import Domain, Range

F = Fraction
UNITS = {
    "alpha": "length^2/loss",
    "beta": "1",
    "curvature": "loss/length^2",
    "mu": "loss/length^2",
    "L": "loss/length^2",
    "variance": "loss^2/length^2",
    "x0": "length",
    "before": "length",
    "t": "1",
}
LOOP = {"alpha": "positive", "beta": "fraction", "curvature": "positive"}
LOOP_POINT = {"alpha": F(1, 2), "beta": F(1, 3), "curvature": F(3)}


def stable(alpha: Any, beta: Any, curvature: Any, **_: Any) -> bool:
    """alpha curvature < 2(1 + beta): every such heavy ball converges without noise."""
    return bool(alpha * curvature < F(199, 100) * (1 + beta))


RUN = Domain(
    {
        "alpha": Range(0.01, 3, log=True, corners=(F(1, 10), 1)),
        "beta": Range(0.01, 0.98, corners=(F(1, 4), F(1, 2))),
        "curvature": Range(0.01, 50, log=True, corners=(1, 10)),
        "variance": Range(1e-6, 10, log=True, corners=(F(1, 1000), 1)),
        "x0": Range(0.1, 10, log=True, corners=(1,)),
        "t": Range(1, 60, integer=True, corners=(1, 2, 7)),
    },
    where=stable,
)


def power_norm(alpha: Any, beta: Any, curvature: Any, t: int) -> float:
    """||T^t|| in the spectral norm."""
    loop = heavy_ball(float(alpha), float(beta)).closed_loop(float(curvature))
    return float(spectral_norm(power(loop, int(t))))
