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

Units: eta length, s and gamma gradient, sigma none, kappa and x gradient.
Source: Bu et al. (2023), Theorem 1, repaired (ledger: groupwise/thm-1, dptheory/grouped-descent).
"""

from dataclasses import dataclass

from dptheory.contract import public
from dptheory.numbers import Number, maximum, sqrt
from dptheory.ranges import count, nonnegative, positive, quotient, require


@public
@dataclass(frozen=True)
class Grouped:
    r"""A loss, its noise, and DP-SGD with automatic clipping of M groups.

    Attributes:
        gap: :math:`\Delta = L_0 - L_*`, or an upper bound of it (loss).
        smoothness: :math:`\mathcal L > 0` (loss/length^2).
        deviation: s, the largest root mean square deviation of a group (gradient).
        groups: M. stability: :math:`\gamma > 0` (gradient), 0.01 in the paper.
        noise: :math:`\sigma`, the noise multiplier. dimension: d. batch: B, of fixed size.

    Raises:
        ValueError: an entry is out of its range.

    Example:
        >>> run = grouped.Grouped(1, 2, "0.5", 4, "0.01", noise=1, dimension=100, batch=50)
        >>> run.groups
        4
    """

    gap: Number
    smoothness: Number
    deviation: Number
    groups: int
    stability: Number
    noise: Number
    dimension: int
    batch: int

    def __post_init__(self) -> None:
        nonnegative("gap L_0 - L_*", self.gap)
        positive("smoothness L", self.smoothness)
        nonnegative("deviation s", self.deviation)
        count("groups M", self.groups)
        positive("stability gamma", self.stability)
        nonnegative("noise sigma", self.noise)
        count("dimension d", self.dimension)
        count("batch B", self.batch)

    @property
    def second_moment(self) -> Number:
        r""":math:`1 + \sigma^2d/B^2`, that of a step over :math:`(\eta B)^2`, at most."""
        return 1 + quotient(self.noise**2 * self.dimension, self.batch**2)

    @property
    def width(self) -> Number:
        r""":math:`w = s + \gamma`."""
        return self.deviation + self.stability


@public
def step_worth(run: Grouped, step_size: Number, iterations: int) -> Number:
    r""":math:`\kappa`, what the descents of a step are worth on average (gradient).

    Args:
        run: the run. step_size: eta (length). iterations: T >= 1.

    Raises:
        ValueError: an argument is out of its range.

    Example:
        >>> run = grouped.Grouped(1.0, 2.0, 0.5, 4, 0.01, noise=1.0, dimension=100, batch=50)
        >>> f"{grouped.step_worth(run, 0.0006, 1000):.4g}"
        '0.1291'
    """
    way = positive("step size eta", step_size) * run.batch
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
        >>> run = grouped.Grouped(1.0, 2.0, 0.5, 4, 0.01, noise=1.0, dimension=100, batch=50)
        >>> f"{grouped.balanced_step(run, 1000):.4g}"
        '0.0006202'
    """
    spread = run.smoothness * run.second_moment * count("iterations T", iterations)
    return quotient(sqrt(quotient(2 * positive("gap L_0 - L_*", run.gap), spread)), run.batch)


@public
def reach(run: Grouped, worth: Number) -> Number:
    r""":math:`x(k)`, the gradient norm whose descents are worth k at least.

    Args:
        run: the run. worth: k >= 0 (gradient).

    Raises:
        ValueError: k is negative.

    Example:
        >>> run = grouped.Grouped(1.0, 2.0, 0.5, 4, 0.01, noise=1.0, dimension=100, batch=50)
        >>> grouped.reach(run, 0.0)
        0.0
    """
    k, w = nonnegative("worth k", worth), run.width
    near = quotient(k, 2) + sqrt(quotient(k**2, 4) + quotient(k * w**2, run.stability))
    return -maximum(-near, -(k + sqrt(run.groups * w**2)))


@public
def gradient_quantile(run: Grouped, step_size: Number, iterations: int, failure: Number) -> Number:
    r"""An x with :math:`\max_{t<T}P(\|g_t\| < x) \ge 1 - \varrho`.

    Args:
        run: the run. step_size: eta. iterations: T. failure: :math:`\varrho \in (0, 1]`.

    Raises:
        ValueError: an argument is out of its range.

    Example:
        >>> run = grouped.Grouped(1.0, 2.0, 0.5, 4, 0.01, noise=1.0, dimension=100, batch=50)
        >>> f"{grouped.gradient_quantile(run, 0.0006, 1000, 0.5):.4g}"
        '1.278'
    """
    require(0 < failure <= 1, "failure probability rho", "in (0, 1]", failure)
    return reach(run, quotient(step_worth(run, step_size, iterations), failure))
