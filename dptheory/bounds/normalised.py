r"""DP-NSGD: a bound of the smallest gradient norm, wherever a floor F is below b.

Setting: :math:`x_{k+1} = x_k - \eta(\frac1B\sum_i h_ig_i + z_k)`, :math:`h = 1/(r + \|g\|)`,
:math:`z_k \sim N(0, \sigma^2I_d)`, on a problem :class:`~dptheory.bounds.nonconvex.Nonconvex`.
Write :math:`s = \|\nabla f\|`, :math:`u = \nabla f/s`, :math:`b = \tau_0/(1-\tau_1)`.

**Descent.** The deviation e of g is at most :math:`\max(s, b)` long. For :math:`s \ge b`
every :math:`\langle u, g\rangle` is nonnegative and :math:`h \ge 1/(r+2s)`, so that
:math:`E\langle u, hg\rangle \ge \frac s{r+2s} \ge \frac b{r+2b}`. For :math:`s < b`,
:math:`h` lies between :math:`\frac1{r+2b}` and :math:`\frac1r`; as :math:`E\,e = 0`, only the
difference of h to the middle of this interval, at most :math:`\frac b{r(r+2b)}`, counts:
:math:`E\langle u, hg\rangle \ge \frac s{r+2b} - \frac b{r(r+2b)}b`. In both cases

.. math:: E\langle\nabla f, hg\rangle \ge \frac{s(\min(s, b) - b^2/r)}{r + 2b}.

**Second order.** :math:`\|hg\| < 1`, whatever the batch: :math:`V = 1 + d\sigma^2`, and
:math:`\frac{L_0+L_1s}2\eta^2V` has a part linear in s, which raises the floor:

.. math:: F = \frac{b^2}r + \frac{\eta L_1V(r+2b)}2.

The bound is that of :mod:`dptheory.bounds.nonconvex` with :math:`\lambda = r + 2b`. It needs
F < b, hence r > b, and no other condition; at a step size that falls with T this is a condition
on T. The floor is no artefact: a law of two atoms makes :math:`E\,hg = 0` at gradients of size
:math:`\tau_0^2/(6r+4\tau_0)` (ledger: ``dptheory/normalised-stuck``).

**Sharper second order.** As :math:`|g|^2 \le 2\langle\nabla f, g\rangle + (b^2-s^2)_+` and
:math:`h \le 1/r`, in batches of every size
:math:`E|hg|^2 \le \frac2rE\langle\nabla f, hg\rangle + \frac{b^2}{r^2}`. In the part with
:math:`L_0` this replaces 1:

.. math:: \lambda = \frac{r+2b}{1-\eta L_0/r}, \qquad V = d\sigma^2 + \frac{b^2}{r^2}, \qquad
          F = \frac{b^2}r + \frac{\lambda\eta L_1(1 + d\sigma^2)}2.

:func:`~dptheory.bounds.nonconvex.drawn_gradient_bound` has these, for batches of every size
(ledger: ``dptheory/normalised-run``).

Units: h g and z have none, eta length, r, b gradient, :math:`\sigma` none.
Source: Yang et al. (2022), Theorem 3.2, repaired (ledger: nsgd/thm-3.2).
"""

from dataclasses import dataclass

from dptheory.bounds.nonconvex import Descents, Nonconvex, Rule, step_budget
from dptheory.contract import public
from dptheory.numbers import Number
from dptheory.ranges import count, nonnegative, positive, quotient, require

__all__ = ["Normalising"]


@public
@dataclass(frozen=True)
class Normalising(Rule):
    r"""Records are normalised: :math:`h = 1/(r + \|g\|)`.

    Attributes:
        regulariser: r, above b for the bounds (unit of a gradient).

    Raises:
        ValueError: r is not positive.

    Example:
        >>> problem = nonconvex.Nonconvex(gap=1, L0=1, L1=0, tau0="0.1", tau1=0)
        >>> normalised.Normalising(1).lasting_floor(problem)
        Fraction(1, 100)
    """

    regulariser: Number

    def __post_init__(self) -> None:
        positive("regulariser r", self.regulariser)

    def second_moment(self, noise_std: Number, dimension: int) -> Number:
        r""":math:`1 + d\sigma^2`."""
        return 1 + count("dimension d", dimension) * nonnegative("noise sigma", noise_std) ** 2

    def lasting_floor(self, problem: Nonconvex) -> Number:
        r""":math:`b^2/r`, what is left of the bounds when T grows and the step size falls."""
        return quotient(problem.border**2, self.regulariser)

    def descents(
        self, problem: Nonconvex, alpha: Number, noise_std: Number, dimension: int, iterations: int
    ) -> Descents:
        """With the second order of the module's docstring."""
        V = self.second_moment(noise_std, dimension)
        scale = self.regulariser + 2 * problem.border
        budget = step_budget(problem, alpha, iterations, V)
        linear = quotient(alpha * problem.L1 * V * scale, 2)
        return Descents(self.lasting_floor(problem) + linear, problem.border, scale * budget)

    def sharper_descents(
        self,
        problem: Nonconvex,
        alpha: Number,
        noise_std: Number,
        dimension: int,
        iterations: int,
        sampling: Number = 0,
    ) -> Descents:
        """With the sharper one, whatever the sampling."""
        r, b, eta = self.regulariser, problem.border, positive("step size eta", alpha)
        private = count("dimension d", dimension) * nonnegative("noise sigma", noise_std) ** 2
        spent = quotient(eta * problem.L0, r)
        require(spent < 1, "eta L_0/r", "below 1: shorten the step", spent)
        scale = quotient(r + 2 * b, 1 - spent)
        second = quotient(scale * eta * problem.L1 * (1 + private), 2)
        V = private + quotient(b**2, r**2)
        budget = scale * step_budget(problem, eta, iterations, V)
        return Descents(self.lasting_floor(problem) + second, b, budget)

    def longest_step(self, problem: Nonconvex, sampling: Number = 0) -> Number:
        r""":math:`r/L_0`."""
        return self.regulariser / problem.L0
