r"""How large an update of Adam can be: the weights :math:`a_\tau,b_\tau` of the two averages.

:math:`(\sum a_\tau g_\tau)^2\le\sum a_\tau^2/b_\tau\cdot\sum b_\tau g_\tau^2`, with equality for
:math:`g_\tau=a_\tau/b_\tau`.
"""

from verify.language import Formula, natural, says, sequence, total
from verify.methods.derivation.links import Link
from verify.methods.derive import Derive, cauchy_schwarz, chain, multiply, substitute, sum_over
from verify.papers.adambc import notation
from verify.papers.adambc.lemmas.moving_averages import averaged
from verify.papers.adambc.notation import tau

V = notation.V.extended(
    t=notation.V.t.within(search=(1, 4)),
    k=natural("k", least=0, search=(0, 5)),
    r=sequence("t", "g", unit=notation.GRADIENT),
)
POSITIVE = [V.beta2 > 0]
ROOT, DECAY, AGE = V.beta2.sqrt(), V.beta1**2 / V.beta2, V.t - tau
SHARE, SCALED = (V.beta1 / ROOT) ** AGE, ROOT**AGE * V.r[tau]  # factors of beta_1^(t - tau) g
SHARE_SQUARED = says(((V.beta1 / ROOT) ** V.k) ** 2 == DECAY**V.k, given=POSITIVE)
SCALED_SQUARED = says((ROOT**V.k * V.M) ** 2 == V.beta2**V.k * V.M**2, given=POSITIVE)


def summed(term: Formula) -> Formula:
    """The sum over all steps."""
    return total(tau, 1, V.t, term)


def each(link: Link) -> Link:
    """The sum of a comparison over all steps."""
    return sum_over(tau, 1, V.t, link)


CAUCHY_SCHWARZ = chain(
    cauchy_schwarz(SHARE, SCALED, tau, 1, V.t),
    multiply(each(substitute(SHARE_SQUARED, {"k": AGE})), summed(SCALED**2)),
    multiply(each(substitute(SCALED_SQUARED, {"k": AGE, "M": V.r[tau]})), summed(DECAY**AGE)),
)
WEIGHT = (1 - V.beta1) / (1 - V.beta1**V.t)
FACTOR = WEIGHT**2 * (1 - V.beta2**V.t) / (1 - V.beta2) * summed(DECAY**AGE)
M_HAT, V_HAT = averaged(V.beta1, V.r[tau]), averaged(V.beta2, V.r[tau] ** 2)
REALISED = says(
    M_HAT**2 <= FACTOR * V_HAT, given=POSITIVE, by=Derive(multiply(CAUCHY_SCHWARZ, WEIGHT**2))
)
