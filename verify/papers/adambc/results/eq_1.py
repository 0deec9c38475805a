r"""Section 3, (1): the mean of the private first moment.

The left side takes :math:`E[\tilde g_\tau]=E[\bar g_\tau]+E[z]/B`; the noise has mean 0 and any law
otherwise, and the gradients may depend on the noise of earlier steps.
"""

from verify.language import Formula, claim, expectation, says, symbols, total
from verify.papers.adambc import notation
from verify.papers.adambc.notation import tau
from verify.papers.adambc.settings import EXPERIMENTS

V = notation.V.extended(
    means=symbols.sequence("t", r"E[\bar{g}]", unit=notation.GRADIENT),
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
    claim("adambc/eq-1", "§3, (1)", "no bias of the private first moment")
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
