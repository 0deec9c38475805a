"""The step sizes of DP-SGD with momentum by (3), and what Figures 2 and 7 print of them."""

from fractions import Fraction

from verify.formula.expression import Node, lift

F = Fraction
BETA = F(9, 10)


def noise_variance(B: int, C: Fraction, sigma: Fraction) -> Node:
    """Phi from a batch size, a clipping norm and a noise multiplier."""
    return lift((sigma * C / B) ** 2)


def asymptote(eta: Fraction, variance: Node) -> Node:
    """What (3) tends to, beta being 0.9."""
    return eta * (1 - BETA) / variance.sqrt()


SMALL = noise_variance(256, F(1, 10), F(2, 5))  # SNLI
LARGE = noise_variance(256, F(1), F(1))
