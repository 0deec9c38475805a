"""Appendix C, Table 3: which of the printed formulas gives each entry.

The formula is that of the first case with the nu of the statement, also where the second case is
the one that holds.
"""

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction as F

from verify.language import Draft, Formula, claim, says, table
from verify.papers.adambc.formulas import concentration as c
from verify.papers.adambc.formulas import printed_c as p

FIRST_CASE, SECOND_CASE = c.gaussian(c.NU_STATEMENT), c.exponential()


def value(formula: Formula, alpha: F, t: int, norm: F = p.SMALL) -> Formula:
    """A formula at an entry."""
    return c.at(formula, p.SNLI | {"C": norm, "alpha": alpha, "t": t})


def row(
    formula: Formula, norm: F, rows: p.Rows = p.TABLE_3, digits: Mapping[str, str] | None = None
) -> dict[str, tuple[str, Formula]]:
    """The entries for a clipping norm (or other digits), beside the values of a formula."""
    return {
        (key := p.name(norm, alpha, t)): (
            (digits or {}).get(key, printed),
            value(formula, alpha, t, norm),
        )
        for alpha, t, printed in p.entries(rows, norm)
    }


def example(formula: Formula) -> dict[str, tuple[str, Formula]]:
    """The number in the text."""
    return {"t=10000, alpha=0.05": ("5.933e-09", value(formula, F(1, 20), 10000))}


CLAIM_TEXT = (
    claim("adambc/prop-3-text-value", "§4, text after Prop 3", "The bound for the SNLI example")
    .says(table(example(FIRST_CASE)))
    .rejects("nu of the proof", entries=example(c.gaussian(c.NU_PROOF)))
)

# The entries for C = 1 are a hundred times those for C = 0.1.
SCALED = {
    p.name(p.LARGE, alpha, t): f"{100 * Decimal(digits):.3e}"
    for alpha, t, digits in p.entries(p.TABLE_3, p.SMALL)
}
CLAIM_TABLE = (
    claim("adambc/table-3", "App C, Table 3", "Table 3: the values of Proposition 3")
    .says({"C = 0.1": table(row(FIRST_CASE, p.SMALL)), "C = 1": table(row(FIRST_CASE, p.LARGE))})
    .repaired(part="C = 1", entries=row(FIRST_CASE, p.LARGE, digits=SCALED))
    .rejects("nu of the proof", part="C = 0.1", entries=row(c.gaussian(c.NU_PROOF), p.SMALL))
    .rejects("the second case", part="C = 0.1", entries=row(SECOND_CASE, p.SMALL))
    .rejects(
        "alpha in place of alpha/2",
        part="C = 0.1",
        entries=row(c.gaussian(c.NU_STATEMENT, (1 / c.V.alpha).log()), p.SMALL),
    )
)


# The case of an entry: its place is at most nu^2/b, whatever sigma, C and B are.
V = c.V.extended(
    t=c.V.t.within(p.STEPS),
    alpha=c.V.alpha.within(p.LEVELS),
    beta2=c.V.beta2.within((p.SNLI["beta2"],)),
)


def in_first_case(nu: Formula) -> Draft:
    """The first case's threshold satisfies the range condition of the first case."""
    values = {"sigma": p.SNLI["sigma"], "B": p.SNLI["B"], "C": p.SMALL}
    place = c.gaussian(nu) * (1 - V.beta2**V.t) / (1 - V.beta2)
    return says(c.at(place, values) <= c.at(c.border(nu), values))


CASES = (
    claim(
        "adambc/table-3-cases",
        "App C, Table 3",
        "Which case of Proposition 3 each entry belongs to",
    )
    .says(
        in_first_case(c.NU_STATEMENT),
        ours=True,
        # At t = 10 and alpha = 0.01 the printed value is below that of its case, the second one.
        notes=(
            says(value(FIRST_CASE, p.LEVELS[0], 10) < value(SECOND_CASE, p.LEVELS[0], 10)),
            # With the nu of the proof no entry at t = 10 is in the first case, and all others are.
            in_first_case(c.NU_PROOF).but(given=[V.t >= 100]),
            says(c.SQUARES < 8 * c.LOGARITHM, given=[V.t <= 10]),
        ),
    )
    # nu sqrt(2 ln(2/alpha)) is at most nu^2/b.
    .repaired(given=[2 * c.LOGARITHM <= c.SQUARES])
    .rejects("nu of the proof", in_first_case(c.NU_PROOF))
)
