r"""The momentum family on quadratics with additive noise: the exact error and a proved bound.

Setting: :math:`F(x) = \frac12\sum_i\lambda_i(x_i - x_i^*)^2` with
:math:`\mu \le \lambda_i \le L`, a method with constant parameters, :math:`T_\lambda` its closed
loop on the state :math:`\xi_t = (x_t, x_{t-1})` (:mod:`dptheory.methods`), and noise :math:`w_t`
with

.. math:: E(w_t \mid w_0, \dots, w_{t-1}, \xi_0) = 0, \qquad
          E(w_t w_t^\top \mid w_0, \dots, w_{t-1}, \xi_0) \preceq \sigma^2 I .

(Conditioning on :math:`x_t` alone would not do: noise may then depend on :math:`x_{t-1}`.)

**Growth of powers.** Let :math:`\rho` be at least every spectral radius
:math:`\rho(T_{\lambda_i})`. By Cayley-Hamilton :math:`T^t = U_{t-1}T - \det(T)U_{t-2}I`, where
:math:`|U_k| \le (k+1)\rho^k`, and :math:`|\det T| \le \rho^2`.

**Exact error** (for noise of conditional covariance :math:`\sigma^2 I`; an upper bound otherwise).
The noise of different times is uncorrelated, and :math:`(T^j)_{11} = U_j`, so

.. math:: E F(x_t) - F^* = \frac12\sum_i \lambda_i\left[E(T_i^t\xi_{0,i})_1^2
          + \alpha^2\sigma^2\sum_{j<t}(T_i^j)_{11}^2\right], \qquad
          \alpha^2\sigma^2\sum_{j<t}(T_i^j)_{11}^2 =
          \left[\Sigma_i - T_i^t\Sigma_i(T_i^t)^\top\right]_{11}

with the stationary covariance :math:`\Sigma_i`, for a stable method.

**Bound** (Theorem 3.5 of Kuru et al., 2020, repaired and sharp). Of the first term only the first
row of :math:`T^t` matters, :math:`(U_t,\ -\det(T)U_{t-1})`, of squared norm at most
:math:`[(t+1)^2 + t^2\rho^2]\rho^{2t}`; the second is bounded by its limit:

.. math:: E F(x_t) - F^* \le \frac L2[(t+1)^2 + t^2\rho^2]\rho^{2t}\,E\|\xi_0 - \xi^*\|^2
          + \frac12\sum_i\lambda_i[\Sigma_i]_{11} .

It asks for no norm of T, allows :math:`\rho = 0`, and without noise it is attained at every t: by
the eigenvalue L with a double root :math:`\rho` and the worst start.

Units: :math:`\lambda` loss/length^2, :math:`\sigma^2` gradient^2, :math:`\xi` length.

Source: Kuru et al. (2020), Theorem 3.5, repaired (ledger: accelerated/thm-3.5).
"""

from collections.abc import Iterable, Sequence

from dptheory.contract import public
from dptheory.methods import Method
from dptheory.numbers import Number, maximum, total
from dptheory.ranges import length, nonnegative, positive, quotient, require
from dptheory.simulation.moments import (
    point_start,
    power,
    squared_spectral_radius,
    stationary_covariance,
)


def _eigenvalues(spectrum: Iterable[Number]) -> list[Number]:
    values = [positive("spectrum", value) for value in spectrum]
    require(len(values) > 0, "spectrum", "of at least one eigenvalue", values)
    return values


def _squared_rate(method: Method, spectrum: Iterable[Number]) -> Number:
    r"""The square of :math:`\rho = \max_i \rho(T_{\lambda_i})`; exact if the eigenvalues allow it.

    Raises:
        ValueError: an eigenvalue is not positive, or a root is irrational in rational numbers.
    """
    return maximum(*(squared_spectral_radius(method, value) for value in _eigenvalues(spectrum)))


