r"""When the heavy ball's LMI is feasible for some rho < 1: docs/lmi.md, Theorem 4 and Section 4."""

from collections.abc import Mapping
from typing import Any

from dptheory.lyapunov import solver
from verify.formula.evaluate import Undecided
from verify.language import Draft, between, claim, says
from verify.language.formulas import Formula, external, number, put
from verify.methods.derive import Derive, cases, substitute
from verify.papers.dptheory.formulas import lmi
from verify.papers.dptheory.lemmas.heavy_ball_criterion import (
    NECESSITY,
    OSCILLATION,
    SOLUTIONS,
    SUFFICIENCY,
)

V = lmi.V.extended(root=between(0, 1, r"\kappa^{-1/2}", unit="1", ends="(]"))
NEAR = 1e-6  # to the boundary, where floats do not decide


def found(alpha: Any, beta: Any, mu: Any, L: Any) -> float:
    r"""1 where a numerical solver finds such a solution of the LMI (22), 0 where it finds none;
    $\rho$ is the rate, $P$ the matrix of the Lyapunov function, $s$ is $P_{11}-P_{12}^2/P_{22}$,
    $c_0$ and $c$ are the multipliers of the matrices $X_0$ and $X_1$, $X_2$ of (22).
    """
    m, ell, b = float(alpha * mu), float(alpha * L), float(beta)
    if solver.critical_gap(m, ell, b, 0.0)[0] > 0:
        return 1.0
    if solver.critical_gap(m * (1 + NEAR), ell * (1 - NEAR), b * (1 - NEAR), 0.0)[0] > 0:
        raise Undecided("a point next to the boundary")
    return 0.0


SOLVED = external(
    r"[\text{some }P\succeq0\text{ and }c_0,c\ge0\text{ with }c+\frac{2s}{L}>0"
    r"\text{ solve the LMI at some }\rho<1]",
    found,
    *(V.alpha, V.beta, V.mu, V.L),
)


def feasible(*where: Formula) -> Draft:
    """That there is a solution."""
    stable = V.alpha * V.L < 2 * (1 + V.beta)
    return says(SOLVED == 1, given=["mu <= L", stable, *where]).argued(SUFFICIENCY, cites=SOLUTIONS)


def infeasible(*where: Formula) -> Draft:
    """That there is none."""
    return says(SOLVED == 0, given=["mu <= L", *where]).argued(NECESSITY, cites=OSCILLATION)


w = 2 * (1 + V.beta) - V.alpha * V.L
SIDES = V.alpha * (V.L - V.mu), 2 * (1 - V.beta)
ROOTS = (
    (1 + V.beta) * (V.alpha * V.mu).sqrt() + (1 - V.beta) * w.sqrt(),
    2 * (V.beta * V.alpha * V.L).sqrt(),
)
SHORT = V.alpha * V.L <= 2
SUFFICIENT = feasible(SHORT, SIDES[0] < SIDES[1])
NECESSARY = infeasible(SHORT, SIDES[1] <= SIDES[0])
NECESSARY_LONG = infeasible(
    V.alpha * V.L < 2 * (1 + V.beta), V.alpha * V.L > 2, ROOTS[0] <= ROOTS[1]
)
THEOREM_4 = claim(
    "dptheory/heavy-ball-criterion",
    "docs/lmi.md, Theorem 4",
    "Where (22) of Kuru et al. has a solution for the heavy ball, in closed form",
).says(
    {
        "necessary": infeasible(2 * (1 + V.beta) <= V.alpha * V.L),
        "necessary, alpha L <= 2": NECESSARY,
        "necessary, alpha L > 2": NECESSARY_LONG,
        "sufficient, alpha L <= 2": SUFFICIENT,
        "sufficient, alpha L > 2": feasible(V.alpha * V.L > 2, ROOTS[1] < ROOTS[0]),
    }
)

Parameters = Mapping[str, Formula]
# Kuru et al., Section 5, s = kappa^{-1/2}: alpha = 1/L; and Section 3.2, without noise.
SECTION_5 = {"alpha": 1 / V.L, "beta": (1 - V.root) / (1 + V.root), "mu": V.root**2 * V.L}
FASTEST = {
    "alpha": 4 / ((1 + V.root) ** 2 * V.L),
    "beta": ((1 - V.root) / (1 + V.root)) ** 2,
    "mu": V.root**2 * V.L,
}


def solved_at(at: Parameters, where: Formula) -> Draft:
    """That there is a solution at these parameters."""
    return says(put(SOLVED, at) == 1, given=[where], by=Derive(substitute(SUFFICIENT, at)))


CUBIC = V.root**3 + V.root**2 + 3 * V.root
THRESHOLD = claim(
    "dptheory/section-5-threshold",
    "docs/lmi.md, Section 4",
    "Condition numbers at which (22) of Kuru et al. has a solution for their Section 5",
).says(
    {
        "necessary": says(
            put(SOLVED, SECTION_5) == 0,
            given=[number(1) >= CUBIC],
            by=Derive(substitute(NECESSARY, SECTION_5)),
        ),
        "sufficient": solved_at(SECTION_5, number(1) < CUBIC),
    },
    # The threshold in kappa lies between 11.44 and 11.45.
    notes=(
        says(number(1) < CUBIC, given=[V.root**2 * 11.44 >= 1]),
        says(CUBIC < 1, given=[V.root**2 * 11.45 <= 1]),
    ),
)

SILVER = V.root**2 + 2 * V.root  # 1 at kappa = 3 + 2 sqrt 2
OPTIMAL_THRESHOLD = claim(
    "dptheory/optimal-threshold",
    "docs/lmi.md, Section 4",
    r"At the best parameters without noise (22) of Kuru et al. has a solution below "
    r"$\kappa=3+2\sqrt2$ alone",
).says(
    {
        "necessary": says(
            put(SOLVED, FASTEST) == 0,
            given=[SILVER <= 1],
            by=Derive(
                cases(
                    put(SHORT, FASTEST),
                    substitute(NECESSARY, FASTEST),
                    substitute(NECESSARY_LONG, FASTEST),
                )
            ),
        ),
        "sufficient": solved_at(FASTEST, SILVER > 1),
    },
    notes=(
        # At kappa^(-1/2) = sqrt 2 - 1, and kappa = 3 + 2 sqrt 2.
        says(put(SILVER, {"root": number(2).sqrt() - 1}) == 1),
        says((number(2).sqrt() - 1) ** 2 * (3 + 2 * number(2).sqrt()) == 1),
    ),
)
