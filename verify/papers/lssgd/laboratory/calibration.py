r"""The calibration of DP-LSSGD, with the conditions under which it is proved.

:func:`theorem_1` is the calibration of Wang et al. (2019): with :math:`c = \ln(1/\delta)/\epsilon`,

.. math:: \alpha = \frac c{1-\mu} + 1,\qquad \nu^2 = \frac{20T\alpha G^2}{\mu n^2\epsilon},\qquad
          z^2 = \frac{5Tq^2\alpha}{\mu\epsilon},

under two conditions on :math:`\mu\in(0,1)`: :math:`\alpha + \ln(1+z^2) \le \ln(1/q)` and
:math:`z^2\ge1.5`. The noise is smallest at :math:`\mu = \sqrt{c+1}/(\sqrt{c+1}+\sqrt c)`, where
:math:`\alpha/\mu = (\sqrt{c+1}+\sqrt c)^2`.

Source: Wang et al., Laplacian smoothing for private ERM, Theorem 1.
"""

import math
from dataclasses import dataclass
from enum import StrEnum

from scipy.optimize import brentq, minimize_scalar

from dptheory.privacy.rdp import subsampled_bound
from dptheory.ranges import count, positive, require


class Conditions(StrEnum):
    """What becomes of Theorem 1's two conditions."""

    FEASIBLE = "feasible"
    ORDER = "order condition fails"
    NOISE = "noise condition fails"
    APART = "no mu meets both conditions"


@dataclass(frozen=True)
class Calibration:
    """Theorem 1 at one mu.

    Attributes:
        mu, order: mu and alpha.
        noise: nu.
        ratio: nu^2/Delta^2, which the noise condition wants to be at least 1.5.
        order_limit: ln(1/(q (1 + ratio))), which the order condition wants to be at least alpha.
        conditions: whether they hold; for the best mu: for any mu at all.
        covered: the theorem's conclusion is proved at this mu, by its own conditions or by those
            of the ledger's repair.
    """

    mu: float
    order: float
    noise: float
    ratio: float
    order_limit: float
    conditions: Conditions
    covered: bool


LEAST_RATIO = 1.5


def theorem_1(
    *,
    n: int,
    batch: int,
    iterations: int,
    lipschitz: float,
    eps: float,
    delta: float,
    mu: float | None = None,
) -> Calibration:
    """The noise of Theorem 1 and the state of its conditions.

    Args:
        n, batch: data size and batch size, 1 <= batch <= n.
        iterations: T >= 1.
        lipschitz: G, positive.
        eps, delta: the budget, eps positive, delta in (0, 1); replace-one.
        mu: in (0, 1); left out: where the noise is smallest, among the mu that meet the conditions
            if there are any.

    Raises:
        ValueError: an argument is out of its range.
    """
    n = count("data size n", n)
    q = count("batch size b", batch, most=n) / n
    T = count("iterations T", iterations)
    positive("Lipschitz constant G", lipschitz)
    positive("eps", eps)
    require(0 < delta < 1, "delta", "in (0, 1)", delta)
    rule = _Rule(-math.log(delta) / eps, 5 * T * q**2 / eps, -math.log(q))
    if mu is None:
        mu, conditions = rule.best()
    else:
        require(0 < mu < 1, "mu", "in (0, 1)", mu)
        conditions = rule.at(mu)
    order, ratio = rule.order(mu), rule.ratio(mu)
    return Calibration(
        mu=mu,
        order=order,
        noise=2 * lipschitz / batch * math.sqrt(ratio),
        ratio=ratio,
        order_limit=rule.limit - math.log1p(ratio),
        conditions=conditions,
        covered=conditions is Conditions.FEASIBLE
        or subsampled_bound(order, math.sqrt(ratio), q) is not None,
    )


@dataclass(frozen=True)
class _Rule:
    """c = ln(1/delta)/eps, scale = 5 T q^2/eps, limit = ln(1/q): all that the conditions see."""

    c: float
    scale: float
    limit: float

    def order(self, mu: float) -> float:
        return self.c / (1 - mu) + 1

    def ratio(self, mu: float) -> float:
        return self.scale * self.order(mu) / mu

    def needed(self, mu: float) -> float:
        """alpha + ln(1 + ratio), a convex function of mu."""
        return self.order(mu) + math.log1p(self.ratio(mu))

    def at(self, mu: float) -> Conditions:
        if self.needed(mu) > self.limit:
            return Conditions.ORDER
        return Conditions.FEASIBLE if self.ratio(mu) >= LEAST_RATIO else Conditions.NOISE

    def best(self) -> tuple[float, Conditions]:
        """The mu of the smallest noise, and whether any mu meets the conditions."""
        least = math.sqrt(self.c + 1) / (math.sqrt(self.c + 1) + math.sqrt(self.c))
        ends = 1e-12, 1 - 1e-12
        easiest = float(
            minimize_scalar(self.needed, bounds=ends, method="bounded", options={"xatol": 1e-12}).x
        )
        if self.needed(easiest) > self.limit:
            return least, Conditions.ORDER
        # Both conditions hold on pieces of (0, 1) that end at these points.
        room = [self.limit - self.needed(end) for end in ends]
        limits = [
            float(brentq(lambda mu: self.limit - self.needed(mu), easiest, end, xtol=1e-15))
            for end, left in zip(ends, room, strict=True)
            if left < 0
        ]
        inside = [m for m in (least, easiest, *limits, *self._just_noisy()) if self._nearly(m)]
        if not inside:
            return least, Conditions.APART
        return min(inside, key=self.ratio), Conditions.FEASIBLE

    def _just_noisy(self) -> list[float]:
        """Where the ratio is exactly the least one allowed: k mu^2 - (k+1) mu + c + 1 = 0."""
        k = LEAST_RATIO / self.scale
        square = (k + 1) ** 2 - 4 * k * (self.c + 1)
        if square < 0:
            return []
        double = k + 1 + math.sqrt(square)
        return [mu for mu in (2 * (self.c + 1) / double, double / (2 * k)) if 0 < mu < 1]

    def _nearly(self, mu: float) -> bool:
        """Both conditions, up to the rounding of a crossing."""
        room = 1e-9
        return self.needed(mu) <= self.limit * (1 + room) and self.ratio(mu) >= LEAST_RATIO * (
            1 - room
        )
