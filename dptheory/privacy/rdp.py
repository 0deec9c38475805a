r"""Rényi divergence of Gaussian releases: plain, and on batches drawn without replacement.

A release adds :math:`N(0, \nu^2 I)` to a query whose value moves by at most :math:`\Delta` in
Euclidean norm when one record is replaced; :math:`z = \nu/\Delta` is its noise multiplier. On all
data its divergence of order :math:`\alpha` is :math:`\alpha/(2z^2)`, exactly.

**Batches.** The query is evaluated on b of n records, :math:`q = b/n`. Two neighbouring data sets
give mixtures :math:`P = (1-q)C + qA` and :math:`Q = (1-q)C + qB` of Gaussians whose centres are
pairwise at most :math:`\Delta` apart. For :math:`s \ge 1` and :math:`s' = 1 + (s-1)/q`,

.. math:: P - sQ = q\bigl[A - s'\bigl((1-s/s')C + (s/s')B\bigr)\bigr],

so that by convexity :math:`\int(P - sQ)_+` is at most q times that of :math:`N(\Delta,\nu^2)`
against :math:`s'N(0,\nu^2)`. With the standard Gaussian Q, :math:`R = e^{x/z - 1/(2z^2)}`,
:math:`L = 1 + q(R-1)` and :math:`\varphi_a(L) = L^a - 1 - a(L-1)` this says

.. math:: e^{(\alpha-1)D_\alpha(P\|Q)} \le
          1 + \mathbb E\bigl[(\varphi_\alpha(L) + \varphi_{1-\alpha}(L))\,1_{L>1}\bigr],

which is :func:`subsampled_upper`. Data whose gradients are all the same, except that one record of
one data set has the opposite gradient, attain :math:`P = (1-q)N(0,\nu^2) + qN(\Delta,\nu^2)`,
:math:`Q = N(0,\nu^2)`: the larger of their two divergences is :func:`subsampled_lower`.

**In closed form.** :func:`subsampled_bound` is :math:`5q^2\alpha/z^2` where that has been proved
(the ledger's ``lssgd/lemma-1-subsampled``, ``-variance-range`` and ``-order-range``).

All of this refers to the replace-one relation. Integrals are by Gauss-Legendre panels; the relative
error is below 1e-9 (tested against panels of half the width).
"""

import math
from functools import cache

import numpy as np
from numpy.typing import NDArray

from dptheory.numbers import Number
from dptheory.privacy.neighbouring import Neighbouring, check_fixed_size
from dptheory.ranges import positive, require

Array = NDArray[np.float64]
PANEL, NODES = 0.5, 16  # width of a panel in standard deviations, nodes in it
TAIL = 12.0  # standard deviations beyond the last peak of an integrand
CONSTANT = 5  # of subsampled_bound
# Integrals are divided by order - 1: closer to 1 they are those of the end of this range, beyond
# the order asked for where an upper bound is wanted and below it for a lower one, as a divergence
# grows with its order.
CLOSEST = 1e-5


def gaussian_divergence(order: Number, noise_multiplier: Number) -> Number:
    r""":math:`\alpha/(2z^2)`: the divergence of a Gaussian release on all data, any number type."""
    return order / (2 * noise_multiplier**2)


def subsampled_bound(order: Number, noise_multiplier: Number, q: Number) -> Number | None:
    r""":math:`5q^2\alpha/z^2` where it is proved, otherwise None.

    It is for :math:`q = 1`, where the divergence is :math:`\alpha/(2z^2)`, and for
    :math:`z^2 \ge 1` with one of: :math:`\alpha \le 2`; :math:`\alpha \le \ln[1/(q(1+z^2))]`;
    :math:`q\alpha \le 1` and :math:`\alpha \le z^2/4`.

    Args:
        order: alpha > 1.
        noise_multiplier: z > 0.
        q: b/n in (0, 1].
    """
    _check(order, noise_multiplier, q)
    squared = noise_multiplier**2
    proved = q == 1 or (
        squared >= 1
        and (
            order <= 2
            or order <= -math.log(float(q) * (1 + float(squared)))
            or (q * order <= 1 and 4 * order <= squared)
        )
    )
    return CONSTANT * q**2 * order / squared if proved else None


def subsampled_upper(
    order: float,
    noise_multiplier: float,
    q: float,
    *,
    neighbouring: Neighbouring,
    panel: float = PANEL,
) -> float:
    """An upper bound of the divergence of one release on a batch; see the module's docstring.

    Args:
        order: alpha > 1.
        noise_multiplier: z > 0, noise by the most that replacing a record moves the query.
        q: b/n in (0, 1].
        neighbouring: replace-one, the only relation for batches of fixed size.
        panel: width of the panels of integration.

    Returns:
        The bound, infinite where its exponential exceeds the floats.

    Raises:
        ValueError: an argument is out of its range, or the relation is another one.
    """
    check_fixed_size(neighbouring)
    if (known := _known(order, noise_multiplier, q)) is not None:
        return known
    order = max(order, 1 + CLOSEST)
    start = 0.5 / noise_multiplier
    x, weight = nodes(start, start + order / noise_multiplier + TAIL, panel)
    gain = gain_of(start, x, q)
    return _divergence(order, [(order, gain, x, weight), (1 - order, gain, x, weight)])


