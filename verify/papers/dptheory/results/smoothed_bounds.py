r"""The bounds of DP-LSSGD in the library, and the step sizes at which they are least.

:mod:`dptheory.bounds.smoothed`. That runs meet the bounds is shown in ``lssgd/thm-2`` and
``lssgd/thm-3``; here the library's functions are these bounds, and no step size up to 1/L has a
smaller one than theirs. V and M are what the sampling error and the noise of a step leave.
"""

from dptheory.bounds import smoothed
from verify.language import Formula, agrees, claim, least, positive, says
from verify.papers.lssgd.formulas import printed_utility as printed

V = printed.V.extended(
    D=positive(r"D_\sigma", unit="length^2", search=(0.01, 10)),
    drop=positive("D_F", unit="loss", search=(0.01, 10)),
    S=positive("V", unit="gradient^2", search=(0.01, 10)),
    M=positive("M", unit="gradient^2", search=(0.01, 10)),
    level=positive(r"\gamma d\nu^2", unit="gradient^2", search=(0.01, 10)),
)
SHORT = V.eta * V.L <= 1


def convex(eta: Formula, error: Formula) -> Formula:
    """The bound of F at the average iterate, for convex F."""
    return (V.D / (eta * V.T) + eta * error) / 2


def nonconvex(eta: Formula) -> Formula:
    """The bound of the mean squared gradient, for smooth F."""
    return 2 * V.drop / (eta * V.T) + eta * V.L * V.M


OF_CONVEX = V.of(lambda D, L, S, eta, T: smoothed.convex_smooth(D, L, S, eta, T))
OF_NONCONVEX = V.of(lambda drop, L, M, eta, T: smoothed.nonconvex(drop, L, M, eta, T))
BOUNDS = claim(
    "dptheory/smoothed-bounds", "docs/smoothing.md", "The bounds of DP-LSSGD in the library"
).says(
    {
        "sampling": agrees(
            V.G**2 / V.b * ((V.n - V.b) / (V.n - 1))
            == V.of(lambda G, b, n: smoothed.sampling_variance(G, b, n)),
            given=[V.b <= V.n, V.n >= 2],
        ),
        "convex, Lipschitz records": agrees(
            convex(V.eta, V.G**2 + V.level)
            == V.of(lambda D, G, level, eta, T: smoothed.convex_lipschitz(D, G, level, eta, T))
        ),
        "convex and smooth": agrees(convex(V.eta, V.S) == OF_CONVEX, given=[SHORT]),
        "smooth": agrees(nonconvex(V.eta) == OF_NONCONVEX, given=[SHORT]),
    }
)

CONVEX_STEP = V.of(lambda D, L, S, T: smoothed.convex_step_size(D, L, S, T))
CONVEX_BEST = V.of(lambda D, L, S, T: smoothed.convex_best(D, L, S, T))
SMOOTH_STEP = V.of(lambda drop, L, M, T: smoothed.nonconvex_step_size(drop, L, M, T))
SMOOTH_BEST = V.of(lambda drop, L, M, T: smoothed.nonconvex_best(drop, L, M, T))
FAR, NEAR = V.D * V.L**2 >= V.T * V.S, V.D * V.L**2 <= V.T * V.S
HIGH, LOW = 2 * V.drop * V.L >= V.T * V.M, 2 * V.drop * V.L <= V.T * V.M
BEST = (
    claim(
        "dptheory/smoothed-best",
        "docs/smoothing.md",
        "The step sizes of DP-LSSGD at which its bounds are least",
    )
    .says(
        {
            "convex: the step size": says(
                CONVEX_STEP == least(1 / V.L, (V.D / (V.T * V.S)).sqrt())
            ),
            "convex: at 1/L": says(CONVEX_BEST == (V.L * V.D / V.T + V.S / V.L) / 2, given=[FAR]),
            "convex: below 1/L": says(CONVEX_BEST == (V.D * V.S / V.T).sqrt(), given=[NEAR]),
            "convex: no other step": says(CONVEX_BEST <= convex(V.eta, V.S), given=[SHORT]),
            "smooth: the step size": says(
                SMOOTH_STEP == least(1 / V.L, (2 * V.drop / (V.T * V.L * V.M)).sqrt())
            ),
            "smooth: at 1/L": says(SMOOTH_BEST == 2 * V.drop * V.L / V.T + V.M, given=[HIGH]),
            "smooth: below 1/L": says(
                SMOOTH_BEST == 2 * (2 * V.drop * V.L * V.M / V.T).sqrt(), given=[LOW]
            ),
            "smooth: no other step": says(SMOOTH_BEST <= nonconvex(V.eta), given=[SHORT]),
        }
    )
    .rejects("9/10 of it", part="convex: no other step", right=9 * convex(V.eta, V.S) / 10)
)
