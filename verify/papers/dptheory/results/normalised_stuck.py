r"""DP-NSGD: steps that go nowhere, and the best regulariser under a privacy budget.

**Stuck.** Gradients :math:`\tau_0` with probability p and :math:`-\tau_0/2` otherwise: their mean
is s, none is further than :math:`\tau_0` from it, and :math:`E[hg]=0`. On a stretch of slope s
DP-NSGD is a random walk, whatever T and the step size, for every N of which :math:`pN` is whole: no
bound of the smallest gradient may vanish at fixed r. The floor :math:`b^2/r` of
:mod:`dptheory.bounds.normalised` is within a factor 10 of s at :math:`\tau_1=0`.

**Best exponent, from above.** Let q be the square of the bound's other part at r = 1; at the best
step size it is of the order of :math:`\sqrt{d\sigma^2/T}`, which under a privacy budget is
:math:`\sqrt{d\log(1/\delta)}/(N\epsilon)`. The least of :math:`b^2/r+\sqrt{rq}` over r is of the
order of the cube root of q, the *sixth* root of :math:`d\log(1/\delta)/(N\epsilon)^2`, and not
the fourth. **From below.** The larger of s and of the slope G of a start that T steps do not leave
(:mod:`verify.papers.nsgd.lemmas.far_start`), with :math:`D_f/2` for the way of the signal, is of
that order for every r with :math:`2G\eta\sigma\sqrt T+\frac{G^2}{2L_0}\le\frac{D_f}2`, which keeps
the noise on the slope and bounds r, as G grows with :math:`\sqrt r`: at the step size
:math:`\sqrt{2/(L_0Td\sigma^2)}` of the paper with
:math:`L_1=0`, or a smaller one, :math:`D_f/(\eta T)` is at least of the order of q.
"""

from verify.language import claim, largest, notation, positive, says

GRADIENT = "gradient"
V = notation(
    r=positive("r", unit=GRADIENT, search=(0.01, 10)),
    tau0=positive(r"\tau_0", unit=GRADIENT, search=(0.1, 10)),
    b=positive("b", unit=GRADIENT, search=(0.1, 10)),
    q=positive("q", unit=GRADIENT, search=(0.01, 10)),
    Df=positive("D_f", unit="loss", search=(0.1, 10)),
    way=positive(r"\eta T", unit="length", search=(0.1, 10)),
    G=positive("G", unit=GRADIENT, search=(0.1, 10)),
)
SLOPE = V.tau0**2 / (6 * V.r + 4 * V.tau0)
UP, DOWN = V.tau0, V.tau0 / 2
P = (SLOPE + DOWN) / (UP + DOWN)
STUCK = claim(
    "dptheory/normalised-stuck",
    "DP-NSGD of Yang et al., its floor",
    "A law under which the mean normalised step vanishes",
).says(
    {
        "mean": says(P * UP - (1 - P) * DOWN == SLOPE),
        "deviation upwards": says(UP - SLOPE <= V.tau0),
        "deviation downwards": says(DOWN + SLOPE <= V.tau0),
        "no step": says(P * UP / (V.r + UP) - (1 - P) * DOWN / (V.r + DOWN) == 0 * V.tau0 / V.r),
    },
    ours=True,
    notes=(says(V.tau0**2 / V.r <= 10 * SLOPE, given=[V.r >= V.tau0]),),
)

SUM = V.b**2 / V.r + (V.r * V.q).sqrt()
EXPONENT = (
    claim(
        "dptheory/normalised-best-exponent",
        "DP-NSGD of Yang et al., at the best $r$",
        "With which power of the privacy noise the gradient can fall, at the best $r$",
    )
    .says(
        {
            "every r": says(4 * SUM**3 >= 27 * V.b**2 * V.q),
            "the best r": says(
                4 * SUM**3 == 27 * V.b**2 * V.q,
                given=[V.r**3 * V.q <= 4 * V.b**4, V.r**3 * V.q >= 4 * V.b**4],
            ),
            "no r does better, given the way": says(
                largest(SLOPE, V.G) ** 3 >= V.tau0**2 * V.Df / (20 * V.way),
                given=[V.r >= V.tau0, V.G**2 * V.way / V.r >= V.Df / 2],
            ),
        },
        ours=True,
    )
    .rejects("28", part="every r", right=28 * V.b**2 * V.q)
    .rejects(
        "a fifth", part="no r does better, given the way", right=V.tau0**2 * V.Df / (5 * V.way)
    )
)
