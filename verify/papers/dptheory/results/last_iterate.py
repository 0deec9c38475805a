r"""What the last iterate of noisy gradient descent leaks, where steps contract; and of momentum.

:mod:`dptheory.privacy.last_iterate`. Two runs get the same noise :math:`N(0,\sigma^2)` and steps
that bring points closer by c and differ by at most s at every point. *Shifted interpolation* (Bok,
Su and Altschuler 2024): a third run starts as the second, ends as the first and is at most
:math:`z_k` away from the first after k steps; its step k is shifted by :math:`a_k`, with
:math:`z_k=cz_{k-1}+s-a_k`, :math:`z_0=z_T=0`. The shifts are as :math:`T` adaptive Gaussian
releases, of distance :math:`\sqrt{\sum_ka_k^2}/\sigma` together (Dong, Roth and Su 2022), for all
losses. The claim has the best shifts; that quadratics attain their distance; and, of the runs
whose steps are linear along the run with any curvatures, the last iterate of which is Gaussian,
that none has more: :math:`P_k` is the product of the factors after step k, the distance is
:math:`s\sum_kP_k/\sqrt{\sum_kP_k^2}`, and :math:`P_{k-1}\le cP_k`. The step from there to all
losses is Bok, Su and Altschuler's and is not judged here.

**Heavy ball.** On losses that are not quadratic curvatures may alternate along the run. The answer
:math:`g_j` of the last iterate to a change j steps before it obeys
:math:`g_{j+1}=(1+\beta-\alpha\lambda)g_j-\beta g_{j-1}`, :math:`g_0=1`, :math:`g_{-1}=0`. With
:math:`\alpha\lambda=2\beta` and 2 in turn, :math:`|g_j|=r_j=\frac{1-(-\beta)^{j+1}}{1+\beta}`:
nearly equal, and records may differ by either sign at each point, so that the last iterate costs
:math:`(\sum_jr_j)^2/\sum_jr_j^2` releases of T. (The slopes are those of one smooth, strongly
convex loss: a neighbourhood of each of the T points of the run without noise has the slope of its
turn, what lies between evens out, and with the points far apart the noise does not leave them.)
"""

from fractions import Fraction
from itertools import pairwise
from typing import Any

from dptheory.privacy.last_iterate import contracting_distance
from verify.language import Formula, claim, external, index, lemma, notation, put, says, total
from verify.language.symbols import Real, between, natural, positive, sequence
from verify.methods.derive import Derive, substitute
from verify.papers.dptheory.lemmas.last_iterate import by_shifts

V = notation(
    T=natural("T", search=(1, 8)),
    k=natural("k", search=(1, 8)),
    c=between(0, 1, "c", unit="1", ends="()"),
    s=positive("s", unit="length", search=(0.1, 10)),
    alpha=positive(r"\alpha", unit="length^2/loss", search=(0.1, 2)),
    beta=between(0, 1, r"\beta", unit="1", ends="[)"),
    n=natural("n", least=2, search=(2, 6)),
    P=sequence("n", "P", unit="1", entry=Real(Fraction(0))),
    u=between(0, 1, "u", unit="1", ends="[]"),
    j=natural("j", least=0, search=(0, 8)),
)
T, beta, i = V.T, V.beta, index("i")
PAGE = "docs/privacy.md, The last iterate alone"


def a(k: Formula) -> Formula:
    """The shift of step k, the best one."""
    return V.s * (1 + V.c) * V.c ** (T - k) / (1 + V.c**T)


def z(k: Formula) -> Formula:
    """How far the third run is from the first after k steps."""
    return V.s * (1 - V.c**k) * (1 - V.c ** (T - k)) / ((1 - V.c) * (1 + V.c**T))


def releases(T: Formula) -> Formula:
    """How many releases the last of T iterates is worth."""
    return (1 + V.c) * (1 - V.c**T) / ((1 - V.c) * (1 + V.c**T))


