r"""What the proof of docs/lmi.md, Theorem 4, rests on, in its letters.

Necessary: where f0(s) <= 0 and f1(s) <= 0 the oscillation z = e^{i theta}, 1 - cos theta = s,
excludes every certificate. Sufficient: an explicit P at mu alpha = alpha L - 2(1-beta), and the
monotonicity in mu and L that carries it elsewhere.
"""

from typing import Any

from dptheory.lyapunov.atoms import atom
from verify.language import lemma, nonnegative, positive, real
from verify.language.formulas import Formula, each
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
)
b = V.beta


def coefficients(alpha: Any, beta: Any, mu: Any, L: Any) -> tuple[Any, Any, Any]:
    """b_0, b_1 and alpha q: the slope of f0 at 0, minus that of f1 at 0, and beta mu L alpha^2."""
    slope = 2 * (1 - beta) ** 2 - (mu + L) * alpha * (1 + beta)
    return slope, alpha * L - 2 * (1 - beta), beta * mu * L * alpha**2


def f_0(beta: Any, m: Any, ell: Any, S: Any) -> Any:
    """Half of <X0, Z> in closed form."""
    return m * ell + coefficients(1, beta, m, ell)[0] * S + 4 * beta * S**2


def f_1(beta: Any, m: Any, ell: Any, S: Any) -> Any:
    """<X1, Z> in closed form."""
    return S * (2 * beta * S - coefficients(1, beta, m, ell)[1])


def oscillation(pairing: int) -> Formula:
    """A pairing at z = e^{i theta}, 1 - cos theta = S, alpha = 1."""

    def paired(beta: Any, m: Any, ell: Any, S: Any) -> Any:
        Z = atom(1 + 0 * beta, beta, 1 + 0 * S, 1 - S)
        found = lmi.pairings(1, beta, m, ell, Z)[pairing]
        return found / 2 if pairing == 0 else found

    return V.of(paired)


b_0, b_1, q = coefficients(V.alpha, V.beta, V.mu, V.L)
w = 2 * (1 + b) - V.alpha * V.L
OF_M, OF_W = (1 + b) ** 2 * V.alpha * V.mu, (1 - b) ** 2 * w  # the squares in y_+ and y_-
OSCILLATION = (
    lemma("dptheory/oscillation-in-x0", oscillation(0) == V.of(f_0)),
    lemma("dptheory/oscillation-in-x1", oscillation(1) == V.of(f_1), forall="m"),
    lemma(
        "dptheory/oscillation-in-x2", oscillation(2) == V.m / 2 - (1 + V.beta) * V.S, forall="ell"
    ),
    # (iii): E = 2 beta f0 where f1 ends to be negative.
    lemma(
        "dptheory/end-of-f1",
        b_0 * b_1 + 2 * q + 2 * b_1**2 == (1 - b) * w * (2 * (1 - b) - V.alpha * (V.L - V.mu)),
    ),
    # (1+beta)^2 times -D(0).
    lemma(
        "dptheory/discriminant-of-f0",
        (1 + b) ** 2 * (16 * q - b_0**2)
        == 4 * OF_M * OF_W - (4 * b * V.alpha * V.L - OF_M - OF_W) ** 2,
    ),
)

# (d): P at rho = 1, alpha = 1, L = 2 - x, mu = b_1 = 2 beta - x, with c_0 = 1/2.
SHARE = (1 - b) / (2 * b - V.x)
P_11, P_12 = SHARE * (V.x**2 - (1 + b) * V.x + 2 * b), -SHARE * b * V.x
P_22, c = SHARE * 2 * b**2, 2 * SHARE * V.x
M_33 = b**2 * (2 - V.x) / (2 * b - V.x)


def form(p: Any, q: Any) -> Any:
    """That of P."""
    return P_11 * p**2 + 2 * P_12 * p * q + P_22 * q**2


def of_m(y: Any, v: Any, u: Any) -> Any:
    """That of M."""
    mu, L = 2 * b - V.x, 2 - V.x
    x0 = 2 * mu * L * y**2 - 2 * (mu + L) * y * u + 2 * u**2
    h = (y, v, u)
    x1 = sum(h[i] * row[j] * h[j] for i, row in enumerate(x_1(1, b, L)) for j in range(3))
    return x0 / 2 + c * x1 - (form((1 + b) * y - b * v - u, y) - form(y, v))


L_ABOVE = V.m + V.more + V.gap  # of the curvatures m < m + k < m + k + h
SOLUTIONS = (
    lemma(
        "dptheory/explicit-solution",
        each(
            of_m(V.y, V.v, V.u) == M_33 * (V.u + (V.x - b - b**2) / b * V.y - (1 - b) * V.v) ** 2,
            P_11 * P_22 - P_12**2 == M_33 * (1 - b) ** 2,
        ),
        given=["x < 2 * beta"],
    ),
    # (a): lambda X0 at m + k is X0 at m and a square more, lambda = (L - m)/(L - m - k).
    lemma(
        "dptheory/monotone-in-the-class",
        ((L_ABOVE - V.m) / V.gap * ((V.m + V.more) * V.y - V.u) - (V.m * V.y - V.u))
        * (L_ABOVE * V.y - V.u)
        == V.more / V.gap * (L_ABOVE * V.y - V.u) ** 2,
    ),
)
NECESSITY = (
    "docs/lmi.md, Theorem 4, necessity: if alpha L >= 2(1+beta) the quadratic of curvature L does "
    "not contract; otherwise, where the criterion fails, the right sides of oscillation-in-x0 and "
    "oscillation-in-x1 are nonpositive at one of their s by end-of-f1 and discriminant-of-f0, and "
    "by Theorem 2 of that page the oscillation excludes every normalised solution."
)
SUFFICIENCY = (
    "docs/lmi.md, Theorem 4, sufficiency (a)-(f): explicit-solution, monotone-in-the-class, the "
    "circle criterion beyond alpha L = 2, and a mixture of two solutions that leaves room for "
    "rho < 1."
)
