r"""Section 1, Table 1: the rates, as summaries of the bounds of Theorems 2 and 3.

The entries hide constants and logarithms: a constant C and :math:`\sqrt{\log(1/\delta)}` here. The
table's :math:`G^2` beside :math:`D_\sigma` measures a length in units of a gradient.
"""

from verify.claim import claim
from verify.expression import Node, lift
from verify.methods.exists import Escape
from verify.notation import between, nonnegative, positive
from verify.papers.lssgd import printed_utility as printed
from verify.papers.lssgd.notation import V as PAPER
from verify.statement import Draft, at_most

V = PAPER.extended(
    C=positive("C", unit="1", search=(0.1, 10)),
    D=nonnegative(r"D_\sigma", unit="gradient^2", search=(0, 9)),
    eps=positive(r"\epsilon", unit="1", search=(0.05, 10)),
    ell=positive(r"\log(1/\delta)", unit="1", search=(0.5, 20)),
    gamma=between(0, 1, r"\gamma", unit="1", ends="(]"),
    beta=between(0, 1, r"\beta", unit="1", ends="(]"),
    gap=nonnegative("D_F", unit="loss", search=(0, 9)),
    L=positive("L", unit="loss/length^2", search=(0.1, 9)),
)
HIDDEN = V.C * V.ell.sqrt()

# Convex ------------------------------------------------------------------------------------------


def convex(gamma: Node) -> Draft:
    """Theorem 2 within the entry; without smoothing gamma = 1."""
    entry = (gamma * (V.D + V.G**2) * V.d).sqrt() / (V.eps * V.n)
    family = {"D": 1, "b": 1, "n": 1, "d": 1, "eps": 1, "ell": 1}
    return at_most(
        V,
        printed.thm_2(lift(1), V.D, V.G, V.b, V.n, V.eps, V.d, V.ell, gamma),
        HIDDEN * entry,
        exists={"C": None},
        by=Escape(
            family=family | ({"gamma": 1} if gamma == V.gamma else {}), beyond={"G": V.C + 1}
        ),
    )


def with_gradient(says: Draft) -> Draft:
    """The entry times G."""
    return says.but(right=V.G * says.arguments["right"], exists={"C": lift(6).sqrt()}, by=None)


CONVEX_ROWS = {"DP-SGD": convex(lift(1)), "DP-LSSGD": convex(V.gamma)}
CONVEX = claim(
    "lssgd/table-1-convex",
    "Table 1",
    "convex rates, from Theorem 2",
    CONVEX_ROWS,
    repaired={name: with_gradient(says) for name, says in CONVEX_ROWS.items()},
)

# Nonconvex ---------------------------------------------------------------------------------------


def nonconvex(beta: Node) -> Draft:
    """The root of Theorem 3's bound, which is one of the squared norm, within the entry."""
    entry = printed.table_1_nonconvex((beta * V.d).sqrt(), V.eps, V.n)
    family = {"d": 1, "b": 1, "eps": 1, "ell": 1, "gap": 1, "L": 1, "G": 1}
    return at_most(
        V,
        bound(beta).sqrt(),
        HIDDEN * entry,
        exists={"C": None},
        by=Escape(
            family=family
            | {"n": Node("ceil", (V.C**2 + 1,))}
            | ({"beta": 1} if beta == V.beta else {})
        ),
    )


def bound(beta: Node) -> Node:
    """Theorem 3: the bound of the squared norm."""
    inside = beta * V.d * V.L * (2 * V.gap + V.L * V.G**2 / V.b) * V.ell
    return V.G * inside.sqrt() / (V.n * V.eps)


def squared(beta: Node) -> Draft:
    """The root of the entry, times what the loss contributes."""
    entry = printed.table_1_nonconvex((beta * V.d).sqrt(), V.eps, V.n)
    loss = V.G * (V.L * (2 * V.gap + V.L * V.G**2 / V.b)).sqrt()
    return nonconvex(beta).but(right=(loss * HIDDEN * entry).sqrt(), exists={"C": 1}, by=None)


NONCONVEX = claim(
    "lssgd/table-1-nonconvex",
    "Table 1",
    "nonconvex rates, from Theorem 3",
    {"DP-SGD": nonconvex(lift(1)), "DP-LSSGD": nonconvex(V.beta)},
    repaired={"DP-SGD": squared(lift(1)), "DP-LSSGD": squared(V.beta)},
)

CLAIMS = (CONVEX, NONCONVEX)
