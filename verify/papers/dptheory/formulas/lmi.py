r"""The rate LMI of the heavy ball on :math:`\mathcal S_{\mu,L}`, as docs/lmi.md states it.

It is (22) of Kuru et al. (2020) with the right sign of B and a normalisation: its trivial solution
P = 0, c = c_0 = 0 certifies nothing. With :math:`s=P_{11}-P_{12}^2/P_{22}` the constant
:math:`c+2s/L` is what V dominates F - F* by, and it must be positive.
"""

from fractions import Fraction as F
from typing import Any

from dptheory.lyapunov.exact import lmi_holds
from verify.language import between, external
from verify.papers.accelerated import notation as symbols
from verify.papers.accelerated.formulas import solved

V = symbols.V.extended(beta=between(0, 1, r"\beta", unit="1", ends="[)"))
SOLUTIONS = (
    *solved.SOLUTIONS,
    *solved.solutions(
        "1/4 1/3 4 9/10 4039/15646 -5540/19951 5060/16091 124/19599 1 0 1",
        "1 1/5 9/4 24/25 1 2/11 1/5 7/10 0 11/15 1",
        "3/2 1/5 3/2 89/100 41/91 11/98 9/100 1 0 17/80 1",
        "1/250 1/2 100 199/200 1 -829/1250 2461/5000 33/2500000 7/5000 1/10 1",
    ),
)


def solves(
    alpha: Any, beta: Any, mu: Any, L: Any, rho: Any, P11: Any, P12: Any, P22: Any, c0: Any, c: Any
) -> int:
    r"""1 where $(P,c_0,c)$ solves (22) of Kuru et al. at $\rho$, with $c+\frac{2s}L>0$, else 0."""
    point = (F(alpha), F(beta), F(0), F(mu), F(L))
    P = (F(P11), F(P12), F(P22))
    return int(mu <= L and lmi_holds(point, F(rho) ** 2, P, F(c0), F(c)))


SOLVED = (
    external(
        r"[(P,c_0,c)\text{ solves the LMI, and }c+\tfrac{2s}{L}>0]",
        solves,
        *(V.alpha, V.beta, V.mu, V.L, V.rho, V.P11, V.P12, V.P22, V.c0, V.c),
    )
    == 1
)


def pairings(alpha: Any, beta: Any, mu: Any, L: Any, Z: Any) -> tuple[Any, Any, Any]:
    """<X0, Z>, <X1, Z> and <X2, Z> = <X2', Z> - <X1, Z>, for a symmetric 3x3 matrix."""
    x0 = 2 * mu * L * Z[0][0] - 2 * (mu + L) * Z[0][2] + 2 * Z[2][2]
    moved = Z[0][0] - 2 * Z[0][1] + Z[1][1]
    turned = (1 - alpha * L) * beta * (Z[0][2] - Z[1][2])
    x1 = alpha * (2 - alpha * L) / 2 * Z[2][2] - turned - L * beta**2 / 2 * moved
    return x0, x1, mu / 2 * Z[0][0] - Z[0][2]


def dual_state(alpha: Any, beta: Any, rho2: Any, Z: Any) -> tuple[Any, Any, Any]:
    """Entries 11, 12 and 22 of N = [A B] Z [A B]' - rho^2 Z_xx."""
    row = (1 + beta, -beta, -alpha)
    column = [sum(row[j] * Z[i][j] for j in range(3)) for i in range(3)]
    top = sum(row[i] * column[i] for i in range(3))
    return top - rho2 * Z[0][0], column[0] - rho2 * Z[0][1], Z[0][0] - rho2 * Z[1][1]
