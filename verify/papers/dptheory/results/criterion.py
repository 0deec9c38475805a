r"""When the heavy ball's LMI is feasible for some rho < 1: docs/lmi.md, Theorem 4.

Necessary: where f0(s) <= 0 and f1(s) <= 0 the oscillation z = e^{i theta}, 1 - cos theta = s,
excludes every certificate. Sufficient: an explicit P at mu alpha = alpha L - 2(1-beta), and the
monotonicity in mu and L that carries it elsewhere.
"""

from typing import Any

from dptheory.lyapunov import solver
from dptheory.lyapunov.atoms import atom
from verify.formula.evaluate import Undecided
from verify.language import Draft, between, claim, lemma, nonnegative, positive, real, says
from verify.language.formulas import Formula, each, external, number, put
from verify.methods.derive import Derive, cases, substitute
from verify.papers.accelerated.formulas.printed import x_1
from verify.papers.dptheory.formulas import lmi

V = lmi.V.extended(
    S=real("s", unit="1", search=(-3, 3)),
    x=nonnegative("x", unit="1", search=(0, 2)),
    y=real("y", unit="1", search=(-3, 3)),
    u=real("u", unit="1", search=(-3, 3)),
    v=real("v", unit="1", search=(-3, 3)),
    ell=positive(r"\ell", unit="1", search=(0.01, 3)),
    gap=positive("h", unit="1", search=(0.01, 3)),
    more=nonnegative("k", unit="1", search=(0, 3)),
    m=positive("m", unit="1", search=(0.01, 3)),
    root=between(0, 1, r"\kappa^{-1/2}", unit="1", ends="(]"),
)


# The lemmas of the proof.
def coefficients(alpha: Any, beta: Any, mu: Any, L: Any) -> tuple[Any, Any, Any]:
    """The slope of f0 at 0, minus that of f1 at 0, and beta mu L alpha^2."""
    slope = 2 * (1 - beta) ** 2 - (mu + L) * alpha * (1 + beta)
    return slope, alpha * L - 2 * (1 - beta), beta * mu * L * alpha**2


def oscillation(pairing: int) -> Formula:
    """A pairing at z = e^{i theta}, 1 - cos theta = S, alpha = 1."""

    def paired(beta: Any, m: Any, ell: Any, S: Any) -> Any:
        Z = atom(1 + 0 * beta, beta, 1 + 0 * S, 1 - S)
        found = lmi.pairings(1, beta, m, ell, Z)[pairing]
        return found / 2 if pairing == 0 else found

    return V.of(paired)


def f0(beta: Any, m: Any, ell: Any, S: Any) -> Any:
    """Half of <X0, Z> in closed form."""
    return m * ell + coefficients(1, beta, m, ell)[0] * S + 4 * beta * S**2


def f1(beta: Any, m: Any, ell: Any, S: Any) -> Any:
    """<X1, Z> in closed form."""
    return S * (2 * beta * S - coefficients(1, beta, m, ell)[1])


B0, B1, PRODUCT = coefficients(V.alpha, V.beta, V.mu, V.L)
# P at rho = 1, alpha = 1, L = 2 - x, mu = 2 beta - x, with c_0 = 1/2.
SHARE = (1 - V.beta) / (2 * V.beta - V.x)
P11, P12 = SHARE * (V.x**2 - (1 + V.beta) * V.x + 2 * V.beta), -SHARE * V.beta * V.x
P22, C = SHARE * 2 * V.beta**2, 2 * SHARE * V.x
LARGEST = V.beta**2 * (2 - V.x) / (2 * V.beta - V.x)


def value(p: Any, q: Any) -> Any:
    """V_P of a pair."""
    return P11 * p**2 + 2 * P12 * p * q + P22 * q**2


def explicit() -> Any:
    """The LMI's matrix at (y, v, u)."""
    mu, L = 2 * V.beta - V.x, 2 - V.x
    x0 = 2 * mu * L * V.y**2 - 2 * (mu + L) * V.y * V.u + 2 * V.u**2
    h = (V.y, V.v, V.u)
    x1 = sum(h[i] * row[j] * h[j] for i, row in enumerate(x_1(1, V.beta, L)) for j in range(3))
    return x0 / 2 + C * x1 - (value((1 + V.beta) * V.y - V.beta * V.v - V.u, V.y) - value(V.y, V.v))


