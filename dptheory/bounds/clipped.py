r"""DP-SGD with per-sample clipping: a bound of the smallest gradient norm.

Setting: :math:`x_{k+1} = x_k - \eta(\frac1B\sum_i\bar h_ig_i + z_k)`,
:math:`\bar h = \min(1, c/\|g\|)`, :math:`z_k \sim N(0, c^2\sigma^2I_d)`, on a problem
:class:`~dptheory.bounds.nonconvex.Nonconvex`. Write :math:`s = \|\nabla f\|`,
:math:`u = \nabla f/s`, :math:`b = \tau_0/(1-\tau_1)`.

**Descent.** The deviation of g is at most :math:`\max(s, b)` long. For :math:`s \ge b` every
:math:`\langle u, g\rangle` is nonnegative and :math:`\bar h \ge \min(1, \frac c{2s})`; for
:math:`s < b` and :math:`c \ge 2b` no gradient is clipped. In both cases

.. math:: E\langle\nabla f, \bar hg\rangle \ge s\min(s, \tfrac c2).

**Second order.** :math:`\|\bar hg\| \le c`: :math:`V = c^2(1 + d\sigma^2)`. The part of
:math:`\frac{L_0+L_1s}2\eta^2V` linear in s is the floor :math:`F = \frac{\eta L_1V}2`, which
vanishes with the step size. The bound is that of :mod:`dptheory.bounds.nonconvex` with
:math:`\lambda = 1` and c/2 in the place of b: it needs F < c/2, and nothing else of T and the step
size. No unit enters: nothing compares c with 1.

**Sharper second order.** V counts the mean itself as c^2 in every step. But for :math:`s \ge b` no
gradient is farther than s from :math:`\nabla f`: whatever a factor from [0, 1] takes away,
:math:`m = E\,\bar hg` stays in the ball with the diameter :math:`\nabla f`, and clipping at c
leaves it in the ball with the diameter cu: :math:`|m|^2 \le \min(s, c)\langle u, m\rangle`. For
every record :math:`|\bar hg|^2 \le 2\langle\nabla f, \bar hg\rangle`. For s < b nothing is
clipped, :math:`m = \nabla f`. A batch whose mean has q times a record's variance
(:func:`~dptheory.bounds.nonconvex.batch_share`, 0 for all records) then spends a share of the
descent, and the constant has the noise and what batches vary by near a minimum:

.. math:: \frac1\lambda = 1 - \frac{1+q}2\eta(L_0 + cL_1), \qquad V = c^2d\sigma^2 + qb^2, \qquad
          F = \frac{\lambda\eta L_1V}2.

For all records, L_1 = 0 and no noise this is gradient descent's condition
:math:`\eta L_0 < 2`. :func:`~dptheory.bounds.nonconvex.drawn_gradient_bound` has these (ledger:
``dptheory/clipped-mean``, ``dptheory/clipped-run``).

For :math:`c < \tau_0` a clipped step may go uphill on average.

Units: eta length^2/loss, c, b gradient, :math:`\sigma` none.
Source: Yang et al. (2022), Theorem 3.4, repaired (ledger: nsgd/thm-3.4).
"""

from dataclasses import dataclass

from dptheory.bounds.nonconvex import Descents, Nonconvex, Rule, step_budget
from dptheory.contract import public
from dptheory.numbers import Number
from dptheory.ranges import count, nonnegative, positive, quotient, require

__all__ = ["Clipping"]


@public
@dataclass(frozen=True)
class Clipping(Rule):
    r"""Records are clipped: :math:`\bar h = \min(1, c/\|g\|)`.

    Attributes:
        clip: c, at least 2b for the bounds (unit of a gradient).

    Raises:
        ValueError: c is not positive.

    Example:
        >>> problem = nonconvex.Nonconvex(gap=1, L0=1, L1=0, tau0=0.1, tau1=0)
        >>> rule = clipped.Clipping(1)
        >>> round(nonconvex.smallest_gradient_bound(problem, rule, 0.1, 0.01, 100, 1000), 4)
        0.246
    """

    clip: Number

    def __post_init__(self) -> None:
        positive("clipping norm c", self.clip)

    def second_moment(self, noise_std: Number, dimension: int) -> Number:
        r""":math:`c^2(1 + d\sigma^2)`."""
        spread = 1 + count("dimension d", dimension) * nonnegative("noise sigma", noise_std) ** 2
        return self.clip**2 * spread

    def descents(
        self, problem: Nonconvex, alpha: Number, noise_std: Number, dimension: int, iterations: int
    ) -> Descents:
        """With the second order of the module's docstring."""
        V = self.second_moment(noise_std, dimension)
        self._check(problem)
        budget = step_budget(problem, alpha, iterations, V)
        return Descents(quotient(alpha * problem.L1 * V, 2), quotient(self.clip, 2), budget)

    def sharper_descents(
        self,
        problem: Nonconvex,
        alpha: Number,
        noise_std: Number,
        dimension: int,
        iterations: int,
        sampling: Number = 0,
    ) -> Descents:
        """With the sharper one."""
        c, eta = self.clip, positive("step size eta", alpha)
        self._check(problem)
        q = nonnegative("sampling share q", sampling)
        require(q <= 1, "sampling share q", "in [0, 1]", q)
        d = count("dimension d", dimension)
        V = d * c**2 * nonnegative("noise sigma", noise_std) ** 2 + q * problem.border**2
        spent = quotient((1 + q) * eta * (problem.L0 + c * problem.L1), 2)
        require(spent < 1, "(1 + q) eta (L_0 + c L_1)/2", "below 1: shorten the step", spent)
        floor = quotient(eta * problem.L1 * V, 2 * (1 - spent))
        kappa = quotient(step_budget(problem, eta, iterations, V), 1 - spent)
        return Descents(floor, quotient(c, 2), kappa)

    def longest_step(self, problem: Nonconvex, sampling: Number = 0) -> Number:
        r""":math:`2/((1+q)(L_0 + cL_1))`."""
        return 2 / ((1 + sampling) * (problem.L0 + self.clip * problem.L1))

    def _check(self, problem: Nonconvex) -> None:
        least = 2 * problem.border
        words = f"at least 2 tau_0/(1 - tau_1) = {least}"
        require(self.clip >= least, "clipping norm c", words, self.clip)
