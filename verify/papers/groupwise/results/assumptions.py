r"""Section 4, Assumptions 4.1 and 4.3: where they hold, what they ask for, what needs symmetry.

**4.1.** The losses of Section 7 are cross-entropies, of images, sentences or the next token.

**4.3, split.** v are the mean squares of the groups' deviations. The assumption bounds them one by
one by :math:`\xi^2/M`, and so their sum by :math:`\xi^2`. Each asks for :math:`\xi^2\ge Mv_m`:
where one group carries the noise, :math:`\xi^2` is M times the noise, and the constant of the
theorem :math:`\sqrt M` times that of all-layer clipping (note).

**4.3, symmetry.** One gradient in four is long and points ahead, three are short and point back:
for every gradient and :math:`\gamma` the mean normalised gradient points uphill, and Lemma A.1,
whose right side is positive for r large enough, fails. For SGD the mean is the gradient itself.
"""

from fractions import Fraction as F
from functools import partial

from verify.language import claim, dot, expectation, index, instance, law, norm, put, says, total
from verify.language.symbols import Real, natural, nonnegative, positive, real, sequence, vector
from verify.methods.derive import Derive, add, monotone, shown, sum_over
from verify.papers.groupwise.formulas.printed_1 import V as PAPER
from verify.papers.groupwise.formulas.printed_r import SHIFT, growth
from verify.papers.groupwise.formulas.printed_r import V as LEMMA_A1
from verify.papers.groupwise.settings import GROUPS

V = PAPER.extended(
    d=PAPER.d.within(search=(1, 3)),
    # A group's mean square over xi^2/M.
    u=sequence("M", "u", unit="1", entry=Real(F(0), F(1))),
    one=nonnegative("v_m", unit="gradient^2", search=(0, 10)),
    # A record of class y has the logit z, and K other classes.
    K=natural("K", search=(1, 5)),
    z=real("z_y", unit="1", search=(-5, 5)),
    others=sequence("K", "z", unit="1"),
    G=positive(r"\Vert g_t\Vert", unit="gradient", search=(0.01, 10)),
    g=vector("d", "g_t", unit="gradient"),
    P=law("P", unit="gradient", dimension="d"),
    e=vector("d", "e", unit="gradient"),
)
J = index("k")
OWN = V.z.exp()
NOTHING = sum_over(J, 1, V.K, shown(V.others[J].exp() >= 0))
CROSS_ENTROPY = says(
    (OWN + total(J, 1, V.K, V.others[J].exp())).log() - V.z >= 0,
    by=Derive(add(monotone("log", add(shown(OWN == OWN), NOTHING)), shown(-V.z == -V.z))),
)
ASSUMPTION_4_1 = (
    claim("groupwise/assumption-4.1", "§4, Assumption 4.1", "A lower bound of the loss")
    .says(CROSS_ENTROPY, ours=True)
    .quoting(r"L(\mathbf w)\ge L_*", reading="For cross-entropies, with the lower bound 0.")
)

TOGETHER = says(
    total(J, 1, V.M, V.xi**2 / V.M * V.u[J]) <= V.xi**2,
    by=Derive(sum_over(J, 1, V.M, shown(V.xi**2 / V.M * V.u[J] <= V.xi**2 / V.M))),
)
ALL_IN_ONE = says(V.xi**2 >= V.M * V.one, given=[V.one <= V.xi**2 / V.M])


ASSUMPTION_4_3_SPLIT = claim(
    "groupwise/assumption-4.3-split", "§4, Assumption 4.3", "The noise shared by the groups"
).says(
    {"all groups together": TOGETHER, "what one group asks for": ALL_IN_ONE},
    settings=GROUPS[1:],
    notes=(
        # One group that carries all: xi^2 is M times the noise, and the constant, 20 xi + sqrt(M)/5
        # at the printed gamma, grows with it.
        says(
            2 * ((V.M * V.one).sqrt() + V.gamma * V.M.sqrt()) / V.gamma.sqrt()
            == V.M.sqrt() * (2 * (V.one.sqrt() + V.gamma) / V.gamma.sqrt())
        ),
    ),
    ours=True,
)

# Gradients of -gamma with probability 3/4, else as long as the mean G asks for.
BACK, AHEAD = V.gamma, 4 * V.G + 3 * V.gamma
DRIFT = V.G * (AHEAD / (AHEAD + V.gamma) / 4 - 3 * BACK / (BACK + V.gamma) / 4)

# Over the deviation, of any law with mean zero.
mean = partial(expectation, V.P, V.e)
# Its deviation has the mean square 3(G + gamma)^2, and x_r is positive.
BELOW_A1 = says(
    put(DRIFT, {"G": LEMMA_A1.s}) < growth(LEMMA_A1.s - SHIFT) / 2,
    given=[
        (LEMMA_A1.xi**2 == 3 * LEMMA_A1.M * (LEMMA_A1.s + LEMMA_A1.gamma) ** 2),
        LEMMA_A1.s > SHIFT,
    ],
    at=instance("M=3 s=1/1 gamma=1/1 xi=6/1 r=4/1"),
)
ASSUMPTION_4_3_SYMMETRY = (
    claim("groupwise/assumption-4.3-symmetry", "§4, Assumption 4.3; App A.3", "What needs symmetry")
    .says(
        {
            "the law has the mean G": says(AHEAD / 4 - 3 * BACK / 4 == V.G),
            "DP-SGD needs it": says(DRIFT < 0),
            "SGD does not, first order": says(mean(dot(V.g, V.g + V.e)) == norm(V.g) ** 2),
            "SGD does not, second order": says(
                mean(norm(V.g + V.e) ** 2) == norm(V.g) ** 2 + mean(norm(V.e) ** 2)
            ),
        },
        notes=(BELOW_A1,),
        ours=True,
    )
    .quoting(
        r"E(g_{t,i}^{(m)}-g_t^{(m)})=0",
        part="SGD does not, first order",
        reading="P is any law with mean 0.",
    )
)
