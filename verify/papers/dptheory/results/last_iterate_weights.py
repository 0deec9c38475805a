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

SYMBOLS = notation(
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
L = let("L", SYMBOLS.mu + SYMBOLS.width)
r = let("r", 1 - SYMBOLS.alpha * SYMBOLS.mu)
P = let("p_k", 1 - SYMBOLS.mu * SYMBOLS.S)
TAU = let(r"\tau_k", L / 2 * P / (1 + SYMBOLS.width * SYMBOLS.S))
LATER_S = let("S_{k+1}", SYMBOLS.S + SYMBOLS.alpha * P * (1 + r))
V = (TAU + LATER_S).notation or SYMBOLS  # with these letters
WIDTH = V.width
OF = Curvatures(WIDTH)
HERE, LATER = Point(V.x, V.e, V.h), Point(V.later, V.e_later, V.h_later)
CLASS = [V.alpha * V.mu < 1, V.mu * V.S <= 1]
SHORT = (1 + r) * (2 - V.alpha * L) >= 1


def after(S: Formula) -> Formula:
    """S_{k+1}."""
    return S + V.alpha * power(S) * (1 + r)


def power(S: Formula) -> Formula:
    """p_k."""
    return 1 - V.mu * S


def tau(S: Formula) -> Formula:
    """What a distance of 1 costs at most k steps later."""
    return L / 2 * power(S) / (1 + WIDTH * S)


def weight(S: Formula) -> Formula:
    """Of |H|^2."""
    return S + 1 / WIDTH


def potential(S: Formula, x: Formula, H: Formula) -> Formula:
    """Phi_k."""
    return (V.mu * power(S) * square(x) + 2 * power(S) * dot(x, H) - weight(S) * square(H)) / 2


def constant(point: Point) -> Formula:
    """Of the tangent, as a function of y."""
    return point.f - dot(point.g, point.x) + square(point.g) / (2 * WIDTH)


Y, MOREAU = V.x - V.e / WIDTH, V.h - square(V.e) / (2 * WIDTH)
NEXT = let("x^+", r * V.x - V.alpha * V.e)
BELOW = V.c + dot(V.H, Y) <= MOREAU
TANGENT = constant(LATER) + dot(V.e_later, Y) <= MOREAU

SUM = after(V.S)
SHARE = let(r"\sigma", V.alpha * r * power(V.S) / SUM)
RISES = V.c + potential(V.S, NEXT, V.H) <= (
    (1 - SHARE) * V.c
    + SHARE * constant(HERE)
    + potential(SUM, V.x, (1 - SHARE) * V.H + SHARE * V.e)
)
LEFT = V.S * r**2 * (2 - V.alpha * L) + V.alpha * ((1 + r) * (2 - V.alpha * L) - 1)
STEP = combined(
    RISES,
    [(SHARE, BELOW)],
    [(V.alpha * power(V.S) * LEFT / (2 * WIDTH * SUM**2), V.H - V.e)],
    given=[*CLASS, SHORT, V.alpha * L <= 2, BELOW],
)

CENTRE = power(V.S) * WIDTH / (1 + WIDTH * V.S)
FAR = potential(V.S, V.x, V.H) <= tau(V.S) * square(V.x)
MOVED = potential(V.S, V.x - V.alpha * V.w, V.H + V.K)
ADDED = (
    potential(V.S, V.x, V.H)
    - V.alpha * dot(V.w, V.mu * power(V.S) * V.x + power(V.S) * V.H)
    + dot(V.K, power(V.S) * V.x - weight(V.S) * V.H)
    + V.alpha**2 * tau(V.S) * square(V.w)
)

END, AT_MOST, GIVEN = power(V.S) * r, OF.at_most(HERE), V.c <= 0
GAP = V.c + potential(V.S, NEXT, V.H) <= power(V.S) * r**2 * (V.h + V.mu / 2 * square(V.x))
FROM_GAP = combined(
    GAP,
    [(END, BELOW), (END * V.alpha * V.mu, AT_MOST), (1 - END, GIVEN)],
    [
        (power(V.S) / (2 * WIDTH), V.H - (1 - V.alpha * L) * V.e),
        (power(V.S) * V.alpha * L * (1 + r - V.alpha * L) / (2 * WIDTH), V.e),
        (L * V.S / (2 * WIDTH), V.H),
    ],
    given=[*CLASS, V.alpha * L <= 1 + r, BELOW, AT_MOST, GIVEN],
)

# The worst function: the gradient of h is the same at all points of the run.
FURTHER = r * V.A + V.alpha
RHO, OF_SHOCK = 1 - V.mu * V.A, V.A * (2 - V.mu * V.A)
WORST = let(r"\tau", tau(OF_SHOCK))
STEEP = 2 * WIDTH / L * WORST
SLOPE = let("e", STEEP * V.u)
LAST = RHO * V.u - V.A * SLOPE
ERROR = dot(SLOPE, LAST) - square(SLOPE) / (2 * WIDTH) + V.mu / 2 * square(LAST)

WEIGHTS = (
    claim(
        "dptheory/last-iterate-weights",
        "docs/allocation.md",
        r"Last iterate of noisy gradient descent: the exact bound for every $\kappa$ and schedule",
    )
    .says(
        {
            "a later tangent": combined(
                TANGENT, [(1, OF.between(HERE, LATER))], given=[OF.between(HERE, LATER)]
            ),
            "at the last iterate": says(
                constant(HERE) + potential(number(0), V.x, V.e) == V.h + V.mu / 2 * square(V.x)
            ),
            "a step": STEP,
            "the powers": says(power(SUM) == r**2 * power(V.S)),
            "what noise adds": combined(
                MOVED <= ADDED, [], [(weight(V.S) / 2, V.K + V.alpha * CENTRE * V.w)], given=CLASS
            ),
            "from a distance": combined(
                FAR, [], [(weight(V.S) / 2, V.H - CENTRE * V.x)], given=CLASS
            ),
            "below the step's end": says(V.alpha * L <= 1 + r, given=[SHORT, V.alpha * V.mu < 1]),
            "from the gap": FROM_GAP,
            "the worst run": says(
                r * (RHO * V.u - V.A * V.e) - V.alpha * V.e
                == (1 - V.mu * FURTHER) * V.u - FURTHER * V.e
            ),
            "where its gradient stays": says(
                STEEP * (V.A + 1 / WIDTH) <= RHO, given=[V.mu * V.A <= 1]
            ),
            "attained": says(ERROR == WORST * square(V.u), given=[V.mu * V.A <= 1]),
        }
    )
    .rejects("half of the weight", part="from a distance", right=tau(V.S) / 2 * square(V.x))
    .rejects("no weight of the gap", part="from the gap", right=power(V.S) * r**2 * V.h / 2)
)
CLAIMS = (WEIGHTS,)
