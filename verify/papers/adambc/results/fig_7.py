r"""Appendix D, Figure 7: the schedule (3) in pairs of runs, and how close these are.

On the problems of ``laboratory/twins`` runs have 200 steps of step size 0.01;
:math:`\Phi` over the mean square of the first gradients goes from 1 to 64 in factors of 8; of
larger ones no order is claimed. Runs are the closer, the smaller the mean squared difference of
their losses over the steps is: the paper's measure. Their training is almost identical if the mean
losses are about the same.
"""

from fractions import Fraction as F

from verify.language import Formula, behaves, claim, number, real, says, table
from verify.papers.adambc import notation
from verify.papers.adambc.formulas.printed_3 import LARGE, SMALL, asymptote, noise_variance
from verify.papers.adambc.laboratory import twins
from verify.papers.adambc.laboratory.twins import cells, loss_difference_at_8_times_phi

V = notation.V.extended(
    Phi=notation.V.Phi.within("(0, inf)", search=(0.01, 4)),
    noise_1=real(r"\zeta_1", unit="1", search=(-2, 2)),
    noise_2=real(r"\zeta_2", unit="1", search=(-2, 2)),
)

RATES = table(
    {
        "SNLI": ("6.4", asymptote(F(1, 100), SMALL)),
        "CIFAR10, B = 2048": ("0.2048", asymptote(F(1, 1000), noise_variance(2048, F(1), F(1)))),
        "CIFAR10, B = 256": ("0.0256", asymptote(F(1, 1000), LARGE)),
    }
)
APP_D_RATES = (
    claim("adambc/app-d-rates", "App D, Fig 7", "Step sizes of the matched runs")
    .says(RATES)
    .rejects(
        "SNLI at the step size of Figure 2", table({"SNLI": ("6.4", asymptote(F(1, 1000), SMALL))})
    )
)

PROBLEMS = ("quadratic", "logistic")
CLOSER = behaves("less", cells(PROBLEMS, (1, 8), 200), loss_difference_at_8_times_phi)
IDENTICAL = behaves("about", cells(PROBLEMS, (64,), 200), twins.mean_loss_of_adam_over_twin)
# Without gradients the released ones are the root of Phi times noise of variance 1.
SIZE = V.Phi.sqrt()


def sums(scale: Formula) -> tuple[Formula, Formula]:
    """m_2 and v_2 up to their factors, of two steps of noise of a scale."""
    first, second = scale * V.noise_1, scale * V.noise_2
    return V.beta1 * first + second, V.beta2 * first**2 + second**2


M_2, V_2 = sums(SIZE)
LARGER_PHI_CLOSER = (
    claim("adambc/larger-phi-closer", "App D, Fig 7", r"Closer agreement for larger $\Phi$")
    .says(
        {"a larger Φ, from 1 to 64": CLOSER, "almost identical": IDENTICAL},
        notes=(
            # From 64 on the measure changes by less than a factor of 10 each time;
            behaves(
                "order of magnitude",
                cells(PROBLEMS, (64, 512), 200),
                loss_difference_at_8_times_phi,
            ),
            # the points at the end, over their distance from the start, are not closer any more;
            behaves(
                "less", cells(("quadratic",), (64,), 200), twins.distance_over_that_at_8_times_phi
            ),
            # and without gradients neither the update (of step 2) nor the twin's depends on Phi.
            says(
                M_2 / V_2.sqrt() - M_2 / SIZE
                == sums(number(1))[0] / sums(number(1))[1].sqrt() - sums(number(1))[0],
                given=[(V.noise_2 != 0)],
            ),
        ),
        needs_data=("losses and accuracies of both methods on SNLI and CIFAR10 (Figure 7)",),
    )
    .rejects(
        "Φ that does not dominate",
        part="almost identical",
        cells=cells(("quadratic",), (0.125,), 200),
    )
)