LAST = claim(
    "dptheory/last-iterate",
    PAGE,
    "What the last iterate of gradient descent leaks: the shifts of the proof, and quadratics "
    "that attain it",
).says(
    {
        "the shifts": says(z(V.k) == V.c * z(V.k - 1) + V.s - a(V.k), given=["k <= T"]),
        "the distances": says(z(V.k) >= 0 * V.s, given=["k <= T"]),
        "as releases": says(total(i, 1, T, a(i) ** 2) == V.s**2 * releases(T)),
        "quadratics attain it": says(
            total(i, 1, T, V.c ** (T - i)) ** 2
            == releases(T) * total(i, 1, T, V.c ** (2 * (T - i)))
        ),
    },
    known="Bok, Su, Altschuler 2024",
    notes=(
        # The library's.
        says(
            abs(external("distance", contracting_distance, V.c, T) ** 2 - releases(T))
            <= releases(T) / 10**9
        ),
    ),
)


# Any curvatures along the run; T = n - 1, as P_1 has no step before it.
def excess(c: Any, P: Any) -> Any:
    r"""The largest $P_{k-1}-cP_k$ over k."""
    return max((before - c * now for before, now in pairwise(P)), default=0)


SUM, SQUARES = total(i, 2, V.n, V.P[i]), total(i, 2, V.n, V.P[i] ** 2)
ANY = (
    claim(
        "dptheory/last-iterate-any-curvature",
        PAGE,
        "What the last iterate of gradient descent leaks: no curvatures along the run cost more",
    )
    .says(
        says(
            SUM**2 <= releases(V.n - 1) * SQUARES,
            given=[external("largest excess", excess, V.c, V.P) <= 0],
            by=by_shifts(V.P, i, releases(V.n - 1)),
        ),
        known="Bok, Su, Altschuler 2024",
    )
    .rejects("nine tenths", right=9 * releases(V.n - 1) / 10 * SQUARES, by=None)
)


# Heavy ball.
def r(m: Formula) -> Formula:
    """The size of g_{m-1}, the last iterate's answer to a change m - 1 steps before it."""
    return (1 - (-beta) ** m) / (1 + beta)


LOST = beta**2 / (1 - beta**2)


def answers(T: Formula, power: Formula) -> Formula:
    """1 + beta times the sum of r_0 to r_{T-1}, by power = (-beta)^T."""
    return T + beta * (1 - power) / (1 + beta)


def squares(T: Formula, power: Formula) -> Formula:
    """(1 + beta)^2 times the sum of their squares."""
    return answers(T, power) + beta * (1 - power) / (1 + beta) + LOST * (1 - power**2)


def enough(power: Formula) -> Formula:
    """The answers are worth T releases, but for a constant."""
    return answers(T, power) ** 2 >= (T - LOST) * squares(T, power)


EVEN = {"T": 2 * V.k, "u": (beta**2) ** V.k}
ODD = {"T": 2 * V.k - 1, "u": (beta**2) ** (V.k - 1)}
WHERE_EVEN = lemma("dptheory/heavy-ball-even", enough(V.u))
WHERE_ODD = lemma("dptheory/heavy-ball-odd", enough(-beta * V.u))
HEAVY = (
    claim(
        "dptheory/last-iterate-heavy-ball",
        PAGE,
        "What the last iterate of the heavy ball leaks: with alternating curvatures nearly as much "
        "as all iterates",
    )
    .says(
        {
            # Signs +, +, -, - in turn: of the last two answers equal, or opposite.
            "slope 2 beta/alpha": says(
                (1 + beta - V.alpha * (2 * beta / V.alpha)) * r(V.j + 1) + beta * r(V.j)
                == r(V.j + 2)
            ),
            "slope 2/alpha": says(
                (1 + beta - V.alpha * (2 / V.alpha)) * r(V.j + 1) - beta * r(V.j) == -r(V.j + 2)
            ),
            "the answers": says(total(i, 1, T, r(i)) == answers(T, (-beta) ** T) / (1 + beta)),
            "their squares": says(
                total(i, 1, T, r(i) ** 2) == squares(T, (-beta) ** T) / (1 + beta) ** 2
            ),
            "as releases, T even": says(
                put(enough(V.u), EVEN), by=Derive(substitute(WHERE_EVEN, EVEN))
            ),
            "as releases, T odd": says(
                put(enough(-beta * V.u), ODD), by=Derive(substitute(WHERE_ODD, ODD))
            ),
        },
        ours=True,
    )
    .rejects(
        "all T releases", part="as releases, T even", right=put(T * squares(T, V.u), EVEN), by=None
    )
)
