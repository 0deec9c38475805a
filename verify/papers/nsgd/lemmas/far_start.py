r"""A run that starts far out on a slope: :math:`L_0x_1^2/2`, continued with the slope G.

All records are equal, so that nothing deviates. The start is so far out that the signal of T steps,
at most :math:`\eta T` (clipped: :math:`\eta cT`), and noise up to :math:`Y` leave the run on the
slope, where every gradient has the norm G: :math:`D_f=G(\eta T+Y)+\frac{G^2}{2L_0}` or more. The
noise of T steps has variance :math:`\eta^2\sigma^2T` (clipped: :math:`c^2` times that, which is the
lemma with :math:`\eta c` for :math:`\eta`).
"""

from typing import Any

from verify.formula.evaluate import Undefined
from verify.language import Formula, external, lemma, natural, positive, says
from verify.papers.nsgd.notation import V as PAPER

V = PAPER.extended(slope=positive("G", unit="gradient", search=(0.1, 100)), T0=natural("T_0"))
SMALLEST = 3 * V.slope / 4


def gap(signal: Formula, spread: Formula) -> Formula:
    """The least D_f of the start, Y being twice the standard deviation of the noise.

    Args:
        signal: how far a step goes at most. spread: the standard deviation of its noise.
    """
    return V.slope * (signal * V.T + 2 * spread * V.T.sqrt()) + V.slope**2 / (2 * V.L0)


GAP = gap(V.eta, V.eta * V.noise)
GAP_C = gap(V.rate * V.c, V.rate * V.c * V.noise)


def kept(slope: Any, Df: Any, L0: Any, eta: Any, noise: Any, T: Any) -> float:
    """G times a lower bound, by Kolmogorov, of the probability that noise leaves the run there.

    Raises:
        Undefined: the signal alone may use up the room.
    """
    G, D, L, step, sigma, steps = map(float, (slope, Df, L0, eta, noise, T))
    room = (D - G**2 / (2 * L)) / G - step * steps
    if room <= 0:
        raise Undefined("a start that the signal may leave")
    return G * (1 - (step * sigma) ** 2 * steps / room**2)


BOUND = external(
    "Kolmogorov's lower bound of E[min]", kept, V.slope, V.Df, V.L0, V.eta, V.noise, V.T
)
FAR_START = lemma(
    "nsgd/far-start",
    says(SMALLEST <= BOUND, given=[V.Df >= GAP]).argued(
        "By Kolmogorov's inequality the noise of T steps ever exceeds twice its standard "
        "deviation with probability at most 1/4."
    ),
)
