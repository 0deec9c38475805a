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
from verify.language import external, largest, lemma, number, positive
from verify.methods.derive import Derive, add, cases, chain, monotone, shown, substitute, words
from verify.papers.nsgd.notation import V as PAPER

V = PAPER.extended(y=positive("y", unit="1"))

SHIFT = V.T / (8 * V.N * V.B * V.noise**2)
LOSS = SHIFT - V.eps - V.T
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
MISSED, FALSE = 8 * V.N / (V.B * V.T), V.eps + V.T * number(2).log() - SHIFT
DETECTION = 1 - MISSED - FALSE.exp()
RECIPROCAL = lemma("nsgd/exponential-below-a-reciprocal", (-V.y).exp() <= 1 / (1 + V.y))
CHERNOFF = words(
    "Chebyshev's inequality bounds the first probability by 1 - 8N/(BT) from below. The second is "
    "at most that of a set of BT/(4N) steps beyond 1/B, of which there are at most 2^T, and each "
    "step is beyond with a probability of at most exp(-1/(2B^2 sigma^2)).",
    DETECTION <= EVENT,
)
DETECTED = lemma(
    "nsgd/detected-record",
    NECESSARY <= EVENT,
    given=[V.B <= V.N],
    by=Derive(
        cases(
            LOSS <= 0,
            chain(shown(NECESSARY <= 0), words("Delta is at least 0.", number(0) <= EVENT)),
            chain(
                add(
                    shown(1 - MISSED <= 1 - MISSED),
                    monotone(
                        "negative",
                        chain(
                            monotone("exp", shown(FALSE <= -LOSS)),
                            substitute(RECIPROCAL, {"y": LOSS}),
                        ),
                    ),
                ),
                CHERNOFF,
            ),
        )
    ),
)
