"""PEPit's exact worst cases over the whole class, beside the certified rates.

PEPit uses every interpolation inequality of the class, our LMI only three: for the certificate's
own V the worst decrease is at most rho^2 a step, and never better than the slowest quadratic.
"""

import re
import warnings
from fractions import Fraction as F
from pathlib import Path
from typing import Any

import PEPit
import pytest
from PEPit.functions import SmoothStronglyConvexFunction

from dptheory.lyapunov.certificates import solution
from dptheory.lyapunov.paper_rates import paper_rate as rate
from dptheory.methods import Method, heavy_ball, nesterov

MU, SMOOTHNESS = 1.0, 10.0
PAGE = (Path(__file__).parents[3] / "docs" / "lmi.md").read_text(encoding="utf-8")
_, _, BEHIND = PAGE.partition("* PEPit's worst case")
SAID = [float(number) for number in re.findall(r"0\.\d{4,5}", BEHIND.partition("\n* ")[0])]


def worst_decrease(method: Method, certificate: dict[str, Any], steps: int) -> float:
    """The largest V after some steps over all functions of the class and starts with V <= 1."""
    found = solution(certificate)
    p11, p12, p22, weight = (float(v) for v in (*found.P, found.c))
    problem = PEPit.PEP()
    f = problem.declare_function(SmoothStronglyConvexFunction, mu=MU, L=SMOOTHNESS)
    optimum = f.stationary_point()

    def lyapunov(x: Any, previous: Any) -> Any:
        now, before = x - optimum, previous - optimum
        form = p11 * now**2 + 2 * p12 * (now * before) + p22 * before**2
        return form + weight * (f(x) - f(optimum))

    previous, x = problem.set_initial_point(), problem.set_initial_point()
    problem.set_initial_condition(lyapunov(x, previous) <= 1)
    a, b, e = (float(v) for v in (method.alpha, method.beta, method.extrapolation))
    for _ in range(steps):
        y = x + e * (x - previous)
        x, previous = x - a * f.gradient(y) + b * (x - previous), x
    problem.set_performance_metric(lyapunov(x, previous))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return float(problem.solve(wrapper="cvxpy", verbose=0))


BALLS = [heavy_ball(F(2, 11), F(0)), heavy_ball(F(1, 20), F(1, 2)), heavy_ball(F(1, 10), F(3, 10))]


@pytest.mark.parametrize("method", [*BALLS, nesterov(F(1, 10), F(1, 2))])
@pytest.mark.parametrize("steps", [1, 2])
def test_certified_rates_bound_the_worst_case(method: Method, steps: int) -> None:
    result = rate(method, 1, 10)
    worst = worst_decrease(method, result.certificate, steps)
    assert worst <= result.rho ** (2 * steps) + 1e-4
    # As the page says; the solver's fourth digit is not certain.
    assert min(abs(worst ** (1 / steps) - said) for said in SAID) < 2e-4
    if method.beta == 0:
        # The slowest quadratic attains the rate.
        slowest = max(abs(1 - method.alpha * MU), abs(1 - method.alpha * SMOOTHNESS))
        assert worst >= slowest ** (2 * steps) - 1e-4
