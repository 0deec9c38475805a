r"""Theorem 1, the first term of the display by itself: as a bound at finite T, and its rate in T.

**A slope**: :math:`|w|` times s in one coordinate, rounded to :math:`\mathcal Lw^2/2` near 0, with
equal records, the learning rate of the proof and the noise of the run. As long as a run stays
outside its gradients have size s. A step leads in by :math:`\eta Bs/(s+\gamma)`; the noise of the
steps together exceeds :math:`\eta\sigma\sqrt{T/(1-\varrho)}` with a probability below
:math:`1-\varrho` after any of them (Kolmogorov's inequality).
"""

import math
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from dptheory.privacy.gaussian import pld_epsilon
from dptheory.privacy.neighbouring import Neighbouring
from dptheory.privacy.noise import smallest_noise
from verify.formula.evaluate import Undefined
from verify.language import between, claim, instance, natural, positive, says, table
from verify.language.formulas import Formula, external, number, put, quantity
from verify.papers.groupwise.formulas import printed_r
from verify.papers.groupwise.formulas.printed_1 import QUARTER, RATE, SGD, WORTH
from verify.papers.groupwise.formulas.printed_r import CONSTANT, LEADING, NOISE, fourth_root
from verify.papers.groupwise.laboratory.noise_multipliers import RUNS
from verify.papers.groupwise.notation import STABILITY
from verify.papers.groupwise.settings import CIFAR100_LARGE

CIFAR100 = next(run for run in RUNS if run.data == "CIFAR100")
V = printed_r.V.extended(
    slope=positive("s", unit="gradient", search=(0.1, 10)),
    later=natural("T'", search=(1, 1000)),
    kappa=positive(r"\kappa", unit="1", search=(0.01, 1)),
    t=between(0, 1, "t", unit="1", ends="(]"),
)
EQUAL = {"M": number(1), "xi": number(0)}  # one group, equal records
START = V.gap / V.slope + V.slope / (2 * V.smooth)
INWARDS = RATE * V.B * V.slope / (V.slope + STABILITY)
SHAKEN = RATE * V.noise * (V.T / (1 - V.rho)).sqrt()
LINEAR = V.slope / V.smooth <= START - (V.T - 1) * INWARDS - SHAKEN
# Of 100 classes a network that knows nothing loses ln 100; sigma is that of epsilon = 2.
RUN = instance("B=1000 d=304000000 T=250 noise=1008/1000 gap=23/5 smooth=1/1 slope=27/20 rho=1/10")
# The same run with L = 1/t^2, at rho = t^2/10: t is as small as one likes.
STEEPER = {
    **{name: number(RUN[name]) for name in ("B", "d", "T", "noise")},
    "gap": quantity(Fraction(23, 5), "loss"),
    "smooth": quantity(1, "loss/length^2") / V.t**2,
    "slope": quantity(Fraction(27, 20), "gradient") / V.t,
    "rho": V.t**2 / 10,
}
K = WORTH / V.rho  # half of the a of the proof
# That of the last display of A.2, for a <= 2 gamma: above the bound that holds, without an O.
FAVOURABLE = says(
    K + (NOISE + STABILITY) * (K / STABILITY).sqrt()
    <= 2 * V.M.sqrt() * (NOISE + STABILITY) * (K / STABILITY).sqrt(),
    given=[2 * K <= 2 * STABILITY],
)
THM_1_LEADING_TERM = claim(
    "groupwise/thm-1-leading-term", "§4, Thm 1, display", "The first term alone as a bound"
).says(
    # "For arbitrarily small rho": that it fails for a large one says nothing.
    says(V.slope < put(LEADING, EQUAL), given=[LINEAR, V.rho <= Fraction(1, 10)], at=RUN),
    instead=FAVOURABLE,
    settings=CIFAR100_LARGE[:1],
    ours=True,
    notes=(
        says(put(LINEAR, STEEPER)),
        says(2 * put(put(LEADING, EQUAL), STEEPER) <= put(V.slope, STEEPER)),
    ),
)

OF_SGD = 1 / V.rho * QUARTER * SGD.sqrt()  # (7)
LATER = {"T": V.later}
# From one number of steps to another the bound falls by the factor of SGD's, or more. The O of (6)
# hides the noise multiplier among its constants: the sentence is read at one multiplier.
LIKE_SGD = says(
    put(LEADING, LATER) * OF_SGD <= LEADING * put(OF_SGD, LATER),
    at=instance("M=1 B=1000 d=304000000 T=250 noise=1008/1000 later=25000"),
)
# Noise that grows like the root of T, as a budget asks for.
BUDGETED = put(LEADING, {"noise": V.kappa * V.T.sqrt()})
LASTING = CONSTANT * fourth_root(2 * V.M * V.gap * V.smooth * V.kappa**2 * V.d / (V.B**2 * V.rho))


@lru_cache
def needed(steps: int) -> float:
    """The noise of the run on CIFAR100 at epsilon = 2, for another number of steps."""

    def spent(noise: float) -> float:
        run = replace(CIFAR100.releases(noise), iterations=steps)
        relation = Neighbouring.ADD_OR_REMOVE_ONE
        return pld_epsilon(run, CIFAR100.delta, neighbouring=relation)

    found = smallest_noise(spent, 2.0, math.sqrt(steps) / 20)
    if not found:
        raise Undefined(f"no noise meets the budget at T = {steps}")
    return found


def multiplier(steps: int) -> Formula:
    """The same in a formula, over the root of T."""
    name = rf"\sigma_{{PLD}}[\epsilon=2,T={steps}]/\sqrt{{T}}"
    return external(name, lambda: needed(steps) / math.sqrt(steps))


THM_1_RATE = claim(
    "groupwise/thm-1-rate",
    "§1, contributions; §4",
    "The rate in $T$ of the leading term at one noise multiplier, which is that of SGD",
).says(
    LIKE_SGD,
    notes=(
        says(2 * put(LEADING, {"T": 16 * V.T}) == LEADING),
        # At a fixed budget it does not fall at all.
        says(BUDGETED >= LASTING),
        table(
            {
                f"T = {steps}": (digits, multiplier(steps))
                for steps, digits in ((4000, "0.0418"), (16000, "0.0404"), (64000, "0.0400"))
            }
        ),
    ),
)
