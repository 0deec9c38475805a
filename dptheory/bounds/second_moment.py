r"""How far noise moves Adam's second moment: proved sub-exponential pairs and their tails.

One coordinate. Released: :math:`g_\tau + z_\tau`, independent :math:`z_\tau \sim N(0, \Phi)`,
:math:`|g_\tau| \le C`; weights :math:`w_\tau = (1 - \beta_2)\beta_2^{t - \tau}/(1 - \beta_2^t)`.
The deviation of the second moment from that of the gradients and its bias is

.. math:: D = \hat v_t - \sum_\tau w_\tau(g_\tau^2 + \Phi)
            = \sum_\tau w_\tau(2g_\tau z_\tau + z_\tau^2 - \Phi).

**One step.** For :math:`l < 1/(2\Phi)`, :math:`E e^{l(2gz + z^2 - \Phi)} = e^{\psi(l\Phi)}` with

.. math:: \psi(x) = -x - \tfrac12\ln(1 - 2x) + \frac{2rx^2}{1 - 2x}, \qquad r = g^2/\Phi,

by completing the square. As :math:`-x - \frac12\ln(1 - 2x) = \int_0^x\frac{2y}{1 - 2y}dy`,

.. math:: \psi(x)/x^2 = \int_0^1\frac{2u}{1 - 2xu}du + \frac{2r}{1 - 2x}

grows with x on all of :math:`(-\infty, \frac12)`, and with r. So (nu, b) satisfies
:math:`\psi(x) \le x^2\nu^2/(2\Phi^2)` for all :math:`|x| < \Phi/b` and :math:`g^2 \le C^2` exactly
if it does at x = Phi/b, r = :math:`\rho = C^2/\Phi`: with b in units of Phi

.. math:: \nu^2(b) = \Phi^2\Bigl(-2b - b^2\ln\bigl(1 - \tfrac2b\bigr) + \frac{4\rho b}{b - 2}\Bigr),
          \qquad b > 2,

is the least possible (:func:`step_nu`). At b = 4: :math:`\nu^2 = \Phi^2(16\ln2 - 8 + 8\rho)`. As b
grows it falls to the variance, :math:`\Phi^2(2 + 4\rho)`, below which no nu can be.

**The sum.** Let :math:`g_\tau` depend on :math:`z_1, \dots, z_{\tau - 1}` in any way, and on
batches that are independent of the noise (a run's gradients do). Given all this, the step's
factor is at most :math:`e^{l^2w_\tau^2\nu^2/2}` for :math:`|l|w_\tau < 1/b`; multiplying from the
last step backwards, :math:`E e^{lD} \le e^{l^2\nu^2\sum w^2/2}` for :math:`|l| < 1/(b\max w)`. So
the sum has :math:`\nu_* = \nu\sqrt{\sum w^2}`, :math:`b_* = b\max w`, for fixed and for adaptive
gradients alike (:func:`moment_pair`).

D is centred at the *realised* gradients. For adaptive gradients :math:`\hat v_t - E\hat v_t` also
contains :math:`\sum w(g^2 - E g^2)`, and no pair of it vanishes with :math:`\sum w^2`: the noise
of the first step can choose between g = 0 and :math:`|g| = C` for all later ones. As
:math:`\sum wg^2 \in [0, C^2]`, Hoeffding's lemma gives this part the pair :math:`(C^2/2, 0)`, and
Hölder's inequality :math:`\nu = \nu_* + C^2/2`, :math:`b = b_*(1 + C^2/(2\nu_*))` to the whole.

**Tails.** Markov at the best :math:`|l| \le 1/b` gives, for both signs,
:math:`e^{-\delta^2/(2\nu^2)}` up to :math:`\delta = \nu^2/b` and
:math:`e^{-\delta/b + \nu^2/(2b^2)}` beyond, continuous and at most :math:`e^{-\delta/(2b)}` there
(:func:`deviation`). Without a pair: by the integral,
:math:`\psi(x) \le x^2(1 + 2r)/(1 - 2x)` for x >= 0 and :math:`\le x^2(1 + 2r)` for x <= 0, so that

.. math:: P\bigl[D \ge \sqrt{2Vx} + 2\Phi x\max w\bigr] \le e^{-x}, \qquad
          P\bigl[D \le -\sqrt{2Vx}\bigr] \le e^{-x},\qquad V = \Phi^2(2 + 4\rho)\sum w^2

(the argument of Birge and of Laurent and Massart; :func:`deviation_bound`).

**All steps at once.** With :math:`y_t = (1 - \beta_2)\beta_2^t/(1 - \beta_2^t)` the weights are
:math:`w_\tau = y_t\beta_2^{-\tau}`, so that :math:`D_t = y_tM_t` with the martingale
:math:`M_t = \sum_{\tau\le t}\beta_2^{-\tau}(2g_\tau z_\tau + z_\tau^2 - \Phi)`. For a fixed
:math:`\lambda > 0` and all t for which :math:`\theta_t = \lambda/y_t` has
:math:`2\theta_t\Phi\max w < 1` the numbers :math:`\exp(\lambda M_t - \Psi_t)` are a
nonnegative supermartingale, for adaptive gradients too, where

.. math:: \Psi_t = \sum_{j<t}\psi(\theta_t\Phi\beta_2^j\max w)\text{ at } r = \rho.

By Ville's inequality :math:`D_t < (\Psi_t + x)/\theta_t` for all these t at once, but for a chance
of :math:`e^{-x}`; as :math:`\psi(-x)\le\psi(x)`, so does :math:`-D_t`. The steps are cut into K
blocks in which :math:`\log(1/y_t)` grows by 1 at most, each block has its :math:`\lambda`, and
:math:`x = \log(2K/\alpha)` (:func:`deviation_band`). K is near
:math:`T(1 - \beta_2) + \log\frac1{1 - \beta_2}`: steps within a block cost nothing. This is the
stitching of Howard, Ramdas, McAuliffe and Sekhon (2021), here with weights that are forgotten.

Source: own; repairs Propositions 3 and 4 of Tang, Shpilevskiy, Lecuyer (2023).
"""

