r"""Section 3, (3): the step sizes that are to make DP-SGD with momentum the twin of DP-Adam.

For gradients of one size, :math:`\bar g^2=r\Phi`, and noise of variance :math:`\Phi` the second
moment :math:`\hat v_t^p` has the mean :math:`(1+r)\Phi` and, with its weights w, the variance
:math:`\sum_\tau w_\tau^2(2+4r)\Phi^2`. That it is about :math:`\Phi` is read as: at every t the
root of its mean squared distance from its mean is at most 5 percent of :math:`\Phi`.
"""

from fractions import Fraction as F
from typing import Any

from dptheory.distributions.second_moment import SecondMoment
from dptheory.optimizers.sgdm import Sgdm, factor
from verify.language import Formula, agrees, claim, external, instance, number, says, table, total
from verify.language.symbols import between, nonnegative, positive, real
from verify.methods.derive import Derive, shown
from verify.papers.adambc import notation
from verify.papers.adambc.formulas.printed_tables import CLEAN_SQUARE_MAX, CLEAN_SQUARE_MEAN
from verify.papers.adambc.notation import tau
from verify.papers.adambc.settings import EXPERIMENTS

V = notation.V.extended(
    t=notation.V.t.within(search=(1, 4)),
    Phi=notation.V.Phi.within("(0, inf)", search=(0.01, 4)),
    beta=between(0, 1, r"\beta", unit="1", ends="[)"),
    eta=positive(r"\eta^{DP-Adam}", unit="length", search=(0.001, 1)),
    now=real("b_t", unit=notation.GRADIENT, search=(-3, 3)),
    r=nonnegative(r"\bar{g}^2/\Phi", unit="1", search=(0, 1)),
)
SNLI_PHI = (F(2, 5) * F(1, 10) / 256) ** 2


def schedule(step: Formula) -> Formula:
    """(3)."""
    return V.eta * ((1 - V.beta) / ((1 - V.beta**step) * V.Phi.sqrt()))


ASYMPTOTE = V.eta * ((1 - V.beta) / V.Phi.sqrt())
TWIN = says(
    schedule(V.t) * V.now == V.eta * V.M / V.Phi.sqrt(),
    given=[(V.M == (1 - V.beta) / (1 - V.beta**V.t) * V.now)],
)


def library_factor(beta: Any, t: Any, Phi: Any) -> float:
    """The factor by which the library turns a step size of DP-Adam into one of DP-SGDM, by (3)."""
    return factor(Sgdm(1.0, float(beta), float(Phi)), int(t))


# The variance of v_hat^p in units of Phi^2, about its mean (1 + r) Phi.
WEIGHT = (1 - V.beta2) / (1 - V.beta2**V.t)
SQUARES = WEIGHT**2 * total(tau, 1, V.t, V.beta2 ** (2 * (V.t - tau)))
CLOSED = WEIGHT * (1 + V.beta2**V.t) / (1 + V.beta2)
FACTOR = 2 + 4 * V.r
MUCH_LESS, ABOUT = F(1, 10), F(1, 20)  # what these words allow
DOMINATED = says(
    FACTOR * SQUARES <= ABOUT**2,
    given=[V.r <= CLEAN_SQUARE_MEAN / SNLI_PHI],
    at=instance("t=1 beta2=999/1000 r=0/1"),
)
# It is small from some step on: at beta_2 = 0.999 from t = 848.
LATE = [V.beta2 >= F(999, 1000), V.beta2**V.t <= F(4282, 10000)]
LATE_DOMINATED = DOMINATED.but(
    also=LATE,
    by=Derive(shown(FACTOR * CLOSED <= ABOUT**2)),
    at=instance("t=848 beta2=999/1000 r=0/1"),
)


def library_variance(beta2: Any, t: Any, r: Any) -> float:
    r"""The variance of :math:`\hat{v}_t^p/\Phi` for a constant gradient, by its exact law."""
    return SecondMoment(1.0, float(beta2), int(t), float(r) ** 0.5).variance


def deviation(t: int) -> Formula:
    """The root of the noise's part of the mean squared distance after t steps of SNLI."""
    beta = number(F(999, 1000))
    return (2 * (1 - beta) * (1 + beta**t) / ((1 + beta) * (1 - beta**t))).sqrt()


