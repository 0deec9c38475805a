r"""Section 4, Proposition 2: the corrected update is a consistent estimator.

Under Assumption 1 the gradients are i.i.d., and :math:`\tilde g_\tau` is one of them with noise.
The weights of the estimates are :math:`(1-\beta)\beta^{t-\tau}/(1-\beta^t)`. Both variances are at
most :math:`1-\beta+1/t` times that of one step: they vanish where beta tends to 1 and t to infinity
together, in whatever manner, and by the notes not where one of these stays. The update moves by
no more than the estimates do.
"""

from verify.claim import Control, claim
from verify.expression import Node, total
from verify.methods.derive import Derive, chain, shown
from verify.papers.adambc.notation import V
from verify.statement import Draft, at_least, at_most, equal, tends

TAU = Node("symbol", (), "tau")


def weighted(beta: Node, term: Node, power: int = 1) -> Node:
    """The sum of the weights, to a power, times a term that is the same in every step."""
    factor = ((1 - beta) / (1 - beta**V.t)) ** power
    return factor * total(TAU, 1, V.t, beta ** (power * (V.t - TAU)) * term)


def closed(beta: Node, term: Node) -> Node:
    """The sum of the squared weights, times a term."""
    return (1 - beta) * (1 + beta**V.t) / ((1 + beta) * (1 - beta**V.t)) * term


def vanishing(beta: Node, variance: Node) -> Draft:
    """The variance of an estimate is at most that of one step times 1 - beta + 1/t."""
    estimate, bound = weighted(beta, variance, 2), (1 - beta + 1 / V.t) * variance
    sums = shown(estimate.equals(closed(beta, variance)))
    return at_most(
        V, estimate, bound, by=Derive(chain(sums, shown(closed(beta, variance) <= bound)))
    )


MEAN = equal(V, weighted(V.beta2, V.q + V.Phi) - V.Phi, V.q)
FIRST, SECOND = vanishing(V.beta1, V.v), vanishing(V.beta2, V.w)
LIMIT = V.m / V.q.function("sqrt")
UPDATE = abs(V.M / V.S.function("sqrt") - LIMIT)
MOVED = (abs(V.M - V.m) + abs(V.m) * abs(V.S - V.q) / V.q) / V.S.function("sqrt")
# With the parts before it, Chebyshev's inequality gives the limit in probability.
SENTENCE = (
    r"\hat m_t^p/\sqrt{\max(\hat v_t^{corr},0)}\to E[\bar g_t]/\sqrt{E[\bar g_t^2]}"
    r"\text{ in probability as }\beta_1,\beta_2\to1,\ t\to\infty"
)
RATIO = at_most(V, UPDATE, MOVED, where=[V.S > 0], display=SENTENCE)

PROP_2 = claim(
    "adambc/prop-2",
    "§4, Prop 2",
    "consistency of the corrected update",
    {"no bias": MEAN, "first moment": FIRST, "second moment": SECOND, "update": RATIO},
    notes=(
        tends(V, closed(V.beta2, V.w), "beta2", 1, V.w / V.t),
        at_least(V, closed(V.beta2, V.w), (1 - V.beta2) / (1 + V.beta2) * V.w),
    ),
    rejects=(Control(name="no correction", says=MEAN.but(left=weighted(V.beta2, V.q + V.Phi))),),
)

CLAIMS = (PROP_2,)
