r"""Appendix B, Lemma 7, (13)-(16): Fourier coefficients, and gamma by sampling.

With :math:`\sigma=\alpha/(1-\alpha)^2`, whose root is the printed :math:`\alpha`, all formulas are
rational: :math:`\sqrt{4\sigma+1}=\frac{1+\alpha}{1-\alpha}`. As :math:`\alpha<1` the series of the
f[k] converges absolutely; it is F, and they are its coefficients, exactly if its product with
:math:`1/F` is 1: lag by lag, :math:`(1+2\sigma)f[k]-\sigma(f[k-1]+f[k+1])` is 1 at k = 0 and 0
otherwise. For the coefficients of :math:`F^2` it is f[k] of Lemma 7.

On :math:`z=e^{i\theta}` the integrand of (14) is that of (13) if
:math:`\frac{-z}{\sigma(z-\alpha_-)(z-\alpha_+)}=F(\theta)`, and with :math:`\alpha_-\alpha_+=1`
the left side is :math:`-1/(\sigma(2\cos\theta-\alpha_--\alpha_+))`.
"""

from typing import Any

from verify.language import Draft, claim, says, symbols
from verify.language.formulas import PI, Formula, each, floor, number, piecewise, total
from verify.methods.derive import Derive, broken_turns, cases, multiply, substitute, whole_turns
from verify.papers.lssgd.formulas import smoothing as formulas
from verify.papers.lssgd.formulas.smoothing import OMEGA, ROOT, angle, at_angle, eigenvalue, gamma
from verify.papers.lssgd.lemmas.inverse import ENTRY
from verify.papers.lssgd.notation import j

V = formulas.V.extended(
    d=formulas.V.d.within(search=(1, 6)),
    k=symbols.natural("k", search=(1, 6)),
    alpha=symbols.between(0, 1, r"\alpha", unit="1", ends="()", search=(0.01, 0.9)),
)
SIGMA, RATIONAL_ROOT = V.alpha / (1 - V.alpha) ** 2, (1 + V.alpha) / (1 - V.alpha)
LARGER = (2 * V.sigma + 1 + ROOT) / (2 * V.sigma)
ALPHA = says(each(V.sigma * (1 - OMEGA) ** 2 == OMEGA, ROOT * (1 - OMEGA) == 1 + OMEGA))


def lemma_7(_: Any, power: Formula) -> Formula:
    """Lemma 7: f[k], from alpha^|k|."""
    return power / RATIONAL_ROOT


def eq_16(k: Any, power: Formula) -> Any:
    """(16): f[k], from k and alpha^k."""
    last = 2 * SIGMA * (power * V.alpha) / RATIONAL_ROOT**3
    return (k + 1) * power / RATIONAL_ROOT**2 + last


def product_at(k: Formula, form: Any, right: Formula, shown: str) -> Draft:
    """The product with 1/F at a lag k >= 1; ``shown`` is what the coefficients are."""
    around = form(k - 1, V.alpha ** (k - 1)) + form(k + 1, V.alpha ** (k + 1))
    left = (1 + 2 * SIGMA) * form(k, V.alpha**k) - SIGMA * around
    return says(left == right, display=shown)


def product_at_0(form: Any, right: Formula, shown: str) -> Draft:
    """The product with 1/F at lag 0, where f[-1] = f[1]."""
    left = (1 + 2 * SIGMA) * form(number(0), number(1)) - 2 * SIGMA * form(number(1), V.alpha)
    return says(left == right, display=shown)


INTEGRAL = r"f[k]=\frac{1}{2\pi}\int_0^{2\pi}F(\theta)"
OF_F = rf"{INTEGRAL}e^{{ik\theta}}d\theta=\frac{{\alpha^k}}{{\sqrt{{4\sigma+1}}}}"
LEMMA_7 = (
    claim("lssgd/lemma-7", "App B, Lemma 7, (13)-(14)", r"Fourier coefficients for $\gamma$")
    .says(
        {
            "alpha": ALPHA,
            "(13), k >= 1": product_at(V.k, lemma_7, number(0), OF_F),
            "(13), k = 0": product_at_0(lemma_7, number(1), OF_F),
            "(14)": says(
                each(
                    -1 / (V.sigma * (2 * V.theta.cos() - OMEGA - LARGER)) == 1 / at_angle(V.theta),
                    OMEGA * LARGER == number(1),
                )
            ),
        },
        # In this form alpha has a value at smoothing 0 too, that of F = 1.
        notes=(says(OMEGA == 4 * V.sigma / (1 + ROOT) ** 2),),
    )
    .quoting(r"F(\theta)=\frac1{1+2\sigma(1-\cos(\theta))}", part="(14)", reading="The right side.")
    .quoting(
        r"f[k]=\frac1{2\pi}\int_0^{2\pi}F e^{ik\theta}d\theta=\frac{\alpha^{|k|}}{"
        r"\sqrt{4\sigma+1}}",
        part="(13), k >= 1",
        reading=("The printed coefficients, times $1/F$, must give those of 1, one by one."),
    )
    .quoting(r"\alpha=\frac{2\sigma+1-\sqrt{4\sigma+1}}{2\sigma}", part="alpha")
    .quoting(
        r"f[k]=\frac{-1}{2\pi i\sigma}\oint\frac{z^k}{(z-\alpha_-)(z-\alpha_+)}dz",
        part="(14)",
        reading="The integrand on the unit circle, against that of (13).",
    )
    .rejects("k alpha^k", product_at(V.k, lambda k, power: k * power, number(0), OF_F))
)

