r"""DP-LSSGD: what is proved of its iterates, with explicit constants.

Setting: :math:`F = \frac1n\sum_if_i` on :math:`\mathbb R^d`, each :math:`f_i` G-Lipschitz, and

.. math:: w_{k+1} = w_k - \eta A^{-1}(g_k + n_k), \qquad k = 0, \dots, T - 1,

where :math:`g_k` is the mean gradient of a batch of b records drawn without replacement, the noise
:math:`n_k` has conditional mean 0 and variance :math:`\nu^2` a coordinate, and A is the operator of
:mod:`dptheory.smoothing`, :math:`\|v\|_A^2 = \langle v, Av\rangle`.

Write :math:`D = \|w_0 - w_*\|_A^2`, :math:`\Delta_k = E F(w_k) - F_*`, :math:`S` for
:func:`sampling_variance`. One step gives

.. math:: E\|w_{k+1} - w_*\|_A^2 = E\|w_k - w_*\|_A^2 - 2\eta E\langle\nabla F, w_k - w_*\rangle
          + \eta^2(E\|g_k\|_{A^{-1}}^2 + \gamma d\nu^2).

**Convex F.** The middle term is at most :math:`-2\eta\Delta_k`, and :math:`\|g_k\|\le G`:
:func:`convex_lipschitz`. **Convex, L-smooth F,** :math:`\eta\le1/L`: the middle term is at most
:math:`-2\eta\Delta_k - \frac\eta LE\|\nabla F\|^2`, which pays for :math:`\eta^2E\|\nabla F\|^2`,
and of :math:`E\|g_k\|^2` only S is left: :func:`convex_smooth`. In both, the bound is on the mean
of the :math:`\Delta_k` and, by convexity, on the average iterate.

**L-smooth F, convex or not,** :math:`\eta\le1/L`, :math:`D_F = F(w_0) - \inf F`: the descent lemma
bounds the mean of the :math:`E\|\nabla F(w_k)\|_{A^{-1}}^2`, that is, an iterate drawn at random:
:func:`nonconvex`. It says nothing about the gradient at the average iterate.

Units: w length, F loss, :math:`\eta` length^2/loss, :math:`G, \nu` loss/length, L loss/length^2.
Source: Wang et al., DP-LSSGD, Theorems 2 and 3, repaired (ledger: lssgd/thm-2, lssgd/thm-3).
"""

from dptheory.contract import public
from dptheory.numbers import Number, maximum, sqrt
from dptheory.ranges import count, nonnegative, positive, quotient, require


@public
def sampling_variance(lipschitz: Number, batch_size: int, n: int) -> Number:
    r"""The largest :math:`E\|g - \nabla F\|^2` of a batch: :math:`\frac{G^2}b\frac{n-b}{n-1}`.

    Args:
        lipschitz: G, the largest length of a record's gradient.
        batch_size: b, without replacement. n: records.

    Raises:
        ValueError: G is not positive, or not 1 <= b <= n.

    Example:
        >>> smoothed.sampling_variance(1, 10, 100)
        Fraction(1, 11)
    """
    n = count("data size n", n)
    b = count("batch size b", batch_size, most=n)
    square = positive("Lipschitz constant G", lipschitz) ** 2
    return 0 * square if n == b else quotient(square * (n - b), b * (n - 1))


@public
def convex_lipschitz(
    distance: Number, lipschitz: Number, noise_variance: Number, alpha: Number, iterations: int
) -> Number:
    r""":math:`\frac{D}{2\eta T} + \frac\eta2(G^2 + \gamma d\nu^2)`, for every step size.

    Sharp: without noise T = 1 attains it, on :math:`F = G|w|` with :math:`w_0 = \eta G`.

    Args:
        distance: D, the squared A-norm of the first error.
        lipschitz: G.
        noise_variance: :math:`\gamma d\nu^2`, the squared A-norm of the smoothed noise.
        alpha: eta.
        iterations: T.

    Example:
        >>> smoothed.convex_lipschitz(1, 1, 1, "0.1", 100)
        Fraction(3, 20)
    """
    square = positive("Lipschitz constant G", lipschitz) ** 2
    return _convex(
        distance, square + nonnegative("noise_variance", noise_variance), alpha, iterations
    )


@public
def convex_smooth(
    distance: Number, smoothness: Number, error: Number, alpha: Number, iterations: int
) -> Number:
    r""":math:`\frac{D}{2\eta T} + \frac\eta2V`, :math:`\eta\le1/L`, V = S + gamma d nu^2.

    Args:
        distance: D, the squared A-norm of the first error.
        smoothness: L.
        error: V, the expected squared A-norm of the smoothed sampling error and noise.
        alpha: eta.
        iterations: T.

    Example:
        >>> smoothed.convex_smooth(1, 2, "0.25", "0.2", 100)
        Fraction(1, 20)
    """
    _small(alpha, smoothness)
    return _convex(distance, nonnegative("error V", error), alpha, iterations)


