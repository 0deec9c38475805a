r"""Appendix A.1, proof for AUTO: R-dependent automatic clipping against (4), step by step.

With the same gradients and the same noise, (4) releases :math:`G_\tau` in a coordinate and the
R-dependent clipping :math:`RG_\tau` (R is a number here, as in (4), where it is 1). SGD has the
learning rate to absorb R; AdamW, with which the paper trains, has the same learning rate. The proof
has a threshold for every group, and with it noise of deviation
:math:`\sigma\Vert(R_1,\dots,R_M)\Vert`: compared with (4) for that R.
"""

from verify.language import Formula, claim, index, instance, says, total
from verify.language.symbols import between, natural, nonnegative, positive, real, sequence
from verify.papers.groupwise.notation import V as PAPER
from verify.papers.groupwise.settings import ADAMW

V = PAPER.extended(
    M=PAPER.M.within(search=(1, 4)),
    w=real("w_t", unit="length", search=(-3, 3)),
    u=real(
        r"\textstyle\sum_i\frac{g_i^{(m)}}{\Vert g_i^{(m)}\Vert+0.01}", unit="1", search=(-3, 3)
    ),
    zeta=real("z", unit="1", search=(-3, 3)),
    eta=positive(r"\eta", unit="length", search=(0.0001, 2)),
    noise=nonnegative(r"\sigma", unit="1", search=(0, 3)),
    R=positive("R", unit="1", search=(0.1, 10)),
    own=positive("R_m", unit="1", search=(0.1, 10)),
    whole=positive(r"\Vert(R_1,\dots,R_M)\Vert", unit="1", search=(0.1, 20)),
    decay=nonnegative(r"\lambda", unit="1/length", search=(0, 1)),
    # Moments of AdamW after t steps with the releases of (4).
    mean=real(r"\hat m_t", unit="1", search=(-3, 3)),
    square=nonnegative(r"\hat v_t", unit="1", search=(0, 9)),
    t=natural("t", search=(1, 4)),
    beta1=between(0, 1, r"\beta_1", unit="1", ends="[)"),
    beta2=between(0, 1, r"\beta_2", unit="1", ends="[)"),
    eps=positive(r"\epsilon", unit="1", search=(0.001, 2)),
    released=sequence("t", "G", unit="1"),
)
tau = index("tau")


def sgd(rate: Formula, threshold: Formula, deviation: Formula) -> Formula:
    """A coordinate after a step: clipped with a group's threshold, noise of this deviation."""
    return V.w - rate * (threshold * V.u + deviation * V.zeta)


EQUAL = V.R / V.M.sqrt()
PLAIN = says(sgd(V.eta, EQUAL, V.noise * V.R) == sgd(V.eta * V.R, 1 / V.M.sqrt(), V.noise))
EACH = says(
    sgd(V.eta, V.own, V.noise * V.whole) == sgd(V.eta * V.whole, 1 / V.M.sqrt(), V.noise),
    # Whatever is left is shared by the other groups.
    given=["M >= 2", V.own < V.whole],
    at=instance("M=2 own=3 whole=5 w=0 u=1 zeta=0 eta=1 noise=1"),
)
# A learning rate and a noise multiplier for every group.
APART = V.M.sqrt() * V.own


def average(beta: Formula, value: Formula) -> Formula:
    """A moment after t steps; its correction divides by 1 - beta^t, whatever R is."""
    return total(tau, 1, V.t, (1 - beta) * beta ** (V.t - tau) * value)


def adamw(first: Formula, second: Formula, eps: Formula) -> Formula:
    """A coordinate after a step with these moments."""
    return V.w - V.eta * (first / (second.sqrt() + eps) + V.decay * V.w)


RELEASED = V.released[tau]
START = instance("w=0/1 R=1/10 mean=1/1 square=1/1 eps=1/100000000")
ADAM = says(
    adamw(V.R * V.mean, V.R**2 * V.square, V.eps) == adamw(V.mean, V.square, V.eps),
    at={**START, **ADAMW[0].values},
)
AUTO_R_DEPENDENT = (
    claim(
        "groupwise/auto-r-dependent",
        "App A.1, proof for AUTO",
        "$R$-dependent automatic clipping and (4)",
    )
    .says(
        {"SGD": PLAIN, "AdamW": ADAM, "SGD, a threshold for each group": EACH},
        settings=ADAMW,
        notes=(
            # By how much epsilon matters, whatever R is.
            says(
                1 / (V.square.sqrt() + V.eps / V.R)
                <= (1 + V.eps / V.square.sqrt()) / (V.square.sqrt() + V.eps),
                given=[V.square > 0],
            ),
            # The moments of releases that are R times as large.
            says(average(V.beta1, V.R * RELEASED) == V.R * average(V.beta1, RELEASED)),
            says(average(V.beta2, (V.R * RELEASED) ** 2) == V.R**2 * average(V.beta2, RELEASED**2)),
            # Weight decay in the gradient of SGD is divided by R.
            says(
                sgd(V.eta, EQUAL, V.noise * V.R) - V.eta * V.decay * V.w
                == sgd(V.eta * V.R, 1 / V.M.sqrt(), V.noise) - V.eta * V.R * (V.decay / V.R) * V.w
            ),
        ),
    )
    .repaired(part="AdamW", right=adamw(V.mean, V.square, V.eps / V.R))
    .repaired(
        part="SGD, a threshold for each group",
        right=sgd(V.eta * APART, 1 / V.M.sqrt(), V.noise * V.whole / APART),
    )
    .rejects("the same learning rate", part="SGD", right=sgd(V.eta, 1 / V.M.sqrt(), V.noise))
    .rejects(
        "epsilon times R",
        part="AdamW",
        right=adamw(V.mean, V.square, V.eps * V.R),
        at=START | instance("eta=1"),
    )
)
