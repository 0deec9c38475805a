r"""Appendix B, (21), and C, (33): the terms of (12) and (19) with :math:`g=\nabla f+e` put in.

The factor of clipping is written without a case at g = 0, where it is 1.
"""

from functools import partial

from verify.language import Draft, Formula, claim, dot, expectation, least, norm, says
from verify.language.symbols import law, positive
from verify.methods.derive import Derive, add, expect, multiply, shown
from verify.papers.nsgd.formulas.printed_a import E
from verify.papers.nsgd.notation import V as PAPER

V = PAPER.extended(
    d=PAPER.d.within(search=(1, 2)),
    # For L_0 + L_1 |grad f|, whatever it is.
    a=positive("a_k", unit="loss/length^2", search=(0.01, 10)),
    Q=law("Q", unit="gradient", dimension="d"),
)
SAMPLE = V.G + E
NORMALISING = 1 / (V.r + norm(SAMPLE))


def clipping(length: Formula) -> Formula:
    """min(1, c/|g|) without a case at 0, where it is 1."""
    return 2 * V.c / (V.c + length + abs(length - V.c))


CLIPPING = clipping(norm(SAMPLE))
mean = partial(expectation, V.Q, E)  # E_k


def first_order(step: Formula, h: Formula) -> Draft:
    """-eta E<h grad f, g>, in two terms."""
    return says(
        -(step * mean(h * dot(V.G, SAMPLE)))
        == -(step * mean(h) * norm(V.G) ** 2) - step * mean(h * dot(V.G, E))
    )


def second_order(step: Formula, h: Formula, noise: Formula) -> Draft:
    """The second-order term, in four."""
    half = V.a / 2 * step**2
    square = norm(h * SAMPLE) ** 2
    terms = (h**2 * norm(V.G) ** 2, h**2 * dot(E, V.G), h**2 * norm(E) ** 2)
    together = terms[0] + 2 * terms[1] + terms[2]
    right = half * (mean(terms[0]) + 2 * mean(terms[1]) + noise + mean(terms[2]))
    pointwise = expect(V.Q, E, shown(square == together))
    return says(
        half * (noise + mean(square)) == right,
        by=Derive(multiply(add(shown(noise == noise), pointwise), half)),
    )


NOISE, NOISE_CLIPPED = V.d * V.noise**2, V.d * V.c**2 * V.noise**2
EQ_21_SECOND_ORDER = second_order(V.eta, NORMALISING, NOISE)
PRINTED_21 = (
    r"\mathbb E_k[f(x_{k+1})]-f(x_k)\le-\eta\mathbb E_k[h_k]\|\nabla f(x_k)"
    r"\|^2-\eta\mathbb E_k[\langle h_k\nabla f(x_k),g_k-\nabla f(x_k)\rangle]"
    r"+\frac{L_0+L_1\|\nabla f(x_k)\|}{2}\eta^2(\mathbb E_k[h_k^2\|\nabla f(x_k)"
    r"\|^2]+2\mathbb E_k[h_k^2\langle g_k-\nabla f(x_k),\nabla f(x_k)\rangle])"
    r"+\frac{L_0+L_1\|\nabla f(x_k)\|}{2}\eta^2(d\sigma^2+\mathbb E_k[h_k^2"
    r"\|g_k-\nabla f(x_k)\|^2])"
)
READING = (
    r"Its terms with $\eta$ and with $\eta^2$, a part each, with $g=\nabla f+e$ for any law of "
    r"$e$ and $a_k$ for $L_0+L_1\lVert\nabla f\rVert$"
)
PRINTED_33 = (
    r"\mathbb E_k[f(x_{k+1})]-f(x_k)\le-\eta\mathbb E_k[\bar h_k]\|\nabla f(x_k)"
    r"\|^2-\eta\mathbb E_k[\langle \bar h_k\nabla f(x_k),g_k-\nabla f(x_k)\rangle]"
    r"+\frac{L_0+L_1\|\nabla f(x_k)\|}{2}\eta^2(\mathbb E_k[\bar h_k^2"
    r"\|\nabla f(x_k)\|^2]+2\mathbb E_k[\bar h_k^2\langle g_k-\nabla f(x_k),\nabla"
    r" f(x_k)\rangle])+\frac{L_0+L_1\|\nabla f(x_k)\|}{2}\eta^2(dc^2\sigma^2"
    r"+\mathbb E_k[\bar h_k^2\|g_k-\nabla f(x_k)\|^2])"
)
EQ_21 = (
    claim("nsgd/eq-21", "App B, (21); App C, (33)", "The terms of a step written out")
    .says(
        {
            "(21), first order": first_order(V.eta, NORMALISING),
            "(21), second order": EQ_21_SECOND_ORDER,
            "(33), first order": first_order(V.rate, CLIPPING),
            "(33), second order": second_order(V.rate, CLIPPING, NOISE_CLIPPED),
        },
        notes=(says(clipping(norm(V.g)) == least(1, V.c / norm(V.g)), given=[norm(V.g) > 0]),),
    )
    .quoting(PRINTED_21, part=("(21), first order", "(21), second order"), reading=READING)
    .quoting(PRINTED_33, part=("(33), first order", "(33), second order"), reading=READING)
    .rejects(
        "the cross term once",
        part="(21), second order",
        right=EQ_21_SECOND_ORDER.right - V.a / 2 * V.eta**2 * mean(NORMALISING**2 * dot(E, V.G)),
    )
)
