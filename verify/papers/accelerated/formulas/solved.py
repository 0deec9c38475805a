"""Solutions of the rate LMI with the right sign, rounded from those of the rate solver."""

from fractions import Fraction

NAMES = ("alpha", "beta", "L", "rho", "P11", "P12", "P22", "c0", "c", "s", "mu")


def solutions(*texts: str) -> tuple[dict[str, Fraction], ...]:
    """Values of ``NAMES``, a text for each solution; s <= P_11 - P_12^2/P_22."""
    return tuple(dict(zip(NAMES, map(Fraction, text.split()), strict=True)) for text in texts)


SOLUTIONS = solutions(
    "1/2 1/4 2 17/25 4/5 -1/5 1/5 2/9 0 3/5 1",
    "1/4 1/2 4 47/50 25/69 -16/53 23/66 1/100 24/83 1/10 1",
    "1/8 1/5 8 43/50 132/173 -31/111 22/131 1/164 13/188 1/4 1",
)
