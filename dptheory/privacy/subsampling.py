r"""Facts on sampling m of n records uniformly without replacement.

With :math:`\bar g` the mean of a sample of m of n vectors whose population covariance (divisor n)
is :math:`\Sigma`,

.. math:: \mathrm{Cov}(\bar g) = \frac{n-m}{m(n-1)}\,\Sigma .

Source: elementary survey sampling; Kuru et al. (2020), equation (39).
"""

from fractions import Fraction

from dptheory.numbers import Number
from dptheory.ranges import count, quotient


def covariance_factor(n: Number, batch_size: Number) -> Number:
    """The factor (n-m)/(m(n-1)) of the module's docstring, in [0, 1]; exact for whole numbers.

    For m = n it is 0, also when n = 1.

    Raises:
        ValueError: unless 1 <= m <= n.
    """
    n = count("data size n", n)
    batch_size = count("batch size m", batch_size, most=n)
    return Fraction(0) if n == batch_size else quotient(n - batch_size, batch_size * (n - 1))
