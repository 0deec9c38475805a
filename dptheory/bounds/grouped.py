r"""Group-wise automatic clipping: bounds of the gradient norm without a union over the groups.

Setting: :math:`w_{t+1} = w_t - \eta\big(\sum_{i\le B} \frac{g_i^{(m)}}{\sqrt M(\|g_i^{(m)}\|+
\gamma)} + \sigma z\big)` in each of M groups, :math:`z \sim N(0, I)`, on a loss with
:math:`\mathcal L`-Lipschitz gradients that starts :math:`\Delta` above a lower bound. In every
group the deviation e of a per-sample gradient is symmetric, with :math:`E\|e\|^2 \le s^2`
(the paper's :math:`\xi = s\sqrt M`). Write :math:`w = s + \gamma`.

**Descent.** For a pair :math:`\pm e` and :math:`G = \|g\|` in one group, in every dimension,

.. math:: \tfrac12\sum_\pm \frac{\langle g, g \pm e\rangle}{\|g \pm e\| + \gamma} \ge
          \max\Big\{\frac{\gamma G^2}{(\|e\|+\gamma)^2 + \gamma G},\; G - \|e\| - \gamma\Big\},

and both forms are convex in :math:`\|e\|^2`, so that on average s stands for :math:`\|e\|`.

**Sum over the groups.** With :math:`\|g\|^2 = \sum_m G_m^2` and :math:`G_m \le \|g\|` the first
forms add up to :math:`\gamma\|g\|^2/(w^2 + \gamma\|g\|)` at least, the positive parts of the
second ones to :math:`\|g\| - w\sqrt M`.

**Result.** The descent lemma with a clipped sum of length B at most, averaged over T steps, gives

.. math:: \frac1T\sum_t E\Big[\sum_m \text{descent}\Big] \le \kappa = \sqrt M\Big(
          \frac\Delta{\eta BT} + \frac{\mathcal L\eta B}2\Big(1+\frac{\sigma^2d}{B^2}\Big)\Big).

Both forms are convex in :math:`\|g\|` and increasing. By Jensen some step has
:math:`E\|g_t\| \le x(\kappa)`, and by Markov's inequality some step has
:math:`P(\|g_t\| < x(\kappa/\varrho)) \ge 1 - \varrho`, with

.. math:: x(k) = \min\Big\{\frac k2 + \sqrt{\frac{k^2}4 + \frac{kw^2}\gamma},\; k + w\sqrt M\Big\}
          \le k + w\min\Big\{\sqrt{k/\gamma}, \sqrt M\Big\}.

Nothing is asked of T, of :math:`\varrho` or of the step size, and nothing is left to an O.

**From below.** One coordinate a group, the same loss in each: of slope -G on a stretch of length
:math:`\ell`, then a parabola of curvature :math:`\mathcal L`; it is convex. Records deviate by
:math:`\pm s`, as many one way as the other. On the stretch a step goes
:math:`m=\eta B\gamma G/(\sqrt M(w^2-G^2))` on average, with a variance of at most
:math:`v=\eta^2(\sigma^2+B/M)`. Where :math:`\ell=(1+c)Tm` a run leaves it in T steps with a
probability of at most :math:`P=v/(c^2Tm^2)` (Kolmogorov), so that at every step :math:`t\le T`

.. math:: E\|g_t\| \ge \sqrt M\,G(1-P), \qquad G^2 = \min\Big\{s^2,\; \frac{w^2\Delta}{\Delta+(1+c)
          \sqrt M\gamma\eta BT+Mw^2/(2\mathcal L)}\Big\},

which keeps the gap of the loss below :math:`\Delta`. At the balanced step the bound over this one
tends to :math:`\sqrt{2(1+c)}` as T grows, for every c > 0.

Units: eta length, s and gamma gradient, sigma none, kappa and x gradient.
Source: Bu et al. (2023), Theorem 1, repaired (ledger: groupwise/thm-1, dptheory/grouped-descent);
from below: dptheory/grouped-from-below.
"""

from dataclasses import dataclass

from dptheory.contract import public
from dptheory.numbers import Number, maximum, sqrt
from dptheory.ranges import count, nonnegative, positive, quotient, require

__all__ = ["Grouped", "balanced_step", "gradient_quantile", "step_worth"]


@public
@dataclass(frozen=True)
class Grouped:
    r"""A loss, its noise, and DP-SGD with automatic clipping of M groups.

    Attributes:
        gap: :math:`\Delta = L_0 - L_*`, or an upper bound of it (loss).
        smoothness: :math:`\mathcal L > 0` (loss/length^2).
        deviation: s, the largest root mean square deviation of a group (gradient).
        groups: M. regulariser: :math:`\gamma > 0` (gradient), 0.01 in the paper.
        noise_multiplier: :math:`\sigma`. dimension: d. batch_size: B, of fixed size.

    Example:
        >>> run = grouped.Grouped(1, 2, "0.5", 4, "0.01", 1, dimension=100, batch_size=50)
        >>> run.groups
        4
    """

    gap: Number
    smoothness: Number
    deviation: Number
    groups: int
    regulariser: Number
    noise_multiplier: Number
    dimension: int
    batch_size: int

    def __post_init__(self) -> None:
        nonnegative("gap L_0 - L_*", self.gap)
        positive("smoothness L", self.smoothness)
        nonnegative("deviation s", self.deviation)
        count("groups M", self.groups)
        positive("stability gamma", self.regulariser)
        nonnegative("noise sigma", self.noise_multiplier)
        count("dimension d", self.dimension)
        count("batch B", self.batch_size)

    @property
    def second_moment(self) -> Number:
        r""":math:`1 + \sigma^2d/B^2`, that of a step over :math:`(\eta B)^2`, at most."""
        return 1 + quotient(self.noise_multiplier**2 * self.dimension, self.batch_size**2)

    @property
    def width(self) -> Number:
        r""":math:`w = s + \gamma`."""
        return self.deviation + self.regulariser


