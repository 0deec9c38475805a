r"""From a bound of a moment to (epsilon, delta): Markov's inequality for the privacy loss.

An output of probabilities p and q has the loss :math:`\ln(p/q)`, and :math:`p^\alpha q^{1-\alpha}`
is :math:`p\,e^{(\alpha-1)\text{loss}}`. Where the loss exceeds epsilon this is above
:math:`p\,e^{(\alpha-1)\epsilon}`; elsewhere p is at most :math:`e^\epsilon q`.
"""

import math

from verify.language import Formula, lemma, number, symbols
from verify.methods.derive import Derive, add, cases, given, monotone, multiply, shown

V = symbols.notation(
    alpha=symbols.between(1, math.inf, r"\alpha", unit="1", ends="()", search=(1.1, 8)),
    level=symbols.real(r"\epsilon", unit="1", search=(-1, 4)),
    p=symbols.positive("p", unit="1", search=(0.01, 1)),
    q=symbols.positive("q", unit="1", search=(0.01, 1)),
)


def moment_term(p: Formula, q: Formula, alpha: Formula) -> Formula:
    """p^alpha q^(1 - alpha)."""
    return p**alpha * q ** (1 - alpha)


NEAR = V.level.exp() * V.q  # what p is at most without a failure
REST = (-(V.alpha - 1) * V.level).exp() * moment_term(V.p, V.q, V.alpha)
# A loss above epsilon, times alpha - 1 and exponentiated, then times p and what is known.
BEYOND = multiply(
    monotone("exp", multiply(monotone("log", given(NEAR < V.p)), V.alpha - 1)),
    V.p * V.q ** (1 - V.alpha) * (-(V.alpha - 1) * V.level).exp(),
)
ONE_OUTPUT = lemma(
    "lssgd/loss-of-one-output",
    V.p <= NEAR + REST,
    by=Derive(
        cases(
            V.p <= NEAR,
            add(given(V.p <= NEAR), shown(number(0) <= REST)),
            add(shown(number(0) <= NEAR), BEYOND),
        )
    ),
)