# gamma by sampling ------------------------------------------------------------------------------


def term(index: Formula) -> Any:
    """A term of (15)."""
    return 1 / (1 + 2 * V.sigma * (1 - angle(index).cos()))


# The series over l is geometric.
SAMPLED = (1 + 2 * V.alpha**V.d / (1 - V.alpha**V.d)) / RATIONAL_ROOT
EQ_15 = (
    claim("lssgd/eq-15", "App B, (15)", r"$\gamma$ by sampling")
    .says(
        {
            # The term i = d of gamma is the term j = 0 of (15); the others are the same.
            "other terms": says(1 / eigenvalue(V.i) == term(V.i), given=["i < d"]),
            "first term": says(1 / eigenvalue(V.d) == term(number(0))),
            "sampling": says(
                gamma(SIGMA) == SAMPLED,
                display=r"\gamma=\sum_{\ell\in\mathbb Z}f[-\ell d]",
                by=Derive(multiply(substitute(ENTRY, {}), 1 / V.d)),
            ),
        }
    )
    .quoting(
        r"\gamma=\frac1d\sum_{j=0}^{d-1}\frac1{1+2\sigma(1-\cos(2\pi j/d))}=\sum_{"
        r"\ell\in\mathbb Z}f[-\ell d]",
        part="sampling",
        reading=(
            r"$\gamma$ by its definition, against the sum of the series, which is ge"
            "ometric."
        ),
    )
    .rejects("the index from 1", says(1 / eigenvalue(V.d) == term(number(1))))
)


def divides(one: Formula, other: Formula) -> Formula:
    """d/(2 pi) if the first number divides the second, else 0."""
    multiple = one * floor(other / one)
    return piecewise(other <= multiple, V.d / (2 * PI), multiple < other, number(0))


COMB_SUM = total(j, 0, V.d - 1, (2 * PI * j * V.k / V.d).cos()) / (2 * PI)
PRINTED_COMB = says(COMB_SUM == divides(V.k, V.d))
TURNS = floor(V.k / V.d)
ALL_ROOTS = multiply(whole_turns(j, 0, V.d - 1, V.k, quotient=TURNS), 1 / (2 * PI))
NO_ROOT = multiply(broken_turns(j, 0, V.d - 1, V.k, quotient=TURNS), 1 / (2 * PI))
REPAIRED_COMB = PRINTED_COMB.but(
    right=divides(V.d, V.k), by=Derive(cases(V.k <= V.d * TURNS, ALL_ROOTS, NO_ROOT))
)
COMB = (
    claim("lssgd/comb", "App B, before (15)", "Transform of the comb", PRINTED_COMB)
    .quoting(
        r"g[k]=d/2\pi",
        reading="With the sum for $g[k]$; with its case, that $k$ divides $d$, and 0 otherwise.",
    )
    .repaired(REPAIRED_COMB)
    .rejects("k divides 2 d", right=divides(V.k, 2 * V.d))
)

OF_SQUARE = (
    rf"{INTEGRAL}^2e^{{ik\theta}}d\theta=\frac{{(k+1)\alpha^k}}{{4\sigma+1}}"
    r"+\frac{2\sigma\alpha^{k+1}}{(4\sigma+1)^{3/2}}"
)
EQ_16 = (
    claim("lssgd/eq-16", "App B, (16)", r"Fourier coefficients for $\beta$")
    .says(
        {
            "alpha": ALPHA,
            "k >= 1": product_at(V.k, eq_16, lemma_7(V.k, V.alpha**V.k), OF_SQUARE),
            "k = 0": product_at_0(eq_16, lemma_7(0, number(1)), OF_SQUARE),
        }
    )
    .quoting(
        r"f[k]=\frac{(k+1)\alpha^k}{4\sigma+1}+\frac{2\sigma\alpha^{k+1}}{(4\sigma"
        r"+1)^{3/2}}",
        part="k >= 1",
        reading=(
            r"With $F(\theta)=\frac1{1+2\sigma-2\sigma\cos(\theta)}$: the printed coefficients, "
            "times $1/F$, must give those of $F$, one by one. That they are then those of $F^2$ is "
            "the step in words."
        ),
    )
    .quoting(r"k>0", part="k >= 1", reading="It is the range of $k$ in what is tested.")
    .rejects(
        "k for k + 1",
        product_at_0(lambda k, power: eq_16(k - 1, power), lemma_7(0, number(1)), OF_SQUARE),
    )
)