@public
def step_worth(run: Grouped, alpha: Number, iterations: int) -> Number:
    r""":math:`\kappa`, what the descents of a step are worth on average (gradient).

    Args:
        run: the run. alpha: eta (length). iterations: T >= 1.

    Example:
        >>> run = grouped.Grouped(1.0, 2.0, 0.5, 4, 0.01, 1.0, dimension=100, batch_size=50)
        >>> f"{grouped.step_worth(run, 0.0006, 1000):.4g}"
        '0.1291'
    """
    way = positive("step size eta", alpha) * run.batch_size
    spent = quotient(run.gap, way * count("iterations T", iterations))
    worth = spent + quotient(run.smoothness * way * run.second_moment, 2)
    # The root of a whole number alone would have to be rational.
    return sqrt(run.groups * worth**2)


@public
def balanced_step(run: Grouped, iterations: int) -> Number:
    r""":math:`\eta = \frac1B\sqrt{2\Delta/(\mathcal L(1+\sigma^2d/B^2)T)}`: kappa is least.

    Then :math:`\kappa = \sqrt{M/T}\sqrt{2\Delta\mathcal L(1+\sigma^2d/B^2)}`.

    Args:
        run: the problem and its noise.
        iterations: T, at least 1.

    Raises:
        ValueError: an argument is out of its range, or the gap is 0.

    Example:
        >>> run = grouped.Grouped(1.0, 2.0, 0.5, 4, 0.01, 1.0, dimension=100, batch_size=50)
        >>> f"{grouped.balanced_step(run, 1000):.4g}"
        '0.0006202'
    """
    spread = run.smoothness * run.second_moment * count("iterations T", iterations)
    return quotient(sqrt(quotient(2 * positive("gap L_0 - L_*", run.gap), spread)), run.batch_size)


def reach(run: Grouped, worth: Number) -> Number:
    r""":math:`x(k)`, the gradient norm whose descents are worth k at least.

    Args:
        run: the run. worth: k >= 0 (gradient).

    Raises:
        ValueError: k is negative.

    Example:
        >>> run = grouped.Grouped(1.0, 2.0, 0.5, 4, 0.01, 1.0, dimension=100, batch_size=50)
        >>> grouped.reach(run, 0.0)
        0.0
    """
    k, w = nonnegative("worth k", worth), run.width
    near = quotient(k, 2) + sqrt(quotient(k**2, 4) + quotient(k * w**2, run.regulariser))
    return -maximum(-near, -(k + sqrt(run.groups * w**2)))


@public
def gradient_quantile(run: Grouped, alpha: Number, iterations: int, failure: Number) -> Number:
    r"""An x with :math:`\max_{t<T}P(\|g_t\| < x) \ge 1 - \varrho`.

    Args:
        run: the run. alpha: eta. iterations: T. failure: :math:`\varrho \in (0, 1]`.

    Example:
        >>> run = grouped.Grouped(1.0, 2.0, 0.5, 4, 0.01, 1.0, dimension=100, batch_size=50)
        >>> f"{grouped.gradient_quantile(run, 0.0006, 1000, 0.5):.4g}"
        '1.278'
    """
    require(0 < failure <= 1, "failure probability rho", "in (0, 1]", failure)
    return reach(run, quotient(step_worth(run, alpha, iterations), failure))


@dataclass(frozen=True)
class LinearStretch:
    r"""A loss on whose linear part a run stays, in each of M groups of one coordinate.

    Attributes:
        groups: M. slope: G (gradient). length: :math:`\ell` (length).
        failure: P, a bound of the probability that a group leaves it; above 1 it says nothing.
    """

    groups: int
    slope: Number
    length: Number
    failure: Number

    @property
    def gradient(self) -> Number:
        r""":math:`\sqrt MG(1-P)`, at most :math:`E\|g_t\|` at every step."""
        return sqrt(self.groups * self.slope**2) * (1 - self.failure)


def linear_stretch(run: Grouped, alpha: Number, iterations: int, margin: Number) -> LinearStretch:
    r"""A convex loss of gap :math:`\Delta` at most, and how small its gradients are in no run.

    Args:
        run: the run; its deviation must be positive. alpha: eta (length). iterations: T >= 1.
        margin: c > 0, by how much the stretch is longer than the mean way; every one is allowed.
    """
    way = positive("step size eta", alpha) * run.batch_size
    more = 1 + positive("margin c", margin)
    positive("gap L_0 - L_*", run.gap)
    s, w = positive("deviation s", run.deviation), run.width
    far = sqrt(run.groups * (way * count("iterations T", iterations)) ** 2) * run.regulariser
    spent = run.gap + more * far + quotient(run.groups * w**2, 2 * run.smoothness)
    square = -maximum(-(s**2), -quotient(run.gap * w**2, spent))
    rest = w**2 - square
    spread = run.groups * run.noise_multiplier**2 + run.batch_size
    path = iterations * (run.batch_size * run.regulariser * margin) ** 2 * square
    return LinearStretch(
        run.groups,
        sqrt(square),
        quotient(more * far * sqrt(square), run.groups * rest),
        quotient(spread * rest**2, path),
    )
