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
from verify.language import Formula, claim, external, index, lemma, notation, number, says, total
from verify.language.symbols import Real, between, natural, nonnegative, positive, real, sequence
from verify.methods.derivation.chance import cauchy_schwarz
from verify.methods.derivation.sums import summands_apart, telescope
from verify.methods.derive import Derive, add, chain, having, shown, square, substitute, words

V = notation(
    T=natural("T", search=(1, 8)),
    k=natural("k", search=(1, 8)),
    c=between(0, 1, "c", unit="1", ends="()"),
    s=positive("s", unit="length", search=(0.1, 10)),
    alpha=positive(r"\alpha", unit="length^2/loss", search=(0.1, 2)),
    beta=between(0, 1, r"\beta", unit="1", ends="[)"),
    n=natural("n", least=2, search=(2, 6)),
    P=sequence("n", "P", unit="1", entry=Real(Fraction(0))),
    p=nonnegative("P_k", unit="1", search=(0, 3)),
    p0=real("P_{k-1}", unit="1", search=(0, 3)),
    z=real("z_k", unit="1", search=(0, 3)),
    z0=nonnegative("z_{k-1}", unit="1", search=(0, 3)),
    u=between(0, 1, "u", unit="1", ends="[]"),
    j=natural("j", least=0, search=(0, 8)),
)
i = index("i")


def shift(k: Formula) -> Formula:
    """a_k."""
    return V.s * (1 + V.c) * V.c ** (V.T - k) / (1 + V.c**V.T)


def apart(k: Formula) -> Formula:
    """z_k."""
    return V.s * (1 - V.c**k) * (1 - V.c ** (V.T - k)) / ((1 - V.c) * (1 + V.c**V.T))


SQUARE = (1 + V.c) * (1 - V.c**V.T) / ((1 - V.c) * (1 + V.c**V.T))
MOVED, NOISE = (total(i, 1, V.T, body) for body in (V.c ** (V.T - i), V.c ** (2 * (V.T - i))))
LAST = claim(
    "dptheory/last-iterate",
    "docs/privacy.md, The last iterate alone",
    "What the last iterate of gradient descent leaks: the shifts of the proof, and quadratics "
    "that attain it",
).says(
    {
        "the shifts": says(apart(V.k) == V.c * apart(V.k - 1) + V.s - shift(V.k), given=["k <= T"]),
        "the distances": says(apart(V.k) >= 0 * V.s, given=["k <= T"]),
        "as releases": says(total(i, 1, V.T, shift(i) ** 2) == V.s**2 * SQUARE),
        "quadratics attain it": says(MOVED**2 == SQUARE * NOISE),
    },
    known="Bok, Su, Altschuler 2024",
    notes=(
        # The library's.
        says(
            abs(external("distance", contracting_distance, V.c, V.T) ** 2 - SQUARE)
            <= SQUARE / 10**9
        ),
    ),
)


# Any curvatures along the run.
def move(i: Formula) -> Formula:
    """a_k of T = n - 1 steps, k = i - 1, in units of s."""
    return (1 + V.c) * V.c ** (V.n - i) / (1 + V.c ** (V.n - 1))


def gap(i: Formula) -> Formula:
    """z_k."""
    return (1 - V.c ** (i - 1)) * (1 - V.c ** (V.n - i)) / ((1 - V.c) * (1 + V.c ** (V.n - 1)))


def excess(c: Any, P: Any) -> Any:
    r"""The largest $P_{k-1}-cP_k$ over k."""
    return max((before - c * now for before, now in pairwise(P)), default=0)


