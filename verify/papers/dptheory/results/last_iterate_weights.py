r"""The last iterate of noisy gradient descent: the exact bound for every kappa, T and schedule.

:math:`F\in S_{\mu,L}`, a step has the gradient :math:`\nabla F(x_t)+w_t` with
:math:`E(w_t\mid\text{past})=0`, and :math:`(1+r)(2-\alpha L)\ge1`, :math:`r=1-\alpha\mu`. Then

.. math:: EF(x_T)-F^*\le r^{2T}(F(x_0)-F^*)+\alpha^2\sum_t\tau_{T-1-t}E|w_t|^2,\qquad
          \tau_k=\frac L2\frac{p_k}{1+(L-\mu)S_k},

:math:`p_k=r^{2k}=1-\mu S_k`, :math:`S_{k+1}=S_k+\alpha p_k(1+r)`, :math:`S_0=0`; :math:`r^{2T}` and
the gap may give way to :math:`\tau_T|x_0-x^*|^2`. Used is
:math:`h=F-F^*-\frac\mu2|x-x^*|^2` (gradient e, minimiser 0; :math:`\ell=L-\mu`).

Points are counted from the end. A tangent of h at a later point is the affine function
:math:`c+H\cdot y` of :math:`y=x-\frac e{L-\mu}`; a mean of such tangents, with shares
:math:`\sigma` for each point that is added and :math:`1-\sigma` for those before, is again one. At
every point ("a later tangent") it lies below :math:`h-\frac{|e|^2}{2(L-\mu)}`, also where c and H
are means given the past, as x and e are known there. The potential is :math:`c+\Phi_k(x,H)`, the
last error for k = 0 ("at the last iterate"). "A step" says that without noise it does not fall
towards the start. Noise changes x by :math:`-\alpha w` and H by K, what the past does not know of
it: "what noise adds" has cross terms of mean zero and at most :math:`\alpha^2\tau_k|w|^2`; after
it c and H are their means given the past. At the start two parts end the chain.

The last parts are the function that attains a term: from :math:`u=-\alpha w`, with the slope e of h
beyond :math:`|e|/(L-\mu)`, the run is at :math:`(1-\mu A_k)u-A_ke` after k steps,
:math:`A_{k+1}=rA_k+\alpha`, :math:`S_k=A_k(2-\mu A_k)`. With a coordinate for every noise, and one
for the start, the terms add. The quadratic of curvature :math:`\mu` attains :math:`r^{2T}`.
"""

from verify.language import Formula, claim, dot, let, notation, number, says
from verify.language.symbols import natural, nonnegative, positive, real, vector
from verify.papers.dptheory.formulas.interpolation import Curvatures, Point, combined, square

symbols = notation(
    d=natural("d", search=(1, 3)),
    alpha=positive(r"\alpha", unit="length^2/loss", search=(0.01, 2)),
    mu=nonnegative(r"\mu", unit="loss/length^2", search=(0, 1)),
    width=positive(r"\ell", unit="loss/length^2", search=(0.1, 10)),
    S=nonnegative("S_k", unit="length^2/loss", search=(0, 5)),
    A=nonnegative(r"A_k", unit="length^2/loss", search=(0, 5)),
    x=vector("d", "x", unit="length"),
    e=vector("d", r"\nabla h(x)", unit="gradient"),
    h=nonnegative("h(x)", unit="loss", search=(0, 10)),
    later=vector("d", "x'", unit="length"),
    e_later=vector("d", r"\nabla h(x')", unit="gradient"),
    h_later=nonnegative("h(x')", unit="loss", search=(0, 10)),
    H=vector("d", "H", unit="gradient"),
    c=real("c", unit="loss", search=(-10, 10)),
    w=vector("d", "w_t", unit="gradient"),
    K=vector("d", "K", unit="gradient"),
    u=vector("d", "u", unit="length"),
)
alpha, mu, ell, S, A = symbols.alpha, symbols.mu, symbols.width, symbols.S, symbols.A
L, r = let("L", mu + ell), let("r", 1 - alpha * mu)


def p(S: Formula) -> Formula:
    """p_k."""
    return 1 - mu * S


def tau(S: Formula) -> Formula:
    """What a distance of 1 costs at most k steps later."""
    return L / 2 * p(S) / (1 + ell * S)


p_k, tau_k = let("p_k", p(S)), let(r"\tau_k", tau(S))
S_next = let("S_{k+1}", S + alpha * p_k * (1 + r))
V = (p_k + tau_k + S_next).notation or symbols  # with these letters
x, e, H = V.x, V.e, V.H
CLASS = [alpha * mu < 1, mu * S <= 1]
SHORT = (1 + r) * (2 - alpha * L) >= 1

