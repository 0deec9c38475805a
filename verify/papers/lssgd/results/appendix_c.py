r"""Appendix C, (17): smoothing as one step of the heat equation on d points of a circle.

A backward Euler step of length dt is :math:`v=u-dt\,u''`, row by row: with p and q the neighbours
of u, :math:`u''` is :math:`(p-2u+q)/dx^2`. A row of (3) is
:math:`(1+2\sigma)u-\sigma p-\sigma q`. At the first point p is the last one on a circle, and u
itself where the slope vanishes.
"""

from verify.language import Formula, claim, natural, notation, number, positive, real, says

V = notation(
    d=natural("d", search=(1, 100)),
    dt=positive(r"\Delta t", unit="1", search=(0.001, 10)),
    p=real("u_{i-1}", unit="1", search=(-9, 9)),
    u=real("u_i", unit="1", search=(-9, 9)),
    q=real("u_{i+1}", unit="1", search=(-9, 9)),
)
SPACING = 1 / V.d  # d points of [0, 1]


def row(sigma: Formula, before: Formula) -> Formula:
    """A row of (3)."""
    return (1 + 2 * sigma) * V.u - sigma * before - sigma * V.q


def euler(before: Formula, dx: Formula) -> Formula:
    """v^0 at a point, from v^dt there and at its neighbours."""
    return V.u - V.dt * (before - 2 * V.u + V.q) / dx**2


BOUNDARY = says(euler(V.u, number(1)) == row(V.dt, V.p))
STEP = says(euler(V.p, SPACING) == row(V.dt, V.p), given=["d >= 3"])
HEAT = (
    claim("lssgd/heat-equation", "App C, (17)", "Smoothing as diffusion")
    .says(
        # The boundary with dx = 1, so that nothing else differs.
        {"boundary": BOUNDARY, "step": STEP}
    )
    .quoting(
        r"v^{\Delta t}-v^0=\Delta tLv^{\Delta t}",
        part="step",
        reading="At one point, solved for $v^0$.",
    )
    .quoting(
        r"v^{\Delta t}=(I-\Delta tL)^{-1}v^0",
        part="boundary",
        reading="At the first point, multiplied by the matrix.",
    )
    .quoting(r"\sigma=\Delta t", part="step", reading=r"Put in for $\sigma$.")
    .repaired(part="boundary", left=euler(V.p, number(1)))
    .repaired(part="step", right=row(V.dt / SPACING**2, V.p))
    .rejects("sigma = dt/dx", part="step", right=row(V.dt / SPACING, V.p))
)
