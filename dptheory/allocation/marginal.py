r"""What one release costs in delta, all others being what they are: the curve that shapes noise.

With :math:`H(s)=\delta(\epsilon-s)` for the profile of all releases together, a release more of
loss L raises delta by :math:`E[H(L)]-H(0)`. A Rényi order :math:`\alpha` says
:math:`H(s)\propto e^{(\alpha-1)s}`, which is the tangent at 0 but grows for ever where H stays
below 1: it overrates rare large losses. For one release on a batch, with the likelihood ratio
:math:`e^{l(x)}=1-q+qe^{x/z-1/(2z^2)}` of a standard Gaussian x and losses in both directions,

.. math:: r(z) = E\bigl[(e^l(H(l)-H(0)) + H(-l)-H(0))\,1_{l>0}\bigr].

It replaces the Rényi divergence in the rule. It belongs to the schedule that gave H, so that the
schedule is computed in two or three rounds. Like the divergence it shapes the noise only.
"""

import math
from collections.abc import Callable

import numpy as np
from scipy.interpolate import CubicSpline

from dptheory.allocation.divergence import FINE, Curve, Setting, knots_of, tabulated
from dptheory.allocation.schedule import Array
from dptheory.privacy import laws, rdp
from dptheory.privacy.schedule import GaussianSchedule
from dptheory.ranges import require

POINTS = 300  # of ln H
LEAST = 1e-12  # H is followed down to this part of H(0)
SMALL = 1e-5  # losses below which a release's cost is that of the curvature


def marginal_curve(
    setting: Setting, log_z: Array, counts: Array, epsilon: float, delta: float
) -> Curve | None:
    """The table of r at a schedule that spends (epsilon, delta); None where H cannot be told.

    Args:
        setting: batches and relation.
        log_z: logarithms of the multipliers, shape (k,).
        counts: how often each occurs, whole, shape (k,).
        epsilon, delta: what the schedule spends; delta in (0, 1).

    Raises:
        ValueError: delta is out of its range.
    """
    require(0 < delta < 1, "delta", "in (0, 1)", delta)
    times = np.asarray(counts, dtype=np.int64)
    schedule = GaussianSchedule(setting.n, setting.batch_size, np.exp(log_z), times)
    losses, log_deltas = schedule.releases.run(laws.replaced, LEAST * delta).curve(LEAST * delta)
    held = log_deltas > math.log(LEAST * delta)
    s, log_h = epsilon - losses[held][::-1], log_deltas[held][::-1]
    if s.size < 8 or not s[0] < 0 < s[-1]:
        return None
    # Dense around 0, where most releases are.
    near = np.sinh(np.linspace(np.arcsinh(s[0] * 50), np.arcsinh(s[-1] * 50), POINTS)) / 50
    near[0], near[-1] = s[0], s[-1]
    spline = CubicSpline(near, np.interp(near, s, log_h))
    first, second = float(spline(0.0, 1)), float(spline(0.0, 2))
    bend = first + second + first**2  # H' + H'' over H(0)
    if bend <= 0:
        return None

    def relative(at: Array) -> Array:
        """H/H(0) - 1."""
        inside = spline(np.clip(at, s[0], s[-1])) - float(spline(0.0))
        found: Array = np.expm1(inside - first * np.maximum(s[0] - at, 0.0))
        return found

    knots = knots_of(FINE)
    found = [_cost(setting.rate, z, relative, bend) for z in np.exp(knots).tolist()]
    return tabulated(knots, np.asarray(found))


def _cost(q: float, z: float, relative: Callable[[Array], Array], bend: float) -> float:
    """r(z)/H(0)."""
    half = 0.5 / z
    x, weight = rdp.nodes(half, 3 * half + rdp.TAIL, rdp.PANEL)
    gain = rdp.gain_of(half, x, q)
    size = np.log1p(gain)
    cost = np.where(size < SMALL, bend * size**2, (1 + gain) * relative(size) + relative(-size))
    # e^l times a density: at most that of the release with the record.
    density = np.exp(-0.5 * x**2) / math.sqrt(2 * math.pi)
    return float(np.sum(weight * cost * density))
