r"""Bounds of :math:`E F(x_T) - F^*` on :math:`S_{\mu,L}` that are linear in the noise.

Setting: :math:`F \in S_{\mu,L}`, a start at rest (:math:`x_{-1} = x_0`), and noise :math:`w_t`
in the gradient of iteration t (the one that makes :math:`x_{t+1}`), with conditional mean zero
given the past. Every bound has the form

.. math:: E F(x_T) - F^* \le a\,(F(x_0) - F^*) + \sum_{t=0}^{T-1} a_t\,E\|w_t\|^2 .

**Gradient descent**, :math:`0 < \alpha < 2/L`. By the descent lemma and
:math:`\|\nabla F\|^2 \ge 2\mu(F - F^*)` a step multiplies the gap by
:math:`q = 1 - \alpha\mu(2-\alpha L)` at most, and the noise adds
:math:`\frac{L\alpha^2}2E\|w_t\|^2`: :math:`a = q^T`, :math:`a_t = \frac{L\alpha^2}2q^{T-1-t}`.
At steps that it covers :mod:`dptheory.bounds.last_iterate` has the least numbers that hold.

**Nesterov's method**, :math:`0 < \alpha \le 1/L`, :math:`r = \sqrt{\alpha\mu}`,
:math:`\beta = (1-r)/(1+r)`. With :math:`v_t = x_{t-1} + (x_t - x_{t-1})/r` and
:math:`z_t = (x_t + rv_t)/(1+r)` the function
:math:`V_t = F(x_t) - F^* + \frac\mu2\|v_t - x^*\|^2` satisfies, without noise,

.. math:: (1-r)V_t - V_{t+1} \ge \frac\alpha2(1-\alpha L)\|\nabla F(z_t)\|^2
          + \frac\mu2 r(1-r)(1+r)\|v_t - z_t\|^2 \ge 0 ,

and the noise adds :math:`\frac\alpha2(1+\alpha L)E\|w_t\|^2`. At rest
:math:`V_0 = F(x_0) - F^* + \frac\mu2\|x_0 - x^*\|^2 \le 2(F(x_0) - F^*)`, so
:math:`a = 2(1-r)^T`, :math:`a_t = \frac\alpha2(1+\alpha L)(1-r)^{T-1-t}`.

**Noise that is merely uncorrelated.** Let only :math:`E\langle w_t, x_t-x^*\rangle=0` and
:math:`E\|w_t\|^2\le\sigma^2` be known. Gradient descent has

.. math:: E\|x_{t+1}-x^*\|^2 \le q\,E\|x_t-x^*\|^2 + (1-q)\frac{\alpha\sigma^2}{\mu(2-\alpha L)},
          \qquad 1-q = \frac{2\alpha\mu(2-\alpha L)}{2-\alpha(L-\mu)},

and the quadratic of eigenvalues mu and L has a noise that keeps it at this floor.

**Multistage** (:mod:`dptheory.optimizers.stage_plans`): every stage starts at rest, so each start,
the first one included, costs a factor 2.

Source: Kuru et al. (2020), (28), (29), (34), repaired (the printed forms miss the factor 2 of the
start and shift the noise by one iteration); after Aybat et al. (2019), Theorem 2.3. Uncorrelated
noise: dptheory/uncorrelated-floor.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from dptheory.contract import public
from dptheory.numbers import Number, sqrt, total
from dptheory.optimizers.stage_plans import Stage
from dptheory.ranges import count, length, nonnegative, positive, quotient, require

__all__ = ["LinearBound", "gradient", "multistage", "nesterov", "uncorrelated_floor"]


@public
@dataclass(frozen=True)
class LinearBound:
    """A bound of E F(x_T) - F* that is linear in the initial gap and the noise.

    Attributes:
        initial: the factor a of F(x_0) - F* (no unit).
        noise_weights: the weights a_t of E||w_t||^2 for t = 0, ..., T-1 (length^2/loss).

    Example:
        >>> strongly_convex.LinearBound(initial="0.5", noise_weights=("0.1", "0.2")).noise_weights
        (Fraction(1, 10), Fraction(1, 5))
    """

    initial: Number
    noise_weights: tuple[Number, ...]

    def value(self, gap: Number, noise_moments: Sequence[Number]) -> Number:
        """The bound.

        Args:
            gap: F(x_0) - F*, or an upper bound of it.
            noise_moments: upper bounds of E||w_t||^2, one an iteration.

        Raises:
            ValueError: the number of second moments is not the number of iterations.
        """
        T = len(self.noise_weights)
        fits = len(noise_moments) == T
        require(fits, "second moments", f"one an iteration, {T}", f"{len(noise_moments)}")
        nonnegative("gap F(x_0) - F*", gap)
        for moment in noise_moments:
            nonnegative("second moment", moment)
        terms = (a * v for a, v in zip(self.noise_weights, noise_moments, strict=True))
        return total([self.initial * gap, *terms])


@dataclass(frozen=True)
class Geometric:
    """A bound start factor^T (F(x_0) - F*) + sum over t of weight factor^(T-1-t) E|w_t|^2.

    Attributes:
        start: C (no unit). factor: in [0, 1]. weight: w (length^2/loss).
    """

    start: Number
    factor: Number
    weight: Number

    def linear(self, iterations: int) -> LinearBound:
        """The bound after T >= 0 iterations."""
        T = length("iterations T", iterations, self.factor, least=0)
        weights = tuple(self.weight * self.factor**k for k in reversed(range(T)))
        return LinearBound(self.start * self.factor**T, weights)


def _class(mu: Number, smoothness: Number) -> None:
    positive("strong convexity mu", mu)
    require(mu <= smoothness, "smoothness L", f"at least mu = {mu}", smoothness)


@public
def gradient(alpha: Number, mu: Number, smoothness: Number, iterations: int) -> LinearBound:
    """The bound of gradient descent.

    Args:
        alpha: step size in (0, 2/L), length^2/loss.
        mu, smoothness: 0 < mu <= L, loss/length^2.
        iterations: T >= 1.

    Example:
        >>> strongly_convex.gradient("0.1", 1, 10, 2)
        LinearBound(initial=Fraction(81, 100), noise_weights=(Fraction(9, 200), Fraction(1, 20)))
    """
    _class(mu, smoothness)
    T = count("iterations T", iterations)
    require(0 < alpha * smoothness < 2, "step size alpha", "in (0, 2/L)", alpha)
    factor = 1 - alpha * mu * (2 - alpha * smoothness)
    return Geometric(1, factor, smoothness * alpha**2 / 2).linear(T)


@public
def uncorrelated_floor(alpha: Number, mu: Number, smoothness: Number) -> Number:
    """The factor of :math:`\\sigma^2` in the floor of gradient descent under uncorrelated noise.

    Args:
        alpha: step size in (0, 2/L), length^2/loss.
        mu, smoothness: 0 < mu <= L, loss/length^2.

    Returns:
        alpha / (mu (2 - alpha L)), length^4/loss^2: of the squared distance to the minimiser.

    Example:
        >>> strongly_convex.uncorrelated_floor("0.1", 1, 10)
        Fraction(1, 10)
    """
    _class(mu, smoothness)
    require(0 < alpha * smoothness < 2, "step size alpha", "in (0, 2/L)", alpha)
    return quotient(alpha, mu * (2 - alpha * smoothness))


@public
def nesterov(alpha: Number, mu: Number, smoothness: Number, iterations: int) -> LinearBound:
    """The bound of Nesterov's method with momentum :func:`~dptheory.methods.nesterov_momentum`.

    Args:
        alpha: step size in (0, 1/L], length^2/loss.
        mu, smoothness: 0 < mu <= L, loss/length^2.
        iterations: T >= 1.

    Example:
        >>> strongly_convex.nesterov("1/4", 1, 4, 2)
        LinearBound(initial=Fraction(1, 2), noise_weights=(Fraction(1, 8), Fraction(1, 4)))
    """
    return multistage((Stage(count("iterations T", iterations), alpha),), mu, smoothness)


@public
def multistage(plan: Sequence[Stage], mu: Number, smoothness: Number) -> LinearBound:
    """The bound of the multistage method; with one stage, of Nesterov's method.

    Args:
        plan: the stages, each with a step size in (0, 1/L].
        mu, smoothness: 0 < mu <= L, loss/length^2.

    Raises:
        ValueError: an argument is out of its range, or there is no stage.

    Example:
        >>> from dptheory.optimizers import Stage
        >>> bound = strongly_convex.multistage([Stage(1, "1/4"), Stage(1, "1/16")], 1, 4)
        >>> bound.initial
        Fraction(3, 2)
    """
    _class(mu, smoothness)
    require(len(plan) > 0, "stages", "at least one", "none")
    total_length = sum(stage.iterations for stage in plan)
    length("iterations of all stages", total_length, mu, *(stage.alpha for stage in plan), least=0)
    noise: list[Number] = []
    carried: Number = 1
    for stage in reversed(plan):
        alpha = positive("step size alpha", stage.alpha)
        require(alpha * smoothness <= 1, "step size alpha", "in (0, 1/L]", alpha)
        factor = 1 - sqrt(alpha * mu)
        weight = alpha * (1 + alpha * smoothness) / 2
        for _ in range(stage.iterations):
            noise.append(carried * weight)
            carried = carried * factor
        carried = 2 * carried
    return LinearBound(carried, tuple(reversed(noise)))