# The tangents, c + H y, and the potential c + Phi_k.
OF = Curvatures(ell)
HERE, LATER = Point(x, e, V.h), Point(V.later, V.e_later, V.h_later)
y, MOREAU = x - e / ell, V.h - square(e) / (2 * ell)
BELOW = V.c + dot(H, y) <= MOREAU


def constant(point: Point) -> Formula:
    """Of the tangent there."""
    return point.f - dot(point.g, point.x) + square(point.g) / (2 * ell)


def potential(S: Formula, x: Formula, H: Formula) -> Formula:
    """Phi_k."""
    return (mu * p(S) * square(x) + 2 * p(S) * dot(x, H) - (S + 1 / ell) * square(H)) / 2


NEXT = let("x^+", r * x - alpha * e)
sigma = let(r"\sigma", alpha * r * p_k / S_next)
SPARE = S * r**2 * (2 - alpha * L) + alpha * ((1 + r) * (2 - alpha * L) - 1)
CENTRE = p_k * ell / (1 + ell * S)  # Phi_k is largest at H = CENTRE x

# The worst function: the gradient of h is the same at all points of the run.
WORST = let(r"\tau", tau(A * (2 - mu * A)))
SLOPE = let("e", 2 * ell / L * WORST * V.u)
LAST = (1 - mu * A) * V.u - A * SLOPE
WEIGHTS = (
    claim(
        "dptheory/last-iterate-weights",
        "docs/allocation.md",
        r"Last iterate of noisy gradient descent: the exact bound for every $\kappa$ and schedule",
    )
    .says(
        {
            "a later tangent": combined(
                constant(LATER) + dot(LATER.g, y) <= MOREAU,
                [(1, OF.between(HERE, LATER))],
                given=[OF.between(HERE, LATER)],
            ),
            "at the last iterate": says(
                constant(HERE) + potential(number(0), x, e) == V.h + mu / 2 * square(x)
            ),
            "a step": combined(
                V.c + potential(S, NEXT, H)
                <= (1 - sigma) * V.c
                + sigma * constant(HERE)
                + potential(S_next, x, (1 - sigma) * H + sigma * e),
                [(sigma, BELOW)],
                [(alpha * p_k * SPARE / (2 * ell * S_next**2), H - e)],
                given=[*CLASS, SHORT, alpha * L <= 2, BELOW],
            ),
            "the powers": says(p(S_next) == r**2 * p_k),
            "what noise adds": combined(
                potential(S, x - alpha * V.w, H + V.K)
                <= potential(S, x, H)
                - alpha * dot(V.w, mu * p_k * x + p_k * H)
                + dot(V.K, p_k * x - (S + 1 / ell) * H)
                + alpha**2 * tau_k * square(V.w),
                [],
                [((S + 1 / ell) / 2, V.K + alpha * CENTRE * V.w)],
                given=CLASS,
            ),
            "from a distance": combined(
                potential(S, x, H) <= tau_k * square(x),
                [],
                [((S + 1 / ell) / 2, H - CENTRE * x)],
                given=CLASS,
            ),
            "below the step's end": says(alpha * L <= 1 + r, given=[SHORT, alpha * mu < 1]),
            "from the gap": combined(
                V.c + potential(S, NEXT, H) <= p_k * r**2 * (V.h + mu / 2 * square(x)),
                [
                    (p_k * r, BELOW),
                    (p_k * r * alpha * mu, OF.at_most(HERE)),
                    (1 - p_k * r, V.c <= 0),
                ],
                [
                    (p_k / (2 * ell), H - (1 - alpha * L) * e),
                    (p_k * alpha * L * (1 + r - alpha * L) / (2 * ell), e),
                    (L * S / (2 * ell), H),
                ],
                given=[*CLASS, alpha * L <= 1 + r, BELOW, OF.at_most(HERE), V.c <= 0],
            ),
            "the worst run": says(
                r * ((1 - mu * A) * V.u - A * e) - alpha * e
                == (1 - mu * (r * A + alpha)) * V.u - (r * A + alpha) * e
            ),
            "where its gradient stays": says(
                2 * ell / L * WORST * (A + 1 / ell) <= 1 - mu * A, given=[mu * A <= 1]
            ),
            "attained": says(
                dot(SLOPE, LAST) - square(SLOPE) / (2 * ell) + mu / 2 * square(LAST)
                == WORST * square(V.u),
                given=[mu * A <= 1],
            ),
        }
    )
    .rejects("half of the weight", part="from a distance", right=tau_k / 2 * square(x))
    .rejects("no weight of the gap", part="from the gap", right=p_k * r**2 * V.h / 2)
)
