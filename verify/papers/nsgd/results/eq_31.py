r"""Appendix B.2: the averaged inequality and (31); what (31) makes of it.

**Averaged.** The sums over :math:`\mathcal U` and its complement are expectations of (28), summed
over all steps: :math:`\eta` times them is at most :math:`D_f` and the errors. K is the bracket of
the displays after (28), whose two terms the averaged inequality prints one by one.

**(31)** is tested on runs whose gradient norm is the same at every step: large with probability p,
small otherwise. The averaged inequality is about expectations, and the two kinds of runs may spend
:math:`\Delta` one after the other. :math:`\Delta` of (30) is at least its third term.
"""

from fractions import Fraction as F

from verify.language import claim, instance, largest, least, says, total
from verify.language.symbols import Real, between, natural, nonnegative, positive, sequence
from verify.methods.derive import Derive, cases, chain, multiply, shown, square_root, sum_over
from verify.papers.nsgd.formulas.printed_a import LOSS_18
from verify.papers.nsgd.formulas.printed_theorems import BORDER, FLAT, REST, STEEP, bound_31
from verify.papers.nsgd.notation import V as PAPER
from verify.papers.nsgd.notation import i
from verify.papers.nsgd.settings import REGULARISERS

V = PAPER.extended(
    # Expected sums over the steps with large and with small gradients, and the number of these.
    over=nonnegative(r"E\sum_{\mathcal{U}}\Vert\nabla f\Vert", unit="gradient", search=(0, 100)),
    under=nonnegative(
        r"E\sum_{\mathcal{U}^c}\Vert\nabla f\Vert^2", unit="gradient^2", search=(0, 100)
    ),
    count=nonnegative(r"E\vert\mathcal{U}^c\vert", unit="1", search=(0, 100)),
    error=positive("K", unit="loss/length^2", search=(0.1, 10)),
    low=positive(r"\min_k\Vert\nabla f(x_k)\Vert", unit="gradient", search=(0.01, 10)),
    U=natural(r"\vert\mathcal{U}\vert", search=(1, 2)),
    Uc=natural(r"\vert\mathcal{U}^c\vert", search=(1, 2)),
    # By how much the gradients of both kinds of steps exceed the smallest one.
    x=sequence("U", "x", unit="gradient", entry=Real(F(0))),
    y=sequence("Uc", "y", unit="gradient", entry=Real(F(0))),
    # Runs with one gradient norm each.
    p=between(0, 1, "p", unit="probability"),
    big=positive(r"\Vert\nabla f\Vert_{\mathcal{U}}", unit="gradient", search=(0.1, 100)),
    small=nonnegative(r"\Vert\nabla f\Vert_{\mathcal{U}^c}", unit="gradient", search=(0, 10)),
    delta=positive(r"\Delta", unit="gradient", search=(0.01, 10)),
    # Any run: a share u of its steps has large gradients, with these means over all T.
    u=between(0, 1, "u", unit="1"),
    far=nonnegative(r"\frac1T\sum_{\mathcal{U}}\Vert\nabla f\Vert", unit="gradient"),
    near=nonnegative(r"\frac1T\sum_{\mathcal{U}^c}\Vert\nabla f\Vert^2", unit="gradient^2"),
    theta=positive(r"\theta", unit="gradient", search=(0.01, 10)),
)
SUMMED = (
    V.eta * (STEEP * V.over + FLAT * V.under - LOSS_18 * V.count) <= V.Df + V.T * V.eta**2 * V.error
)
PARTS = V.tau0 / (2 * V.T) * V.over, 3 * REST / (4 * V.T) * V.under
AVERAGED = says(
    largest(*PARTS) / (V.r + 2 * V.tau0)
    <= V.Df / (V.T * V.eta) + V.eta * V.error + LOSS_18 * V.count / V.T,
    given=[SUMMED, V.count <= V.T],
)
B2_AVERAGED = claim(
    "nsgd/b2-averaged", "App B.2, before (29)", "averaged inequality", AVERAGED
).rejects("twice the left side", left=2 * largest(*PARTS) / (V.r + 2 * V.tau0))

# The middle term of (31): both sums as printed, and over the steps that they are divided by.

LARGE, SMALL = V.low + V.x[i], V.low + V.y[i]
MIDDLE = says(
    V.low <= least((total(i, 1, V.Uc, SMALL**2) / V.U).sqrt(), total(i, 1, V.Uc, SMALL) / V.U),
    given=[V.low < BORDER],
)
ROOT_MEAN, MEAN = (total(i, 1, V.Uc, SMALL**2) / V.Uc).sqrt(), total(i, 1, V.U, LARGE) / V.U
ENTRIES = {
    "first": chain(
        shown(V.low == (total(i, 1, V.Uc, V.low**2) / V.Uc).sqrt()),
        square_root(multiply(sum_over(i, 1, V.Uc, shown(V.low**2 <= SMALL**2)), 1 / V.Uc)),
    ),
    "second": chain(
        shown(V.low == total(i, 1, V.U, V.low) / V.U),
        multiply(sum_over(i, 1, V.U, shown(V.low <= LARGE)), 1 / V.U),
    ),
}
EQ_31_MIDDLE = claim(
    "nsgd/eq-31-middle", "App B.2, (31)", "the smallest gradient against two means", MIDDLE
).repaired(
    right=least(ROOT_MEAN, MEAN),
    by=Derive(
        cases(
            ROOT_MEAN <= MEAN,
            chain(ENTRIES["first"], shown(ROOT_MEAN == least(ROOT_MEAN, MEAN))),
            chain(ENTRIES["second"], shown(MEAN == least(ROOT_MEAN, MEAN))),
        )
    ),
)

# (31), with the averaged inequality for a share p of runs with large gradients.
SMALLEST = V.p * V.big + (1 - V.p) * V.small
REACH = V.r + 2 * V.tau0
SAID = says(
    SMALLEST <= largest(*bound_31(V.delta)),
    given=[
        V.r > V.tau0,
        V.big >= BORDER,
        V.small < BORDER,
        V.delta >= largest(V.tau0 / 2 * V.p * V.big, 3 * REST / 4 * (1 - V.p) * V.small**2) / REACH,
        V.delta >= LOSS_18,
    ],
    at=instance("r=1/1 tau0=1/2 tau1=0/1 p=1/10 big=32/1 small=2/5 delta=2/5"),
)
ROOT, LINEAR = (4 * REACH / (3 * REST) * V.delta).sqrt(), 2 * REACH / V.tau0 * V.delta
# What makes it true of any run, by the expectation of both sides at the best theta.
ANY_RUN = says(
    V.low <= V.far + (V.near / V.theta + V.theta) / 2,
    given=[V.far >= V.u * V.low, V.near >= (1 - V.u) * V.low**2],
)
EQ_31 = (
    claim(
        "nsgd/eq-31",
        "App B.2, (31)",
        "from the averaged inequality to the smallest gradient",
        SAID,
        settings=REGULARISERS[-1:],
        notes=(ANY_RUN,),
    )
    .repaired(right=ROOT + LINEAR)
    .rejects("half the linear term", right=ROOT + LINEAR / 2)
)

CLAIMS = (B2_AVERAGED, EQ_31_MIDDLE, EQ_31)
