r"""What Section 5 and the bound (32) print: logistic regression and its constants, errors left in.

A record enters through its odds :math:`e^{zu^\top x}` of the observed label, so that rational odds
give rational values. Units in brackets: :math:`x` [length], :math:`u` [1/length], the
log-likelihood is a pure number, :math:`\lambda` and :math:`L` [1/length^2].
"""

from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

# The experiment's numbers.
DIMENSION = 20
RECORDS = 10**5
REGULARISATION = Fraction(1, 100)
RADIUS = 20
SENSITIVITY = 40
EPSILON = 1
STEP_FACTORS = (Fraction(1), Fraction(1, 10))
INITIAL_GUESS = 10
ITERATIONS = 1000

# Figure 3: where the curves of DP-NAG-opt (c = 1, 0.1) and DP-MASG-opt (c = 1, 0.1) end.
OPT_LENGTHS = ("136", "396", "89", "89")


def inverse(number: Any) -> Any:
    """1/number, exact for whole numbers."""
    return Fraction(1, number) if isinstance(number, int) else 1 / number


def likelihood(odds: Any) -> Any:
    """p(z|u, x) at the odds e^{z u'x}."""
    return inverse(1 + inverse(odds))


def eq_35(log_likelihood: Any, regularisation: Any, norm: Any) -> Any:
    """(35): one record's f at a point of Euclidean norm ``norm``."""
    return log_likelihood + regularisation * norm**2


def eq_36_gradient(z: Any, u: Any, odds: Any) -> Any:
    """(36): the first record's data part z u e^{z u'x}/(1 + e^{z u'x}), one coordinate."""
    return z * u * odds / (1 + odds)


def eq_36_second_weight(odds: Any, z: int, other: int) -> Any:
    """(36): |z' e^{z u''x}/(1 + e^{z' u''x})| of the second record u', z', with odds e^{u''x}."""
    return abs(other * odds**z / (1 + odds**other))


def sensitivity(radius: Any) -> Any:
    """Before (36): S_1(x) when the L1 norm of the covariates is at most ``radius``."""
    return 2 * radius


def smoothness(gram: Any, regularisation: Any) -> Any:
    """Section 5: L, from the largest singular value of U'U/n."""
    return gram + 2 * regularisation


def eq_32(
    alphas: Array,
    stages: Array,
    *,
    mu: float,
    L: float,
    guess: float,
    noise: float,
    start: float = 1.0,
) -> Array:
    """(32) with the weights of (34), for every T' from 1 to the number of step sizes.

    Args:
        alphas, stages: step size and stage s_t of every iteration (one stage: DP-NAG).
        guess: E_0.
        noise: d S_1^2/(n epsilon)^2.
        start: the factor of E_0 that (34) leaves out; 1 as printed, s_0 being the first stage.
    """
    # log of 2^{s_t} prod_{i <= t} (1 - sqrt(mu alpha_i)); a_{T,t} is a ratio of two of them.
    decay = np.cumsum(np.log1p(-np.sqrt(mu * alphas))) + np.log(2.0) * (stages - stages[0])
    step = alphas * (1 + alphas * L)
    roots = np.exp(decay / 3) * np.cumsum(np.exp(-decay / 3) * np.cbrt(step))
    bound: Array = start * np.exp(decay) * guess + noise * roots**3
    return bound
