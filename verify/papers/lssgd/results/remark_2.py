r"""Section 3, Remark 2 and Figures 3 and 4: whether smoothing always helps.

On :math:`F=\frac h2\Vert w-w^*\Vert^2` DP-LSSGD falls apart into the eigenvectors of
:math:`A_\sigma`: one of eigenvalue :math:`\lambda` is DP-SGD with :math:`u=\eta h/\lambda`, whose
expected loss after T steps from an error e is

.. math:: \frac h2(1-u)^{2T}e^2+\frac{\nu^2}{2h}u^2\sum_{t=0}^{T-1}(1-u)^{2t}.
"""

from typing import Any

from verify.language import Formula, claim, number, put, says, symbols, total
from verify.methods.derive import Derive, add, multiply, shown, substitute, sum_over
from verify.papers.lssgd.lemmas import noise_of_steps
from verify.papers.lssgd.lemmas.noise_of_steps import LESS_STEP, noise
from verify.papers.lssgd.notation import V as PAPER
from verify.papers.lssgd.notation import i

V = noise_of_steps.V.extended(
    d=PAPER.d.within(search=(1, 2)),
    n=PAPER.n.within(search=(1, 9)),
    sigma=PAPER.sigma.within(search=(0, 10)),
    h=symbols.positive("h", unit="loss/length^2", search=(0.1, 10)),
    mean=symbols.real("e_0", unit="length", search=(-3, 3)),
    alternating=symbols.real("e_1", unit="length", search=(-3, 3)),
)


def bias(u: Formula, error: Formula) -> Formula:
    """The loss that is left of the error in one direction."""
    return V.h / 2 * ((1 - u) ** (2 * V.T) * error**2)


def loss(bias_left: Formula, noise_left: Formula) -> Formula:
    """The expected loss."""
    return bias_left + V.nu**2 / (2 * V.h) * noise_left


def alternating(u: Formula) -> Formula:
    """d = 2: the expected loss in the alternating direction."""
    return loss(bias(u, V.alternating), noise(u))


FULL_BATCH = [(V.b == V.n)]
ONE_STEP = {"T": number(1), "rate": number(1)}
HARMS = says(
    put(alternating(V.rate), ONE_STEP) < put(alternating(V.rate / (1 + 4 * V.sigma)), ONE_STEP),
    given=[V.nu**2 * (2 * V.sigma + 1) < 2 * V.sigma * V.h**2 * V.alternating**2, *FULL_BATCH],
)


def with_constant_error(noise_left: Formula) -> Formula:
    """The expected loss where the error at the start is constant."""
    return loss(bias(V.rate, V.mean), noise_left)


def plus_noise(bias_left: Formula, *links: Any) -> Any:
    """Comparisons of noise, added up, on top of one bias."""
    return add(shown(bias_left == bias_left), multiply(add(*links), V.nu**2 / (2 * V.h)))


SMALLER = {"less": V.rate / V.eigenvalues[i]}
HELPS = says(
    with_constant_error(total(i, 1, V.d, noise(SMALLER["less"])))
    <= with_constant_error(total(i, 1, V.d, noise(V.rate))),
    given=FULL_BATCH,
    by=Derive(
        plus_noise(bias(V.rate, V.mean), sum_over(i, 1, V.d, substitute(LESS_STEP, SMALLER)))
    ),
)
# d = 2, alternating error: DP-SGD at eta has the bias of DP-LSSGD at (1 + 4 sigma) eta.
LARGER = (1 + 4 * V.sigma) * V.rate
OTHER_RATE = says(
    loss(bias(V.rate, V.alternating), noise(V.rate) + noise(V.rate))
    <= loss(bias(V.rate, V.alternating), noise(LARGER) + noise(V.rate)),
    given=FULL_BATCH,
    by=Derive(
        plus_noise(
            bias(V.rate, V.alternating),
            substitute(LESS_STEP, {"less": V.rate, "rate": LARGER}),
            shown(noise(V.rate) == noise(V.rate)),
        )
    ),
)
BETTER = (
    claim(
        "lssgd/always-better", "§3, Remark 2; §4.1, Figs 3, 4", "Smoothing always helps, on MNIST"
    )
    .says(
        {},
        needs_data=("the accuracies of both methods on MNIST at six step sizes (Figure 4)",),
        # On quadratics: it helps where the error at the start is constant, and can harm where it
        # alternates.
        notes=(HELPS, HARMS, OTHER_RATE),
    )
    .rejects(
        "at twice the learning rate",
        HELPS.but(left=with_constant_error(total(i, 1, V.d, noise(2 * V.rate)))),
    )
)
