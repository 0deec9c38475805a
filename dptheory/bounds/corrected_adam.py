r"""DP-AdamBC without momentum on smooth functions: how far its gradients fall.

Setting: Algorithm 1 with :math:`\beta_1 = 0`. F has L-Lipschitz gradients and starts
:math:`\Delta` above a lower bound. Given the past the batch's gradient g has the mean
:math:`G_t = \nabla F(x_{t-1})`, :math:`E\|g\|^2\le C^2` and entries of at most c; clipping changes
nothing. The released gradient is :math:`\tilde g = g + z`, :math:`z\sim N(0,\Phi I)`, and

.. math:: \hat v_t = (1-a_t)\hat v_{t-1} + a_t\tilde g_t^2,\quad a_t=\frac{1-\beta_2}{1-\beta_2^t},
          \qquad x_t = x_{t-1} - \eta\frac{\tilde g_t}{\sqrt{\max(\hat v_t-\Phi,\gamma')}}.

**One step.** In one coordinate let :math:`W=(1-a_t)\hat v_{t-1}-\Phi`, which the past fixes,
:math:`P=1/\sqrt{\max(W,\gamma')}` and :math:`\varphi(u)=u/\sqrt{\max(W+a_tu^2,\gamma')}`. For both
signs of the noise and :math:`g\ge0`

.. math:: P\Big(g-\frac{a_t(g^3+3gz^2)}{2\gamma'}\Big) \le \tfrac12(\varphi(g+z)+\varphi(g-z)) \le
          Pg.

So far any symmetric noise will do. Normal noise does not turn a mean step round either, as its
density is higher nearer to 0: noise takes of it, by the divisor that it makes larger itself, at
most the share :math:`\varepsilon_t=\min(1,a_t(c^2+3\Phi)/(2\gamma'))`.

**A run.** Of a step along G the law of batches can turn round :math:`|G|e` at most, with
:math:`e=\varepsilon_tE|g|`. With :math:`G^2-|G|e\ge(G^2-e^2)/2` and the descent lemma

.. math:: \frac1T\sum_{t\le T}E\sum_iP_{t,i}G_{t,i}^2 \le B = \frac{2\Delta}{\eta T} +
          \frac{\eta L(C^2+d\Phi)}{\gamma'} + \frac{C^2}{\sqrt{\gamma'}}\frac1T\sum_{t\le T}
          \varepsilon_t^2,

and by Cauchy and Schwarz, with :math:`\bar S` the mean over t of a bound of
:math:`\frac1d\sum_iE\,1/P_{t,i}`,

.. math:: \frac1T\sum_{t\le T}\frac{E\|\nabla F(x_{t-1})\|_1}{\sqrt d} \le \sqrt{B\,\bar S},\qquad
          S_t = \sqrt{\gamma' + \frac{C^2}d + \sqrt{w_t\Big(2\Phi^2+\frac{4\Phi C^2}d\Big)}},

where :math:`w_t` is the sum of the squared weights in :math:`\hat v_{t-1}`, and :math:`S_1=\sqrt{
\gamma'}`. A full batch has :math:`g=G`, nothing is turned round, and the last part of B goes.

**From below.** On the line, without noise and with :math:`\gamma'\le s^2`, let g be u > s with
probability p and -s else, where :math:`(1-p)s=rpu`, :math:`r^2=1-(1-\beta_2)(1-s^2/u^2)`. Then
:math:`E(x_t-x_{t-1}\mid x_0,\dots,x_{t-1})\ge0`, whatever the past was: u makes its own divisor
larger. So the run does not descend, though the gradient is

.. math:: G = pu(1-r) \ge \frac{1-\beta_2}2pu\Big(1-\frac{s^2}{u^2}\Big).

The floor of B is of this order: for u = 1.4 s and :math:`\gamma'=s^2` it is 10 times G as
:math:`\beta_2\to1` (ledger: ``dptheory/corrected-adam-below``).

Units: eta times gradient over root of floor is a length; floor and noise variance are squared
gradients. Source: own; the setting is that of Proposition 6 of Tang, Shpilevskiy and Lecuyer
(2023), with the divisor of their Algorithm 1 (ledger: ``dptheory/corrected-adam-run``).
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

from dptheory.contract import public
from dptheory.numbers import Number, maximum, sqrt, total
from dptheory.ranges import count, nonnegative, positive, quotient, require

__all__ = ["CorrectedAdam", "full_batch_slope", "lost_share", "mean_slope"]
FORGOTTEN = 2.0**-60  # a power of beta2 that no longer counts


@public
@dataclass(frozen=True)
class CorrectedAdam:
    r"""A problem and the parameters of DP-AdamBC.

    Attributes:
        gap: :math:`\Delta` (loss). smoothness: L > 0 (loss/length^2). dimension: d.
        clip: C > 0, a bound of the root of :math:`E\|g\|^2` (gradient).
        slope: c > 0, a bound of the size of its entries (gradient).
        noise_variance: :math:`\Phi = (\sigma C/B)^2 \ge 0`, of an entry (squared gradient).
        floor: :math:`\gamma' > 0` (squared gradient). beta2: :math:`\beta_2\in[0,1)`.

    Source: Algorithm 1 of Tang, Shpilevskiy and Lecuyer (2023), with beta1 = 0.

    Example:
        >>> corrected_adam.CorrectedAdam(1, 1, 10, 1, 1, "0.01", "0.1", "0.9").floor
        Fraction(1, 10)
    """

    gap: Number
    smoothness: Number
    dimension: int
    clip: Number
    slope: Number
    noise_variance: Number
    floor: Number
    beta2: Number

    def __post_init__(self) -> None:
        nonnegative("gap", self.gap)
        positive("smoothness L", self.smoothness)
        count("dimension d", self.dimension)
        positive("clip C", self.clip)
        positive("slope c", self.slope)
        nonnegative("noise variance Phi", self.noise_variance)
        positive("floor gamma'", self.floor)
        nonnegative("beta2", self.beta2)
        require(self.beta2 < 1, "beta2", "below 1", self.beta2)

    @property
    def square(self) -> Number:
        r""":math:`C^2 + d\Phi`, what the squared length of a released gradient is at most."""
        return self.clip**2 + self.dimension * self.noise_variance


def _newest(run: CorrectedAdam, t: int) -> Number:
    """a_t, the weight of the newest square."""
    return quotient(1 - run.beta2, 1 - run.beta2**t)


@public
def lost_share(run: CorrectedAdam, iteration: int) -> Number:
    r""":math:`\varepsilon_t`, the share of a mean step that its own divisor can take.

    Args:
        run: problem and parameters. iteration: t >= 1.

    Returns:
        A number in [0, 1].

    Raises:
        ValueError: t is not a natural number.

    Source: own (ledger: ``dptheory/corrected-adam-step``).

    Example:
        >>> run = corrected_adam.CorrectedAdam(1, 1, 1, 1, 1, 0, 1, "0.9")
        >>> corrected_adam.lost_share(run, 1)
        Fraction(1, 2)
    """
    newest = _newest(run, count("iteration t", iteration))
    size = run.slope**2 + 3 * run.noise_variance
    return 1 - maximum(0, 1 - quotient(newest * size, 2 * run.floor))


def _width(run: CorrectedAdam, t: int) -> Number:
    """S_t."""
    if t == 1:
        return sqrt(run.floor)
    earlier, phi = run.beta2 ** (t - 1), run.noise_variance
    weights = quotient((1 - run.beta2) * (1 + earlier), (1 + run.beta2) * (1 - earlier))
    square = quotient(run.clip**2, run.dimension)
    return sqrt(run.floor + square + sqrt(weights * (2 * phi**2 + 4 * phi * square)))


def _mean(run: CorrectedAdam, T: int, term: Callable[[int], Number]) -> Number:
    """The mean over t <= T of what does not rise from t = 2 on, or a little more."""
    forgotten = 1 if run.beta2 == 0 else math.ceil(math.log(FORGOTTEN) / math.log(run.beta2))
    last = min(T, max(forgotten, 2))
    return quotient(total(term(t) for t in range(1, last + 1)) + (T - last) * term(last), T)


def _spent(run: CorrectedAdam, alpha: Number, T: int) -> Number:
    """What a start and the second order leave, without what is turned round."""
    eta = positive("step size eta", alpha)
    second = quotient(eta * run.smoothness * run.square, run.floor)
    return quotient(2 * run.gap, eta * T) + second


@public
def mean_slope(run: CorrectedAdam, alpha: Number, iterations: int) -> Number:
    r""":math:`\sqrt{B\,\bar S}`, for every law of batches.

    Args:
        run: problem and parameters. alpha: eta > 0. iterations: T >= 1.

    Returns:
        A bound of the mean over t of :math:`E\|\nabla F(x_{t-1})\|_1/\sqrt d` (gradient). It says
        something where it is below the clip.

    Source: own (ledger: ``dptheory/corrected-adam-run``).

    Example:
        >>> run = corrected_adam.CorrectedAdam(1, 1, 10, 1, 0.3, 0.01, 0.1, 0.9)
        >>> round(corrected_adam.mean_slope(run, 0.001, 10**6), 3)
        0.106
    """
    T = count("iterations T", iterations)
    turned = _mean(run, T, lambda t: lost_share(run, t) ** 2)
    budget = _spent(run, alpha, T) + quotient(run.clip**2 * turned, sqrt(run.floor))
    return sqrt(budget * _mean(run, T, lambda t: _width(run, t)))


@public
def full_batch_slope(run: CorrectedAdam, alpha: Number, iterations: int) -> Number:
    r"""The same where every batch is the whole data: it falls to 0 as T grows.

    The mean is over t with the weights :math:`1-\varepsilon_t`.

    Args:
        run: problem and parameters. alpha: eta > 0. iterations: T >= 1.

    Returns:
        A bound (gradient), infinite where all :math:`\varepsilon_t` are 1.

    Source: own (ledger: ``dptheory/corrected-adam-run``).

    Example:
        >>> run = corrected_adam.CorrectedAdam(1, 1, 10, 1, 0.3, 0.01, 0.1, 0.9)
        >>> round(corrected_adam.full_batch_slope(run, 0.001, 10**6), 3)
        0.057
    """
    T = count("iterations T", iterations)
    kept = 1 - _mean(run, T, lambda t: lost_share(run, t))
    if not kept > 0:
        return math.inf
    width = _mean(run, T, lambda t: (1 - lost_share(run, t)) * _width(run, t))
    return sqrt(quotient(_spent(run, alpha, T) * width, 2 * kept**2))
