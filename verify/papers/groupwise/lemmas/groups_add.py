r"""What the groups descend together, from what each of them does.

x is the sequence of the gradient norms of the groups, :math:`w=s+\gamma`. No union over the groups:
the descents of the groups add up, group by group, to what the norm of them all is worth, and the
excesses over w to what is left of that norm beyond :math:`w\sqrt M`.
"""

from verify.language import Formula, index, lemma, nonnegative, norm, positive, total
from verify.methods import derive
from verify.methods.derivation.links import Link
from verify.methods.derive import Derive, add, cases, chain, multiply, shown, substitute
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
    # The square of the norm of the groups before one.
    A=nonnegative("A", unit="gradient^2", search=(0, 10)),
)
k = index("k")

SQUARES = total(m, 1, V.M, V.x[m] ** 2)


def worth(size: Formula, width: Formula = V.w, gamma: Formula = V.gamma) -> Formula:
    """What a gradient of this size is worth: gamma x^2/(w^2 + gamma x)."""
    return gamma * size**2 / (width**2 + gamma * size)


WEAKER = lemma(
    "groupwise/descent-of-a-group", kept(V.y**2, V.s**2, V.gamma) >= worth(V.y, V.s + V.gamma)
)


def worth_of_square(square: Formula) -> Formula:
    """The same of the square of a size."""
    return V.gamma * square / (V.w**2 + V.gamma * square.sqrt())


def same(x: Formula) -> Link:
    """It is itself."""
    return shown(x == x)


LONGER = V.w**2 + V.gamma * (V.A + V.y**2).sqrt()
JOINED = lemma(
    "groupwise/two-groups-add",
    worth_of_square(V.A + V.y**2) <= worth_of_square(V.A) + worth(V.y),
    by=Derive(
        add(
            shown(V.gamma * V.A / LONGER <= worth_of_square(V.A)),
            shown(V.gamma * V.y**2 / LONGER <= worth(V.y)),
        )
    ),
)
OF_NORM = lemma(
    "groupwise/worth-of-a-norm", worth(V.n) == worth_of_square(V.A), given=[V.n**2 == V.A]
)
TOGETHER = total(m, 1, V.M, worth(V.x[m]))
SIZED = V.n**2 == SQUARES
BEFORE = total(k, 1, m - 1, V.x[k] ** 2)
ONE_MORE = add(
    substitute(JOINED, {"A": BEFORE, "y": V.x[m]}),
    same(-worth(V.x[m]) - worth_of_square(BEFORE + V.x[m] ** 2)),
)
ADD = lemma(
    "groupwise/groups-add",
    TOGETHER >= worth(V.n),
    given=[SIZED],
    by=Derive(
        substitute(OF_NORM, {"A": SQUARES}),
        add(
            derive.telescope(m, 1, V.M, worth_of_square(BEFORE), ONE_MORE),
            same(TOGETHER + worth_of_square(SQUARES)),
        ),
    ),
)


def excess(x: Formula) -> Formula:
    """x - w, or 0 where that is negative."""
    return (x - V.w + abs(x - V.w)) / 2


ABOVE = excess(V.x[m])
EXCESSES, EARLIER = total(m, 1, V.M, ABOVE), total(k, 1, m - 1, excess(V.x[k]))
LEFT_OUT = V.w * V.M.sqrt()
OF_THE_SUM = lemma(
    "groupwise/squares-of-excesses",
    total(m, 1, V.M, ABOVE**2) <= EXCESSES**2,
    by=Derive(
        derive.telescope(
            m,
            1,
            V.M,
            -(EARLIER**2),
            add(
                same(ABOVE**2),
                multiply(derive.sum_over(k, 1, m - 1, shown(excess(V.x[k]) >= 0)), 2 * ABOVE),
            ),
        )
    ),
)
COMPLETED = lemma(
    "groupwise/square-of-the-excesses",
    V.s**2 + 2 * V.w * V.s + V.M * V.w**2 <= (V.s + LEFT_OUT) ** 2,
)
ROOT = lemma("groupwise/root-of-the-square", ((V.s + LEFT_OUT) ** 2).sqrt() == V.s + LEFT_OUT)
LINEAR_PART = 2 * V.w * EXCESSES + V.M * V.w**2
EXCESS = lemma(
    "groupwise/excesses-add",
    EXCESSES >= SQUARES.sqrt() - LEFT_OUT,
    by=Derive(
        add(
            chain(
                derive.square_root(
                    chain(
                        derive.sum_over(m, 1, V.M, shown(V.x[m] ** 2 <= (ABOVE + V.w) ** 2)),
                        add(substitute(OF_THE_SUM, {}), same(LINEAR_PART)),
                        substitute(COMPLETED, {"s": EXCESSES}),
                    )
                ),
                substitute(ROOT, {"s": EXCESSES}),
            ),
            same(-LEFT_OUT),
        )
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
    by=Derive(substitute(LINEAR, IN_THE_PLANE)),
)
