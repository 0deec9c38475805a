r"""Appendix B.2: the averaged inequality and (31); what (31) makes of it.

**Averaged.** Printed without expectations, that is, of a run. (28) summed over its steps has
:math:`f(x_k)-E_kf(x_{k+1})`, whose sum is at most :math:`D_f+M` with the sum M of
:math:`f(x_{k+1})-E_kf(x_{k+1})`, of mean 0. For :math:`x^2/2` from x = 1, two steps of size 1 with
the noise -40 and 0, it fails (``ONE_RUN``); in expectation it holds.

**(31)** is tested on runs whose gradient norm is the same at every step: large with probability p,
small otherwise. The averaged inequality is about expectations, and the two kinds of runs may spend
:math:`\Delta` one after the other. :math:`\Delta` of (30) is at least its third term.
"""

from fractions import Fraction as F

from verify.language import Draft, Formula, claim, instance, largest, least, says, total
from verify.language.symbols import Real, between, natural, nonnegative, positive, real, sequence
from verify.methods.derive import Derive, cases, multiply, shown, square_root, sum_over
from verify.papers.nsgd.formulas import printed_theorems
from verify.papers.nsgd.formulas.printed_a import LOSS_18
from verify.papers.nsgd.formulas.printed_theorems import BORDER, FLAT, NOISE, REST, SPREAD, STEEP
from verify.papers.nsgd.notation import V as PAPER
from verify.papers.nsgd.notation import i
from verify.papers.nsgd.settings import REGULARISERS

OVER = r"\sum_{\mathcal{U}}\Vert\nabla f\Vert"
UNDER = r"\sum_{\mathcal{U}^c}\Vert\nabla f\Vert^2"
COUNT = r"\vert\mathcal{U}^c\vert"
V = PAPER.extended(
    # Sums over the steps of a run with large and with small gradients, and the number of these;
    over=nonnegative(OVER, unit="gradient", search=(0, 100)),
    under=nonnegative(UNDER, unit="gradient^2", search=(0, 100)),
    count=nonnegative(COUNT, unit="1", search=(0, 100)),
    # by how much f exceeds on a run what it is expected to be after each step; their expectations.
    surplus=real("M", unit="loss", search=(-10, 10)),
    mean_over=nonnegative(f"E{OVER}", unit="gradient", search=(0, 100)),
    mean_under=nonnegative(f"E{UNDER}", unit="gradient^2", search=(0, 100)),
    mean_count=nonnegative(f"E{COUNT}", unit="1", search=(0, 100)),
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
    Delta=positive(r"\Delta", unit="gradient", search=(0.01, 10)),
    # Any run: a share u of its steps has large gradients, with these means over all T.
    u=between(0, 1, "u", unit="1"),
    far=nonnegative(r"\frac1T\sum_{\mathcal{U}}\Vert\nabla f\Vert", unit="gradient"),
    near=nonnegative(r"\frac1T\sum_{\mathcal{U}^c}\Vert\nabla f\Vert^2", unit="gradient^2"),
    theta=positive(r"\theta", unit="gradient", search=(0.01, 10)),
)
# (28) summed; the two terms of its error are those of the displays after it.
ERROR = NOISE + 3 * SPREAD / 2


def averaged(over: Formula, under: Formula, count: Formula, surplus: Formula | int) -> Draft:
    """The averaged inequality from (28), summed over all steps.

    Args:
        over, under: the sums over the two kinds of steps. count: how many are of the second kind.
        surplus: M.
    """
    parts = V.tau0 / (2 * V.T) * over, 3 * REST / (4 * V.T) * under
    worth = V.eta * (STEEP * over + FLAT * under - LOSS_18 * count)
    return says(
        largest(*parts) / (V.r + 2 * V.tau0)
        <= V.Df / (V.T * V.eta) + V.eta * NOISE + V.eta * 3 * SPREAD / 2 + LOSS_18 * count / V.T,
        given=[worth <= V.Df + surplus + V.T * V.eta**2 * ERROR, count <= V.T],
    )


