r"""Corollary 4: a run with :math:`\rho`-zCDP, where :math:`\rho\le\log(1/\gamma)`."""

from verify.language import Formula, claim, says

from ..notation import V
from ..settings import GAUSSIAN
from .theorem_2 import bound

LOG = (1 / V.gamma).log()
PRICE = 2 * (1 + V.eta) * (V.rho * LOG).sqrt() - V.eta * V.rho


def large(lam: Formula) -> Formula:
    """The budget at an order of 1 + sqrt(log E[K]/rho) and beyond."""
    return V.rho * (lam - 1) + V.mu.log() / (lam - 1) + PRICE


SMALL = 2 * (V.rho * V.mu.log()).sqrt() + PRICE
GIVEN = [V.rho <= LOG]
LARGE = claim(
    "sixth-paper/cor-4",
    "Corollary 4",
    "Theorem 2 at the best order of the proof",
    {
        "at that order": says(
            bound(V.rho * V.lam, V.rho * (LOG / V.rho).sqrt(), (LOG / V.rho).sqrt(), V.eta, V.mu)
            == large(V.lam),
            given=GIVEN,
        ),
        "no other order gives less": says(
            2 * (V.rho * LOG).sqrt() - V.rho <= (1 - 1 / V.lamh) * V.rho * V.lamh + LOG / V.lamh
        ),
    },
    settings=(GAUSSIAN,),
)
SMALL_ORDERS = claim(
    "sixth-paper/cor-4-small",
    "Corollary 4",
    "below the order 1 + sqrt(log E[K]/rho) the budget is that of this order",
    {
        "at that order": says(
            large(1 + (V.mu.log() / V.rho).sqrt()) == SMALL, given=[V.mu > 1, *GIVEN]
        ),
        "no order gives less": says(
            2 * (V.rho * V.mu.log()).sqrt() <= V.rho * (V.lam - 1) + V.mu.log() / (V.lam - 1),
            given=[V.mu >= 1],
        ),
    },
    settings=(GAUSSIAN,),
)
UNCONDITIONAL = claim(
    "sixth-paper/cor-4-hypothesis",
    "(consequence, not printed)",
    "by the formula the choice costs something also without rho <= log(1/gamma)",
    says((2 * (V.rho * LOG).sqrt() - V.rho) * (1 + V.eta) >= 0),
    settings=(GAUSSIAN,),
    ours=True,
).repaired(given=GIVEN)
