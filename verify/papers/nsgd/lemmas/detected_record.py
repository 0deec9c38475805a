r"""What any :math:`(\epsilon,\delta)`-DP guarantee of DP-SGD has to pay for one record.

Losses :math:`\pm x` in one dimension, in units of the clipping norm: a data set whose clipped
gradients are all -1, and its neighbour in which one is +1. A step's noisy mean exceeds -1 + 1/B
with the probability of noise beyond 1/B in the first, and at least B/(2N) in the second. Of T
steps, at least BT/(4N) do so: the probability of this under the neighbour, less
:math:`e^\epsilon` times that under the first, is at most delta.
"""

import math
from typing import Any

from verify.formula.evaluate import Undecided
from verify.language import external, largest, lemma, says
from verify.papers.nsgd.notation import V

LOSS = V.T / (8 * V.N * V.B * V.noise**2) - V.eps - V.T
NECESSARY = 1 - 8 * V.N / (V.B * V.T) - 1 / (1 + largest(0, LOSS))


def least_delta(T: int, N: int, B: int, eps: Any, noise: Any) -> float:
    """What the event asks of delta, from binomial tails.

    Raises:
        Undecided: a probability is lost in rounding.
    """
    from scipy.stats import binom, norm

    T, N, B = int(T), int(N), int(B)
    rare = float(norm.sf(1 / (B * float(noise))))
    rate = B / N
    used = rate * float(norm.cdf(1 / (B * float(noise)))) + (1 - rate) * rare
    steps = math.ceil(B * T / (4 * N))
    false = float(binom.logsf(steps - 1, T, rare)) + float(eps)
    if not false < 700:
        raise Undecided("a probability beyond double precision")
    return float(binom.sf(steps - 1, T, used)) - math.exp(false)


EVENT = largest(0, external("delta of the event", least_delta, V.T, V.N, V.B, V.eps, V.noise))
DETECTED = lemma(
    "nsgd/detected-record",
    says(NECESSARY <= EVENT, given=[V.B <= V.N]).argued(
        "Chebyshev's inequality bounds the first probability by 1 - 8N/(BT) from below, "
        "and 2^T exp(-T/(8NB sigma^2)) the second from above; exp(-y) <= 1/(1 + y), and "
        "where y < 0 the bound is negative."
    ),
)
