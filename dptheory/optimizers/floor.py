r"""A floor for bias-corrected Adam from the noise alone.

The released gradients are :math:`\tilde g_\tau = \bar g_\tau + z_\tau`, where :math:`z_\tau` has
mean 0 and variance :math:`\Phi` given the past and :math:`\bar g_\tau`, which may depend on the
past. Of an update :math:`\Delta_t = \hat m_t/\sqrt{\max(\hat v_t-\Phi,\gamma')}` the noise's part
is

.. math:: N_t = \frac{\hat m_t-\hat m^c_t}{\sqrt{\max(\hat v_t-\Phi,\gamma')}}, \qquad
          \hat m^c_t = \frac{1-\beta_1}{1-\beta_1^t}\sum_\tau\beta_1^{t-\tau}\bar g_\tau .

The increments of :math:`\hat m-\hat m^c` are uncorrelated, so that for every sequence of gradients,
adaptive ones included,

.. math:: E(\hat m_t-\hat m^c_t)^2 = \Phi r_t, \qquad
          r_t = \Bigl(\frac{1-\beta_1}{1-\beta_1^t}\Bigr)^2\sum_{k<t}\beta_1^{2k}
              = \frac{1-\beta_1}{1+\beta_1}\,\frac{1+\beta_1^t}{1-\beta_1^t}, \qquad
          E N_t^2 \le \frac{\Phi r_t}{\gamma'},

whatever :math:`\hat v_t` is, and however it depends on the noise: pointwise the denominator is at
least :math:`\sqrt{\gamma'}`. (The ledger proves the mean for every bounded joint law of the two;
Gaussian noise is the limit.) The floor
:math:`\gamma' = \Phi r_t/s^2` therefore keeps the noise's part below s in root mean square, with
s = 1 below a sign, the size that an update of Adam has where the gradient is certain. It needs
:math:`\Phi`, :math:`\beta_1` and t alone, falls from :math:`\Phi` at t = 1 to
:math:`\Phi(1-\beta_1)/(1+\beta_1)`, and has the gradient's unit squared. No smaller multiple of
:math:`\Phi r_t` does for every :math:`\beta_2` and t: with pure noise and :math:`\beta_2\to1`,
:math:`t(1-\beta_2)\to\infty` the second moment tends to :math:`\Phi`, every coordinate meets the
floor, and :math:`E N_t^2\to\Phi r_\infty/\gamma'`.

The price: of a gradient that is certain, the update is :math:`\pm1` only from
:math:`|\bar g|=\sqrt{\gamma'}` on (0.23 :math:`\sqrt\Phi` for :math:`\beta_1=0.9`), and
proportional to it below.

Source: own; a value for :math:`\gamma'` of Tang, Shpilevskiy and Lécuyer (2023), (4).
"""

from dptheory.contract import public
from dptheory.numbers import Number
from dptheory.ranges import nonnegative, positive, power, require


def average_variance(beta: Number, iteration: int) -> Number:
    r"""The variance :math:`r_t` of Adam's normalised average of t independent unit variances.

    Args:
        beta: decay, in [0, 1).
        iteration: t, at least 1.

    Returns:
        A number in (0, 1], 1 for t = 1 or beta = 0; exact for fractions.
    """
    require(0 <= beta < 1, "decay beta", "in [0, 1)", beta)
    left = power(beta, "step t", iteration)
    return (1 - beta) * (1 + left) / ((1 + beta) * (1 - left))


@public
def adam_floor(noise_variance: Number, beta1: Number, iteration: int, share: Number = 1) -> Number:
    r"""The floor :math:`\gamma' = \Phi r_t/s^2` of the module's docstring.

    Args:
        noise_variance: Phi, nonnegative (unit of a gradient squared).
        beta1: decay of the first moment, in [0, 1).
        iteration: t, at least 1.
        share: s, the root mean square that the noise's part of an update is to stay below.

    Example:
        >>> adam_floor(1, "0.9", 1)
        Fraction(1, 1)
    """
    variance = nonnegative("noise variance Phi", noise_variance)
    return variance * average_variance(beta1, iteration) / positive("share s", share) ** 2
