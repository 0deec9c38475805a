r"""The exact bound of :math:`E F(x_T) - F^*` of gradient descent under noise, for every T.

Setting: :math:`F \in S_{\mu,L}` with :math:`0\le\mu\le L`, steps
:math:`x_{t+1} = x_t - \alpha(\nabla F(x_t) + w_t)`, :math:`E(w_t\mid\text{past}) = 0`, and
:math:`(1+r)(2-\alpha L)\ge1` with :math:`r = 1-\alpha\mu\ge0`: every step up to 1/L, and up to
1.5/L where :math:`\mu=0`. With

.. math:: \tau_k = \frac L2\,\frac{r^{2k}}{1 + (L-\mu)S_k},\qquad
          S_k = \alpha\sum_{j<2k}r^j,

.. math:: E F(x_T) - F^* \le r^{2T}(F(x_0) - F^*)
          + \alpha^2\sum_{t<T}\tau_{T-1-t}\,E\|w_t\|^2 ,

and :math:`\tau_T\|x_0-x^*\|^2` may stand in place of the first term. No number in it can be
smaller: there is one F, a sum of functions of a coordinate each, on which all terms are attained
together, whatever the :math:`E\|w_t\|^2` are (:func:`attained`). So it is the worst case of its
class for every schedule of the noise.

The weight of the noise k steps before the end falls as :math:`\frac{\alpha}{8k}` until
:math:`k\approx\frac1{\alpha\mu}`, where a bound that goes through a rate has
:math:`\frac{L\alpha^2}2r^{2k}`, which hardly falls until there.

*Proof.* Let :math:`e` be the gradient of :math:`h = F - F^* - \frac\mu2\|x-x^*\|^2`. Count points
from the end, :math:`i=0` the last. H is a mean of the gradients e of the later points, and c the
same mean of their tangents' constants: point i comes in with the share
:math:`\sigma_i = \alpha r^{2i-1}/S_i`, the older ones keep :math:`1-\sigma_i`. The mean of
:math:`c+\Phi_i`,

.. math:: \Phi_i(x,H) = \tfrac12\Bigl(\mu p\|x\|^2 + 2p\,x\cdot H
          - \bigl(S_{i-1}+\tfrac1{L-\mu}\bigr)\|H\|^2\Bigr),\qquad p = r^{2i-2},

is the error at :math:`i=1` and does not fall from i to i+1, but for what noise adds; its maximum
over H is :math:`\tau_{i-1}\|x\|^2`. The steps are the claim ``dptheory/last-iterate-weights``.

Source: own. Without noise :math:`\tau_k` is the rate that Drori and Teboulle (2014) and Taylor,
Hendrickx and Glineur (2017) conjectured and Kim (2024) proved. Means of later points as here stand
in the last-iterate bounds of Zamani and Glineur (2023) and Liu and Zhou (2024), after Shamir and
Zhang (2013).
"""

from collections.abc import Iterator
from itertools import islice

from dptheory.bounds.strongly_convex import LinearBound
from dptheory.contract import public
from dptheory.numbers import Number
from dptheory.ranges import holds, length, nonnegative, positive, require

__all__ = ["attained", "covers", "gradient", "of_distance"]


@public
def covers(alpha: Number, mu: Number, smoothness: Number) -> bool:
    """Whether the bound holds at a step size: (1 + r)(2 - alpha L) >= 1, r = 1 - alpha mu >= 0.

    Args:
        alpha: step size, length^2/loss.
        mu, smoothness: 0 <= mu <= L, L > 0, loss/length^2.

    Example:
        >>> last_iterate.covers("0.14", 0, 10), last_iterate.covers("0.16", 0, 10)
        (True, False)
    """
    positive("smoothness L", smoothness)
    nonnegative("strong convexity mu", mu)
    require(mu <= smoothness, "smoothness L", f"at least mu = {mu}", smoothness)
    positive("step size alpha", alpha)
    r = 1 - alpha * mu
    return holds(r >= 0) and holds((1 + r) * (2 - alpha * smoothness) >= 1)


