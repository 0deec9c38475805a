r"""Bounds of :math:`E F(x_T) - F^*` by certified Lyapunov functions, for any constant method.

A solution of the full inequality at :math:`\rho^2` (:mod:`dptheory.lyapunov.interpolation`) bounds
a start at rest, :math:`x_{-1} = x_0`, under noise of conditional mean zero by

.. math:: E F(x_T) - F^* \le C \rho^{2T} (F(x_0) - F^*)
          + c \sum_{t<T} \rho^{2(T-1-t)} E\|w_t\|^2 .

A slower rate allows a smaller c. Which rate and which solution are best depends on the gap, the
number of iterations and the noise: at a given rate a weighted sum of C and c is least by a
semidefinite program, and the rates are searched. The bound given is that of a solution that passed
the exact test, with a certificate for ``verify/kernel.py``; that no better one exists is not
proved. It holds for every gap and noise, whatever it was made small for.

Source: own; Taylor, Van Scoy and Lessard (2018) search Lyapunov functions of this kind.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np

from dptheory.bounds.strongly_convex import Geometric, LinearBound
from dptheory.lyapunov import sdp
from dptheory.lyapunov.certificates import Certificate, interpolated
from dptheory.lyapunov.full_noise import GAP, Searched, searched
from dptheory.lyapunov.full_rates import with_start
from dptheory.lyapunov.sdp import Found
from dptheory.methods import Method, nesterov, nesterov_momentum
from dptheory.numbers import Number
from dptheory.optimizers.stage_plans import Stage
from dptheory.ranges import nonnegative, require

__all__ = ["Wanted", "constant", "multistage"]

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Wanted:
    """Where a bound is to be small.

    Attributes:
        iterations: T >= 1, whole but in a search.
        gap: F(x_0) - F*, or an upper bound of it; 0: the noise alone counts.
        noise_sum: of a squared rate, the sum over t < T of rho^(2(T-1-t)) E|w_t|^2, > 0.

    Example:
        >>> certified.Wanted(50, gap=1, noise_sum=lambda rate: 0.01 / (1 - rate)).iterations
        50
    """

    iterations: float
    gap: float
    noise_sum: Callable[[float], float]

    def __post_init__(self) -> None:
        """Refuse what is out of its range.

        Raises:
            ValueError: T or the gap is.
        """
        require(self.iterations >= 1, "iterations T", "at least 1", self.iterations)
        nonnegative("gap F(x_0) - F*", self.gap)

    def bound(self, form: Geometric) -> float:
        """The value of a bound there."""
        left = float(form.start) * math.pow(form.factor, self.iterations) * self.gap
        return left + float(form.weight) * self.noise_sum(float(form.factor))


def numerical(
    known: Searched, rho2: float, wanted: Wanted, tolerance: float = GAP
) -> tuple[Geometric, Found] | None:
    """The smallest bound at a squared rate, in floats, and the values that would prove it.

    Args:
        tolerance: how far above the smallest, as a share of it.
        known: what was searched before. rho2: the squared rate, in (0, 1).
        wanted: where the bound is to be small.
    """
    at = known.at
    height = (1 - at.m) / (2 * float(known.query.smoothness))  # of c, in the program's unit
    costs = {"c": wanted.noise_sum(rho2) * height}
    it = sdp.noisy(at)
    if wanted.gap > 0:
        costs["C"] = wanted.gap * rho2**wanted.iterations
        it = sdp.complete(at)
    values = known.cheapest(it, rho2, costs, tolerance)
    if values is None:
        return None
    return Geometric(values.get("C", 0.0), rho2, values["c"] * height), Found(rho2, values)


def constant(
    method: Method, mu: Number, smoothness: Number, wanted: Wanted
) -> tuple[Geometric, Certificate] | None:
    """The smallest bound found of a method with constant parameters; None without a certificate.

    Args:
        method: floats are taken as the rationals they are.
        mu, smoothness: 0 < mu < L, loss/length^2.
        wanted: where the bound is to be small.

    Example:
        >>> from dptheory import heavy_ball
        >>> wanted = certified.Wanted(50, gap=1, noise_sum=lambda rate: 0.01 / (1 - rate))
        >>> bound, certificate = certified.constant(heavy_ball("0.1", "0.2"), 1, 10, wanted)
        >>> bound.factor < 0.9, certificate["kind"]
        (True, 'interpolation')
    """
    known = searched(method, mu, smoothness)
    if known is None:
        return None

    def cost(rho2: float) -> float:
        found = numerical(known, rho2, wanted)
        return math.inf if found is None else wanted.bound(found[0])

    rho2 = known.best_rate(cost)
    found = numerical(known, float(rho2), wanted) if rho2 < 1 else None
    values = None if found is None else with_start(known.query, rho2, found[1])
    if values is None:
        return None
    certificate = interpolated(known.query, rho2, values)
    said = certificate["statement"]
    return Geometric(*(float(Fraction(said[name])) for name in ("C", "rho2", "c"))), certificate


def multistage(
    plan: Sequence[Stage],
    mu: Number,
    smoothness: Number,
    *,
    gap: float,
    noise_moments: Sequence[float],
) -> tuple[LinearBound, tuple[Certificate, ...]] | None:
    """The bound of Nesterov's method restarted at rest in every stage, one certificate a stage.

    Args:
        plan: the stages. mu, smoothness: as in :func:`constant`.
        gap, noise_moments: F(x_0) - F* and E|w_t|^2, one an iteration, at which it is to be small.

    Example:
        >>> from dptheory.optimizers import Stage
        >>> plan = [Stage(10, 0.1), Stage(20, 0.025)]
        >>> bound, proofs = certified.multistage(plan, 1, 10, gap=1, noise_moments=[0.01] * 30)
        >>> len(proofs), len(bound.noise_weights)
        (2, 30)
    """
    T = sum(stage.iterations for stage in plan)
    require(
        len(noise_moments) == T, "second moments", f"one an iteration, {T}", f"{len(noise_moments)}"
    )
    forms, certificates, begun = [], [], 0
    for stage in plan:
        of_stage = np.array(noise_moments[begun : begun + stage.iterations], dtype=float)
        wanted = Wanted(stage.iterations, gap, partial(_sum, of_stage))
        beta = nesterov_momentum(stage.alpha, mu)
        # The momentum of the shortest steps is 1 in floating point.
        found = constant(nesterov(stage.alpha, beta), mu, smoothness, wanted) if beta < 1 else None
        if found is None:
            return None
        form, certificate = found
        forms.append(form.linear(stage.iterations))
        certificates.append(certificate)
        gap, begun = wanted.bound(form), begun + stage.iterations
    return _in_turn(forms), tuple(certificates)


def _sum(moments: Array, rho2: float) -> float:
    """The sum over t < T of rho^(2(T-1-t)) E|w_t|^2."""
    return float(moments[::-1] @ rho2 ** np.arange(len(moments)))


def _in_turn(bounds: Sequence[LinearBound]) -> LinearBound:
    """The bound of runs of which each starts where the one before has come."""
    carried: Number = 1.0
    noise: list[Number] = []
    for bound in reversed(bounds):
        noise.extend(carried * weight for weight in reversed(bound.noise_weights))
        carried = carried * bound.initial
    return LinearBound(carried, tuple(reversed(noise)))
