r"""What the groups descend together, from what each of them does.

x is the sequence of the gradient norms of the groups, :math:`w=s+\gamma`. No union over the groups:
the descents of the groups add up, and the norm of a group is at most that of the gradient.
"""

from verify.language import Formula, largest, lemma, nonnegative, norm, positive, put, says, total
from verify.methods import derive
from verify.methods.derive import Derive, cases, chain, given, multiply, shown, substitute, sum_over
from verify.papers.groupwise.lemmas.symmetric_pair import INSIDE, LENGTHS, MEAN, SIZE, kept, pair
from verify.papers.groupwise.lemmas.symmetric_pair import V as PAIRS
from verify.papers.groupwise.notation import V as PAPER
from verify.papers.groupwise.notation import m

V = PAPER.extended(
    gamma=positive(r"\gamma", unit="gradient", search=(0.01, 2)),
    s=nonnegative("s", unit="gradient", search=(0, 10)),
    # The norm of the whole gradient.
    n=nonnegative("n", unit="gradient", search=(0, 10)),
    w=positive("w", unit="gradient", search=(0.01, 10)),
)

SQUARES = total(m, 1, V.M, V.x[m] ** 2)


def worth(size: Formula, width: Formula = V.w, gamma: Formula = V.gamma) -> Formula:
    """What a gradient of this size is worth: gamma x^2/(w^2 + gamma x)."""
    return gamma * size**2 / (width**2 + gamma * size)


WEAKER = lemma(
    "groupwise/descent-of-a-group", kept(V.y**2, V.s**2, V.gamma) >= worth(V.y, V.s + V.gamma)
)
SHARE = V.gamma / (V.w**2 + V.gamma * V.n)
TOGETHER = total(m, 1, V.M, worth(V.x[m]))
SIZED = V.n**2 == SQUARES
ADD = lemma(
    "groupwise/groups-add",
    TOGETHER >= worth(V.n),
    given=[SIZED],
    by=Derive(
        shown(worth(V.n) == SHARE * V.n**2),
        multiply(given(SIZED), SHARE),
        multiply(
            sum_over(
                m,
                1,
                V.M,
                derive.words(
                    "The norm of a group is at most that of the gradient.",
                    V.x[m] ** 2 <= 1 / SHARE * worth(V.x[m]),
                ),
            ),
            SHARE,
        ),
        shown(SHARE * total(m, 1, V.M, 1 / SHARE * worth(V.x[m])) == TOGETHER),
    ),
)
EXCESS = lemma(
    "groupwise/excesses-add",
    says(total(m, 1, V.M, largest(0, V.x[m] - V.w)) >= (SQUARES.sqrt() - V.w * V.M.sqrt())).argued(
        "The vector of the norms is at most that of the excesses and one of length "
        "w sqrt(M) together, and a sum of nonnegative numbers is at least their norm."
    ),
)

# |e| and the two factors of the proof, for the mean and half the difference of both lengths.
P = PAIRS.extended(D=PAIRS.D.within("[0, inf)", search=(0, 10)))
TOP, BOTTOM = P.G**2 * (P.m + P.gamma) - P.D**2 * P.m, (P.m + P.gamma) ** 2 - P.D**2
CROSSED = lemma(
    "groupwise/pair-crossed",
    TOP * (P.G + P.q + P.gamma) >= P.G**2 * BOTTOM,
    given=[*INSIDE, P.G + P.q >= P.m + P.D, P.m * P.D <= P.G**2],
)
LINEAR = lemma(
    "groupwise/symmetric-pair-linear",
    MEAN >= P.G - P.q - P.gamma,
    given=[*INSIDE, (P.q**2 == SIZE)],
    by=Derive(
        cases(
            P.q >= P.G,
            shown(P.G - P.q - P.gamma <= MEAN),
            chain(
                shown(P.G - P.q - P.gamma <= P.G**2 / (P.G + P.q + P.gamma)),
                multiply(substitute(CROSSED, {}), 1 / (BOTTOM * (P.G + P.q + P.gamma))),
            ),
        )
    ),
)
IN_THE_PLANE = LENGTHS | {"D": abs(LENGTHS["D"]), "q": norm(PAIRS.e)}
PAIR = lemma(
    "groupwise/symmetric-pair-excess",
    pair(PAIRS.g, PAIRS.e) >= norm(PAIRS.g) - norm(PAIRS.e) - PAIRS.gamma,
    by=Derive(
        substitute(LINEAR, IN_THE_PLANE), shown(put(MEAN, IN_THE_PLANE) == pair(PAIRS.g, PAIRS.e))
    ),
)
