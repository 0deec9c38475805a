r"""Section 3.2, footnote 1: another constant K in :math:`C_t=Kt`.

What the demonstration plots is (25) after t iterations with :math:`\sigma_T^2=(tc_w)^2`; h stands
for :math:`L\,m(\alpha,\beta)/\sigma_T^2`.
"""

from fractions import Fraction as F

from verify.formula.evaluate import value_at
from verify.language import Formula, Setting, claim, external, instance, natural, positive, says
from verify.papers.accelerated.lemmas.powers import W

V = W.extended(
    t=W.t.within("[1, inf)", search=(1, 250)),
    t2=natural("t'", search=(1, 250)),
    K=positive("K", unit="1", search=(1, 20)),
    start=positive(r"E\Vert(\xi_0-\xi^*)(\xi_0-\xi^*)^\top\Vert", unit="length^2", search=(1, 20)),
    c_w=positive("c_w", unit="gradient", search=(0.0001, 0.01)),
    h=positive("h", unit="length^2/gradient^2", search=(0.1, 10)),
)


def plotted(t: Formula, K: Formula | int) -> Formula:
    """(25) with C_t = K t."""
    variance = (t * V.c_w) ** 2
    start = V.start + variance * V.alpha**2 / (1 - V.rho**2)
    return start * (K * t) ** 2 * V.rho ** (2 * t) + V.h * variance


# alpha = 1/10, beta = 0, c_w = 1/100 with mu = 1/2, L = 1, and with the program's mu = 1/10.
PRINTED = instance("alpha=1/10 rho=19/20 c_w=1/100 h=115/741")
PROGRAM = PRINTED | {"rho": F(99, 100), "h": F(1, 199) * 100 + F(1, 19)}


def drawn(K: int, t: int) -> F:
    """The bound (25) that Figure 1 draws, with $C_t=Kt$ and the squared length 10 of the start."""
    point = {**PRINTED, "K": F(K), "t": int(t), "start": F(10)}
    return F(value_at(plotted(V.t, V.K).tree, point))


CURVE = "curve of Fig 1, α = 0.1, β = 0, c_w = 0.01, E_0 = 10, at K and t"
FOOTNOTE = (
    claim(
        "accelerated/footnote-1",
        "§3.2, footnote 1",
        "Another constant in $C_t$, and the curves of Figure 1",
    )
    .says(
        says(
            plotted(V.t, V.K) / plotted(V.t, 1) == plotted(V.t2, V.K) / plotted(V.t2, 1),
            given=["0 < rho"],
            at={**PRINTED, "K": F(10), "t": 1, "t2": 250, "start": F(10)},
        ),
        # The curve lies between itself and itself shifted; how far depends on t.
        instead=says(plotted(V.t, V.K) <= V.K**2 * plotted(V.t, 1), given=["1 <= K"]),
        settings=(
            Setting(name="Fig 1, α = 0.1, β = 0, c_w = 0.01", values=PRINTED),
            Setting(name="the same with the program's μ = 0.1", values=PROGRAM),
        ),
        # With C_t = t the bottom is at t = 149, with C_t = 10 t at t = 197.
        notes=tuple(
            says(external(CURVE, drawn, K, t) < external(CURVE, drawn, K, near))
            for K, t in ((1, 149), (10, 197))
            for near in (t - 1, t + 1)
        ),
    )
    .quoting(r"\sigma_T^2=(Tc_w)^2", reading="put into (25) after $t$ iterations, with $T=t$")
)
