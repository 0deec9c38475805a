r"""The law of :math:`\sum_j\beta_2^j(g_j+z_j)^2`: in balls for one step, and that of one noise."""

from typing import Any

from dptheory.distributions.arb_tails import ball


def enclosed_exceedance(g: Any, t: Any, Phi: Any, beta2: Any, delta: Any) -> Any:
    r"""Chance at :math:`(g,t,\Phi,\beta_2,\delta)` of :math:`\sum_j\beta_2^j(g_j+z_j)^2\ge\delta`.

    None for more than one step.

    Args:
        g: the gradients, or one number for all. t: how many. Phi: the variance of the noise.
        beta2: the weights' base. delta: the threshold.
    """
    from flint import arb

    if t != 1:
        return None
    mean, scale = ball(g[0] if isinstance(g, tuple) else g), (2 * ball(Phi)).sqrt()
    level = ball(delta) / ball(beta2)
    if not level >= 0:
        return arb(1)
    root = level.sqrt()
    return (((root - mean) / scale).erfc() + ((root + mean) / scale).erfc()) / 2


def enclosed_aged_exceedance(g: Any, t: Any, Phi: Any, beta2: Any, delta: Any) -> Any:
    r"""The probability that :math:`\sum_j\beta_2^{T-j}\tilde{g}_j^2` is at least the threshold."""
    gradients = g[::-1] if isinstance(g, tuple) else g
    return enclosed_exceedance(gradients, t, Phi, beta2, ball(beta2) * ball(delta))


def enclosed_beyond(r: Any, Phi: Any) -> Any:
    """An enclosure of P[|z| > r] for normal noise of variance Phi."""
    return (ball(r) / (2 * ball(Phi)).sqrt()).erfc()