def _convex(distance: Number, square: Number, step_size: Number, iterations: int) -> Number:
    T = count("iterations T", iterations)
    eta = positive("step size eta", step_size)
    return (quotient(nonnegative("distance D", distance), eta * T) + eta * square) / 2


def _small(step_size: Number, smoothness: Number) -> None:
    # Compared as quotients: (1/L) L may round to more than 1.
    limit = quotient(1, positive("smoothness L", smoothness))
    require(step_size <= limit, "step size eta", f"at most 1/L = {limit}", step_size)


@public
def convex_step_size(
    distance: Number, smoothness: Number, error: Number, iterations: int
) -> Number:
    r"""The step size that minimises :func:`convex_smooth`: :math:`\min(1/L, \sqrt{D/(TV)})`.

    Args:
        distance: D, the squared A-norm of the first error. smoothness: L.
        error: V, the expected squared A-norm of the smoothed sampling error and noise.
        iterations: T.

    Example:
        >>> smoothed.convex_step_size(1.0, 2.0, 0.25, 100)
        0.2
    """
    return _balanced(quotient(distance, iterations), smoothness, error)


@public
def convex_best(distance: Number, smoothness: Number, error: Number, iterations: int) -> Number:
    r"""The bound at :func:`convex_step_size`.

    It is :math:`\sqrt{DV/T}`, or, where the step is capped (:math:`DL^2 > TV`),
    :math:`\frac12(\frac{LD}T + \frac VL)`.

    With the noise of a fixed budget, :math:`\nu^2 = cT`, it falls with T to
    :math:`\sqrt{\gamma dcD}`.

    Args:
        distance: D, the squared A-norm of the first error. smoothness: L.
        error: V, the expected squared A-norm of the smoothed sampling error and noise.
        iterations: T.

    Example:
        >>> smoothed.convex_best(1.0, 2.0, 0.25, 100)
        0.05
    """
    step_size = convex_step_size(distance, smoothness, error, iterations)
    return convex_smooth(distance, smoothness, error, step_size, iterations)


@public
def nonconvex(
    gap: Number, smoothness: Number, error: Number, alpha: Number, iterations: int
) -> Number:
    r""":math:`\frac{2D_F}{\eta T} + \eta LM`, :math:`\eta\le1/L`, M = S + beta d nu^2.

    Args:
        gap: D_F.
        smoothness: L.
        error: M, the expected squared length of the smoothed sampling error and noise.
        alpha: eta.
        iterations: T.

    Example:
        >>> smoothed.nonconvex(1, 2, "0.25", "0.2", 100)
        Fraction(1, 5)
    """
    _small(alpha, smoothness)
    T = count("iterations T", iterations)
    eta = positive("step size eta", alpha)
    decrease = quotient(2 * nonnegative("gap D_F", gap), eta * T)
    return decrease + eta * smoothness * nonnegative("error M", error)


@public
def nonconvex_step_size(gap: Number, smoothness: Number, error: Number, iterations: int) -> Number:
    r"""The step size that minimises :func:`nonconvex`: :math:`\min(1/L, \sqrt{2D_F/(TLM)})`.

    Args:
        gap: D_F. smoothness: L.
        error: M, the expected squared length of the smoothed sampling error and noise.
        iterations: T.

    Example:
        >>> smoothed.nonconvex_step_size(1.0, 2.0, 0.25, 100)
        0.2
    """
    return _balanced(quotient(2 * gap, iterations), smoothness, smoothness * error)


@public
def nonconvex_best(gap: Number, smoothness: Number, error: Number, iterations: int) -> Number:
    r"""The bound at :func:`nonconvex_step_size`.

    It is :math:`2\sqrt{2D_FLM/T}`, or, where the step is capped (:math:`2D_FL > TM`),
    :math:`\frac{2D_FL}T + M`.

    Args:
        gap: D_F. smoothness: L.
        error: M, the expected squared length of the smoothed sampling error and noise.
        iterations: T.

    Example:
        >>> smoothed.nonconvex_best(1.0, 2.0, 0.25, 100)
        0.2
    """
    step_size = nonconvex_step_size(gap, smoothness, error, iterations)
    return nonconvex(gap, smoothness, error, step_size, iterations)


def _balanced(first: Number, smoothness: Number, second: Number) -> Number:
    """min(1/L, sqrt(first/second)), which minimises first/eta + eta second on (0, 1/L]."""
    positive("smoothness L", smoothness)
    positive("distance or gap", first)
    if nonnegative("error", second) == 0:
        return quotient(1, smoothness)
    return quotient(1, maximum(smoothness, sqrt(quotient(second, first))))