EQ_3 = (
    claim("adambc/eq-3", "§3, (3)", "The step sizes with which DP-SGDM follows DP-Adam")
    .says(
        {"the schedule, where the second moment is Φ": TWIN, "second moment about Φ": DOMINATED},
        repaired={"second moment about Φ": LATE_DOMINATED},
        settings=EXPERIMENTS,
        notes=(
            agrees(
                schedule(V.t) / V.eta
                == external("factor of the twin", library_factor, V.beta, V.t, V.Phi)
            ),
            agrees(
                FACTOR * SQUARES == external(r"V[\hat{v}_t^p]", library_variance, V.beta2, V.t, V.r)
            ),
            # Without any gradient: in units of Phi, at beta_2 = 0.999.
            table(
                {
                    "deviation, t = 1": ("1.41", deviation(1)),
                    "deviation, t = 100": ("0.14", deviation(100)),
                    "deviation, t = 847": ("0.05001", deviation(847)),
                    "deviation, t = 848": ("0.04998", deviation(848)),
                    "deviation, t = 10000": ("0.032", deviation(10000)),
                }
            ),
        ),
    )
    .quoting(
        r"\eta^{DP-SGDM}=\eta^{DP-Adam}\,\frac{1-\beta}{(1-\beta^t)\sqrt\Phi}",
        part="the schedule, where the second moment is Φ",
    )
    .quoting(
        r"\Delta_t\approx\hat m_t^p/\sqrt\Phi=\frac{1-\beta}{(1-\beta^t)\sqrt\Phi}b_t^p",
        part="the schedule, where the second moment is Φ",
        reading="Both sides of the equality are multiplied by the step size of DP-Adam.",
    )
    .quoting(
        r"\Phi\gg\mathbb E[\bar v_t^c]",
        part="second moment about Φ",
        reading="So the second moment is to be about Φ, at every t, as (3) and Figure 2 take it "
        "from the first step on; Figure 1, to which the sentence points, is near the end of "
        "training.",
    )
)

# The hypothesis of (3) in the SNLI run, with the clean second moments of Table 2.
ON_AVERAGE = says(number(CLEAN_SQUARE_MEAN) <= MUCH_LESS * SNLI_PHI)
EQ_3_HYPOTHESIS = (
    claim(
        "adambc/eq-3-hypothesis", "§3, (3) with Table 2", r"$\Phi$ against the clean second moment"
    )
    .says(
        {"Φ": table({"Phi": ("2.441E-8", SNLI_PHI)}), "mean over the coordinates": ON_AVERAGE},
        # In at least one coordinate the clean moment is the larger one.
        notes=(says(number(SNLI_PHI) < number(CLEAN_SQUARE_MAX)),),
    )
    .rejects(
        "the coordinate with the largest moment",
        part="mean over the coordinates",
        left=number(CLEAN_SQUARE_MAX),
    )
)

# The schedule falls, and what is left of its excess falls by the factor beta a step.
FALLS = says(schedule(V.t + 1) < schedule(V.t), given=["beta > 0"])
EXCESS = says(schedule(V.t) - ASYMPTOTE <= ASYMPTOTE * V.beta**V.t / (1 - V.beta))
LEFT = says(schedule(V.t) - ASYMPTOTE >= ASYMPTOTE * V.beta**V.t)
EQ_3_DECAY = (
    claim("adambc/eq-3-decay", "§3, after (3)", "Decay of the step sizes")
    .says(
        {"decreasing": FALLS, "no slower than β^t": EXCESS, "no faster than β^t": LEFT},
        notes=(
            # With beta = 0.9 the excess is 1 % of the asymptote after 44 of the 10000 steps.
            table(
                {"excess at t = 44, beta = 0.9": ("0.0098", F(9, 10) ** 44 / (1 - F(9, 10) ** 44))}
            ),
        ),
    )
    .rejects(
        "by the square of beta",
        part="no slower than β^t",
        right=ASYMPTOTE * V.beta ** (2 * V.t) / (1 - V.beta),
    )
)
