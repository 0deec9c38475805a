"""A method is its matrices: what is not of the family is searched, certified and checked too."""

import copy
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from dptheory.lyapunov import full_trade_off, rate
from dptheory.lyapunov.full_rates import certificate_at
from dptheory.lyapunov.results import Inequality, RateResult
from dptheory.methods import Method, StateSpace, gradient, heavy_ball, matrices, momentum
from verify import kernel

F = Fraction
MU, L = 1, 10
FAMILY = [gradient(F(1, 10)), heavy_ball(F(1, 10), F(9, 20)), momentum(F(1, 20), F(3, 10), F(1, 5))]
CYCLES = heavy_ball(F(1, 4), F(3, 5))


def two_moves(*extrapolations: str) -> StateSpace:
    """A step that adds 2/5 of the last move and 1/20 of the one before."""
    C = tuple(map(F, extrapolations))
    return StateSpace("two moves", ((F(2, 5), F(1, 20)), (F(1), F(0))), (F(-1, 10), F(0)), C)


NEW = [
    two_moves("0", "0"),
    two_moves("2/5", "1/20"),
    StateSpace("averaged", ((F(9, 20),),), (F(-1, 10),), (F(-1, 10),)),
]


def by_matrices(method: Method) -> StateSpace:
    return StateSpace("the same", *matrices(method))


def both_accepted(result: RateResult) -> None:
    assert kernel.accepts(result.certificate)
    assert kernel.accepts(result.lower_certificate)


@pytest.mark.parametrize("method", FAMILY, ids=lambda it: it.name)
def test_the_family_has_the_same_rate_by_its_matrices(method: Method) -> None:
    named, same = momentum(method.alpha, method.beta, method.extrapolation), by_matrices(method)
    for inequality in Inequality:
        known, found = (rate(it, MU, L, inequality=inequality) for it in (named, same))
        assert known == found
        assert found.status == "feasible"
        both_accepted(found)


@pytest.mark.parametrize("method", NEW, ids=lambda it: f"{it.name} {it.C}")
def test_a_new_method_is_a_definition(method: StateSpace) -> None:
    found = rate(method, MU, L)
    assert found.status == "feasible"
    both_accepted(found)
    A, B, C = (np.array(it, dtype=float) for it in (method.A, method.B, method.C))
    for curvature in np.linspace(MU, L, 5):
        x, d = 1.0, np.zeros(len(B))
        radius = max(abs(np.linalg.eigvals(step_on(curvature, A, B, C))))
        assert radius <= found.rho + 1e-9
        for t in range(30):
            assert x * x <= found.start * found.rho ** (2 * t) + 1e-12
            d = A @ d + B * curvature * (x + C @ d)
            x += d[0]


def step_on(curvature: float, A: Any, B: Any, C: Any) -> Any:
    """A step of (x, d) on a quadratic."""
    moved = np.column_stack([curvature * B, A + curvature * np.outer(B, C)])
    return np.vstack([moved[0] + np.eye(1, 1 + len(B))[0], moved])


def test_a_new_method_has_certified_noise_and_slower_rates() -> None:
    method = NEW[1]
    (found,) = full_trade_off(method, MU, L, ["0.95"])
    assert found is not None
    assert kernel.accepts(found.certificate)
    slower = certificate_at(method, MU, L, F(9, 10))
    assert slower is not None
    assert kernel.accepts(slower)


def test_no_rate_is_claimed_where_there_is_none() -> None:
    for method in (CYCLES, by_matrices(CYCLES)):
        found = rate(method, MU, L)
        assert found.status == "infeasible"
        assert kernel.accepts(found.certificate)


def test_the_kernel_refuses_what_the_matrices_do_not_prove() -> None:
    upper = rate(NEW[1], MU, L).certificate
    for name, value in (("B", ["-1/5", "0"]), ("C", ["0", "0"]), ("C", ["2/5"]),
                        ("A", [["2/5", "1/20"], ["1"]])):  # fmt: skip
        other = copy.deepcopy(upper)
        other["statement"]["matrices"][name] = value
        assert not kernel.accepts(other)
    lower = rate(CYCLES, MU, L).certificate
    said = {
        k: v for k, v in lower["statement"].items() if k not in ("method", "alpha", "beta", "eta")
    }
    matrices = {"A": [["3/5"]], "B": ["-1/4"], "C": ["0"]}
    assert kernel.accepts(lower)
    with pytest.raises(kernel.Malformed, match=r"witness must be an object \{step, values\}"):
        kernel.check(lower | {"statement": said | {"matrices": matrices}})
    with pytest.raises(kernel.Malformed, match="matrices must be an object"):
        kernel.check(upper | {"statement": upper["statement"] | {"matrices": {"A": []}}})
    rated = rate(FAMILY[1], MU, L, inequality="paper").certificate
    said = {"says": "feasible", "matrices": matrices, "mu": "1", "L": "10", "rho2": "9/10"}
    with pytest.raises(kernel.Malformed, match="the statement must be an object"):
        kernel.check(rated | {"statement": said})


@pytest.mark.parametrize(
    ("A", "B", "C", "words"),
    [
        ((), (), (), r"B must be of 1 to 3 numbers\. Found"),
        (((1,),), (1,), (1, 2), r"C must be of 1 numbers, as B\. Found"),
        (((1, 0), (0,)), (1, 0), (0, 0), r"A must be of 2 rows of 2 numbers, as B\. Found"),
        (((np.inf,),), (1,), (0,), r"an entry of A, B or C must be finite\. Found inf"),
    ],
)
def test_matrices_must_fit(A: Any, B: Any, C: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        StateSpace("own", A, B, C)


def test_the_papers_inequality_is_of_one_move() -> None:
    with pytest.raises(
        ValueError, match=r"method must be of one move for \(22\)\. Found two moves"
    ):
        rate(NEW[0], MU, L, inequality="paper")
    with pytest.raises(
        ValueError, match=r"extrapolation eta must be nonnegative and finite\. Found -1/10"
    ):
        rate(NEW[2], MU, L, inequality="paper")
    assert rate(NEW[0], L, L).status == "undecided"
