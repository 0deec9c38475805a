r"""Appendix A.2, (9): one step, from Assumption 4.2, and the sum over the groups.

In one group the clipped gradients of the batch add up to :math:`\sqrt M(c+b)` with b drawn from P,
so that :math:`\sqrt Mc` is B times the mean of one clipped gradient. One more clipped gradient adds
less than 1 to the length of the sum: from the empty sum on, B of them have length B at most, in
every outcome, and so has their root mean square. The noise z is drawn from :math:`\mathcal Z`: of
the normal law only the mean 0 and the mean square :math:`d^{(m)}` matter.
"""

from functools import partial

from verify.language import claim, lemma, says
from verify.language.formulas import Formula, dot, expectation, index, largest, norm, total
from verify.language.symbols import Real, law, natural, nonnegative, real, sequence, vector
from verify.methods.derive import Derive, expect, substitute
from verify.papers.groupwise.formulas.printed_1 import V as THEOREM
from verify.papers.groupwise.settings import GROUPS

V = THEOREM.extended(
    eta=nonnegative(r"\eta", unit="length", search=(0, 2)),
    d=natural("d^{(m)}", search=(1, 2)),
    sizes=sequence("M", "d", unit="1", entry=Real()),
    g=vector("d", "g_t^{(m)}", unit="gradient"),
    sample=vector("d", "g_{t,i}^{(m)}", unit="gradient"),
    c=vector("d", "c", unit="1"),
    S=vector("d", "S", unit="1"),
    more=vector("d", "h", unit="1"),
    P=law("P", unit="1", dimension="d"),
    Z=law(r"\mathcal{Z}", unit="1", dimension="d"),
    t=real("v", unit="1"),
    q=real("q", unit="1"),
)
BATCH, NOISE, GROUP = (index(name) for name in ("b", "z", "j"))
HALF = V.smooth * V.eta**2 / 2
over_noise, over_batch = partial(expectation, V.Z, NOISE), partial(expectation, V.P, BATCH)


def smooth(total_of: Formula) -> Formula:
    """The right side of Assumption 4.2 for a step of one group."""
    move = -V.eta * (total_of + V.noise * NOISE)
    return dot(V.g, move) + V.smooth / 2 * norm(move) ** 2


def bound(first: Formula, square: Formula, variance: Formula) -> Formula:
    """What a step changes at most."""
    return -V.eta * dot(V.g, first) + HALF * (square + V.noise**2 * variance)


POWER, SQUARE = over_noise(norm(NOISE) ** 2), over_batch(norm(V.c + BATCH) ** 2)
SUM = V.c + BATCH
LESS_NOISE = lemma(
    "groupwise/step-noise",
    bound(V.S, norm(V.S) ** 2, V.t) <= bound(V.S, norm(V.S) ** 2, V.d),
    given=[V.t <= V.d],
)
OF_NOISE = lemma(
    "groupwise/step-over-noise",
    over_noise(smooth(V.S)) <= bound(V.S, norm(V.S) ** 2, V.d),
    given=[V.d >= POWER],
    by=Derive(substitute(LESS_NOISE, {"t": POWER})),
)
LESS_BATCH = lemma(
    "groupwise/step-batch",
    bound(V.c, V.q, V.d) <= bound(V.c, V.B**2 / V.M, V.d),
    given=[V.q <= V.B**2 / V.M],
)
# Its first term is the printed one: c is B/sqrt(M) times the mean of one clipped gradient.
STEP = says(
    over_batch(over_noise(smooth(SUM))) <= bound(V.c, V.B**2 / V.M, V.d),
    given=[SQUARE <= V.B**2 / V.M, V.d >= POWER],
    by=Derive(
        expect(V.P, BATCH, substitute(OF_NOISE, {"S": SUM})), substitute(LESS_BATCH, {"q": SQUARE})
    ),
)
LONGEST = V.B**2 / V.M
# By how much the square of an outcome is above that of B clipped gradients: for none it is.
EXCESS = largest(0, norm(SUM) ** 2 - LONGEST)
OUTCOME = lemma(
    "groupwise/batch-outcome", norm(V.S) ** 2 <= LONGEST + largest(0, norm(V.S) ** 2 - LONGEST)
)
NO_MORE = lemma("groupwise/batch-no-more", LONGEST + V.t <= LONGEST, given=[V.t <= 0])
MEAN_SQUARE = says(
    SQUARE <= LONGEST,
    given=[over_batch(EXCESS) <= 0],
    by=Derive(
        expect(V.P, BATCH, substitute(OUTCOME, {"S": SUM})),
        substitute(NO_MORE, {"t": over_batch(EXCESS)}),
    ),
)
ONE_MORE = says(norm(V.S + V.more) <= V.B + 1, given=[norm(V.S) <= V.B, norm(V.more) <= 1])
GROUPED = HALF * total(GROUP, 1, V.M, V.B**2 / V.M + V.noise**2 * V.sizes[GROUP])
SUMMED = says(GROUPED == HALF * (V.B**2 + V.noise**2 * total(GROUP, 1, V.M, V.sizes[GROUP])))
EQ_9 = (
    claim("groupwise/eq-9", "App A.2, (9)", "One step of DP-SGD")
    .says(
        {
            "a clipped gradient": says(norm(V.sample) / (norm(V.sample) + V.gamma) < 1),
            "one more clipped gradient": ONE_MORE,
            "the mean square of the sum": MEAN_SQUARE,
            "a step in one group": STEP,
            "the second-order terms of all groups": SUMMED,
        },
        settings=GROUPS,
    )
    .quoting(
        r"d=\sum_m d^{(m)}",
        part="the second-order terms of all groups",
        reading="The sum stands in the place of d.",
    )
    .quoting(
        r"E(L_{t+1}-L_t|w_t)\le-\frac{B\eta}{\sqrt M}\sum_m g_t^{(m)\top}E"
        r"\frac{g_{t,i}^{(m)}}{\|g_{t,i}^{(m)}\|+\gamma}+\frac{\mathcal L\eta^2}{2}"
        r"\sum_m\big(\frac{B^2}{M}+\sigma^2d^{(m)}\big)",
        part="a step in one group",
        reading="One term of the sums over m, with the right side of Assumption 4.2 for the "
        "loss after the step; c is B/sqrt(M) times the printed mean.",
    )
    .quoting(
        r"L(v)-[L(w)+g(w)^\top(v-w)]\le\frac{\mathcal L}2\|w-v\|^2",
        part="a step in one group",
        reading="Its right side stands for the loss after a step, at v - w = the step.",
    )
    .rejects(
        "batches of half the sum",
        part="a step in one group",
        right=bound(V.c, V.B**2 / (4 * V.M), V.d),
    )
)
