"""Appendix C, Table 4: the first case of Proposition 4 gives every entry."""

from verify.language import claim, table
from verify.papers.adambc.formulas.concentration import NOISE, NU_4, SQUARES, V, border, gaussian
from verify.papers.adambc.formulas.printed_c import LARGE, SMALL, TABLE_4
from verify.papers.adambc.lemmas.noncentral import LEAST
from verify.papers.adambc.results.table_3 import row

# What the moment generating function asks for at |g| = C, with the same b.
NU_NEEDED = (SQUARES * (LEAST * NOISE**2 + 8 * NOISE * V.C**2)).sqrt()
SAYS = {
    f"C = {float(norm):g}": table(row(gaussian(NU_4), norm, TABLE_4)) for norm in (SMALL, LARGE)
}
CLAIM = (
    claim("adambc/table-4", "App C, Table 4", "Table 4: the values of Proposition 4", SAYS)
    .rejects(
        "nu of the moment generating function",
        part="C = 0.1",
        entries=row(gaussian(NU_NEEDED), SMALL, TABLE_4),
    )
    .rejects("nu^2/b", part="C = 0.1", entries=row(border(NU_4), SMALL, TABLE_4))
)
