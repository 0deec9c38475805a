r"""Theorem 3.5 and the demonstration: the growth :math:`C_t` of :math:`\Vert M^t\Vert/\rho^t`.

A norm is bounded by a bound for every starting point.
"""

from fractions import Fraction as F

from verify.formula.expression import external
from verify.language.claim import Control, claim
from verify.language.notation import natural
from verify.language.says import at_most
from verify.methods.derive import Derive, words
from verify.papers.accelerated.laboratory import quadratic_error as library
from verify.papers.accelerated.lemmas.powers import (
    BETWEEN,
    COMPLETED,
    FIRST_ROW,
    NEXT_POWER,
    ORDER,
    ROOTS,
    START,
    WITHIN,
    W,
)
from verify.papers.accelerated.settings import DEMONSTRATION

V = W.extended(d=natural("d", search=(1, 2)), t=natural("t", least=0, search=(0, 20)))
STATE = external(
    r"\Vert M^t\xi_0\Vert^2",
    library.state,
    *(W.alpha, W.beta, W.mu, W.L, W.shares, W.x0, W.before, W.t),
    balls=library.enclosed_state,
)
ROOM = W.rho ** (2 * W.t) * START
LINEAR = (W.t + 1) * (W.rho + 1 / W.rho)  # O(t): rho >= sqrt(beta) > 0
ARGUMENT = (
    "By roots-between and root-within all roots of z^2 - p z + beta are within rho. As in "
    "accelerated/thm-3.5, |U_t| is at most (t+1) rho^t (next-power, completed-square), and by "
    "first-row the square of a coordinate of x_t is at most ((t+1)^2 + t^2 rho^2) rho^{2t} times "
    "its start's. With t - 1 for t the same holds of x_{t-1}; the two brackets, the second over "
    "rho^2, add up to at most (t+1)^2 (rho + 1/rho)^2."
)
DOUBLE_ROOT = {
    "d": 1, "mu": F(1), "L": F(1), "alpha": F(1, 4), "beta": F(1, 4), "rho": F(1, 2),
    "shares": (F(0),), "x0": (F(1),), "before": (F(0),), "t": 8,
}  # fmt: skip
BOUNDED = at_most(
    V,
    STATE,
    LINEAR**2 * ROOM,
    where=[ORDER, *ROOTS],
    by=Derive(words(ARGUMENT, STATE <= LINEAR**2 * ROOM)),
    look=(DOUBLE_ROOT,),
)
LEMMAS = (BETWEEN, WITHIN, COMPLETED, NEXT_POWER, FIRST_ROW)
CT_ORDER = claim(
    "accelerated/thm-3.5-ct-order",
    "§3.2, Thm 3.5; App B.3",
    "growth of the powers",
    BOUNDED,
    rests_on=LEMMAS,
    rejects=(
        # At a double root the growth is linear.
        Control(
            name="a constant C_t",
            says=BOUNDED.but(right=((W.rho + 1 / W.rho) ** 2 * ROOM), look=(DOUBLE_ROOT,)),
        ),
    ),
)

CT_IS_T = BOUNDED.but(right=W.t**2 * ROOM, also=[W.t >= 1], by=None)
CT_CHOICE = claim(
    "accelerated/ct-choice",
    "§3.2, demonstration and footnote 1",
    "the choice C_t = t",
    CT_IS_T,
    repaired=BOUNDED.but(also=[W.t >= 1]),
    rests_on=LEMMAS,
    settings=DEMONSTRATION,
)

CLAIMS = (CT_ORDER, CT_CHOICE)
