"""Bounds by certified Lyapunov functions: proofs, closed forms, exact moments, stages."""

import json
from fractions import Fraction as F

import numpy as np
import pytest

from dptheory.bounds import strongly_convex
from dptheory.bounds.certified import Wanted, constant, multistage
from dptheory.methods import Method, gradient, heavy_ball, momentum, nesterov, nesterov_momentum
from dptheory.optimizers.stage_plans import stages
from verify import kernel

MU, L, T, GAP = 0.05, 2.0, 40, 3.0
FAMILY = (
    gradient(F(1, 2)),
    gradient(F(4, 5)),
    heavy_ball(F(1, 2), F(1, 2)),
    nesterov(0.5, float(nesterov_momentum(0.5, MU))),
    momentum(F(2, 5), F(1, 2), F(1, 4)),
)


def steady(rho2: float) -> float:
    """The sum of rho^(2(T-1-t)) over t."""
    return (1 - rho2**T) / (1 - rho2)


@pytest.mark.parametrize("method", FAMILY, ids=lambda m: f"{m.name}-{float(m.alpha):.2g}")
@pytest.mark.parametrize("gap", [0.0, GAP])
def test_a_bound_is_proved_and_above_quadratics(method: Method, gap: float) -> None:
    form, certificate = constant(method, MU, L, Wanted(T, gap, steady))
    assert kernel.accepts(json.loads(json.dumps(certificate)))
    said = [F(certificate["statement"][name]) for name in ("C", "rho2", "c")]
    assert [form.start, form.factor, form.weight] == [float(x) for x in said]
    linear = form.linear(T)
    assert linear.value(1, [1.0] * T) == pytest.approx(
        form.start * form.factor**T + form.weight * steady(form.factor)
    )
    moments = np.random.default_rng(3).exponential(size=T)
    for curvature in (MU, 0.3, L):
        # Exact moments from rest, all noise in one coordinate.
        state = np.full((2, 2), 2 * GAP / curvature)
        loop = np.array(method.closed_loop(curvature), dtype=float)
        for v in moments:
            state = loop @ state @ loop.T + np.diag([float(method.alpha) ** 2 * v, 0.0])
        assert curvature / 2 * state[0, 0] <= linear.value(GAP, moments.tolist()) * (1 + 1e-12)


@pytest.mark.parametrize("alpha", [0.02, 0.1, 0.5])
def test_closed_forms_are_never_better(alpha: float) -> None:
    accelerated = nesterov(alpha, float(nesterov_momentum(alpha, MU)))
    pairs = ((gradient(alpha), strongly_convex.gradient),
             (accelerated, strongly_convex.nesterov))  # fmt: skip
    for method, closed in pairs:
        form, _ = constant(method, MU, L, Wanted(T, GAP, steady))
        found, known = (
            it.value(GAP, [1.0] * T) for it in (form.linear(T), closed(alpha, MU, L, T))
        )
        assert found <= known * (1 + 1e-4)


def test_what_the_bound_is_made_small_for_decides() -> None:
    noisy, quiet = (Wanted(T, GAP, lambda r, v=v: v * steady(r)) for v in (1.0, 1e-6))
    forms = [constant(FAMILY[3], MU, L, wanted)[0] for wanted in (noisy, quiet)]
    assert forms[0].weight < forms[1].weight
    assert forms[0].factor > forms[1].factor
    for wanted, best, other in ((noisy, *forms), (quiet, *reversed(forms))):
        assert wanted.bound(best) < wanted.bound(other)


def test_no_bound_without_a_rate() -> None:
    assert constant(gradient(F(1)), MU, L, Wanted(T, GAP, steady)) is None
    with pytest.raises(ValueError, match="iterations T must be at least 1"):
        Wanted(0, GAP, steady)
    with pytest.raises(ValueError, match="gap"):
        Wanted(T, -1.0, steady)


def test_stages_in_turn() -> None:
    plan, moments = stages(T, MU, L, first_stage=12), np.linspace(1, 2, T).tolist()
    linear, certificates = multistage(plan, MU, L, gap=GAP, noise_moments=moments)
    assert all(map(kernel.accepts, certificates))
    assert len(certificates) == len(plan) > 1
    gap, begun = GAP, 0
    for stage, certificate in zip(plan, certificates, strict=True):
        C, rho2, c = (float(F(certificate["statement"][k])) for k in ("C", "rho2", "c"))
        form, end = strongly_convex.Geometric(C, rho2, c), begun + stage.iterations
        gap, begun = form.linear(stage.iterations).value(gap, moments[begun:end]), end
    assert linear.value(GAP, moments) == pytest.approx(gap)
    assert gap < strongly_convex.multistage(plan, MU, L).value(GAP, moments)
    assert multistage(plan, L, L, gap=GAP, noise_moments=moments) is None
