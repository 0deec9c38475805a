r"""The stability constants :math:`\gamma` and :math:`\gamma'`: sections 2 to 4, appendices A, D, F.

DP-Adam's :math:`\gamma` is a gradient where it is added to the root, and the square of one where it
is added to what is under the root.
"""

from fractions import Fraction as F

from verify.language import Setting, claim, number, positive, says, table
from verify.papers.adambc import notation

V = notation.V.extended(
    gamma=positive(r"\gamma", unit=notation.GRADIENT, search=(1e-8, 1)),
    second=positive(r"\hat{v}_t", unit=notation.SQUARE, search=(1e-8, 4)),
)
OUTSIDE = V.M / (V.second.sqrt() + V.gamma)
GAMMA, SIZE = F(1, 10**8), F(2, 5) * F(1, 10) / 256  # SNLI, the root of Phi there
AT_SNLI = {"gamma": GAMMA, "second": SIZE**2}
BY_SQUARE = V.M**2 / (V.second + V.gamma**2)
GAMMA_PLACEMENT = (
    claim("adambc/gamma-placement", "§2, §3 with App F", r"Two places of $\gamma$")
    .says(
        says(OUTSIDE == V.M / (V.second + V.gamma).sqrt()),
        settings=(Setting(name="SNLI, a second moment of Φ", values=AT_SNLI),),
        # With the square of gamma under the root the two are within a factor of the root of 2.
        instead=says(BY_SQUARE <= 2 * OUTSIDE**2),
        notes=(
            says(OUTSIDE**2 <= BY_SQUARE),
            # SNLI, v_hat being Phi: what gamma = 1e-8 takes off the update, in percent.
            table(
                {
                    "percent, outside the root": ("0.006", 100 * GAMMA / (SIZE + GAMMA)),
                    "percent, under the root": (
                        "16",
                        100 * (1 - SIZE / number(SIZE**2 + GAMMA).sqrt()),
                    ),
                }
            ),
        ),
    )
    .quoting(
        r"\Delta_t=\hat m_t/(\sqrt{\hat v_t}+\gamma)",
        reading="Its right side is tested against the one with the constant under the root.",
    )
)

# (gamma', gamma): Appendix A, Table 2, Figure 4 and Appendix D, which prints the symbols the other
# way round: gamma' of DP-Adam and gamma of DP-AdamBC.
CONSTANTS = {
    "SNLI": ("1e-10", "1e-8"),
    "QNLI": ("3e-9", "1e-8"),
    "CIFAR10": ("5e-8", "1e-8"),
    "ogbn-arxiv": ("2e-6", "1e-12"),
    "Table 2": ("3e-10", "1e-8"),
    "Figure 4": ("3e-12", "1e-8"),
    "SNLI at epsilon = 3": ("5e-9", "1e-8"),
    "ogbn-arxiv at epsilon = 3": ("4.3e-9", "1e-8"),
    "SST2": ("3e-9", "1e-8"),
}

SQRT_GAMMA_PRIME = (
    claim(
        "adambc/sqrt-gamma-prime",
        "§4, numerical stability constant",
        r"$\sqrt{\gamma'}$ against $\gamma$",
    )
    .says(
        # Ten times gamma is what "much" asks for.
        {
            name: says(10 * number(F(gamma)) <= number(F(floor)).sqrt())
            for name, (floor, gamma) in CONSTANTS.items()
        }
    )
    .rejects("gamma' itself", says(10 * number(F("1e-8")) <= F("1e-10")))
)
