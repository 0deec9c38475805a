r"""Appendix B, Tables 3 and 4: gamma and beta by their definitions, digit by digit.

The eigenvalues of :math:`A_\sigma` are :math:`1+2\sigma-2\sigma\cos(2\pi i/d)`; gamma is the mean
of their inverses, beta of the squares of these.
"""

from functools import lru_cache
from typing import Any

from verify.language import Claim, Draft, claim, table
from verify.papers.enclosures import enclosed
from verify.papers.lssgd.formulas import printed

BITS = 64


@lru_cache
def enclosed_mean(power: int, sigma: int, d: int) -> Any:
    r"""The mean of $(1+2\sigma-2\sigma\cos(2\pi i/d))^{-p}$ over $i$, at the power p, enclosed."""
    from flint import arb, ctx, fmpq

    with ctx.workprec(BITS):
        inverses = (
            1 / (1 + 2 * sigma - 2 * sigma * arb.cos_pi_fmpq(fmpq(2 * i, d)))
            for i in range(1, d + 1)
        )
        return sum((x**power for x in inverses), arb(0)) / d


def entries(power: int, row: dict[int, str]) -> dict[str, tuple[str, Any]]:
    """What is printed, with its definition."""
    return {
        f"d={d}, sigma={sigma}": (
            digits,
            enclosed("mean inverse eigenvalue", enclosed_mean, power, sigma, d),
        )
        for d in printed.TABLE_DIMENSIONS
        for sigma, digits in row.items()
    }


def printed_table(id: str, number: int, name: str, power: int, row: dict[int, str]) -> Claim:
    """One of the tables; with the other power it is another one."""
    says: Draft = table(entries(power, row))
    other = says.but(entries=entries(3 - power, row))
    return claim(id, f"App B, Table {number}", f"Table {number}: values of {name}", says).rejects(
        "the other power", other
    )


TABLE_3 = printed_table("lssgd/table-3", 3, r"$\gamma$", 1, printed.TABLE_3)
TABLE_4 = printed_table("lssgd/table-4", 4, r"$\beta$", 2, printed.TABLE_4)
