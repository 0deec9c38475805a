r"""A cosine lies above its tangent less half a square, as no second derivative exceeds 1.

With :math:`A=1-\cos u` and :math:`B=\sin u-u` the gap :math:`\cos\varphi-\cos(u+\varphi)-u\sin
\varphi` is :math:`A\cos\varphi+B\sin\varphi`, at most the root of :math:`A^2+B^2=2-2\cos u+u^2-2u
\sin u`, which is at most :math:`\frac{u^4}4`: on boxes up to 16/5, and beyond as no wave exceeds 1.
"""

from fractions import Fraction as F

from verify.language import Formula, lemma, notation, says
from verify.language.symbols import between, nonnegative, real
from verify.methods.derivation.links import Link
from verify.methods.derive import Derive, cases, chain, having, shown, substitute

END, INFINITE = F(16, 5), float("inf")
V = notation(
    u=real(unit="1"),
    phi=real(r"\varphi", unit="1"),
    a=real(unit="1"),
    b=real(unit="1"),
    c=real(unit="1"),
    s=real(unit="1"),
    q=nonnegative(unit="1"),
)


def _squares(u: Formula) -> Formula:
    return 2 - 2 * u.cos() + u**2 - 2 * u * u.sin()


def _bounded(u: Formula) -> Formula:
    return _squares(u) <= u**4 / 4


NEAR, FAR = (
    lemma(f"nsgd/cosine-{name}", _bounded(notation(u=between(*ends, unit="1", ends="[)")).u))
    for name, ends in (("near", (0, END)), ("far", (END, INFINITE)))
)


def _above(u: Formula) -> Link:
    return cases(u < END, substitute(NEAR, {"u": u}), substitute(FAR, {"u": u}), _bounded(u))


_TURNED = (_squares(V.u) == _squares(-V.u), (-V.u) ** 4 / 4 == V.u**4 / 4)
_BELOW = chain(shown(_TURNED[0]), _above(-V.u), shown(_TURNED[1]))
SQUARES = lemma(
    "nsgd/cosine-squares", says(_bounded(V.u), by=Derive(cases(V.u < 0, _BELOW, _above(V.u))))
)
PRODUCT = lemma(
    "nsgd/product-of-pairs",
    says(V.a * V.c + V.b * V.s <= V.q, given=["c**2 + s**2 == 1", "a**2 + b**2 <= q**2"]),
)
A, B = 1 - V.u.cos(), V.u.sin() - V.u
_BOTH = chain(
    shown(A**2 + B**2 == _squares(V.u)),
    substitute(SQUARES, {"u": V.u}),
    shown(V.u**4 / 4 == (V.u**2 / 2) ** 2),
)
_PAIRS = {"a": A, "b": B, "c": V.phi.cos(), "s": V.phi.sin(), "q": V.u**2 / 2}
GAP = V.phi.cos() - (V.u + V.phi).cos() - V.u * V.phi.sin()
TANGENT = lemma(
    "nsgd/cosine-tangent",
    says(
        GAP <= V.u**2 / 2,
        by=Derive(
            chain(
                shown(GAP == A * V.phi.cos() + B * V.phi.sin()),
                having([_BOTH], substitute(PRODUCT, _PAIRS)),
            )
        ),
    ),
)
