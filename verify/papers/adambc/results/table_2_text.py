"""Section 5, the text on Table 2 and Figure 4: the scale and the updates after correction.

Judged by the entries of Table 2. The text says that the corrected second moments are "much closer
in scale" to the clean ones, and that the updates are less concentrated around 0. It does not say
that the scales are close or that the clean signs return: the notes tell how far they are from that.
The sign of an update is that of the private first moment: that of the clean one where the noise,
whose law is known, does not turn it.
"""

import math

from scipy.special import ndtr

from verify.language import behaves, claim
from verify.methods.behave import Ratio
from verify.methods.context import Context
from verify.papers.adambc.formulas.printed_tables import entry
from verify.papers.adambc.laboratory.noise_alone import exact, law, variance

MIDDLE = ("Q1", "Median", "Q3", "Mean")


def corrected_gap_over_private_gap(column: str, _: Context) -> Ratio:
    """The distance of v^corr from v^c over that of v^p."""
    clean, kept, private = (entry(row, column) for row in ("v^c", "v^corr", "v^p"))
    return exact(float((kept - clean) / (private - clean)))


def private_over_private(column: str, _: Context) -> Ratio:
    """The same without correction."""
    private = entry("v^p", column) - entry("v^c", column)
    return exact(float(private / private))


def clean_over_corrected(column: str, _: Context) -> Ratio:
    """An entry of v^c over that of v^corr."""
    return exact(float(entry("v^c", column) / entry("v^corr", column)))


def agreement(column: str) -> float:
    """P[the update has the sign of m^c] for a clean moment at a quartile of the table."""
    deviation = law().first_deviation * math.sqrt(variance(255))
    return float(ndtr(abs(float(entry("m^c", column))) / deviation))


def private_over_corrected_update(column: str, _: Context) -> Ratio:
    """A quartile of the private update over that of the corrected one."""
    return exact(float(entry("update^p", column) / entry("update^corr", column)))


def chance_of_the_clean_sign_over_a_coin(column: str, _: Context) -> Ratio:
    """The chance of the clean sign over 1/2."""
    return exact(2 * agreement(column))


CLEAN_SCALE = (
    claim(
        "adambc/table-2-clean-scale",
        "§5, text on Table 2 and Fig 4",
        "The scale after correction, and the updates around 0",
    )
    .says(
        {
            "much closer in scale": behaves("much less", MIDDLE, corrected_gap_over_private_gap),
            "less concentrated around 0": behaves(
                "less", ("Q1", "Q3"), private_over_corrected_update
            ),
        },
        notes=(
            # Much closer is not close: the corrected moments are far above the clean ones.
            behaves("much less", MIDDLE, clean_over_corrected),
            # Nor do the corrected updates descend by the clean sign more often than a coin would.
            behaves("about", ("Q1", "Q3"), chance_of_the_clean_sign_over_a_coin),
        ),
    )
    .rejects("no correction", part="much closer in scale", ratio=private_over_private)
)