ROOM = 2 * (1 + V.beta) - V.alpha * V.L
OF_MU, OF_L = (1 + V.beta) ** 2 * V.alpha * V.mu, (1 - V.beta) ** 2 * ROOM
LARGER = V.m + V.more + V.gap  # of the curvatures m < m + k < m + k + h
OSCILLATION = (
    lemma("dptheory/oscillation-in-x0", oscillation(0) == V.of(f0)),
    lemma("dptheory/oscillation-in-x1", oscillation(1) == V.of(f1), forall="m"),
    lemma(
        "dptheory/oscillation-in-x2", oscillation(2) == V.m / 2 - (1 + V.beta) * V.S, forall="ell"
    ),
    lemma(
        "dptheory/end-of-f1",
        # 2 beta f0 where f1 ends to be negative.
        B0 * B1 + 2 * PRODUCT + 2 * B1**2
        == (1 - V.beta) * ROOM * (2 * (1 - V.beta) - V.alpha * (V.L - V.mu)),
    ),
    lemma(
        "dptheory/discriminant-of-f0",
        # (1+beta)^2 times minus the discriminant of f0.
        (1 + V.beta) ** 2 * (16 * PRODUCT - B0**2)
        == 4 * OF_MU * OF_L - (4 * V.beta * V.alpha * V.L - OF_MU - OF_L) ** 2,
    ),
)
SOLUTIONS = (
    lemma(
        "dptheory/explicit-solution",
        each(
            explicit()
            == LARGEST
            * (V.u + (V.x - V.beta - V.beta**2) / V.beta * V.y - (1 - V.beta) * V.v) ** 2,
            P11 * P22 - P12**2 == LARGEST * (1 - V.beta) ** 2,
        ),
        given=["x < 2 * beta"],
    ),
    # lambda X0 at m + k is X0 at m and a square more, lambda = (L - m)/(L - m - k).
    lemma(
        "dptheory/monotone-in-the-class",
        ((LARGER - V.m) / V.gap * ((V.m + V.more) * V.y - V.u) - (V.m * V.y - V.u))
        * (LARGER * V.y - V.u)
        == V.more / V.gap * (LARGER * V.y - V.u) ** 2,
    ),
)

NECESSITY = (
    "docs/lmi.md, Theorem 4, necessity: if alpha L >= 2(1+beta) the quadratic of curvature L does "
    "not contract; otherwise, where the criterion fails, f0 and f1 are nonpositive at one s by "
    "end-of-f1 and discriminant-of-f0, and by Theorem 2 there the oscillation excludes every "
    "normalised solution."
)
SUFFICIENCY = (
    "docs/lmi.md, Theorem 4, sufficiency (a)-(f): explicit-solution, monotone-in-the-class, the "
    "circle criterion beyond alpha L = 2, and a mixture of two solutions that leaves room for "
    "rho < 1."
)
NEAR = 1e-6


def found(alpha: Any, beta: Any, mu: Any, L: Any) -> float:
    r"""1 where the solver finds a solution of the LMI with $\rho<1$, and 0 where it finds none."""
    m, ell, b = float(alpha * mu), float(alpha * L), float(beta)
    if solver.critical_gap(m, ell, b, 0.0)[0] > 0:
        return 1.0
    if solver.critical_gap(m * (1 + NEAR), ell * (1 - NEAR), b * (1 - NEAR), 0.0)[0] > 0:
        raise Undecided("a point next to the boundary")
    return 0.0


FOUND = external(
    r"[\text{some }P\succeq0\text{ and }c_0,c\ge0\text{ with }c+\frac{2s}{L}>0"
    r"\text{ solve the LMI at some }\rho<1]",
    found,
    *(V.alpha, V.beta, V.mu, V.L),
)
SHORT, LONG = V.alpha * V.L <= 2, V.alpha * V.L > 2
MARGIN = V.alpha * (V.L - V.mu), 2 * (1 - V.beta)
ROOTS = (
    2 * (V.beta * V.alpha * V.L).sqrt(),
    (1 + V.beta) * (V.alpha * V.mu).sqrt() + (1 - V.beta) * ROOM.sqrt(),
)
STABLE = V.alpha * V.L < 2 * (1 + V.beta)


