"""Appendix C: smoothing as one step of the heat equation."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from dptheory import smoothing
from dptheory.numbers import total
from verify.checks.base import Control
from verify.checks.cases import Cases
from verify.checks.claim import Claim, Repair
from verify.checks.evidence import Outcome
from verify.checks.identity import Identity
from verify.context import Context
from verify.papers.lssgd import printed

Case = dict[str, Any]
F = Fraction


def second_difference(d: int, boundary: str) -> printed.Rows:
    """d^2/dx^2 by central differences at d points of distance 1.

    ``periodic``: neighbours around the circle. ``Neumann``: the points are the centres of d cells
    and the neighbour beyond an end is the end itself, so that the slope vanishes at both ends.
    """
    rows = [[F(0)] * d for _ in range(d)]
    for i in range(d):
        for step in (-1, 1):
            j = (i + step) % d if boundary == "periodic" else min(max(i + step, 0), d - 1)
            rows[i][j] += 1
            rows[i][i] -= 1
    return tuple(map(tuple, rows))


def euler(d: int, dt: Fraction, dx: Fraction, boundary: str) -> printed.Rows:
    """The matrix of a backward Euler step: v^0 = (I - dt L) v^dt."""
    rows = second_difference(d, boundary)
    return tuple(tuple((i == j) - dt / dx**2 * rows[i][j] for j in range(d)) for i in range(d))


def steps(_: Context) -> Iterator[Case]:
    for d in (4, 3, 8):
        yield {"d": d, "dt": F(1, 100)}


def same(boundary: str, *, spacing: bool = True) -> Any:
    """Whether a backward Euler step on [0, 1] is smoothing, with dt or dt/dx^2, dx = 1/d."""

    def holds(d: int, dt: Fraction) -> bool:
        dx = F(1, d) if spacing else F(1)
        return euler(d, dt, dx, boundary) == smoothing.matrix(d, printed.eq_17_smoothing(dt))

    return holds


def repaired(name: str, boundary: str, *controls: Control) -> Cases:
    return Cases(
        name=name,
        part="step",
        cases=steps,
        holds=lambda d, dt: (
            euler(d, dt, F(1, d), boundary) == smoothing.matrix(d, dt / F(1, d) ** 2)
        ),
        controls=controls,
    )


def mass(rows: printed.Rows) -> list[Any]:
    """Column sums: what a step does to the sum of the values."""
    return [total(column) for column in zip(*rows, strict=True)]


HEAT = Claim(
    id="lssgd/heat-equation",
    where="App C, (17)",
    title="smoothing as diffusion",
    statement=r"Heat equation on $[0,1]$ with Neumann boundary; backward Euler and central "
    r"differences: $v^{\Delta t}=(I-\Delta tL)^{-1}v^0$, which is smoothing with "
    r"$\sigma=\Delta t$.",
    checks=(
        Cases(
            name="the boundary",
            part="boundary",
            cases=steps,
            # Spacing 1, so that only the boundary can differ.
            holds=same("Neumann", spacing=False),
            failure="with Neumann boundary the first row is (-1, 1, 0, ...), or (-2, 2, 0, ...) "
            "with points at the ends: no entry in the corner; L is periodic",
        ),
        Cases(
            name="the spacing",
            part="step",
            cases=steps,
            holds=same("periodic"),
            failure="on d points of [0, 1] the second difference is divided by dx^2 = 1/d^2",
        ),
    ),
    repair=Repair(
        statement=r"Heat equation on $[0,1]$ with periodic boundary and $d$ points of distance "
        r"$\Delta x=1/d$: smoothing is one backward Euler step with $\sigma=\Delta t/\Delta x^2$.",
        changes=("periodic boundary", "sigma = dt/dx^2 instead of dt"),
        checks=(
            repaired(
                "small dimensions",
                "periodic",
                Control(
                    "Neumann",
                    repaired("Neumann", "Neumann"),
                    Outcome.FAILS,
                    # The corner entry of the circulant is not 0.
                    lambda: second_difference(4, "periodic")[0][3] != 0,
                ),
            ),
            Identity(
                name="an equation of the step",
                part="step",
                # v = u - dt (p - 2 u + q)/dx^2 for three neighbours p, u, q of the new values.
                lhs=lambda dt, dx, p, u, q: u - dt * (p - 2 * u + q) / dx**2,
                rhs=lambda dt, dx, p, u, q: (
                    (1 + 2 * dt / dx**2) * u - dt / dx**2 * p - dt / dx**2 * q
                ),
                symbols={"dt": "positive", "dx": "positive"} | dict.fromkeys("puq", "real"),
                instance={"dt": F(1, 2), "dx": F(1, 3), "p": F(2), "u": F(3), "q": F(5)},
                general="a row of the circulant with sigma = dt/dx^2, around the circle, every d",
            ),
        ),
        consequence="the algorithm is unchanged: parameters have no boundary, and sigma is chosen "
        "by hand. In the picture sigma = 1 at d = 7850 is a time of 1.6e-8.",
    ),
    note="Both boundaries keep the sum of the values; the periodic one joins the first parameter "
    "to the last.",
)

CLAIMS = (HEAT,)
