r"""The Laplace mechanism on mini-batch gradients: what a step leaks and how to calibrate it.

A step releases the mean gradient of m of n records, sampled uniformly without replacement, plus
independent Laplace(b) noise in every coordinate. Symbols: :math:`S` the supremum over two records
of the :math:`L_1` distance of their gradients (unit of a gradient); :math:`b` the Laplace scale
(unit of a gradient, variance :math:`2b^2`); :math:`n` records, :math:`m` in a batch, :math:`T`
iterations; :math:`\epsilon_0` the budget of a step within its batch.

Replacing a record moves the batch mean by at most :math:`S/m`, so a step is :math:`S/(bm)`-DP with
respect to its own batch; sampling lowers this to

.. math:: \varepsilon(S, b, n, m) = \ln\left[1 + \frac mn\left(e^{S/(bm)} - 1\right)\right].

All formulas take any of the project's number types. Floats keep full relative accuracy for small
budgets and do not overflow for large ones. All of them refer to the replace-one relation;
:func:`laplace_guarantee` is the function that makes a privacy statement and asks for the relation.

Source: Kuru et al. (2020), (11)-(13) and Theorem A.3 (after Balle, Barthe and Gaboardi, 2018).
"""

import math
from dataclasses import dataclass

from dptheory.contract import public
from dptheory.numbers import Number, exp, kind, log, total
from dptheory.privacy.neighbouring import Neighbouring, PureGuarantee, check_fixed_size
from dptheory.ranges import count, nonnegative, positive, quotient

# Beyond this exponent exp(-z) is far below the float spacing relative to exp(z), and the shifted
# form of log_mixture is accurate; exp(z) itself would overflow at 710.
_LARGE = 40.0


def log_mixture(z: Number, top: Number, bottom: Number) -> Number:
    r"""The function :math:`\ln(1 + q(e^z - 1))` with :math:`q` = top/bottom, for z >= 0.

    It maps a budget to the one after sampling (q = m/n) and back (q = n/m); q = 1 returns z itself,
    exactly.
    """
    if top == bottom:
        return z
    family = "sympy" if "sympy" in (kind(top), kind(bottom)) else kind(z)
    if family == "sympy":
        return log(1 + (exp(z) - 1) * top / bottom)
    if family == "arb":
        return (z.expm1() * top / bottom).log1p()
    q = top / bottom
    if family == "array":
        import numpy as np

        small = np.log1p(np.expm1(np.minimum(z, _LARGE)) * q)
        return np.where(z <= _LARGE, small, z + np.log(q + (1 - q) * np.exp(-z)))
    if z == 0:
        return 0 * z
    z = float(z)
    if z <= _LARGE:
        return math.log1p(math.expm1(z) * q)
    return z + math.log(q + (1 - q) * math.exp(-z))


def _sizes(n: Number, m: Number) -> tuple[Number, Number]:
    n = count("data size n", n)
    return n, count("batch size m", m, most=n)


@public
def step_epsilon(
    sensitivity: Number, laplace_scale: Number, n: Number, batch_size: Number
) -> Number:
    r"""What one step leaks, :math:`\ln[(e^{S/(bm)} - 1)\frac mn + 1]` (11); S/(bn) for m = n.

    Args:
        sensitivity: S >= 0, unit of a gradient.
        laplace_scale: b > 0, unit of a gradient.
        n, batch_size: data size and batch size, 1 <= m <= n.

    Example:
        >>> step_epsilon(1, "0.1", 100, 100)
        Fraction(1, 10)
    """
    n, batch_size = _sizes(n, batch_size)
    nonnegative("sensitivity S", sensitivity)
    positive("Laplace scale b", laplace_scale)
    return log_mixture(quotient(sensitivity, laplace_scale * batch_size), batch_size, n)


@public
def step_laplace_scale(
    sensitivity: Number, epsilon: Number, n: Number, batch_size: Number
) -> Number:
    r"""The Laplace scale b at which one step leaks epsilon: the inverse of :func:`step_epsilon`.

    .. math:: b = \frac{S}{m \ln[1 + (e^{\epsilon} - 1)\frac nm]}

    Args:
        sensitivity: S >= 0, unit of a gradient.
        epsilon: budget of the step after sampling, positive.
        n, batch_size: data size and batch size, 1 <= m <= n.

    Example:
        >>> step_laplace_scale(1, "0.1", 100, 100)
        Fraction(1, 10)
    """
    n, batch_size = _sizes(n, batch_size)
    nonnegative("sensitivity S", sensitivity)
    positive("epsilon", epsilon)
    return quotient(sensitivity, batch_size * log_mixture(epsilon, n, batch_size))


def laplace_variance(laplace_scale: Number) -> Number:
    """The variance 2 b^2 of one coordinate of Laplace(b) noise (squared unit of the scale)."""
    return 2 * laplace_scale**2


@public
@dataclass(frozen=True)
class LaplaceSteps:
    """A run to be accounted for: Laplace noise of the given scales on batches of m of n records.

    Attributes:
        sensitivity: S of the module's docstring, valid at every iterate.
        laplace_scale: b_t of every iteration, each positive.
        n, batch_size: data size and batch size, 1 <= m <= n.

    Example:
        >>> steps = LaplaceSteps(1, laplace_scale=("0.1", "0.1"), n=100, batch_size=100)
        >>> laplace_guarantee(steps, neighbouring=Neighbouring.REPLACE_ONE).epsilon
        Fraction(1, 5)
    """

    sensitivity: Number
    laplace_scale: tuple[Number, ...]
    n: Number
    batch_size: Number


@public
def laplace_guarantee(run: LaplaceSteps, *, neighbouring: Neighbouring) -> PureGuarantee:
    r"""The pure guarantee of a run whose iterates are all released: the sum of its steps' budgets.

    By adaptive composition the run is :math:`\sum_t \varepsilon(S, b_t, n, m)`-DP.

    Args:
        run: the run.
        neighbouring: replace-one, the only relation for batches of fixed size.

    Raises:
        ValueError: the relation is not replace-one, or a parameter is out of its range.

    Example:
        >>> run = LaplaceSteps(sensitivity=1, laplace_scale=("0.1",) * 5, n=100, batch_size=100)
        >>> laplace_guarantee(run, neighbouring=Neighbouring.REPLACE_ONE).epsilon
        Fraction(1, 2)
    """
    check_fixed_size(neighbouring)
    leaks = (step_epsilon(run.sensitivity, b, run.n, run.batch_size) for b in run.laplace_scale)
    return PureGuarantee(total(leaks), neighbouring)
