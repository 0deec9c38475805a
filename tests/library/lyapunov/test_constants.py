"""Constants from rest: known values, both ends, the best rate of a given N."""

import json
import math
from fractions import Fraction

import pytest

from benchmarks.studies.attained import worst_case
from benchmarks.studies.full_inequality import asked, usual
from dptheory.lyapunov import best_constant, constant_curve, rate
from dptheory.lyapunov.constants import Constant
from dptheory.lyapunov.full_rates import certified, least_constant, smallest, solution, with_start
from dptheory.lyapunov.sdp import bounded
from dptheory.methods import gradient, heavy_ball
from verify import kernel

F = Fraction
# C by a semidefinite program in cvxpy where 1 - rho is short of the least rate's by a share.
KNOWN = {
    ("heavy-ball", 10): {1e-6: 2.676},
    ("nesterov", 10): {1e-6: 7.42},
    ("triple-momentum", 10): {1e-3: 181.1, 1e-2: 18.5, 1e-1: 2.277},
    ("nesterov", 100): {1e-4: 9.97},
    ("triple-momentum", 100): {1e-2: 45.66, 1e-1: 4.739},
}
QUERIES = {(query.method.name, int(1 / query.mu)): query for query in usual(10, 100)}


def accepted(found: Constant | None) -> bool:
    return found is not None and kernel.accepts(json.loads(json.dumps(found.certificate)))


@pytest.mark.parametrize("name", KNOWN)
def test_known_constants(name: tuple[str, int]) -> None:
    query = QUERIES[name]
    least = smallest(query.at, bounded(query.at.floats())).found.rho2 ** 0.5
    curve = constant_curve(*query, [1 - (1 - least) * (1 - share) for share in KNOWN[name]])
    for found, value in zip(curve, KNOWN[name].values(), strict=True):
        assert accepted(found)
        assert found.constant == pytest.approx(value, rel=2e-3)


@pytest.mark.parametrize("name", QUERIES)
def test_a_rate_has_the_least_constant(name: tuple[str, int]) -> None:
    """At its rate: below that of one V, not below what a slightly slower rate allows."""
    query = QUERIES[name]
    it = bounded(query.at.floats())
    path = smallest(query.at, it)
    found, at = certified(query, it, path), solution(query, it, path)
    own = with_start(query, *at)
    assert found.start < 0.6 * own["C"] / own["s"]
    (slower,) = constant_curve(*query, [found.rho + 1e-6 * (1 - found.rho)])
    assert 1 <= slower.constant <= found.start


def test_gradient_descent_needs_no_constant() -> None:
    for kappa in (F(3, 2), 10, 1000):
        assert rate(gradient(1), F(1) / kappa, 1).start <= 1.00001
        found = best_constant(gradient(1), F(1) / kappa, 1, 5)
        assert found.after(5) == pytest.approx((1 - 1 / kappa) ** 10, rel=2e-5)


@pytest.mark.parametrize("steps", [1, 5])
@pytest.mark.parametrize("name", ["heavy-ball", "triple-momentum"])
def test_the_best_bound_is_near_the_exact_worst_case(name: str, steps: int) -> None:
    query = QUERIES[name, 10]
    found = best_constant(*query, steps)
    assert accepted(found)
    assert 1 <= found.after(steps) / worst_case(query, steps) < 1.35


@pytest.mark.parametrize("steps", [1, 10, 10**4])
@pytest.mark.parametrize("name", QUERIES)
def test_no_rate_of_the_curve_beats_the_best(name: tuple[str, int], steps: int) -> None:
    query = QUERIES[name]
    best = best_constant(*query, steps)
    least = rate(*query).rho
    rates = [1 - (1 - least) * (1 - share) for share in (1e-5, 1e-3, 0.1, 0.3, 0.6)]
    curve = [found for found in constant_curve(*query, rates) if found is not None]
    assert [c.constant for c in curve] == sorted((c.constant for c in curve), reverse=True)

    def height(found: Constant) -> float:
        return math.log(found.constant) + 2 * steps * math.log(found.rho)

    assert height(best) <= min(map(height, curve)) + 1e-3


def test_a_rate_that_is_too_small_is_refused() -> None:
    """No V falls so fast: the floats still propose one, which the exact test must not pass."""
    query = QUERIES["heavy-ball", 10]
    it = bounded(query.at.floats())
    rho2, near = solution(query, it, smallest(query.at, it))
    assert least_constant(query, rho2, near) is not None
    assert least_constant(query, rho2 * F(9, 10), near) is None


def test_where_there_is_no_constant() -> None:
    apart = heavy_ball(3, F(9, 10)), F(1, 10), 1
    assert best_constant(*apart, 3) is None
    assert list(constant_curve(*apart, [0.9])) == [None]
    assert list(constant_curve(gradient(1), F(1, 10), 1, ["0.89"])) == [None]
    assert best_constant(*asked(gradient(F(1)), F(1, 10)), 10**9).after(10**9) > 0
    for wrong in (0, 1.5, 10**9 + 1):
        with pytest.raises((ValueError, TypeError), match="iterations"):
            best_constant(gradient(1), F(1, 10), 1, wrong)