import math
from dataclasses import dataclass

import numpy as np

from dptheory.contract import public
from dptheory.numbers import Number, kind, log, sqrt
from dptheory.ranges import count, nonnegative, positive, power, quotient, require

__all__ = ["deviation_band"]

SERIES = 1 / 32  # of 2/b: below, a logarithm is summed as a series
FORGOTTEN = 2.0**-60  # a square of a weight that no longer counts


@dataclass(frozen=True)
class SubExponential:
    r"""A centred X with :math:`E e^{lX} \le e^{l^2\nu^2/2}` for all :math:`|l| < 1/b`.

    Attributes:
        nu: in the units of X.
        b: in the units of X.

    Example:
        >>> f"{second_moment.deviation(second_moment.SubExponential(nu=2.0, b=4.0), 0.05):.4g}"
        '15.26'
    """

    nu: Number
    b: Number

    def __post_init__(self) -> None:
        nonnegative("nu", self.nu)
        nonnegative("b", self.b)


def step_nu(b: Number, ratio: Number) -> Number:
    r"""The least nu of :math:`2gz + z^2 - \Phi`, :math:`|g| \le C`, at b; both in units of Phi.

    Args:
        b: more than 2.
        ratio: :math:`\rho = C^2/\Phi`, at least 0.
    """
    require(b > 2, "b", "more than 2 (in units of the noise's variance)", b)
    nonnegative("ratio C^2/Phi", ratio)
    noise = _noise_part(b) if kind(b) == "float" else -2 * b - b**2 * log(1 - quotient(2, b))
    return sqrt(noise + quotient(4 * ratio * b, b - 2))


def _noise_part(b: float) -> float:
    """-2b - b^2 log(1 - 2/b) = sum of 4 x^k/(k + 2), x = 2/b, without cancellation."""
    x = 2 / b
    if x > SERIES:
        return -2 * b - b * b * math.log1p(-x)
    return sum(4 * x**k / (k + 2) for k in range(13))