@public
def gradient(alpha: Number, mu: Number, smoothness: Number, iterations: int) -> LinearBound:
    """The bound of gradient descent.

    Args:
        alpha: step size that :func:`covers` admits, length^2/loss.
        mu, smoothness: 0 <= mu <= L, L > 0, loss/length^2.
        iterations: T >= 1.

    Example:
        >>> last_iterate.gradient("0.1", 1, 10, 2).noise_weights
        (Fraction(81, 5420), Fraction(1, 20))
    """
    T = _checked(alpha, mu, smoothness, iterations, least=1)
    weights = [alpha**2 * tau for tau in islice(_errors(alpha, mu, smoothness), T)]
    return LinearBound((1 - alpha * mu) ** (2 * T), tuple(reversed(weights)))


@public
def of_distance(alpha: Number, mu: Number, smoothness: Number, iterations: int) -> Number:
    """The factor tau_T of |x_0 - x*|^2 that may stand for that of F(x_0) - F* (loss/length^2).

    Args:
        alpha, mu, smoothness: as of :func:`gradient`.
        iterations: T >= 0.

    Example:
        >>> last_iterate.of_distance("1/2", 0, 2, 10)
        Fraction(1, 21)
    """
    T = _checked(alpha, mu, smoothness, iterations, least=0)
    return next(islice(_errors(alpha, mu, smoothness), T, None))


@public
def attained(alpha: Number, mu: Number, smoothness: Number, iterations: int) -> Number:
    r"""F(x_T) - F* of a run without noise from the distance 1 on its worst function.

    The function is :math:`\frac\mu2x^2` and a Huber function, of slope e beyond
    :math:`e/(L-\mu)`; e is such that the run ends as high as it can. A shock :math:`w_t` from the
    minimiser, in a coordinate of its own, is a start at the distance :math:`\alpha|w_t|` with
    T - 1 - t steps to go. The run is made step by step, so that the number is a lower end that
    takes nothing from the bound but e.

    Args:
        alpha, mu, smoothness: as of :func:`gradient`, with mu < L.
        iterations: T >= 0.

    Example:
        >>> last_iterate.attained("1/2", 0, 2, 10)
        Fraction(1, 21)
    """
    T = _checked(alpha, mu, smoothness, iterations, least=0)
    require(mu < smoothness, "smoothness L", f"above mu = {mu}", smoothness)
    width = smoothness - mu
    slope = of_distance(alpha, mu, smoothness, T) * 2 * width / smoothness
    x: Number = 1 + 0 * slope
    for _ in range(T):
        bent = width * x if width * x < slope else slope
        x = x - alpha * (mu * x + bent)
    inside = width * x < slope
    rest = width * x**2 / 2 if inside else slope * x - slope**2 / (2 * width)
    return mu * x**2 / 2 + rest


def error(power: Number, total: Number, mu: Number, smoothness: Number) -> Number:
    r"""tau_k (loss/length^2) of r^{2k} and S_k.

    Args:
        power: r^{2k} in [0, 1], a number or an array. total: S_k >= 0, length^2/loss, as power.
        mu, smoothness: 0 <= mu <= L, loss/length^2.
    """
    return smoothness * power / (2 * (1 + (smoothness - mu) * total))


def _checked(alpha: Number, mu: Number, smoothness: Number, iterations: int, *, least: int) -> int:
    """T, where the bound holds."""
    fits = covers(alpha, mu, smoothness)
    allowed = "such that (1 + r)(2 - alpha L) >= 1 with r = 1 - alpha mu >= 0"
    require(fits, "step size alpha", allowed, alpha)
    T: int = length("iterations T", iterations, alpha, mu, smoothness, least=least)
    return T


def _errors(alpha: Number, mu: Number, smoothness: Number) -> Iterator[Number]:
    """tau_0, tau_1, ..."""
    r = 1 - alpha * mu
    power: Number = 1 + 0 * r  # r^(2k)
    total = 0 * alpha  # S_k
    while True:
        yield error(power, total, mu, smoothness)
        total = total + alpha * power * (1 + r)
        power = power * r**2
