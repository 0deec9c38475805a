r"""The exponential averages of Section 2: weights :math:`(1-\beta)\beta^{t-\tau}/(1-\beta^t)`.

Under Assumption 1 all steps have one law, so that the mean of an average is that of a step, and its
variance the variance of a step times the sum of the squared weights: at most :math:`1-\beta+1/t`
times it, and at least :math:`1/t` times it.
"""

from verify.language import Formula, lemma, total
from verify.methods.derive import Derive, shown
from verify.papers.adambc.notation import V, tau


def averaged(beta: Formula, term: Formula) -> Formula:
    """The average of a term, which may depend on the step."""
    return (1 - beta) / (1 - beta**V.t) * total(tau, 1, V.t, beta ** (V.t - tau) * term)


def variance(beta: Formula, step: Formula) -> Formula:
    """The variance of the average of independent steps of one variance: squared weights."""
    factor = ((1 - beta) / (1 - beta**V.t)) ** 2
    return factor * total(tau, 1, V.t, beta ** (2 * (V.t - tau)) * step)


def closed(beta: Formula, step: Formula) -> Formula:
    """The same variance without a sum."""
    return (1 - beta) * (1 + beta**V.t) / ((1 + beta) * (1 - beta**V.t)) * step


def share(beta: Formula) -> Formula:
    """What the variance is of that of a step at most."""
    return 1 - beta + 1 / V.t


def vanishing(beta: Formula, step: Formula) -> Formula:
    """What the variance is at most, which vanishes with 1 - beta and 1/t together."""
    return share(beta) * step


# For either average: V[g~_t^2] stands for the variance of a step.
SPREAD = lemma(
    "adambc/moving-averages",
    variance(V.beta2, V.w) <= vanishing(V.beta2, V.w),
    by=Derive(shown(closed(V.beta2, V.w) <= vanishing(V.beta2, V.w))),
)