def step_pair(noise_variance: Number, clip: Number, b: Number = 4) -> SubExponential:
    """The least nu of one step at b (in units of Phi), in the units of the squared gradient.

    Args:
        noise_variance: Phi > 0. clip: C >= 0, a bound of the gradient.
        b: in units of Phi, more than 2.

    Raises:
        ValueError: the variance is not positive, the clip negative, or b <= 2.
    """
    phi = positive("noise variance", noise_variance)
    ratio = quotient(nonnegative("clip C", clip) ** 2, phi)
    return SubExponential(phi * step_nu(b, ratio), phi * b)


def largest_weight(beta2: Number, iterations: int) -> Number:
    r""":math:`\max w = (1 - \beta_2)/(1 - \beta_2^t)`.

    Args:
        beta2: in [0, 1). iterations: at least 1.

    Raises:
        ValueError: beta2 is not in [0, 1), or t < 1.
    """
    require(beta2 >= 0, "beta2", "in [0, 1)", beta2)
    require(beta2 < 1, "beta2", "in [0, 1)", beta2)
    return quotient(1 - beta2, 1 - power(beta2, "step t", iterations))


def squared_weights(beta2: Number, iterations: int) -> Number:
    r""":math:`\sum w^2 = \frac{(1 - \beta_2)(1 + \beta_2^t)}{(1 + \beta_2)(1 - \beta_2^t)}`.

    Args:
        beta2: in [0, 1). iterations: at least 1.
    """
    return largest_weight(beta2, iterations) * quotient(1 + beta2**iterations, 1 + beta2)


def moment_pair(
    noise_variance: Number, clip: Number, beta2: Number, iterations: int, b: Number = 4
) -> SubExponential:
    r"""A pair of D: :math:`\nu\sqrt{\sum w^2}`, :math:`b\max w`, for fixed and adaptive gradients.

    Args:
        noise_variance: Phi > 0.
        clip: C >= 0, a bound of the gradients.
        beta2: in [0, 1).
        iterations: at least 1.
        b: of one step, in units of Phi, more than 2.

    Example:
        >>> pair = second_moment.moment_pair(1.0, 0.0, 0.999, 10000)
        >>> f"{pair.nu:.4g} {pair.b:.4g}"
        '0.03932 0.004'
    """
    step = step_pair(noise_variance, clip, b)
    return SubExponential(
        step.nu * sqrt(squared_weights(beta2, iterations)),
        step.b * largest_weight(beta2, iterations),
    )


def deviation(pair: SubExponential, failure: float) -> float:
    """The xi for which the tails above give alpha/2 each: P[|X| >= xi] <= alpha.

    Args:
        pair: of X.
        failure: in (0, 1).

    Raises:
        ValueError: alpha is not in (0, 1).

    Example:
        >>> pair = second_moment.moment_pair(1.0, 0.0, 0.999, 10000)
        >>> f"{second_moment.deviation(pair, 0.05):.4g}"
        '0.1068'
    """
    level = _level(failure)
    if level <= pair.nu**2 / (2 * pair.b**2):
        return float(pair.nu * math.sqrt(2 * level))
    return float(pair.b * level + pair.nu**2 / (2 * pair.b))


def deviation_bound(
    failure: float, noise_variance: float, clip: float, beta2: float, iterations: int
) -> float:
    r"""A xi with P[|D| >= xi] <= alpha, without a pair: :math:`\sqrt{2Vx} + 2\Phi x\max w`.

    Here x = ln(2/alpha); also for adaptive gradients. The lower tail alone has
    :math:`\sqrt{2Vx}`. As t and 1/(1 - beta2) grow the exact radius for :math:`|g| = C` is
    :math:`z_{\alpha/2}\sqrt V`, z the normal quantile.

    Args:
        failure: in (0, 1).
        noise_variance: Phi > 0. clip: C >= 0, a bound of the gradients.
        beta2: in [0, 1). iterations: at least 1.

    Example:
        >>> f"{second_moment.deviation_bound(0.05, 1, 0, 0.999, 10000):.4g}"
        '0.0933'
    """
    phi, level = float(positive("noise variance", noise_variance)), _level(failure)
    ratio = float(nonnegative("clip C", clip)) ** 2 / phi
    variance = phi**2 * (2 + 4 * ratio) * float(squared_weights(beta2, iterations))
    return math.sqrt(2 * variance * level) + 2 * phi * level * float(
        largest_weight(beta2, iterations)
    )


