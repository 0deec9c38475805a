"""Appendix C, Table 4: the first case of Proposition 4 gives every entry."""

from fractions import Fraction as F

from verify.language import Formula, claim, table
from verify.papers.adambc.formulas.concentration import NU_4, SQUARES, V, at, border, gaussian
from verify.papers.adambc.formulas.printed_c import LARGE, SMALL, SNLI, TABLE_4, entries, name
from verify.papers.adambc.lemmas.noncentral import LEAST

NOISE_VARIANCE = V.sigma**2 * V.C**2 / V.B**2
# What the moment generating function asks for at |g| = C, with the same b.
NU_NEEDED = (SQUARES * (LEAST * NOISE_VARIANCE**2 + 8 * NOISE_VARIANCE * V.C**2)).sqrt()


def row(formula: Formula, norm: F) -> dict[str, tuple[str, Formula]]:
    """The entries for a clipping norm, beside the values of a formula."""
    return {
        name(norm, alpha, t): (printed, at(formula, SNLI | {"C": norm, "alpha": alpha, "t": t}))
        for alpha, t, printed in entries(TABLE_4, norm)
    }


SAYS = {f"C = {float(norm):g}": table(row(gaussian(NU_4), norm)) for norm in (SMALL, LARGE)}
CLAIM = (
    claim("adambc/table-4", "App C, Table 4", "Table 4: the values of Proposition 4", SAYS)
    .rejects(
        "nu of the moment generating function",
        part="C = 0.1",
        entries=row(gaussian(NU_NEEDED), SMALL),
    )
    .rejects("nu^2/b", part="C = 0.1", entries=row(border(NU_4), SMALL))
)

CLAIMS = (CLAIM,)
