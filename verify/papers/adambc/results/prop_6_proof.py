r"""Appendix F, steps of the proof of Proposition 6: the first term, the noise, the updates.

One coordinate, with the sum :math:`s_t=(1-\beta_2^t)/(1-\beta_2)` of its weights.
"""

from fractions import Fraction as F

from verify.language import claim, instance, law, lemma, positive, real, says, tends
from verify.language.formulas import expectation, external, index, largest, put
from verify.methods.derive import Derive, expect, substitute
from verify.papers.adambc.formulas.printed_f import W
from verify.papers.adambc.lemmas.noise_direction import enclosed_direction, mean_direction
from verify.papers.adambc.notation import GRADIENT, SQUARE
from verify.papers.adambc.settings import WITH_PHI

V = W.extended(
    v=positive("v_t^p", unit=SQUARE, search=(0.01, 100)),
    gt=real(r"\tilde{g}_t", unit=GRADIENT, search=(-4, 4)),
    floor=positive(r"\gamma'", unit=SQUARE, search=(0.01, 1)),
    G=real("G", unit=GRADIENT, search=(-2, 2)),
    gbar=real(r"\bar{g}", unit=GRADIENT, search=(-2, 2)),
    rest=positive("c", unit=SQUARE, search=(0.1, 4)),
    z=real("z", unit=GRADIENT, search=(-4, 4)),
    P=law("P", unit=GRADIENT, dimension=1),
)
y = index("y")
S = (1 - V.beta2**V.t) / (1 - V.beta2)

# The first term: what the threshold of Corollary 1 bounds -----------------------------------------
ETA_T = V.eta * S.sqrt()
ADAM_STEP = says(ETA_T / V.v.sqrt() >= V.eta / V.delta, given=[V.v <= V.delta])
BC_STEP = says(
    ETA_T / (V.v - V.Phi).sqrt() >= V.eta / (V.delta**2 - V.Phi).sqrt(),
    given=[V.v <= V.delta, V.v > V.Phi, V.delta**2 > V.Phi],
)
PROP_6_DELTA = (
    claim("adambc/prop-6-delta", "App F, Prop 6 and proof", r"$\delta$ in the first term")
    .says(
        {"DP-Adam": ADAM_STEP, "DP-AdamBC": BC_STEP},
        # Cor 1 bounds v, the square of a gradient: its root is what stands in the first term. That
        # Phi is taken off the square of delta is no difference of two numbers of one unit.
        repaired={
            "DP-Adam": ADAM_STEP.but(right=V.eta / V.delta.sqrt()),
            "DP-AdamBC": BC_STEP.but(
                right=V.eta / (V.delta - V.Phi).sqrt(), given=[V.v <= V.delta, V.v > V.Phi]
            ),
        },
        settings=WITH_PHI,
    )
    .quoting(r"\eta_t=\eta\sqrt{(1-\beta_2^t)/(1-\beta_2)}", part="DP-Adam")
    .quoting(
        r"u_t=\nabla f^p_t/\sqrt{v^p_t+\epsilon}",
        part="DP-Adam",
        reading="Its factor is tested, with the epsilon left out as the proof does.",
    )
)

# The noise ----------------------------------------------------------------------------------------
NOISE = V.G * external(
    r"E\left[\frac{z}{\sqrt{c+(\bar{g}+z)^2}}\right]",
    mean_direction,
    *(V.gbar, V.rest, V.Phi),
    balls=enclosed_direction,
)
# For noise of any symmetric law: twice the mean over a number drawn from P and its negative.
BOTH_SIGNS = (
    V.G * V.z / (V.rest + (V.gbar + V.z) ** 2).sqrt()
    - V.G * V.z / (V.rest + (V.gbar - V.z) ** 2).sqrt()
)
AGAINST = [V.G >= 0, V.gbar >= 0]
PAIR = lemma("adambc/noise-pairs", BOTH_SIGNS <= 0, given=AGAINST)
PROP_6_NOISE_TERM = (
    claim("adambc/prop-6-noise-term", "App F, proof of Prop 6", "The noise in the descent")
    .says(
        # v - Phi is c and the square of this step's gradient, which contains z.
        says(NOISE == 0),
        # The term has the wrong sign: it takes from the descent.
        instead=says(
            expectation(V.P, y, put(BOTH_SIGNS, {"z": y[1]})) <= 0,
            given=AGAINST,
            by=Derive(expect(V.P, y, substitute(PAIR, {"z": y[1]}))),
        ),
        settings=WITH_PHI,
    )
    .quoting(
        r"E[Gg/\sqrt{v-\Phi}]=E[G\bar g/\sqrt{v-\Phi}]+E[Gz/\sqrt{v-\Phi}]",
        reading="Tested is that the last term is 0, as the print goes on.",
    )
)

# The updates --------------------------------------------------------------------------------------
RELEASED = V.gt * ETA_T
ALGORITHM_1 = V.eta * V.gt / largest(V.v / S - V.Phi, V.floor).sqrt()
FLOOR_INACTIVE = [V.v / S - V.Phi >= V.floor]
# SNLI after 2000 steps, the corrected moment as large as the floor of Table 2.
AFTER_2000 = instance("t=2000 beta2=999/1000 Phi=1/40960000 eta=1/1000 gt=1/10000") | {
    "floor": F(3, 10**10),
    "v": F(2138, 10**8),
}
PROP_6_SUBTRACTION = (
    claim(
        "adambc/prop-6-subtraction",
        "App F, updates used in the proofs",
        "What is subtracted from the second moment",
    )
    .says(
        says(RELEASED / (V.v - V.Phi).sqrt() == ALGORITHM_1, given=FLOOR_INACTIVE, at=AFTER_2000),
        settings=WITH_PHI,
        notes=(
            says(
                RELEASED / (V.v - V.Phi).sqrt() == V.eta * V.gt / (V.v / S - V.Phi / S).sqrt(),
                given=[V.v > V.Phi],
            ),
            tends(V.Phi / S, V.t, "oo", (1 - V.beta2) * V.Phi),
        ),
    )
    .quoting(
        r"u_t=\frac{\nabla_if_t^p(\theta_{t-1})}{\sqrt{v_t^p-\Phi}}",
        reading="Tested is the step with it, against that of Algorithm 1.",
    )
    .repaired(
        # The bias of the sum is Phi times the sum of its weights; subtracting Phi leaves this one.
        left=RELEASED / (V.v - S * V.Phi).sqrt()
    )
)
