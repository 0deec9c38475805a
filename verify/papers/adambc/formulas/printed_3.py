"""The step sizes of DP-SGD with momentum by (3), and what Figures 2 and 7 print of them."""

from fractions import Fraction

from verify.language import Formula, number

F = Fraction
BETA = F(9, 10)


def noise_variance(B: int, C: Fraction, sigma: Fraction) -> Formula:
    """Phi from a batch size, a clipping norm and a noise multiplier."""
    return number((sigma * C / B) ** 2)


def asymptote(eta: Fraction, variance: Formula) -> Formula:
    """What (3) tends to, beta being 0.9."""
    return eta * (1 - BETA) / variance.sqrt()


SMALL = noise_variance(256, F(1, 10), F(2, 5))  # SNLI
LARGE = noise_variance(256, F(1), F(1))
