r"""Section 5, Remark 5.1: grouping does not affect the privacy guarantee.

A record adds its clipped groups, and the noise has the deviation
:math:`\sigma_{DP}\Vert[R_1,\dots,R_M]\Vert` of section 1, for thresholds that do not depend on the
data. Definition 2.1 lets data sets "differ by one data point": one that is added or removed, or one
that is replaced, for which every group moves by the sum of two clipped lengths at most. The
sensitivity is once or twice that norm for every grouping, so the noise over it is the same.
"""

from collections.abc import Callable
from fractions import Fraction

from verify.language import Draft, Formula, claim, instance, least, says, table, total
from verify.language.symbols import Real, between, nonnegative, positive, sequence
from verify.methods.derive import Derive, shown, square_root, substitute, sum_over
from verify.papers.adambc.laboratory.accountants import Run
from verify.papers.groupwise.notation import SIZE, STABILITY, m
from verify.papers.groupwise.notation import V as PAPER
from verify.papers.groupwise.settings import GROUPS

V = PAPER.extended(
    R=sequence("M", "R", unit="gradient", entry=SIZE),
    R_m=positive("R_m", unit="gradient", search=(0.01, 10)),
    z=sequence("M", r"\Vert g_j\Vert", unit="gradient", entry=Real(SIZE.low)),
    z_m=nonnegative(r"\Vert g_j^{(m)}\Vert", unit="gradient", search=(0, 100)),
    theta=between(0, 1, r"\theta", unit="1", ends="()"),
    k=positive("k", unit="1", search=(1, 10)),
)
Clipping = Callable[[Formula, Formula], Formula]


def abadi(length: Formula, threshold: Formula) -> Formula:
    """How long a group is after Abadi clipping."""
    return least(length, threshold)


def auto(length: Formula, threshold: Formula) -> Formula:
    """The same after automatic clipping."""
    return threshold * length / (length + STABILITY)


def whole(squares: Formula) -> Formula:
    """The length of a vector whose groups have these squares."""
    return total(m, 1, V.M, squares).sqrt()


THRESHOLDS = whole(V.R[m] ** 2)


def added(clip: Clipping) -> Draft:
    """A record that is added or removed moves the sum by the norm of the thresholds at most."""
    share = says(clip(V.y, V.R_m) ** 2 <= V.R_m**2)
    terms = substitute(share, {"y": V.x[m], "R_m": V.R[m]})
    return says(
        whole(clip(V.x[m], V.R[m]) ** 2) <= THRESHOLDS,
        by=Derive(square_root(sum_over(m, 1, V.M, terms))),
    )


def replaced(clip: Clipping) -> Draft:
    """A record that is replaced moves it by twice that at most."""
    share = says((clip(V.y, V.R_m) + clip(V.z_m, V.R_m)) ** 2 <= 4 * V.R_m**2)
    terms = substitute(share, {"y": V.x[m], "z_m": V.z[m], "R_m": V.R[m]})
    moved = clip(V.x[m], V.R[m]) + clip(V.z[m], V.R[m])
    return says(
        whole(moved**2) <= 2 * THRESHOLDS, by=Derive(square_root(sum_over(m, 1, V.M, terms)))
    )


# Gradients that are k >= 1 times their thresholds, and two of them that are opposite.
SEEN = V.k * V.R[m]
KEPT = says(abadi(V.k * V.R_m, V.R_m) ** 2 == V.R_m**2, given=[V.k >= 1])
TERMS = sum_over(m, 1, V.M, substitute(KEPT, {"R_m": V.R[m], "k": V.k}))
BOTH = says((abadi(V.k * V.R_m, V.R_m) * 2) ** 2 == 4 * V.R_m**2, given=[V.k >= 1])
OPPOSITE = says(
    whole((abadi(SEEN, V.R[m]) * 2) ** 2) == 2 * THRESHOLDS,
    given=[V.k >= 1],
    by=Derive(square_root(sum_over(m, 1, V.M, substitute(BOTH, {"R_m": V.R[m], "k": V.k})))),
)
# Automatic clipping comes as close as one likes: groups of this length are cut to theta R_m.
LENGTH = STABILITY * V.theta / (1 - V.theta)


def close(times: int) -> Draft:
    """One record (1), or two with opposite gradients (2), move the sum by theta times the bound."""
    shares = total(m, 1, V.M, (times * V.theta) ** 2 * V.R[m] ** 2)
    bound = times * V.theta * THRESHOLDS
    return says(
        whole((times * auto(LENGTH, V.R[m])) ** 2) == bound,
        by=Derive(shown(shares.sqrt() == bound)),
    )


# CIFAR100 at epsilon = 2: the multiplier that the paper's accountant asks for, delta = 1e-5.
RUN, STEPS = Run(50000, 1000, Fraction("1.084"), "2"), 250
REMARK_5_1 = (
    claim(
        "groupwise/remark-5.1",
        "§5, Remark 5.1",
        "The sensitivity against the norm of the thresholds, for every grouping",
    )
    .says(
        {
            "added or removed, at most": added(abadi),
            "added or removed, attained": says(
                whole(abadi(SEEN, V.R[m]) ** 2) == THRESHOLDS,
                given=[V.k >= 1],
                by=Derive(square_root(TERMS)),
            ),
            "replaced, at most": replaced(abadi),
            "replaced, attained": OPPOSITE,
            "automatic clipping, added or removed": added(auto),
            "automatic clipping, replaced": replaced(auto),
        },
        settings=GROUPS,
        notes=(
            # No smaller multiple of the norm bounds it for automatic clipping.
            close(1),
            close(2),
            # What that run spends depends on the relation, with every grouping alike.
            table(
                {
                    "added or removed, RDP": ("2.00", RUN.spends("RDP", STEPS)),
                    "replaced, fixed size, at least": (
                        "10.5",
                        RUN.spends("at least, fixed size, replace-one", STEPS),
                    ),
                    "replaced, fixed size, at most": (
                        "11.3",
                        RUN.spends("at most, fixed size, replace-one", STEPS),
                    ),
                }
            ),
        ),
    )
    .rejects(
        "99 % of the thresholds",
        part="added or removed, at most",
        right=0.99 * THRESHOLDS,
        at=instance("M=1 x=(2,) R=(1,)"),
    )
    .rejects(
        "a replaced record moves as much as an added one",
        part="replaced, at most",
        right=THRESHOLDS,
        at=instance("M=1 x=(2,) z=(2,) R=(1,)"),
    )
)
