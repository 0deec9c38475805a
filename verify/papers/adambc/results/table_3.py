"""Appendix C, Table 3: which of the printed formulas gives each entry.

The formula is that of the first case with the nu of the statement, also where the second case is
the one that holds.
"""

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction as F

from verify.language import Draft, Formula, claim, one_of, says, table
from verify.papers.adambc.formulas import concentration
from verify.papers.adambc.formulas.concentration import (
    NU_PROOF,
    NU_STATEMENT,
    SQUARES,
    at,
    border,
    exponential,
    gaussian,
)
from verify.papers.adambc.formulas.printed_c import (
    LARGE,
    LEVELS,
    SMALL,
    SNLI,
    STEPS,
    TABLE_3,
    entries,
    name,
)

FIRST_CASE, SECOND_CASE = gaussian(NU_STATEMENT), exponential()


def row(
    formula: Formula, norm: F, digits: Mapping[str, str] | None = None
) -> dict[str, tuple[str, Formula]]:
    """The entries for a clipping norm (or other digits), beside the values of a formula."""
    return {
        (key := name(norm, alpha, t)): (
            (digits or {}).get(key, printed),
            at(formula, SNLI | {"C": norm, "alpha": alpha, "t": t}),
        )
        for alpha, t, printed in entries(TABLE_3, norm)
    }


# The entries for C = 1 are a hundred times those for C = 0.1.
SCALED = {
    name(LARGE, alpha, t): f"{100 * Decimal(digits):.3e}"
    for alpha, t, digits in entries(TABLE_3, SMALL)
}
AT_LARGE = table(row(FIRST_CASE, LARGE))
CLAIM_TABLE = (
    claim(
        "adambc/table-3",
        "App C, Table 3",
        "Table 3: the values of Proposition 3",
        {"C = 0.1": table(row(FIRST_CASE, SMALL)), "C = 1": AT_LARGE},
        repaired={"C = 1": AT_LARGE.but(entries=row(FIRST_CASE, LARGE, SCALED))},
    )
    .rejects("nu of the proof", part="C = 0.1", entries=row(gaussian(NU_PROOF), SMALL))
    .rejects("the second case", part="C = 0.1", entries=row(SECOND_CASE, SMALL))
    .rejects(
        "alpha in place of alpha/2",
        part="C = 0.1",
        entries=row(gaussian(NU_STATEMENT, (1 / concentration.V.alpha).log()), SMALL),
    )
)

TEXT_VALUE = table(
    {
        "t=10000, alpha=0.05": (
            "5.933e-09",
            at(FIRST_CASE, SNLI | {"C": SMALL, "alpha": F(1, 20), "t": 10000}),
        )
    }
)
CLAIM_TEXT = claim(
    "adambc/prop-3-text-value",
    "§4, text after Prop 3",
    "the bound for the SNLI example",
    TEXT_VALUE,
).rejects(
    "nu of the proof",
    entries={
        "t=10000, alpha=0.05": (
            "5.933e-09",
            at(gaussian(NU_PROOF), SNLI | {"C": SMALL, "alpha": F(1, 20), "t": 10000}),
        )
    },
)

# The case of an entry: its place is at most nu^2/b, whatever sigma, C and B are.
V = concentration.V.extended(
    t=one_of(STEPS, "t", unit="1"),
    alpha=one_of(LEVELS, r"\alpha", unit="probability"),
    beta2=one_of((SNLI["beta2"],), r"\beta_2", unit="1"),
)


def in_first_case(nu: Formula) -> Draft:
    """The first case's threshold satisfies the range condition of the first case."""
    values = {"sigma": SNLI["sigma"], "B": SNLI["B"], "C": SMALL}
    place = gaussian(nu) * (1 - V.beta2**V.t) / (1 - V.beta2)
    return says(at(place, values) <= at(border(nu), values))


CASES = (
    claim(
        "adambc/table-3-cases",
        "App C, Table 3",
        "the case of each entry",
        in_first_case(NU_STATEMENT),
        ours=True,
        # At t = 10 and alpha = 0.01 the printed value is below that of its case, the second one.
        notes=(
            says(
                at(FIRST_CASE, SNLI | {"C": SMALL, "t": 10, "alpha": LEVELS[0]})
                < at(SECOND_CASE, SNLI | {"C": SMALL, "t": 10, "alpha": LEVELS[0]})
            ),
            # With the nu of the proof no entry at t = 10 is in the first case, and all others are.
            in_first_case(NU_PROOF).but(given=[V.t >= 100]),
            says(SQUARES < 8 * concentration.LOGARITHM, given=[V.t <= 10]),
        ),
    )
    .repaired(given=[V.alpha * V.t >= F(1, 2)])
    .rejects("nu of the proof", in_first_case(NU_PROOF))
)

CLAIMS = (CLAIM_TEXT, CLAIM_TABLE, CASES)
