r"""Appendix D, Table 2: what noise alone gives in place of its entries.

A coordinate without any gradient has moments and updates with the laws of
``laboratory/update_law``; its noise has standard deviation :math:`\sigma C` over a
divisor, which is B in the paper.
"""

import math
from fractions import Fraction

from verify.language import instance
from verify.methods.behave import Ratio
from verify.papers.adambc.formulas.printed_tables import TABLE_2_FLOOR as FLOOR
from verify.papers.adambc.laboratory.update_law import Noise, noise
from verify.papers.adambc.settings import SNLI

STEPS, PHI_DIVISOR = 10000, SNLI.values["B"]  # t and B
SCALE = SNLI.values["sigma"] * SNLI.values["C"]
PHI = (SCALE / PHI_DIVISOR) ** 2
# BERT-base: an encoder layer, the pooler and three classes.
COORDINATES = 4 * 768 * 769 + 3072 * 769 + 768 * 3073 + 4 * 768 + 768 * 769 + 3 * 769


def law() -> Noise:
    """The laws at the step of the table, beta_1 = 0.9 and beta_2 = 0.999."""
    return noise(0.9, 0.999, STEPS)


def variance(divisor: int) -> float:
    """Of the noise in a released gradient."""
    return float(SCALE / divisor) ** 2


def first(p: Fraction, divisor: int) -> float:
    """A quantile of the first moment."""
    return law().first_quantile(float(p)) * math.sqrt(variance(divisor))


def second(p: Fraction, divisor: int) -> float:
    """A quantile of the second moment."""
    return law().second_quantile(float(p)) * variance(divisor)


def corrected(p: Fraction, divisor: int) -> float:
    """A quantile of the second moment less Phi, at least gamma'."""
    return max(second(p, divisor) - float(PHI), float(FLOOR))


def corrected_mean(divisor: int) -> float:
    """The mean of the second moment less Phi, at least gamma'."""
    unit = variance(divisor)
    return law().corrected_mean(float(PHI) / unit, float(FLOOR) / unit) * unit


def update(p: Fraction, divisor: int) -> float:
    """A quantile of the update without correction, whatever the divisor."""
    return _symmetric(p, 0.0, 0.0)


def corrected_update(p: Fraction, divisor: int) -> float:
    """A quantile of the corrected update."""
    unit = variance(divisor)
    return _symmetric(p, float(PHI) / unit, float(FLOOR) / unit)


def _symmetric(p: Fraction, phi: float, floor: float) -> float:
    sign = 1 if 2 * p > 1 else -1
    return sign * law().update_quantile(float(max(p, 1 - p)), phi, floor)


SHARES = instance("Q1=1/4 Median=1/2 Q3=3/4") | {"Min": Fraction(1, COORDINATES)}
QUANTILES = {
    "m^p": first,
    "v^p": second,
    "v^corr": corrected,
    "update^p": update,
    "update^corr": corrected_update,
}


def exact(value: float) -> Ratio:
    """A ratio that is known."""
    return Ratio(value=value, low=value, high=value, data_sets=None)
