r"""What the last iterate of noisy gradient descent leaks, where steps contract.

A step is :math:`x_{t+1}=x_t-\alpha(\nabla F(x_t)+N(0,\nu^2I))` on all n records, and perhaps a
projection onto a convex set. Changing a record moves the mean gradient by at most D at every point;
:math:`z=\nu/D`. Only :math:`x_T` is seen.

**Gradient descent.** With :math:`\mu`-strongly convex, L-smooth F for both data sets and
:math:`c=\max(|1-\alpha\mu|,|1-\alpha L|)` a step brings any two points closer by c, and the last
iterate is as private as one Gaussian release of distance

.. math:: \frac1z\sqrt{\frac{1+c}{1-c}\cdot\frac{1-c^T}{1+c^T}} \le \frac{\sqrt T}z

(Bok, Su and Altschuler 2024, by shifted interpolation). Quadratics of curvature :math:`\mu`
attain it where :math:`c=1-\alpha\mu`.

**Momentum.** The heavy ball adds :math:`\beta(x_t-x_{t-1})`. On quadratics with one Hessian for
both data sets, whose records differ in linear terms, the last iterate is Gaussian: with the answers
:math:`G_j` to a unit change j steps ago, the distance in an eigendirection is
:math:`\frac1z\sum_jG_j\big/\sqrt{\sum_jG_j^2}`, and the largest of those counts. On other losses
there is nothing to gain: where :math:`\alpha L\ge2` and :math:`\alpha\mu\le2\beta`, curvatures that
alternate between :math:`2/\alpha` and :math:`2\beta/\alpha` along the run make all :math:`|G_j|`
nearly equal, and the last iterate costs :math:`\sqrt T/z` up to a constant under the root, as all
iterates do.

Claims ``dptheory/last-iterate`` and ``dptheory/last-iterate-heavy-ball``.

Source: Bok, Su and Altschuler (2024) for gradient descent; momentum is own.
"""

import math
from collections.abc import Sequence

from dptheory.numbers import Number
from dptheory.ranges import count, positive, require

ROUNDING = 1e-12  # by which distances are made larger
LOST = 2.0**-48  # times T sum|G_j|: what rounding may take from a sum of T answers


def contraction(alpha: Number, mu: Number, smoothness: Number) -> Number:
    """c, by which a step of gradient descent brings any two points closer.

    Args:
        alpha: the step size, in (0, 2/L].
        mu, smoothness: 0 <= mu <= L, L > 0.
    """
    positive("step size alpha", alpha)
    positive("smoothness L", smoothness)
    require(0 <= mu <= smoothness, "strong convexity mu", f"in [0, L = {smoothness}]", mu)
    require(alpha * smoothness <= 2, "step size alpha", f"at most 2/L, L = {smoothness}", alpha)
    return max(abs(1 - alpha * mu), abs(1 - alpha * smoothness))


def contracting_distance(contraction: Number, iterations: int) -> float:
    """The distance of the last iterate on neighbours, over that of one release; rounded up.

    Args:
        contraction: the contraction, in [0, 1].
        iterations: T >= 1.
    """
    T = count("iterations T", iterations)
    require(0 <= contraction <= 1, "contraction c", "in [0, 1]", contraction)
    lost = float(1 - contraction)  # of exact numbers all digits of it are kept
    if lost == 0:
        return math.sqrt(T) * (1 + ROUNDING)
    if lost == 1:
        return 1.0 + ROUNDING
    logarithm = T * math.log1p(-lost)
    square = (2 - lost) / lost * -math.expm1(logarithm) / (1 + math.exp(logarithm))
    return min(math.sqrt(square), math.sqrt(T)) * (1 + ROUNDING)


def answers(alpha: Number, beta: Number, curvatures: Sequence[Number]) -> list[Number]:
    """G_j of the heavy ball: what a change of 1 in an iterate is in the last one.

    Args:
        alpha, beta: step size and momentum.
        curvatures: along the run at x_1, ..., x_{T-1}.

    Returns:
        G_0, ..., G_{T-1}, by how many steps ago it was.
    """
    found: list[Number] = [1]
    before: Number = 0
    for curvature in reversed(curvatures):
        now = (1 + beta - alpha * curvature) * found[-1] - beta * before
        before = found[-1]
        found.append(now)
    return found


def quadratic_distance(
    alpha: Number, beta: Number, spectrum: Sequence[Number], iterations: int
) -> float:
    """The distance of the heavy ball's last iterate on quadratics, in units of 1/z; rounded up.

    Args:
        alpha: the step size, positive.
        beta: the momentum, in [0, 1).
        spectrum: the eigenvalues of the Hessian that both data sets share, positive.
        iterations: T >= 1.

    Raises:
        ValueError: an argument is out of its range, or the run diverges beyond floats.
    """
    T = count("iterations T", iterations)
    positive("step size alpha", alpha)
    require(0 <= beta < 1, "momentum beta", "in [0, 1)", beta)
    require(len(spectrum) > 0, "spectrum", "at least one", len(spectrum))
    largest, most = 0.0, math.sqrt(T) * (1 + ROUNDING)
    for curvature in spectrum:
        positive("curvature", curvature)
        G = answers(float(alpha), float(beta), [float(curvature)] * (T - 1))
        size = max(map(abs, G))
        require(size < 1e150, "curvature", "one at which the run does not diverge", curvature)
        distance = abs(math.fsum(G)) / math.sqrt(math.fsum(g * g for g in G))
        # A rounding is answered as any change: each G_j is off by at most 3 2^-53 max|G| sum|G|.
        distance += LOST * T * math.fsum(map(abs, G))
        largest = max(largest, float(distance))
    return min(largest, most)
