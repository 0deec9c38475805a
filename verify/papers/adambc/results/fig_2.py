r"""Section 3, Figure 2: the asymptotes of the schedule (3).

The printed :math:`\approx0.645` is what the rounded :math:`\Phi\approx2.4\cdot10^{-8}` gives.
"""

from fractions import Fraction as F

from verify.display.latex import tex
from verify.language import Draft, Formula, claim, number, says, table
from verify.papers.adambc.formulas.printed_3 import LARGE, SMALL, asymptote
from verify.papers.adambc.notation import V

ETA = F(1, 1000)


def left_panel(first: str, small: Formula, large: Formula) -> Draft:
    """The two asymptotes of the left panel."""
    return table(
        {"small Phi": (first, asymptote(ETA, small)), "large Phi": ("0.026", asymptote(ETA, large))}
    )


FIG_2_ASYMPTOTES = claim(
    "adambc/fig-2-asymptotes",
    "§3, Fig 2 left",
    r"Asymptotes of the schedule, for the printed $\Phi$",
).says(
    left_panel("0.645", number(F("2.4e-8")), number(F("1.5e-5"))),
    # For the printed B, C and sigma, which give a Phi that is not rounded.
    notes=(left_panel("0.640", SMALL, LARGE),),
)

FIG_2_MIDDLE_RATE = (
    claim("adambc/fig-2-middle-rate", "§3, Fig 2 middle", "Step sizes of the matched runs")
    .says(
        # The middle panel: eta = 0.001 and the asymptote 6.4.
        says(number(F(64, 10)) == asymptote(ETA, SMALL)),
        elsewhere=(
            "App D, Fig 7, with η = 0.01",
            says(tex(V, "6.4") == tex(V, r"\frac{0.01(1-0.9)}{\sqrt{(0.4\cdot0.1/256)^2}}")),
        ),
    )
    .repaired(right=asymptote(F(1, 100), SMALL))
)
