"""Statements and their sentences."""

from fractions import Fraction as F
from typing import Any

from verify.display.latex import tex as page
from verify.language import (
    Real,
    agrees,
    below,
    between,
    in_words,
    law,
    matrix,
    natural,
    nonnegative,
    notation,
    one_of,
    positive,
    real,
    says,
    sequence,
    table,
    tends,
    vector,
)

V = notation(
    C=positive("C", unit="1"),
    alpha=positive(r"\alpha", unit="1"),
    L=positive("L", unit="1"),
    beta=between(0, 1, r"\beta", unit="1", ends="[)"),
    lam=real(r"\lambda", unit="1"),
    r=nonnegative("r", unit="1"),
    n=natural("n"),
    m=natural("m"),
    T=natural("T", least=2),
    k=natural("k", least=1, most=60),
    kappa=one_of([F(5, 2), 4, 8], r"\kappa", unit="1"),
    d=natural("d"),
    x=vector("d", "x", unit="1"),
    P=matrix("d", "P", unit="1", shape="psd"),
    Q=matrix("d", "Q", unit="1", shape="psd"),
    g=sequence("T", "g", unit="1", entry=Real(F(0))),
    noise=law(r"\mathcal L", unit="1"),
)
alpha, L, n = V.alpha, V.L, V.n


def tex(text: Any) -> Any:
    return page(V, text)


SENTENCES = [
    (
        says(tex("m") <= tex(r"\alpha Ln"), given=["m <= n", "alpha*L < 1"]),
        r"$m\le \alpha Ln$ for all $\alpha,L>0$ and $n,m\in\mathbb N$ with $m\le n$ and $\alpha "
        "L<1$",
    ),
    (
        says(tex(r"\beta\lambda") < tex("r+T"), forall="k"),
        r"$\beta\lambda<r+T$ for all $\beta\in[0,1)$, $\lambda\in\mathbb R$, $r\ge 0$, "
        r"$T\in\mathbb N_{\ge 2}$ and $k\in\lbrace 1,\dots,60\rbrace$",
    ),
    (tex(r"\kappa") >= 2, r"$2\le \kappa$ for all $\kappa\in\lbrace 5/2,4,8\rbrace$"),
    (
        below(tex("P"), tex("P+Q")),
        r"$P\preceq P+Q$ for all $d\in\mathbb N$ and positive semidefinite $P,Q\in\mathbb "
        r"R^{d\times d}$",
    ),
    (
        tex(r"\langle x,x\rangle") == tex(r"\Vert x\Vert^2"),
        r"$\langle x, x\rangle=\lVert x\rVert^2$ for all $d\in\mathbb N$ and $x\in\mathbb R^d$",
    ),
    (
        0 <= tex(r"\sum_{t=1}^Tg_t"),
        r"$0\le \sum_{t=1}^Tg_t$ for all $T\in\mathbb N_{\ge 2}$ and $g_1,\dots,g_T\ge 0$",
    ),
    (
        agrees(tex(r"\alpha L") == V.of(lambda alpha, L: L * alpha)),
        r"$\alpha L=L\alpha$, the right side as the library computes it, for all $\alpha,L>0$",
    ),
    (
        agrees(tex(r"\alpha^2L") == V.of(lambda alpha, L: 1 * alpha * alpha * L)),
        r"the library computes $\alpha^2L$ for all $\alpha,L>0$",
    ),
    (
        says(tex(r"\beta\lambda") <= tex("r"), given=["0 < r", "1/2 <= beta", "beta <= lam"]),
        r"$\beta\lambda\le r$ for all $\beta\in[1/2,1)$, $\lambda\in\mathbb R$ and $r>0$ with "
        r"$\beta\le \lambda$",
    ),
    (
        says(tex("n") <= tex("C n"), exists={"C": 1}),
        r"there is $C>0$ such that $n\le Cn$ for all $n\in\mathbb N$",
    ),
    (
        tends(tex(r"\frac{\alpha}{n}"), n, "oo", 0),
        r"$\lim_{n\to \infty}\frac{\alpha}{n}=0$ along $n\in\mathbb N$ for all $\alpha>0$",
    ),
    (
        in_words(V, "the step is stable", lambda alpha, L: True, given=["alpha*L <= 1"]),
        r"the step is stable for all $\alpha,L>0$ with $\alpha L\le 1$",
    ),
    (
        table({"first": ("0.33", F(1, 3)), "second": ("2", 2)}, slack=1),
        "each number is the computed one, rounded, give or take 1 in the last digit: first: "
        r"stated 0.33, computed $\frac{1}{3}$; second: stated 2, computed $2$",
    ),
]