ONE_RUN = instance(
    "d=1 T=2 noise=1 r=1/5 tau0=1/10 tau1=0 L0=1 L1=0 Df=1/2 eta=1 "
    "over=247/6 under=0 count=0 surplus=2417/3"
)
OF_A_RUN = averaged(V.over, V.under, V.count, V.surplus)
B2_AVERAGED = (
    claim(
        "nsgd/b2-averaged",
        "App B.2, before (29)",
        r"Averaged inequality of a run; $M$ is the sum of $f(x_{k+1})-\mathbb E_kf(x_{k+1})$",
    )
    .says(
        OF_A_RUN.but(at=ONE_RUN),
        repaired=OF_A_RUN.but(right=OF_A_RUN.right + V.surplus / (V.T * V.eta)),
        # Without M for the expectations of both sides, as M has mean 0.
        notes=(averaged(V.mean_over, V.mean_under, V.mean_count, 0),),
    )
    .quoting(
        r"\frac1{r+2\tau_0}\max\{\frac{\tau_0}{2T}\sum_{\mathcal U}\|\nabla f\|,"
        r"\frac{3(1-\tau_1)}{4T}\sum_{\mathcal U^c}\|\nabla f\|^2\}\le\frac{D_f}{T"
        r"\eta}+\eta\frac{(L_1(r+\tau_0)+L_0)d\sigma^2}2+\eta\frac{3(L_0(1-\tau_1)"
        r"+L_1\tau_0)\tau_0^2}{2r^2(1-\tau_1)^3}+\frac{4\tau_0^3}{r(r+\tau_0)(1-"
        r"\tau_1)^3}\frac{|\mathcal U^c|}T"
    )
)

# The middle term of (31): both sums as printed, and over the steps that they are divided by.

LARGE, SMALL = V.low + V.x[i], V.low + V.y[i]
MIDDLE = says(
    V.low <= least((total(i, 1, V.Uc, SMALL**2) / V.U).sqrt(), total(i, 1, V.Uc, SMALL) / V.U),
    given=[V.low < BORDER],
)
ROOT_MEAN, MEAN = (total(i, 1, V.Uc, SMALL**2) / V.Uc).sqrt(), total(i, 1, V.U, LARGE) / V.U
ENTRIES = {
    "first": square_root(multiply(sum_over(i, 1, V.Uc, shown(V.low**2 <= SMALL**2)), 1 / V.Uc)),
    "second": multiply(sum_over(i, 1, V.U, shown(V.low <= LARGE)), 1 / V.U),
}
PRINTED_31 = (
    r"\mathbb{E}\left[\min_{0\leq k<T}\|\nabla f({\bm{x}}_{k})\|\right]\leq"
    r"\mathbb{E}\left[\min\left\{\sqrt{\frac{1}{|\mathcal{U}|}\sum_{k\in\mathcal{U}^{c}}"
    r"\|\nabla f({\bm{x}}_{k})\|^{2}},\frac{1}{|\mathcal{U}|}\sum_{k\notin\mathcal{U}}"
    r"\|\nabla f({\bm{x}}_{k})\|\right\}\right]\leq\max\left\{"
    r"\sqrt{\frac{8(r+2\tau_{0})}{3(1-\tau_{1})}\Delta},"
    r"\frac{2(r+2\tau_{0})}{\tau_{0}}\Delta\right\}"
)
READING = (
    "The two inequalities are two claims: the first for any one run; the second for runs whose "
    r"gradients all have one norm, a large one with probability $p$ and else a small one"
)
EQ_31_MIDDLE = (
    claim("nsgd/eq-31-middle", "App B.2, (31)", "The smallest gradient against two means", MIDDLE)
    .quoting(PRINTED_31, reading=READING)
    .repaired(
        right=least(ROOT_MEAN, MEAN),
        by=Derive(cases(ROOT_MEAN <= MEAN, ENTRIES["first"], ENTRIES["second"])),
    )
)

# (31), with the averaged inequality for a share p of runs with large gradients.
SMALLEST = V.p * V.big + (1 - V.p) * V.small
REACH = V.r + 2 * V.tau0
SAID = says(
    SMALLEST <= largest(*printed_theorems.bound_31(V.Delta)),
    given=[
        V.r > V.tau0,
        V.big >= BORDER,
        V.small < BORDER,
        V.Delta >= largest(V.tau0 / 2 * V.p * V.big, 3 * REST / 4 * (1 - V.p) * V.small**2) / REACH,
        V.Delta >= LOSS_18,
    ],
    at=instance("r=1/1 tau0=1/2 tau1=0/1 p=1/10 big=32/1 small=2/5 Delta=2/5"),
)
ROOT, LINEAR = (4 * REACH / (3 * REST) * V.Delta).sqrt(), 2 * REACH / V.tau0 * V.Delta
# What makes it true of any run, by the expectation of both sides at the best theta.
ANY_RUN = says(
    V.low <= V.far + (V.near / V.theta + V.theta) / 2,
    given=[V.far >= V.u * V.low, V.near >= (1 - V.u) * V.low**2],
)
EQ_31 = (
    claim("nsgd/eq-31", "App B.2, (31)", "From the averaged inequality to the smallest gradient")
    .says(SAID, settings=REGULARISERS[-1:], notes=(ANY_RUN,))
    .quoting(PRINTED_31, reading=READING)
    .repaired(right=ROOT + LINEAR)
    .rejects("half the linear term", right=ROOT + LINEAR / 2)
)
