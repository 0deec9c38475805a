r"""Where a normalised or clipped step stops descending, and the bounds beside runs.

Along the gradient an expected step is :math:`E\langle u,hg\rangle`, :math:`u=\nabla f/s`. For the
worst law of a deviation of at most :math:`\tau_0` it is :mod:`dptheory.distributions.worst_law`'s;
its zero is the *floor*: the largest gradient at which some law stops the method, noise aside.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dptheory.bounds.clipped import Clipping
from dptheory.bounds.nonconvex import Nonconvex, smallest_gradient_bound, step_size_for
from dptheory.bounds.normalised import Normalising
from dptheory.distributions.worst_law import Clip, Normalise
from dptheory.distributions.worst_law.problem import drift
from dptheory.distributions.worst_law.solver import solve
from dptheory.optimizers.private import dp_nsgd, dp_sgd
from dptheory.problems.nonconvex import one_sided, separable
from dptheory.simulation.nonconvex import descend
from verify.papers.nsgd.laboratory import clipping_sweeps as sweeps
from verify.papers.nsgd.laboratory.clipping_images import (
    CLIP,
    FOLDER,
    GRADIENTS,
    NORMALISE,
    Lane,
    results,
)

Values = NDArray[np.float64]
Rule = Normalise | Clip


def worst_component(rule: Rule, s: float, *, line: bool = False) -> float:
    """The least expected component of a step along the gradient, for tau_0 = 1 and tau_1 = 0.

    Args:
        rule: normalising or clipping, in units of tau_0.
        s: the size of the gradient, positive.
        line: in one dimension; otherwise in two or more.
    """
    return solve(drift(rule, s, 1.0, 0.0, 0.0, line)).value / s


def floor(rule: Rule, *, line: bool = False) -> float:
    """The largest gradient, in units of tau_0, at which some law stops a step; 0 for none.

    The least component grows with the gradient; found to 1e-9 by bisection on (0, 1).
    """
    low, high = 1e-9, 1.0
    if worst_component(rule, low, line=line) >= 0:
        return 0.0
    while high - low > 1e-9:
        middle = (low + high) / 2
        if worst_component(rule, middle, line=line) > 0:
            high = middle
        else:
            low = middle
    return high


def printed_floor(r: float) -> float:
    """The non-vanishing term of (5) for tau_0 = 1, tau_1 = 0."""
    return 8 * (r + 2) / (r * (r + 1))


def toy_floor(r: float) -> float:
    """Where the law of Appendix A.1 stops DP-NSGD: s^2 + (3r + 1/2) s = 1/2, for tau_0 = 1."""
    reach = 3 * r + 0.5
    return float((np.sqrt(reach**2 + 2) - reach) / 2)


# Drift on runs ------------------------------------------------------------------------------------

EVERY = 4  # steps between two places
RATIOS = (0.02, 0.1, 0.5)  # c or r over the largest deviation


def on_runs(
    rule: str,
    parameter: float,
    rate: float,
    seeds: Sequence[int],
    steps: int = sweeps.STEPS,
    folder: Path = FOLDER,
) -> Values:
    """Gradient over largest deviation, c or r over it, and the component; (runs, points, 3).

    The component is that of a clipped gradient over c, or that of a normalised one.
    """
    lane = Lane(rule, parameter, rate)
    plan = sweeps.plan(8.0, tuple(range(0, steps + 1, EVERY)), steps)
    found = results((lane,), plan, seeds, folder, look=GRADIENTS)[:, 0]
    s, apart, component = found[..., 0], found[..., 1], found[..., 2]
    scale = parameter if rule == CLIP else 1.0
    return np.stack([s / apart, parameter / apart, component / scale], axis=-1)


def rule_of(name: str, ratio: float) -> Rule:
    """The rule with a parameter in units of tau_0."""
    return Clip(ratio) if name == CLIP else Normalise(ratio)


# Bounds beside runs -------------------------------------------------------------------------------

RULES = (CLIP, NORMALISE)
PROFILES = ("cauchy", "ripple")
PARAMETER, NOISE, DIMENSION, START = 3.0, 0.3, 2, 3.0
HORIZONS = (100, 300, 1000, 3000, 10000)


def _number(bound: Callable[..., Any], arguments: tuple[Any, ...]) -> float:
    """The bound, or nan outside its range."""
    try:
        return float(bound(*arguments))
    except ValueError:
        return float("nan")


def smallest_gradients(
    rule: str, profile: str, horizon: int, runs: int, seed: int = 0
) -> dict[str, float]:
    """E of the smallest gradient with its 95 % half width, and its bound, on a non-convex sum.

    Three records with the law of Appendix A.1, tau_0 = 1; c = r = 3, at the step size that
    :mod:`dptheory.bounds` proposes. The bound is nan where that step is too long for it.
    """
    problem = one_sided(separable(profile, DIMENSION), 3, ahead=1, tau0=1.0)
    x0 = np.full(DIMENSION, START)
    known = Nonconvex(problem.gap(x0), problem.L0, problem.L1, problem.tau0, problem.tau1)
    shared = (NOISE, DIMENSION, horizon)
    bounded = Clipping(PARAMETER) if rule == CLIP else Normalising(PARAMETER)
    eta = float(step_size_for(known, bounded, *shared))
    if rule == CLIP:
        method = dp_sgd(eta, PARAMETER, noise_multiplier=NOISE, on="mean", unit="bound")
    else:
        method = dp_nsgd(eta, PARAMETER, noise_multiplier=NOISE, on="mean")
    bound = _number(smallest_gradient_bound, (known, bounded, eta, *shared))
    found = descend(problem, method, x0, horizon, runs=runs, seed=seed, batch_size=3, record=())
    half = 1.96 * float(found.least.std(ddof=1)) / runs**0.5
    return {"mean": found.mean_least, "half": half, "bound": bound}
