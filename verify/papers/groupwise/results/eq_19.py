r"""Appendix A.3: (19), the telescoped inequality and the smallest mean square.

**(19).** By Assumption 4.3 the noise of a group's mini-batch has mean square :math:`\xi^2/(MB)` at
most: one more sample, which the others' noise does not depend on, adds its own. The print has a
roman L for M; as the number of layers it is right for layer-wise clipping only. The third line,
:math:`\xi^2/B` for all groups, fixes M.
"""

from fractions import Fraction as F
from functools import partial

from verify.language import Setting, claim, instance, lemma, says
from verify.language.formulas import Formula, dot, expectation, norm, total
from verify.language.symbols import Real, law, natural, nonnegative, real, sequence, vector
from verify.methods import derive
from verify.methods.derive import Derive, add, given, multiply, shown, substitute, sum_over
from verify.papers.groupwise.formulas.printed_1 import SGD, SGD_NOISE, SGD_STEP
from verify.papers.groupwise.formulas.printed_1 import V as PAPER
from verify.papers.groupwise.notation import m, t

V = PAPER.extended(
    d=PAPER.d.within(search=(1, 3)),
    T=PAPER.T.within(search=(1, 12)),
    # E of the sum of squares, and of one step: the smallest and by how much it exceeds it.
    S=nonnegative(r"E\sum_t\Vert g_t\Vert^2", unit="gradient^2", search=(0, 100)),
    low=nonnegative(r"\min_tE\Vert g_t\Vert^2", unit="gradient^2", search=(0, 10)),
    more=sequence("T", "z", unit="gradient^2", entry=Real(F(0))),
    eta=nonnegative(r"\eta", unit="length^2/loss", search=(0, 2)),
    squares=sequence("M", r"\Vert g_t\Vert^2", unit="gradient^2", entry=Real(F(0))),
    depth=natural("L", search=(1, 12)),
    g=vector("d", "g_t", unit="gradient"),
    P=law("P", unit="gradient", dimension="d"),
    e=vector("d", "e", unit="gradient"),
    # The sum of the noise of B samples.
    Q=law("Q", unit="gradient", dimension="d"),
    sum=vector("d", "s", unit="gradient"),
    q=real("q", unit="gradient^2", search=(0, 100)),
    v=real("v", unit="gradient^2", search=(0, 100)),
)
SQUARE = total(m, 1, V.M, V.squares[m])
HALF = V.smooth * V.eta**2 / 2


def second_line(share: Formula) -> Formula:
    """The second line of (19), with what each group's noise is divided by."""
    noisy = total(m, 1, V.M, V.squares[m] + V.xi**2 / (share * V.B))
    return -(V.eta * SQUARE) + HALF * noisy


THIRD = -(V.eta * SQUARE) + HALF * (SQUARE + V.xi**2 / V.B)
# L is the number of layers, whatever it is against M.
EQUALITY = says(second_line(V.depth) == THIRD, given=[V.depth >= 1])
GROUPED = EQUALITY.but(left=second_line(V.M))
LAYERS = (
    Setting(name="ViT-large, all-layer", values=instance("M=1 depth=147")),
    Setting(name="ViT-large, layer-wise", values=instance("M=147 depth=147")),
)

