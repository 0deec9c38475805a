r"""Theorem 3.5 and the demonstration: the growth :math:`C_t` of :math:`\Vert M^t\Vert/\rho^t`.

A norm is bounded by a bound for every starting point.
"""

from verify.language import claim, instance, largest, let, says, total
from verify.methods.derive import Derive, add, chain, multiply, shown, sum_over
from verify.papers.accelerated.formulas.radius import radius
from verify.papers.accelerated.lemmas import powers
from verify.papers.accelerated.lemmas.powers import MOVED, ORDER, ROOTS, SQUARES, START, K, W
from verify.papers.accelerated.notation import i
from verify.papers.accelerated.settings import DEMONSTRATION

# rho >= sqrt(beta) > 0.
V = W.extended(
    d=W.d.within(search=(1, 2)), t=W.t.within(search=(0, 20)), rho=W.rho.within("(0, 1)")
)
STATE = total(i, 1, W.d, MOVED[0] ** 2 + MOVED[1] ** 2)  # |M^t xi_0|^2
ROOM = W.rho ** (2 * W.t) * START
LINEAR = (W.t + 1) * (W.rho + 1 / W.rho)  # O(t)
DOUBLE_ROOT = instance(
    "d=1 mu=1/1 L=1/1 alpha=1/4 beta=1/4 rho=1/2 shares=(0/1,) x0=(1/1,) before=(0/1,) t=8"
)
BOUNDED = says(
    STATE <= LINEAR**2 * ROOM,
    given=[ORDER, *ROOTS],
    at=DOUBLE_ROOT,
    over=V,
    by=Derive(
        sum_over(
            i,
            1,
            W.d,
            chain(
                add(*powers.COORDINATES),
                multiply(shown(powers.GROWTH + powers.EARLIER <= LINEAR**2), K * SQUARES),
            ),
        )
    ),
)
CT_ORDER = (
    claim(
        "accelerated/thm-3.5-ct-order",
        "§3.2, Thm 3.5; App B.3",
        "Growth of the powers of the iteration matrix",
        BOUNDED,
    )
    .quoting(r"\|M^t\|\le C_t\rho^t", reading="squared, for every start")
    .quoting(r"C_t=\mathcal O(t)", reading=r"as $C_t=(t+1)(\rho+1/\rho)$")
    .rejects(
        # At a double root the growth is linear.
        "a constant C_t",
        right=(W.rho + 1 / W.rho) ** 2 * ROOM,
        at=DOUBLE_ROOT,
    )
)

# The rate itself (App B.3); alpha = 1/10, beta = 7/10 is where C_t = t is furthest off.
RATE = let(
    r"\rho",
    largest(*(radius(1 + V.beta - V.alpha * end, V.beta) for end in (V.mu, V.L))),
    of="App B.3",
)
PANEL = DEMONSTRATION[1]
LOOK = {**PANEL.values, **instance("x0=(2,2) before=(-1,-1) t=3")}
CT_CHOICE = (
    claim("accelerated/ct-choice", "§3.2, demonstration and footnote 1", "The choice $C_t=t$")
    .says(
        says(
            STATE <= V.t**2 * (RATE ** (2 * V.t) * START),
            given=[ORDER, RATE < 1, V.t >= 1],
            at=LOOK,
            over=V,
        ),
        repaired=BOUNDED.but(also=[V.t >= 1]),
        settings=(PANEL,),
        # The footnote: a constant multiple of t.
        notes=(says(LINEAR <= 2 * (V.rho + 1 / V.rho) * V.t, given=[V.t >= 1]),),
    )
    .quoting("C_t=t", reading="put into the bound on the powers")
)
