r"""Section 4 and appendix C: the formulas that the concentration bounds have in common.

The deviation :math:`\xi` of :math:`\hat v_t` is measured before the factor
:math:`(1-\beta_2)/(1-\beta_2^t)` as well, as the two cases of the bounds are.
"""

from collections.abc import Mapping
from typing import Any

from verify.language import Claim, Formula, between, nonnegative, number, put, real, total
from verify.papers.adambc import notation
from verify.papers.adambc.notation import tau

V = notation.V.extended(
    beta=between(0, 1, r"\beta", unit="1"),
    lam=real(r"\lambda", unit="1/gradient^2", search=(-10, 10)),
    a=nonnegative("a", unit="gradient^2", search=(0, 4)),
    nu=nonnegative(r"\nu", unit="gradient^2", search=(0, 10)),
)

NOISE = V.sigma**2 * V.C**2 / V.B**2  # Phi, the variance of the noise of one step
FACTOR = (1 - V.beta2) / (1 - V.beta2**V.t)
SQUARES = (1 - V.beta2 ** (2 * V.t)) / (1 - V.beta2**2)  # the sum of beta_2^(2(t - tau))
LOGARITHM = (1 / (V.alpha / 2)).log()
PLACE = V.xi * (1 - V.beta2**V.t) / (1 - V.beta2)
WIDTH = 4 * NOISE  # b

NU_STATEMENT = WIDTH * SQUARES.sqrt()  # of Proposition 3
NU_PROOF = 2 * NOISE * SQUARES.sqrt()  # of its proof
NU_4 = 2 * SQUARES.sqrt() * (NOISE + V.sigma * V.C**2 / V.B)  # of Proposition 4


def weighted(term: Formula) -> Formula:
    """The sum of beta_2^(2(t - tau)) times a term in tau."""
    return total(tau, 1, V.t, V.beta2 ** (2 * (V.t - tau)) * term)


def gaussian(nu: Formula, logarithm: Formula = LOGARITHM) -> Formula:
    """The threshold of the first case."""
    return FACTOR * (logarithm * (2 * nu**2)).sqrt()


def exponential(b: Formula = WIDTH, logarithm: Formula = LOGARITHM) -> Formula:
    """The threshold of the second case."""
    return FACTOR * logarithm * 2 * b


def border(nu: Formula, b: Formula = WIDTH) -> Formula:
    """Where the second case begins, as a place."""
    return nu**2 / b


def at(formula: Formula, values: Mapping[str, Any]) -> Formula:
    """A formula with numbers for its symbols."""
    return put(formula, {name: number(value) for name, value in values.items()})


def quoting_both_cases(said: Claim, event: str, tail: Formula, nu: Formula) -> Claim:
    """The claim with what Propositions 3 and 4 print of small and of large thresholds.

    Args:
        event: the LaTeX of the probability, which is ``tail``. nu: the printed one.
    """
    small, large = "small thresholds", "large thresholds"
    bound = rf"{{{event}}}\le\alpha"
    border: Mapping[str, Formula] = {r"\nu": nu, "b": WIDTH}
    return (
        said.quoting(bound, part=small, letters={event: tail})
        .quoting(
            r"\xi\ge\frac{1-\beta_2}{1-\beta_2^t}\sqrt{\ln(1/\frac\alpha2)(2v^2)}",
            part=small,
            letters={"v": nu},
        )
        .quoting(
            r"0\le\frac{\xi(1-\beta_2^t)}{1-\beta_2}\le\frac{\nu^2}b", part=small, letters=border
        )
        .quoting(bound, part=large, letters={event: tail})
        .quoting(
            r"\xi\ge\frac{1-\beta_2}{1-\beta_2^t}\ln(1/\frac\alpha2)2b",
            part=large,
            reading="The same threshold, its factors in another order.",
        )
        .quoting(r"\frac{\xi(1-\beta_2^t)}{1-\beta_2}\ge\frac{\nu^2}b", part=large, letters=border)
        .quoting(r"b=\frac{4\sigma^2C^2}{B^2}", part=large)
    )
