r"""Section 4, (4), and Algorithm 1: the step of DP-AdamBC.

Algorithm 1 updates the averages step by step from :math:`m_0=v_0=0`; Section 4 and the proofs use
their sums. The floor :math:`\gamma'` is positive, so that every step has a value.
"""

from typing import Any

import numpy as np

from dptheory.optimizers.adam import Adam, AdamState, direction
from verify.language import Formula, agrees, claim, external, largest, says, symbols, total
from verify.papers.adambc import notation
from verify.papers.adambc.notation import tau
from verify.papers.adambc.settings import SECTION_4

V = notation.V.extended(
    t=notation.V.t.within(search=(1, 3)),
    eta=symbols.positive(r"\eta", unit="length", search=(0.001, 2)),
    floor=symbols.positive(r"\gamma'", unit=notation.SQUARE, search=(0.01, 1)),
    theta=symbols.real(r"\theta_{t-1}", unit="length", search=(-3, 3)),
    r=symbols.sequence("t", r"\tilde{g}", unit=notation.GRADIENT),
    first=symbols.real("m_t", unit=notation.GRADIENT, search=(-3, 3)),
    second=symbols.nonnegative("v_t", unit=notation.SQUARE, search=(0, 9)),
)


def summed(beta: Formula, term: Formula, last: Formula) -> Formula:
    """(1 - beta) times the sum of beta^(last - tau) times a term."""
    return (1 - beta) * total(tau, 1, last, beta ** (last - tau) * term)


def stepped(beta: Formula, term: Formula, now: Formula) -> Formula:
    """The average after a step of Algorithm 1, from that before it."""
    return beta * summed(beta, term, V.t - 1) + (1 - beta) * now


def update(phi: Formula) -> Formula:
    """The last line of Algorithm 1, from both averages."""
    scale = largest(V.second / (1 - V.beta2**V.t) - phi, V.floor).sqrt()
    return V.theta - V.eta * (V.first / (1 - V.beta1**V.t)) / scale


def library(*numbers: Any) -> float:
    """The update over the step size, as the library computes it."""
    m, v, t, beta1, beta2, sigma, C, B, floor = map(float, numbers)
    method = Adam(1.0, beta1, beta2, noise_variance=(sigma * C / B) ** 2, floor=floor)
    return float(direction(method, AdamState(np.zeros(()), np.array(m), np.array(v), int(t))))


SQUARED = V.r[tau] ** 2
FIRST = says(summed(V.beta1, V.r[tau], V.t) == stepped(V.beta1, V.r[tau], V.r[V.t]))
SECOND = says(summed(V.beta2, SQUARED, V.t) == stepped(V.beta2, SQUARED, V.r[V.t] ** 2))
PHI = (V.sigma * V.C / V.B) ** 2
DIRECTION = external(
    r"\Delta_t", library, *(V.first, V.second, V.t, V.beta1, V.beta2, V.sigma, V.C, V.B, V.floor)
)
EQ_4 = (
    claim("adambc/eq-4", "§4, (4), Alg 1", "The step of DP-AdamBC")
    .says(
        {
            "first moment": FIRST,
            "second moment": SECOND,
            "update": agrees(update(PHI) == V.theta - V.eta * DIRECTION),
        },
        settings=SECTION_4,
        # (4) and Algorithm 1 write the same number under the root.
        notes=(says(update(V.Phi) == update(PHI), given=[(V.Phi == PHI)]),),
    )
    .quoting(
        r"\Delta_t=\hat m_t/\sqrt{\max(\hat v_t-\Phi,\gamma')}",
        part="update",
        reading="Tested is the parameter after the step, against the library's direction.",
    )
    .rejects(
        "the square of the first moment",
        part="second moment",
        left=summed(V.beta2, V.r[tau], V.t) ** 2,
    )
)