def sufficient(*where: Formula) -> Draft:
    """That there is a solution."""
    return says(FOUND == 1, given=["mu <= L", STABLE, *where]).argued(SUFFICIENCY, cites=SOLUTIONS)


def none(*where: Formula) -> Draft:
    """That there is none."""
    return says(FOUND == 0, given=["mu <= L", *where]).argued(NECESSITY, cites=OSCILLATION)


NEEDS = none(SHORT, MARGIN[1] <= MARGIN[0])
NEEDS_LONG = none(STABLE, LONG, ROOTS[1] <= ROOTS[0])
SUFFICES = sufficient(SHORT, MARGIN[0] < MARGIN[1])
CRITERION = claim(
    "dptheory/heavy-ball-criterion",
    "docs/lmi.md, Theorem 4",
    "Where (22) of Kuru et al. has a solution for the heavy ball, in closed form",
).says(
    {
        "necessary": none(STABLE.right <= STABLE.left),
        "necessary, alpha L <= 2": NEEDS,
        "necessary, alpha L > 2": NEEDS_LONG,
        "sufficient, alpha L <= 2": SUFFICES,
        "sufficient, alpha L > 2": sufficient(LONG, ROOTS[0] < ROOTS[1]),
    }
)

# The heavy ball of Kuru et al., §5: alpha = 1/L, beta = (1 - s)/(1 + s) with s = kappa^{-1/2}.
TUNING = {"alpha": 1 / V.L, "beta": (1 - V.root) / (1 + V.root), "mu": V.root**2 * V.L}
CUBIC = V.root**3 + V.root**2 + 3 * V.root
TUNING_NEEDS = says(
    put(FOUND, TUNING) == 0, given=[number(1) >= CUBIC], by=Derive(substitute(NEEDS, TUNING))
)
TUNING_SUFFICES = says(
    put(FOUND, TUNING) == 1, given=[number(1) < CUBIC], by=Derive(substitute(SUFFICES, TUNING))
)
THRESHOLD = claim(
    "dptheory/section-5-threshold",
    "docs/lmi.md, Section 4",
    "Condition numbers at which (22) of Kuru et al. has a solution for their Section 5",
).says(
    {"necessary": TUNING_NEEDS, "sufficient": TUNING_SUFFICES},
    # The threshold in kappa lies between 11.44 and 11.45.
    notes=(
        says(number(1) < CUBIC, given=[V.root**2 * 11.44 >= 1]),
        says(CUBIC < 1, given=[V.root**2 * 11.45 <= 1]),
    ),
)

# Section 3.2's best parameters without noise: alpha = 4/(sqrt mu + sqrt L)^2.
FASTEST = {
    "alpha": 4 / ((1 + V.root) ** 2 * V.L),
    "beta": ((1 - V.root) / (1 + V.root)) ** 2,
    "mu": V.root**2 * V.L,
}
SILVER = V.root**2 + 2 * V.root  # 1 at kappa = 3 + 2 sqrt 2
FASTEST_NEEDS = says(
    put(FOUND, FASTEST) == 0,
    given=[SILVER <= 1],
    by=Derive(
        cases(put(SHORT, FASTEST), substitute(NEEDS, FASTEST), substitute(NEEDS_LONG, FASTEST))
    ),
)
FASTEST_SUFFICES = says(
    put(FOUND, FASTEST) == 1, given=[SILVER > 1], by=Derive(substitute(SUFFICES, FASTEST))
)
OPTIMAL_THRESHOLD = claim(
    "dptheory/optimal-threshold",
    "docs/lmi.md, Section 4",
    r"At the best parameters without noise (22) of Kuru et al. has a solution below "
    r"$\kappa=3+2\sqrt2$ alone",
).says(
    {"necessary": FASTEST_NEEDS, "sufficient": FASTEST_SUFFICES},
    notes=(
        # At kappa^(-1/2) = sqrt 2 - 1, and kappa = 3 + 2 sqrt 2.
        says(put(SILVER, {"root": number(2).sqrt() - 1}) == 1),
        says((number(2).sqrt() - 1) ** 2 * (3 + 2 * number(2).sqrt()) == 1),
    ),
)
