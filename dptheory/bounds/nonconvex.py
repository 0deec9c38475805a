r"""From a descent in every step to the smallest gradient: what normalising and clipping share.

Let :math:`m = \min_{k<T}\|\nabla f(x_k)\|`, and let a step from a point with gradient norm
:math:`s > F` lower f by :math:`\frac\eta\lambda s(\min(s, b) - F) - \eta^2\frac{L_0V}2` in
expectation, with :math:`0 \le F < b`. Stop at the first step with :math:`s \le F`. Every step
before it has a nonnegative first term, and the sum over at most T of them gives

.. math:: E\big[m(\min(m, b) - F);\,m > F\big] \le \kappa
          = \lambda\Big(\frac{D_f}{\eta T} + \frac{\eta L_0V}2\Big).

With :math:`y = (m - F)_+` and :math:`w = b - F` the left side is at least
:math:`E\,y\min(y, w)`, which for every :math:`\theta \in [0, w]` is at least
:math:`\theta E\,y - \theta^2/4`: :math:`\theta = \min(w, 2\sqrt\kappa)` gives

.. math:: E\,m \le F + \max\Big\{\sqrt\kappa, \frac{2\kappa}{b - F}\Big\}.

Nothing is asked of T, and the step size only has to keep F below b.

**A drawn iterate.** Which iterate has the smallest gradient is not known to who runs the method.
Let k be uniform on 0, ..., T - 1 and independent of the run, and s the gradient norm at
:math:`x_k`. Where every step descends as above, also at :math:`s\le F`, the sum over all T of them
gives :math:`E\,s(\min(s, b) - F) \le \kappa`. For :math:`\theta\le b - F` the left side is at least
:math:`\theta E\,s - (F+\theta)^2/4`: with :math:`\varrho=\sqrt{F^2+4\kappa}`

.. math:: E\,s \le \begin{cases} (F+\varrho)/2 & \text{for } \varrho \le b - F\\
          (\kappa + b^2/4)/(b - F) & \text{otherwise.}\end{cases}

The smallest gradient is no larger than that of a drawn iterate, and at F = 0 the bound is
:math:`\sqrt\kappa` again (ledger: ``dptheory/drawn-iterate``).

Source: own; it repairs Theorems 3.2 and 3.4 of Yang et al. (2022).
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from fractions import Fraction

from dptheory.contract import public
from dptheory.numbers import Number, maximum, sqrt
from dptheory.ranges import count, nonnegative, positive, quotient, require
from dptheory.results import explained

__all__ = ["Nonconvex", "drawn_gradient_bound", "smallest_gradient_bound", "step_size_for"]


@public
@dataclass(frozen=True)
class Nonconvex:
    r"""What is known of a problem and a start.

    Attributes:
        gap: :math:`D_f = f(x_0) - \inf f`, or an upper bound of it (loss).
        L0: :math:`L_0` (loss/length^2). L1: :math:`L_1` (1/length), of
            :math:`\|\nabla f(x) - \nabla f(y)\| \le (L_0 + L_1\|\nabla f(x)\|)\|x - y\|`.
        tau0: :math:`\tau_0` (loss/length). tau1: :math:`\tau_1 \in [0, 1)`: a per-sample gradient
            is never further than :math:`\tau_0 + \tau_1\|\nabla f\|` from the gradient.

    Example:
        >>> nonconvex.Nonconvex(gap=1, L0=1, L1=0, tau0="0.5", tau1=0).tau0
        Fraction(1, 2)
    """

    gap: Number
    L0: Number
    L1: Number
    tau0: Number
    tau1: Number

    def __post_init__(self) -> None:
        nonnegative("gap D_f", self.gap)
        nonnegative("smoothness L_0", self.L0)
        nonnegative("smoothness L_1", self.L1)
        nonnegative("deviation tau_0", self.tau0)
        nonnegative("deviation tau_1", self.tau1)
        require(self.tau1 < 1, "deviation tau_1", "below 1", self.tau1)

    @property
    def border(self) -> Number:
        r""":math:`b = \tau_0/(1-\tau_1)`: from this gradient norm on no sample points uphill."""
        return quotient(self.tau0, 1 - self.tau1)


def step_budget(
    problem: Nonconvex, alpha: Number, iterations: int, second_moment: Number
) -> Number:
    r""":math:`\frac{D_f}{\eta T} + \frac{\eta L_0V}2`, what the mean descent of a step is worth.

    Args:
        problem: the problem. alpha: eta (length over the unit of a step).
        iterations: T >= 1.
        second_moment: V, an upper bound of the expected squared length of a step over eta.
    """
    T = count("iterations T", iterations)
    eta = positive("step size eta", alpha)
    spread = quotient(eta * problem.L0 * nonnegative("second moment V", second_moment), 2)
    return quotient(problem.gap, eta * T) + spread


@explained
@dataclass(frozen=True)
class Descents:
    r"""What all steps of a run are worth: :math:`E\,s(\min(s, b) - F) \le \kappa` on average.

    Attributes:
        floor: F (gradient). cap: b > F. gradient_budget: :math:`\kappa \ge 0` (squared gradient).

    Raises:
        ValueError: the floor is not below the cap: the step is too long, or the problem is
            out of the theorem's range.
    """

    floor: Number
    cap: Number
    gradient_budget: Number

    def __post_init__(self) -> None:
        nonnegative("floor F", self.floor)
        nonnegative("gradient_budget", self.gradient_budget)
        below = f"below the cap b = {self.cap}: shorten the step"
        require(self.floor < self.cap, "floor F", below, self.floor)


def smallest_gradient(floor: Number, cap: Number, gradient_budget: Number) -> Number:
    r""":math:`F + \max\{\sqrt\kappa, 2\kappa/(b - F)\}`.

    Args:
        floor: F. cap: b > F. gradient_budget: :math:`\kappa \ge 0`, the unit of a squared gradient.

    Raises:
        ValueError: the floor is not below the cap: the step is too long, or the problem is
            out of the theorem's range.
    """
    nonnegative("floor F", floor)
    require(floor < cap, "floor F", f"below the cap b = {cap}: shorten the step", floor)
    return floor + maximum(sqrt(gradient_budget), quotient(2 * gradient_budget, cap - floor))


def drawn_gradient(run: Descents) -> Number:
    r"""The bound of :math:`E\|\nabla f\|` at an iterate drawn uniformly from all but the last.

    Args:
        run: what the steps are worth.
    """
    F, width = run.floor, run.cap - run.floor
    square = F * F + 4 * run.gradient_budget
    if square <= width * width:
        return quotient(F + sqrt(square), 2)
    return quotient(run.gradient_budget + quotient(run.cap * run.cap, 4), width)


def batch_share(n: int, batch_size: int) -> Number:
    r""":math:`q = \frac{n-m}{m(n-1)}`: a batch's mean has q times the variance of a record.

    Args:
        n: records. batch_size: records in a batch, drawn without replacement, 1 <= m <= n.
    """
    batch_size = count("batch size m", batch_size, most=count("data size n", n))
    return Fraction(n - batch_size, batch_size * (n - 1)) if batch_size < n else Fraction(0)


def balanced_step(problem: Nonconvex, iterations: int, second_moment: Number) -> Number:
    r"""The step size :math:`\sqrt{2D_f/(L_0VT)}`, which makes :func:`step_budget` least.

    Args:
        problem: the problem. iterations: T, at least 1.
        second_moment: V, of what a step is moved by.

    Raises:
        ValueError: an argument is out of its range; :math:`L_0`, V and :math:`D_f` are positive.
    """
    T = count("iterations T", iterations)
    spread = positive("smoothness L_0", problem.L0) * positive("second moment V", second_moment)
    return sqrt(quotient(2 * positive("gap D_f", problem.gap), spread * T))


class Rule(ABC):
    """How a record's gradient is bounded: clipped or normalised.

    The steps of a run are worth what the rule says, and the bounds follow. Units and symbols are
    those of the rule's module.
    """

    @abstractmethod
    def second_moment(self, noise_std: Number, dimension: int) -> Number:
        """V, an upper bound of the expected squared length of a step over eta."""

    @abstractmethod
    def descents(
        self, problem: Nonconvex, alpha: Number, noise_std: Number, dimension: int, iterations: int
    ) -> Descents:
        """What the steps are worth until one starts below the floor.

        Raises:
            ValueError: an argument is out of its range, or the floor reaches the cap.
        """

    @abstractmethod
    def sharper_descents(
        self,
        problem: Nonconvex,
        alpha: Number,
        noise_std: Number,
        dimension: int,
        iterations: int,
        sampling: Number = 0,
    ) -> Descents:
        """What all steps are worth, with the sharper second order.

        Args:
            problem, alpha, noise_std, dimension, iterations: as above.
            sampling: q of :func:`batch_share`, in [0, 1], 0 for full batches.

        Raises:
            ValueError: an argument is out of its range, the step is too long, or the floor reaches
                the cap.
        """

    @abstractmethod
    def longest_step(self, problem: Nonconvex, sampling: Number = 0) -> Number:
        """The step size from which on the sharper second order says nothing."""


@public
def smallest_gradient_bound(
    problem: Nonconvex,
    rule: Rule,
    alpha: Number,
    noise_std: Number,
    dimension: int,
    iterations: int,
) -> Number:
    r"""An upper bound of :math:`E\min_{k<T}\|\nabla f(x_k)\|` (unit of a gradient).

    Args:
        problem: the problem. rule: clipping or normalising. alpha: eta.
        noise_std: sigma, the noise of the mean; clipped: in units of c.
        dimension: d. iterations: T.

    Raises:
        ValueError: an argument is out of its range, or the floor reaches the cap.

    Example:
        >>> problem = nonconvex.Nonconvex(gap=1, L0=1, L1=0, tau0=0.1, tau1=0)
        >>> rule = normalised.Normalising(1)
        >>> f"{nonconvex.smallest_gradient_bound(problem, rule, 0.04, 0.01, 100, 1000):.4g}"
        '1.215'
    """
    run = rule.descents(problem, alpha, noise_std, dimension, iterations)
    return smallest_gradient(run.floor, run.cap, run.gradient_budget)


def descents(
    problem: Nonconvex,
    rule: Rule,
    alpha: Number,
    noise_std: Number,
    dimension: int,
    iterations: int,
    sampling: Number = 0,
) -> Descents:
    """What all steps of a run are worth; arguments and errors of :func:`drawn_gradient_bound`."""
    return rule.sharper_descents(problem, alpha, noise_std, dimension, iterations, sampling)


@public
def drawn_gradient_bound(
    problem: Nonconvex,
    rule: Rule,
    alpha: Number,
    noise_std: Number,
    dimension: int,
    iterations: int,
    sampling: Number = 0,
) -> Number:
    r"""An upper bound of :math:`E\|\nabla f(x_k)\|`, k uniform on 0, ..., T - 1 and independent.

    Args:
        problem, rule, alpha, noise_std, dimension, iterations: of :func:`smallest_gradient_bound`.
        sampling: q of :func:`batch_share`, in [0, 1], 0 for full batches.

    Raises:
        ValueError: an argument is out of its range, the step is too long, or the floor reaches the
            cap.

    Example:
        >>> problem = nonconvex.Nonconvex(gap=1, L0=1, L1=0, tau0=0.1, tau1=0)
        >>> rule = clipped.Clipping(1)
        >>> round(nonconvex.drawn_gradient_bound(problem, rule, 0.1, 0.01, 100, 1000), 4)
        0.1051
    """
    run = descents(problem, rule, alpha, noise_std, dimension, iterations, sampling)
    return drawn_gradient(run)


@public
def step_size_for(
    problem: Nonconvex, rule: Rule, noise_std: Number, dimension: int, iterations: int
) -> Number:
    r"""The step size :math:`\sqrt{2D_f/(L_0VT)}`; where records are normalised it needs no r.

    Args:
        problem, rule, noise_std, dimension, iterations: of :func:`smallest_gradient_bound`.

    Example:
        >>> problem = nonconvex.Nonconvex(gap=1, L0=1, L1=0, tau0=0.1, tau1=0)
        >>> rule = clipped.Clipping(1)
        >>> round(nonconvex.step_size_for(problem, rule, 0.1, 100, 1000), 4)
        0.0316
    """
    return balanced_step(problem, iterations, rule.second_moment(noise_std, dimension))