TERM = lemma(
    "dptheory/last-iterate-term",
    (V.z - V.c * V.z0) * V.p <= V.p * V.z - V.p0 * V.z0,
    given=[V.p0 <= V.c * V.p],
)
APART = lemma("dptheory/last-iterate-apart", gap(V.k) >= 0, given=["k <= n"])
OWN, BEFORE = V.P[i], V.P[i - 1]
LARGEST = external("largest excess", excess, V.c, V.P)
SUM, MOVES = total(i, 2, V.n, OWN), total(i, 2, V.n, OWN * move(i))
REST = OWN * (1 - move(i))
ENDS = V.P[V.n] * gap(V.n) - V.P[1] * gap(number(1))
WORTH = (1 + V.c) * (1 - V.c ** (V.n - 1)) / ((1 - V.c) * (1 + V.c ** (V.n - 1)))
BELOW = chain(
    shown(REST == (gap(i) - V.c * gap(i - 1)) * OWN),
    having(
        [
            words("No excess is above the largest one.", BEFORE <= V.c * OWN),
            substitute(APART, {"k": i - 1}),
        ],
        substitute(TERM, {"p": OWN, "p0": BEFORE, "z": gap(i), "z0": gap(i - 1)}),
    ),
)
ANY = (
    claim(
        "dptheory/last-iterate-any-curvature",
        "docs/privacy.md, The last iterate alone",
        "What the last iterate of gradient descent leaks: no curvatures along the run cost more",
    )
    .says(
        says(
            SUM**2 <= WORTH * total(i, 2, V.n, OWN**2),
            given=[LARGEST <= 0],
            by=Derive(
                square(
                    chain(
                        shown(SUM == total(i, 2, V.n, REST + OWN * move(i))),
                        summands_apart(i, 2, V.n, REST, OWN * move(i)),
                        add(
                            telescope(i, 2, V.n, -(BEFORE * gap(i - 1)), BELOW),
                            shown(MOVES == MOVES),
                        ),
                        shown(ENDS + MOVES == MOVES),
                    )
                ),
                cauchy_schwarz(OWN, move(i), i, 2, V.n),
                shown(
                    total(i, 2, V.n, OWN**2) * total(i, 2, V.n, move(i) ** 2)
                    == WORTH * total(i, 2, V.n, OWN**2)
                ),
            ),
        ),
        known="Bok, Su, Altschuler 2024",
    )
    .rejects("nine tenths", right=9 * WORTH / 10 * total(i, 2, V.n, OWN**2), by=None)
)

# Heavy ball.
R = (1 - (-V.beta) ** (V.j + 1)) / (1 + V.beta)
NEXT = (1 - (-V.beta) ** (V.j + 2)) / (1 + V.beta)
PREVIOUS = (1 - (-V.beta) ** V.j) / (1 + V.beta)


def step(curvature: Formula) -> Formula:
    """The factor of the present change."""
    return 1 + V.beta - V.alpha * curvature


EASY, STEEP = 2 * V.beta / V.alpha, 2 / V.alpha
ANSWERS = total(i, 1, V.T, (1 - (-V.beta) ** i) / (1 + V.beta))
SQUARES = total(i, 1, V.T, ((1 - (-V.beta) ** i) / (1 + V.beta)) ** 2)
LOST = V.beta**2 / (1 - V.beta**2)


def summed(T: Formula, power: Formula) -> Formula:
    """The sum of the answers times 1 + beta, by (-beta)^T."""
    return T + V.beta * (1 - power) / (1 + V.beta)


def squared(T: Formula, power: Formula) -> Formula:
    """The sum of their squares times (1 + beta)^2."""
    return summed(T, power) + V.beta * (1 - power) / (1 + V.beta) + LOST * (1 - power**2)


def enough(T: Formula, power: Formula) -> Formula:
    """The answers are worth as many releases as there are iterates, but for a constant."""
    return summed(T, power) ** 2 >= (T - LOST) * squared(T, power)


EVEN = lemma("dptheory/heavy-ball-even", enough(V.T, V.u))
ODD = lemma("dptheory/heavy-ball-odd", enough(V.T, -V.beta * V.u))
TWICE, LESS = 2 * V.k, 2 * V.k - 1
PAIRS, FEWER = (V.beta**2) ** V.k, (V.beta**2) ** (V.k - 1)
POWER = (-V.beta) ** V.T
HEAVY = (
    claim(
        "dptheory/last-iterate-heavy-ball",
        "docs/privacy.md, The last iterate alone",
        "What the last iterate of the heavy ball leaks: with alternating curvatures nearly as much "
        "as all iterates",
    )
    .says(
        {
            # Signs +, +, -, - in turn: of the last two answers equal, or opposite.
            "slope 2 beta/alpha": says(step(EASY) * R + V.beta * PREVIOUS == NEXT),
            "slope 2/alpha": says(step(STEEP) * R - V.beta * PREVIOUS == -NEXT),
            "the answers": says(ANSWERS == summed(V.T, POWER) / (1 + V.beta)),
            "their squares": says(SQUARES == squared(V.T, POWER) / (1 + V.beta) ** 2),
            "as releases, T even": says(
                enough(TWICE, PAIRS), by=Derive(substitute(EVEN, {"T": TWICE, "u": PAIRS}))
            ),
            "as releases, T odd": says(
                enough(LESS, -V.beta * FEWER), by=Derive(substitute(ODD, {"T": LESS, "u": FEWER}))
            ),
        },
        ours=True,
    )
    .rejects(
        "all T releases", part="as releases, T even", right=TWICE * squared(TWICE, PAIRS), by=None
    )
)