def _level(alpha: float, blocks: int = 1) -> float:
    require(0 < alpha < 1, "probability alpha", "in (0, 1)", alpha)
    return math.log(2 * blocks / alpha)


def _clock(beta2: float, t: int) -> float:
    """log(1/y_t)."""
    passed = -t * math.log(beta2)
    return passed + math.log(-math.expm1(-passed)) - math.log1p(-beta2)


def _cumulants(x: float, ratio: float, beta2: float, t: int) -> float:
    """The sum of psi(x beta2^j) over j < t, but for what is below rounding."""
    kept = min(t, 1 + math.ceil(math.log(FORGOTTEN) / (2 * math.log(beta2))))
    x_j = x * beta2 ** np.arange(kept)
    return float((-x_j - np.log1p(-2 * x_j) / 2 + 2 * ratio * x_j**2 / (1 - 2 * x_j)).sum())


@public
def deviation_band(
    failure: float,
    noise_variance: float,
    clip: float,
    beta2: float,
    iteration: int,
    iterations: int,
) -> float:
    r"""A band for all steps: :math:`P[|D_t| < \xi_t\text{ for all }t\le T] \ge 1 - \alpha`.

    Also for adaptive gradients. With Phi and C as above, :math:`y_t`, K and
    :math:`x = \log(2K/\alpha)`, and e the last step of the block of t (or e the end of the block
    between two steps), :math:`\xi_t = (\Psi_t + x)/\theta_t`,

    .. math:: \frac1{\theta_t} = \frac{y_t}{y_e}\Bigl(2\Phi(1 - \beta_2 + y_e) +
              \Phi\sqrt{\frac{(1 + 2\rho)(1 - \beta_2 + 2y_e)}{e(1 + \beta_2)x}}\Bigr).

    Args:
        failure: alpha in (0, 1), for all steps together, in one coordinate; for d coordinates
            together give alpha/d.
        noise_variance: Phi > 0. clip: C >= 0, a bound of the coordinate's gradients.
        beta2: in (0, 1).
        iteration: t, from 1 to T. iterations: T.

    Returns:
        :math:`\xi_t` (squared gradient).

    Raises:
        ValueError: an argument is out of its range.

    Source: own (ledger: ``dptheory/moment-band``).

    Example:
        >>> f"{second_moment.deviation_band(0.05, 1, 0, 0.999, 10000, 10000):.4g}"
        '0.126'
    """
    phi, clip = float(positive("noise variance", noise_variance)), nonnegative("clip C", clip)
    require(0 < beta2 < 1, "beta2", "in (0, 1)", beta2)
    T = count("iterations T", iterations)
    t, beta2, ratio = count("iteration t", iteration, most=T), float(beta2), float(clip) ** 2 / phi
    start, here, last = (_clock(beta2, s) for s in (1, t, T))
    level = _level(failure, 1 + math.floor(last - start))
    end = min(start + 1 + math.floor(here - start), last)
    y, passed = math.exp(-end), math.exp(end - here)
    spread = (1 + 2 * ratio) * (1 - beta2 + 2 * y) / ((1 + beta2) * math.e * level)
    inverse = passed * phi * (2 * (1 - beta2 + y) + math.sqrt(spread))  # 1/theta_t
    x = (1 - beta2 + math.exp(-here)) * phi / inverse
    return inverse * (_cumulants(x, ratio, beta2, t) + level)