@public
def noise_level(method: Method, spectrum: Iterable[Number], noise_variance: Number) -> Number:
    r"""The stationary expected error :math:`\frac12\sum_i\lambda_i[\Sigma_i]_{11}`, unit of a loss.

    Per unit of noise variance it is half the squared H2 norm from the noise to
    :math:`\sqrt{\lambda_i}x_i`.

    Args:
        method: constant parameters.
        spectrum: the curvatures, positive, loss/length^2.
        noise_variance: of a coordinate of the gradient, nonnegative.

    Raises:
        ValueError: the method is not stable on the spectrum, or an argument is out of its range.

    Example:
        >>> from dptheory import heavy_ball
        >>> quadratic.noise_level(heavy_ball("1/2", "1/4"), ["1/2", 1], "1/100")
        Fraction(17, 4320)
    """
    values = _eigenvalues(spectrum)
    levels = [v * stationary_covariance(method, v, noise_variance)[0] for v in values]
    return quotient(total(levels), 2)


@public
def sharp_loss_bound(
    method: Method,
    spectrum: Sequence[Number],
    noise_variance: Number,
    initial_square: Number,
    iterations: int,
) -> Number:
    r"""The bound of the module's docstring; rational when rho^2 and the arguments are.

    Args:
        method: constant parameters, stable on the spectrum.
        spectrum: the eigenvalues, positive.
        noise_variance: sigma^2, a bound on the conditional covariance of the noise.
        initial_square: :math:`E(\|x_0 - x^*\|^2 + \|x_{-1} - x^*\|^2)`.
        iterations: t >= 0.

    Raises:
        ValueError: the method is not stable on the spectrum, or an argument is out of its range.

    Example:
        >>> from dptheory import heavy_ball
        >>> quadratic.sharp_loss_bound(heavy_ball("1/2", "1/4"), ["1/2", 1], "1/100", 4, 20)
        Fraction(292057849163, 74217034874880)
    """
    values = _eigenvalues(spectrum)
    nonnegative("initial square", initial_square)
    level = noise_level(method, values, noise_variance)
    square = _squared_rate(method, values)
    t = length("iterations", iterations, square, least=0)
    growth = ((t + 1) ** 2 + t**2 * square) * square**t
    return quotient(maximum(*values) * growth * initial_square, 2) + level


@public
def exact_loss(
    method: Method,
    spectrum: Sequence[Number],
    noise_variance: Number,
    x0: Sequence[Number],
    iterations: int,
    x_previous: Sequence[Number] | None = None,
) -> Number:
    r"""The exact :math:`E F(x_t) - F^*` in closed form, for noise of covariance sigma^2 I.

    For noise of smaller covariance it is an upper bound, attained by the larger one: the tight form
    of Theorem 3.5. (Floats lose about :math:`\log_{10}1/(1-\rho^2)` digits of a small noise term to
    cancellation; :func:`dptheory.simulation.moments.expected_loss` loses none.)

    Args:
        method: constant parameters, stable on the spectrum.
        spectrum: the eigenvalues, positive.
        noise_variance: sigma^2.
        x0: the coordinates of x_0 - x* in the eigenbasis.
        iterations: t >= 0.
        x_previous: the coordinates of x_-1 - x*; those of x_0 - x* by default.

    Raises:
        ValueError: the method is not stable on the spectrum, or an argument is out of its range.

    Example:
        >>> from dptheory import heavy_ball
        >>> quadratic.exact_loss(heavy_ball("1/2", "1/4"), ["1/2", 1], "1/100", [1, 1], 2)
        Fraction(941, 12800)
    """
    values = _eigenvalues(spectrum)
    before = x0 if x_previous is None else x_previous
    for name, vector in (("x0", x0), ("x_previous", before)):
        require(len(vector) == len(values), name, f"of length {len(values)}", len(vector))
    parameters = method.alpha, method.beta, method.extrapolation
    t = length("iterations", iterations, *parameters, *values, least=0)
    terms = []
    for value, error, last in zip(values, x0, before, strict=True):
        (a, b), _ = power(method.closed_loop(value), t)
        xx, xp, pp = stationary_covariance(method, value, noise_variance)
        start_xx, start_xp, start_pp = point_start(error, last)
        transient = a * a * (start_xx - xx) + 2 * a * b * (start_xp - xp) + b * b * (start_pp - pp)
        terms.append(value * (transient + xx))
    return quotient(total(terms), 2)