def subsampled_uppers(order: float, multipliers: Array, q: float) -> Array:
    """:func:`subsampled_upper` for replace-one at many noise multipliers, shape (k,), at once."""
    z = np.asarray(multipliers, dtype=np.float64)
    require(z.ndim == 1 and z.size > 0, "multipliers", "a nonempty vector", f"shape {z.shape}")
    _check(order, float(np.min(z)), q)
    positive("noise multipliers", float(np.max(z)))
    if q == 1:
        return np.asarray(gaussian_divergence(order, z))
    found = np.full(z.size, np.inf)
    order = max(order, 1 + CLOSEST)
    held = [i for i in range(z.size) if not _overflows(order, float(z[i]), q)]
    if not held:
        return found
    starts = 0.5 / z[held]
    panels = [nodes(s, s + 2 * order * s + TAIL, PANEL) for s in starts.tolist()]
    sizes = [x.size for x, _ in panels]
    x, weight = (np.concatenate(parts) for parts in zip(*panels, strict=True))
    gain = gain_of(np.repeat(starts, sizes), x, q)
    with np.errstate(over="ignore", invalid="ignore"):
        excess = _excess(order, gain, x) + _excess(1 - order, gain, x)
        sums = np.add.reduceat(weight * excess, np.cumsum([0, *sizes[:-1]]))
    finite = np.isfinite(sums)
    found[np.asarray(held)[finite]] = np.log1p(sums[finite]) / (order - 1)
    return found


def subsampled_lower(
    order: float,
    noise_multiplier: float,
    q: float,
    *,
    neighbouring: Neighbouring,
    panel: float = PANEL,
) -> float:
    """The divergence that a pair of data sets attains; arguments of :func:`subsampled_upper`."""
    check_fixed_size(neighbouring)
    if (known := _known(order, noise_multiplier, q)) is not None:
        return known
    order = order if order > 1 + CLOSEST else 1 - CLOSEST
    half = 0.5 / noise_multiplier
    x, weight = nodes(-TAIL, order / noise_multiplier + TAIL, panel)
    gain = gain_of(half, x, q)
    return max(_divergence(order, [(power, gain, x, weight)]) for power in (order, 1 - order))


def _known(order: float, multiplier: float, q: float) -> float | None:
    """What needs no integral: the divergence of all records, and one that exceeds the floats."""
    _check(order, multiplier, q)
    if q == 1:
        return float(gaussian_divergence(order, multiplier))
    return math.inf if _overflows(order, multiplier, q) else None


def _check(order: Number, multiplier: Number, q: Number) -> None:
    require(1 < order < math.inf, "order alpha", "above 1 and finite", order)
    positive("noise multiplier", multiplier)
    require(0 < q <= 1, "sampling rate q", "in (0, 1]", q)


def _overflows(order: float, multiplier: float, q: float) -> bool:
    """Whether E (qR)^order, less than E L^order, exceeds the floats."""
    return order * ((order - 1) / (2 * multiplier**2) + math.log(q)) > 709


@cache
def _legendre() -> tuple[Array, Array]:
    """Nodes and weights on [-1, 1]."""
    x, weight = np.polynomial.legendre.leggauss(NODES)
    return x, weight


def nodes(low: float, high: float, width: float) -> tuple[Array, Array]:
    """Nodes and weights of Gauss-Legendre panels."""
    x, weight = _legendre()
    ends = np.linspace(low, high, max(1, math.ceil((high - low) / width)) + 1)
    half = np.diff(ends) / 2
    return (ends[:-1, None] + half[:, None] * (1 + x)).ravel(), np.outer(half, weight).ravel()


def gain_of(half: float | Array, x: Array, q: float) -> Array:
    """L - 1 of the module's docstring at noise multiplier 1/(2 half)."""
    with np.errstate(over="ignore"):
        return q * np.expm1(2 * half * (x - half))


def _divergence(order: float, parts: list[tuple[float, Array, Array, Array]]) -> float:
    """ln(1 + sum of E phi_power(1 + gain))/(order - 1) over parts (power, gain, x, weight)."""
    with np.errstate(over="ignore", invalid="ignore"):
        terms = [float(weight @ _excess(power, gain, x)) for power, gain, x, weight in parts]
    return math.log1p(sum(terms)) / (order - 1) if all(map(math.isfinite, terms)) else math.inf


def _excess(power: float, gain: Array, x: Array) -> Array:
    """phi_power(1 + gain) times the standard normal density at x, without cancellation."""
    log_density = -0.5 * x**2 - 0.5 * math.log(2 * math.pi)
    density = np.exp(log_density)
    large = np.exp(log_density + power * np.log1p(gain)) - density * (1 + power * gain)
    # The next term of the series is below 1e-12 of the first one.
    tail = 1 + (power - 2) / 3 * gain * (1 + (power - 3) / 4 * gain * (1 + (power - 4) / 5 * gain))
    small = density * (power * (power - 1) / 2) * gain**2 * tail
    return np.where((abs(power) + 4) * np.abs(gain) < 2e-3, small, large)