# Over the noise of a mini-batch, with no symmetry asked for; over the sum of that of B samples.
mean, mean_of_sum = partial(expectation, V.P, V.e), partial(expectation, V.Q, V.sum)
SQUARES = mean_of_sum(norm(V.sum) ** 2) <= V.B * V.xi**2 / V.M
WITHIN = V.q <= V.B * V.xi**2 / V.M
SAMPLE = mean(norm(V.e) ** 2) <= V.xi**2 / V.M
SECOND_ORDER = says(mean(norm(V.g + V.e) ** 2) == norm(V.g) ** 2 + mean(norm(V.e) ** 2))
PLUS = lemma(
    "groupwise/sample-plus", V.q + V.v <= V.q + V.xi**2 / V.M, given=[V.v <= V.xi**2 / V.M]
)
SAMPLE_ADDED = lemma(
    "groupwise/sample-added",
    mean(norm(V.g + V.e) ** 2) <= norm(V.g) ** 2 + V.xi**2 / V.M,
    given=[SAMPLE],
    by=Derive(substitute(PLUS, {"v": mean(norm(V.e) ** 2), "q": norm(V.g) ** 2})),
)
MORE = lemma(
    "groupwise/samples-one-more",
    V.q + V.xi**2 / V.M <= V.B * V.xi**2 / V.M + V.xi**2 / V.M,
    given=[WITHIN],
)
DIVIDED = lemma("groupwise/samples-divided", V.q / V.B**2 <= V.xi**2 / (V.M * V.B), given=[WITHIN])
ONE_MORE = says(
    mean_of_sum(mean(norm(V.sum + V.e) ** 2)) <= V.B * V.xi**2 / V.M + V.xi**2 / V.M,
    given=[SQUARES, SAMPLE],
    by=Derive(
        derive.expect(V.Q, V.sum, substitute(SAMPLE_ADDED, {"g": V.sum})),
        substitute(MORE, {"q": mean_of_sum(norm(V.sum) ** 2)}),
    ),
)
OF_THE_MEAN = says(
    mean_of_sum(norm(V.sum / V.B) ** 2) <= V.xi**2 / (V.M * V.B),
    given=[SQUARES],
    by=Derive(substitute(DIVIDED, {"q": mean_of_sum(norm(V.sum) ** 2)})),
)
EQ_19 = (
    claim("groupwise/eq-19", "App A.3, (19)", "A step of SGD")
    .says(
        {
            "first order": says(mean(dot(V.g, V.g + V.e)) == norm(V.g) ** 2),
            "second order": SECOND_ORDER,
            "one more sample": ONE_MORE,
            "the mean of the samples": OF_THE_MEAN,
            "sum over the groups": EQUALITY,
        },
        repaired={"sum over the groups": GROUPED},
        elsewhere={"sum over the groups": ("(19), third line", GROUPED)},
        settings=LAYERS,
    )
    .quoting(
        r"E(L_{t+1}-L_t|w_t)\le-\eta\sum_mg_t^{(m)\top}E g_{t,i}^{(m)}+\frac{"
        r"\mathcal L\eta^2}2\sum_mE\|\sum_i g_{t,i}^{(m)}/B\|^2\le-\eta"
        r"\sum_m\|g^{(m)}_t\|^2+\frac{\mathcal L\eta^2}2\sum_m(\|g_t^{(m)}\|^2+"
        r"\frac{\xi^2}{LB})=-\eta\|g_t\|^2+\frac{\mathcal L\eta^2}2(\|g_t\|^2+\frac{"
        r"\xi^2}B)",
        part="sum over the groups",
        reading="Of the chain this part is the last equality; the other parts are what its "
        "second inequality needs, the first and the second order apart.",
    )
    .quoting(
        r"E\|g_{t,i}^{(m)}-g_t^{(m)}\|^2\le\xi^2/M",
        part="one more sample",
        letters={r"E\|g_{t,i}^{(m)}-g_t^{(m)}\|^2": mean(norm(V.e) ** 2)},
    )
)

LOWER = V.T.sqrt() / (2 * V.smooth) * (V.S / V.T) - SGD_NOISE
SGD_TELESCOPING = (
    claim("groupwise/sgd-telescoping", "App A.3", "The telescoped inequality of SGD")
    .says(
        says(LOWER < SGD_STEP * V.S - SGD_NOISE), notes=(says(LOWER <= SGD_STEP * V.S - SGD_NOISE),)
    )
    .quoting(r"\eta=1/(\mathcal L\sqrt T)")
    .quoting(
        r"(\frac1{\mathcal L\sqrt T}-\frac1{2\mathcal LT})E\sum_t\|g_t\|^2-\frac{"
        r"\xi^2}{2B\mathcal L}>\frac{\sqrt T}{2\mathcal L}E(\frac1T\sum_t\|g_t\|^2)-"
        r"\frac{\xi^2}{2B\mathcal L}",
        letters={r"E(\frac1T\sum_t\|g_t\|^2)": V.S / V.T},
    )
    .repaired(given=[V.T >= 2, V.S > 0])
)

AVERAGED = V.gap >= SGD_STEP * total(t, 1, V.T, V.low + V.more[t]) - SGD_NOISE
SCALE = 2 * V.smooth / V.T.sqrt()
AVERAGE = says(
    V.low <= SGD / V.T.sqrt(),
    given=[AVERAGED],
    by=Derive(
        shown(V.low <= SCALE * SGD_STEP * (V.T * V.low)),
        multiply(sum_over(t, 1, V.T, shown(V.low <= V.low + V.more[t])), SCALE * SGD_STEP),
        multiply(add(given(AVERAGED), shown(SGD_NOISE == SGD_NOISE)), SCALE),
    ),
)
SGD_AVERAGE = (
    claim("groupwise/sgd-average", "App A.3", "The smallest mean square of SGD", AVERAGE)
    .quoting(
        r"L_0-L_*\ge(\frac1{\mathcal L\sqrt T}-\frac1{2\mathcal LT})E\sum_t\|g_t\|^2-"
        r"\frac{\xi^2}{2B\mathcal L}>\frac{\sqrt T}{2\mathcal L}E(\frac1T"
        r"\sum_t\|g_t\|^2)-\frac{\xi^2}{2B\mathcal L}",
        reading="The first inequality is the hypothesis, the mean square of each step being "
        "the smallest one and a number more.",
    )
    .quoting(
        r"L_0-L_*\ge(\eta-\frac{\mathcal L\eta^2}2)E\sum_t\|g_t\|^2-\frac{T\mathcal "
        r"L\eta^2\xi^2}{2B}",
        reading="The hypothesis has it at the learning rate of the next line, where the last "
        "term is free of T.",
    )
    .quoting(r"\min_tE\|g_t\|^2\le\frac1{\sqrt T}[2(L_0-L_*)\mathcal L+\frac{\xi^2}B]")
)
