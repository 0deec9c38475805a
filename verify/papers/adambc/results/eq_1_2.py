r"""Section 3, (1) and (2): the means of the private first and second moment.

The left side of (1) takes :math:`E[\tilde g_\tau]=E[\bar g_\tau]+E[z]/B`; the noise has mean 0
and any law otherwise, and the gradients may depend on the noise of earlier steps. In (2) noise of
mean 0 that is independent of the batch gives
:math:`E[\tilde g_\tau^2]=E[\bar g_\tau^2]+(\sigma C/B)^2`, whatever its law is.
"""

from verify.display.latex import tex
from verify.language import Formula, claim, expectation, says, symbols, total
from verify.papers.adambc import notation
from verify.papers.adambc.notation import tau
from verify.papers.adambc.settings import EXPERIMENTS

V = notation.V.extended(
    means=symbols.sequence("t", r"E[\bar{g}]", unit=notation.GRADIENT),
    batch=symbols.real(r"\bar{g}_\tau", unit=notation.GRADIENT, search=(-2, 2)),
    P=symbols.law("P", unit=notation.GRADIENT, dimension=1),
    z=symbols.real("z", unit=notation.GRADIENT, search=(-2, 2)),
    h=symbols.positive("h", unit="loss/length^2", search=(0.1, 10)),
    theta=symbols.positive(r"\theta_0", unit="length", search=(0.1, 3)),
    eta=symbols.positive(r"\eta", unit="length", search=(0.001, 1)),
    wrong=symbols.between(0, 1, "p", unit="probability", ends="(]"),
)


def averaged(beta: Formula, noise: Formula) -> Formula:
    """The first moment's mean, for noise of a given mean."""
    term = beta ** (V.t - tau) * (V.means[tau] + noise / V.B)
    return (1 - beta) * total(tau, 1, V.t, term)


CLEAN = (1 - V.beta1) * total(tau, 1, V.t, V.beta1 ** (V.t - tau) * V.means[tau])
EQ_1 = (
    claim("adambc/eq-1", "§3, (1)", "No bias of the private first moment")
    .says(
        says(averaged(V.beta1, expectation(V.P, V.z, V.z)) == CLEAN),
        settings=EXPERIMENTS,
        # The gradients are those of the private run. Without noise they are others: on h theta^2/2
        # the first update is a sign, wrong with a probability p in the private run.
        notes=(
            says(
                V.h * (V.theta - V.eta)
                < (1 - V.wrong) * (V.h * (V.theta - V.eta)) + V.wrong * (V.h * (V.theta + V.eta))
            ),
        ),
    )
    .quoting(
        r"E[m_t^p]=E[(1-\beta_1)\sum_{\tau=1}^t\beta_1^{t-\tau}\tilde g_\tau]=(1-\beta_1)"
        r"\sum_{\tau=1}^t\beta_1^{t-\tau}(E[\bar g_\tau]+\frac1BE[z_\tau])\triangleq E[m_t"
        r"^c]",
        reading="Tested is the last equality; its right side is the sum without the noise.",
    )
    .rejects("noise of another mean", left=averaged(V.beta1, expectation(V.P, V.z, V.z) + V.C))
)

# A step, given the batch; z has variance (sigma C)^2.
STEP = says(
    expectation(V.P, V.z, (V.batch + V.z / V.B) ** 2)
    == V.batch**2 + expectation(V.P, V.z, V.z**2) / V.B**2
)
NOISE = r"\left(\frac{\sigma C}{B}\right)^2"
SECOND_MOMENT = r"\left(1-\beta_2\right)\sum_{\tau=1}^{t}\beta_2^{t-\tau}"

MEAN = says(
    tex(V, rf"{SECOND_MOMENT}\left(E[\bar{{g}}^2]_\tau+{NOISE}\right)")
    == tex(V, rf"{SECOND_MOMENT}E[\bar{{g}}^2]_\tau+\left(1-\beta_2^t\right){NOISE}")
)
EQ_2 = (
    claim("adambc/eq-2", "§3, (2)", "The bias of the private second moment")
    .says({"a step": STEP, "the moment": MEAN}, settings=EXPERIMENTS)
    .quoting(
        r"E[v_t^p]=E[(1-\beta_2)\sum_{\tau=1}^t\beta_2^{t-\tau}\tilde g_\tau^2]=(1-\beta_2"
        r")\sum_{\tau=1}^t\beta_2^{t-\tau}E[\bar g_\tau^2]+(1-\beta_2^t)(\sigma C/B)^2=E[v"
        r"^c_t]+(1-\beta_2^t)\Phi",
        part="the moment",
        reading="Tested is the second equality, from the means of the steps' squares; that of "
        "one step is another part.",
    )
    .rejects(
        "the bias at the first step, at every step",
        part="the moment",
        right=tex(
            V,
            rf"{SECOND_MOMENT}E[\bar{{g}}^2]_\tau"
            rf"+\left(1-\beta_2\right){NOISE}",
        ),
    )
)
