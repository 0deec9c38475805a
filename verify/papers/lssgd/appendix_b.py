"""Appendix B: the residue theorem, Fourier coefficients, and the sampling argument for gamma."""

import cmath
import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import sympy

from dptheory import smoothing
from dptheory.numbers import sqrt, total
from verify.checks.base import Control
from verify.checks.cases import Cases
from verify.checks.claim import Claim, Repair
from verify.checks.evidence import Outcome
from verify.checks.identity import Identity
from verify.context import Context
from verify.papers.lssgd import printed

Case = dict[str, Any]
F = Fraction
UNITS = dict.fromkeys(("sigma", "k", "power", "y", "p", "z"), "1")
LAG = {"sigma": "positive", "power": "fraction"}
LAG_POINT = {"sigma": F(2), "power": F(1, 4)}
POSITIVE = "sigma > 0 (at sigma = 0 alpha is 0/0; in the limit f[0] = 1 and f[k] = 0 otherwise)"

POWERS = {"sigma": "positive", "x": "fraction", "y": "fraction"}
POINT = {"sigma": F(2), "x": F(1, 4), "y": F(1, 16)}

# The inverse of A -------------------------------------------------------------------------------


def inverse_entry(sigma: Any, x: Any, y: Any) -> Any:
    """c_m, from omega^m and omega^d."""
    return (x + y / x) / ((1 - y) * sqrt(4 * sigma + 1))


def neighbours(sigma: Any, x: Any, y: Any) -> Any:
    """c_{m-1} + c_{m+1}."""
    w = printed.omega(sigma)
    return inverse_entry(sigma, x * w, y) + inverse_entry(sigma, x / w, y)


OFF_DIAGONAL = Identity(
    name="A c = 0 off the diagonal",
    part="closed form",
    lhs=lambda sigma, x, y: (1 + 2 * sigma) * inverse_entry(sigma, x, y),
    rhs=lambda sigma, x, y: sigma * neighbours(sigma, x, y),
    symbols=POWERS,
    instance=POINT,
    general="x = omega^m for m = 1, ..., d - 1 and y = omega^d; c_m = c_{d-m} closes the circle",
)
DIAGONAL = Identity(
    name="A c = 1 on the diagonal",
    part="closed form",
    lhs=lambda sigma, y: (
        (1 + 2 * sigma) * printed.prop_1_form(sigma, y)
        - 2 * sigma * inverse_entry(sigma, printed.omega(sigma), y)
    ),
    rhs=lambda sigma, y: 1 + 0 * sigma * y,
    symbols={"sigma": "positive", "y": "fraction"},
    instance={"sigma": F(2), "y": F(1, 4)},
    general="c_0 is the printed gamma; A is circulant, so that c_0 is the mean of the eigenvalues "
    "of its inverse, for every d >= 1",
)
RATIONAL_ROOT = Identity(
    name="the root without a quotient 0/0",
    part="sigma to 0",
    lhs=printed.omega,
    rhs=lambda sigma: smoothing.root(sigma),
    symbols={"sigma": "positive"},
    instance={"sigma": F(2)},
    general="omega = 4 sigma/(1 + sqrt(4 sigma + 1))^2, which is 0 at sigma = 0",
)
ROOT_STATEMENT = r"$\omega=\frac{4\sigma}{(1+\sqrt{4\sigma+1})^2}$"

# Lemma 6 ----------------------------------------------------------------------------------------


Z = sympy.Symbol("z")


def printed_residue(n: int, c: int) -> Any:
    """(11) as printed, with a derivative of order z - 1 at z = c, for (2 + 3 z)/(z - c)^n."""
    return sympy.diff(2 + 3 * Z, Z, c - 1).subs(Z, c) / math.factorial(n - 1)


def printed_order(name: str, n: int, c: int, *controls: Control) -> Cases:
    """(11) as printed against the residue by Laurent expansion."""
    return Cases(
        name=name,
        part="residue",
        cases=lambda _: [{"n": n, "c": c}],
        holds=lambda n, c: printed_residue(n, c) == sympy.residue((2 + 3 * Z) / (Z - c) ** n, Z, c),
        failure="the order z - 1 at a simple pole c = 2 is 1, and the derivative drops the residue "
        "8 of (2 + 3 z)/(z - 2); at c = 0, 1/2 there is no such derivative. n - 1 is meant",
        controls=controls,
    )


def circle_mean(k: int, n: int, c: float) -> complex:
    """The integral of z^k/(z - c)^n around |z| = 1 over 2 pi i, by the trapezoidal rule."""
    circle = [cmath.exp(2j * cmath.pi * i / 128) for i in range(128)]
    return sum(z ** (k + 1) / (z - c) ** n for z in circle) / len(circle)


def residue(k: int, n: int, c: Any) -> Any:
    """(11) with a derivative of order n - 1, for f = z^k/(z - c)^n."""
    derivative = sympy.diff(Z**k, Z, n - 1) / math.factorial(n - 1)
    return derivative.subs(Z, c)


def contour(k: int, n: int, c: Any) -> Any:
    """The integral of z^k/(z - c)^n around |z| = 1 over 2 pi i, from the expansion in c/z.

    1/(z - c)^n is the sum of binom(m + n - 1, n - 1) c^m z^(-n-m); the integral picks z^(-1).
    """
    m = k - n + 1
    return math.comb(k, n - 1) * c**m if m >= 0 else 0 * c


def conjugate_integral() -> Any:
    """The integral of the conjugate of z around the unit circle, over 2 pi i."""
    angle = sympy.Symbol("angle", real=True)
    integrand = sympy.exp(-sympy.I * angle) * sympy.I * sympy.exp(sympy.I * angle)
    return sympy.integrate(sympy.simplify(integrand), (angle, 0, 2 * sympy.pi)) / (
        2 * sympy.pi * sympy.I
    )


def poles(_: Context) -> Iterator[Case]:
    for n in (1, 2, 3):
        for k in range(5):
            yield {"k": k, "n": n, "c": sympy.Rational(1, 2)}


def residues(name: str, shift: int, *controls: Control) -> Cases:
    return Cases(
        name=name,
        part="contour",
        cases=poles,
        holds=lambda k, n, c: residue(k, n + shift, c) == contour(k, n, c),
        controls=controls,
    )


def derived_residue(a: Any, b: Any, r: Any, h: Any) -> Any:
    """(11) with n - 1 at a pole of order 3: f = a/x^3 + b/x^2 + r/x + h, x = z - c."""
    x = sympy.Symbol("x")
    return sympy.diff(a + b * x + r * x**2 + h * x**3, x, 2).subs(x, 0) / 2


LEMMA_6 = Claim(
    id="lssgd/lemma-6",
    where="App B, Lemma 6, (11)-(12)",
    title="residue theorem",
    statement=r"$f$ a complex function on $\mathbb C$: $\mathrm{Res}(f,c)=\frac1{(n-1)!}\lim_{z\to "
    r"c}\frac{d^{n-1}}{dz^{z-1}}((z-c)^nf(z))$; $\oint f=2\pi i\sum\mathrm{Res}$ over poles in "
    r"$\vert z\vert<1$.",
    checks=(
        printed_order(
            "order of the derivative",
            1,
            2,
            Control(
                "a simple pole at 1",
                printed_order("a simple pole at 1", 1, 1),
                Outcome.HOLDS,
                # (2 + 3 z)/(z - 1) = 3 + 5/(z - 1), and the value of 2 + 3 z at 1 is 5.
                lambda: sympy.div(2 + 3 * Z, Z - 1, Z) == (3, 5),
            ),
        ),
        Cases(
            name="a function without poles",
            part="contour",
            cases=lambda _: [{"f": "conjugate of z"}],
            holds=lambda f: conjugate_integral() == 0,
            failure="its integral around the unit circle is 2 pi i, and it has no pole: f has to "
            "be meromorphic",
        ),
    ),
    repair=Repair(
        statement=r"$f$ meromorphic near the closed unit disc without poles on $\vert z\vert=1$, "
        r"$c$ a pole of order $n$: $\mathrm{Res}(f,c)=\frac1{(n-1)!}\lim_{z\to c}\frac{d^{n-1}}"
        r"{dz^{n-1}}((z-c)^nf(z))$, the integral around the unit circle.",
        changes=("n - 1 for z - 1", "f meromorphic, no pole on the circle"),
        checks=(
            Identity(
                name="the derivative picks the residue",
                part="residue",
                lhs=derived_residue,
                rhs=lambda a, b, r, h: r + 0 * a * b * h,
                symbols=dict.fromkeys("abrh", "real"),
                instance={"a": F(2), "b": F(3), "r": F(5), "h": F(7)},
                general="order 3; the derivative of order n - 1 of (z-c)^(n+j) at c is (n-1)! for "
                "j = -1 and 0 otherwise, for every n",
            ),
            residues(
                "against expansions",
                0,
                Control(
                    "one order more",
                    residues("one order more", 1),
                    Outcome.FAILS,
                    # k = 0, n = 1: the integral of 1/(z - c) is 2 pi i, a derivative of 1 is 0.
                    lambda: abs(circle_mean(0, 1, 0.5)) > 0.5,
                ),
            ),
        ),
        consequence="none: it is applied to rational functions with the right order.",
    ),
)

# Lemma 7 ----------------------------------------------------------------------------------------

LAG_OFF_ORIGIN = Identity(
    name="product with the denominator, k > 0",
    part="coefficients",
    lhs=lambda sigma, power: (1 + 2 * sigma) * printed.lemma_7_form(sigma, power),
    rhs=lambda sigma, power: (
        sigma * printed.lemma_7_form(sigma, power * printed.omega(sigma))
        + sigma * printed.lemma_7_form(sigma, power / printed.omega(sigma))
    ),
    symbols=LAG,
    instance=LAG_POINT,
    general="power = alpha^k; f[-k] = f[k]",
)
LAG_ORIGIN = Identity(
    name="product with the denominator, k = 0",
    part="coefficients",
    lhs=lambda sigma: (
        (1 + 2 * sigma) * printed.lemma_7_form(sigma, 1 + 0 * sigma)
        - 2 * sigma * printed.lemma_7_form(sigma, printed.omega(sigma))
    ),
    rhs=lambda sigma: 1 + 0 * sigma,
    symbols={"sigma": "positive"},
    instance={"sigma": F(2)},
    general="1 + 2 sigma (1 - cos) times the series is 1; the series is absolutely summable "
    "(alpha < 1), so that it is F, and its coefficients are those of F",
)


def lag_at_zero(formula: Callable[..., Any]) -> Cases:
    """Coefficients in the rationalised root at sigma = 0, where F is 1: 1 at lag 0, else 0."""

    def check(name: str, sigma: Fraction, complete: str, *controls: Control) -> Cases:
        return Cases(
            name=name,
            part="sigma to 0",
            cases=lambda _: [{"sigma": sigma, "k": k} for k in (0, 1, 5)],
            holds=lambda sigma, k: formula(sigma, k) == (k == 0),
            complete=complete,
            success="the form in the rationalised root is continuous there, with the coefficients "
            "of the constant 1",
            controls=controls,
        )

    mutant = check("sigma = 2", F(2), "")
    control = Control("sigma = 2", mutant, Outcome.FAILS, lambda: F(1, 3) != 1)
    return check("the limit without smoothing", F(0), "powers of 0 at every lag but 0", control)


def rationalised(sigma: Any, k: int) -> Any:
    """Lemma 7 with the root written so that it has a value without smoothing."""
    return printed.lemma_7_form(sigma, smoothing.root(sigma) ** k)


LEMMA_7 = Claim(
    id="lssgd/lemma-7",
    where="App B, Lemma 7, (13)-(14)",
    title="Fourier coefficients for gamma",
    statement=r"$F(\theta)=\frac1{1+2\sigma(1-\cos\theta)}$: $f[k]=\frac1{2\pi}\int_0^{2\pi}"
    r"Fe^{ik\theta}d\theta=\frac{\alpha^{\vert k\vert}}{\sqrt{4\sigma+1}}$, "
    r"$\alpha=\frac{2\sigma+1-\sqrt{4\sigma+1}}{2\sigma}$.",
    units=UNITS,
    hypotheses=(POSITIVE,),
    checks=(LAG_OFF_ORIGIN, LAG_ORIGIN, RATIONAL_ROOT, lag_at_zero(rationalised)),
    note=rf"With {ROOT_STATEMENT} in place of $\alpha$ and $0^0=1$ it has a value at $\sigma=0$.",
)

# (15) and the comb ------------------------------------------------------------------------------


def aliased(sigma: Any, y: Any, p: Any) -> Any:
    """The sum of f[-l d] over |l| < N, from y = alpha^d and p = y^N."""
    return (1 + y - 2 * p) / ((1 - y) * sqrt(4 * sigma + 1))


PARTIAL = Identity(
    name="partial sums",
    part="aliasing",
    lhs=lambda sigma, y, p: (
        (aliased(sigma, y, p * y) - aliased(sigma, y, p), aliased(sigma, y, y)),
    ),
    rhs=lambda sigma, y, p: (
        (2 * printed.lemma_7_form(sigma, p), printed.lemma_7_form(sigma, y / y)),
    ),
    symbols={"sigma": "positive", "y": "fraction", "p": "fraction"},
    instance={"sigma": F(2), "y": F(1, 4), "p": F(1, 16)},
    general="y = alpha^d, p = y^N: they grow by f[N d] + f[-N d], from f[0] at N = 1",
)
WHOLE = Identity(
    name="all of Z",
    part="aliasing",
    lhs=lambda sigma, y: aliased(sigma, y, 0 * y),
    rhs=lambda sigma, y: printed.prop_1_form(sigma, y),
    symbols={"sigma": "positive", "y": "fraction"},
    instance={"sigma": F(2), "y": F(1, 4)},
    general="p goes to 0; the right side is gamma by the two steps of the closed form",
)


def without_smoothing(name: str, sigma: Fraction, complete: str, *controls: Control) -> Cases:
    """gamma against f[0] alone, which is the whole series at sigma = 0."""
    return Cases(
        name=name,
        part="sigma = 0",
        cases=lambda _: [{"d": d, "sigma": sigma} for d in printed.EXACT_DIMENSIONS],
        holds=lambda d, sigma: printed.gamma(sigma, d) == smoothing.coefficient(0, sigma),
        complete=complete,
        controls=controls,
    )


EQ_15 = Claim(
    id="lssgd/eq-15",
    where="App B, (15)",
    title="gamma by sampling",
    statement=r"$\gamma=\frac1d\sum_{j=0}^{d-1}\frac1{1+2\sigma(1-\cos(2\pi j/d))}="
    r"\sum_{\ell\in\mathbb Z}f[-\ell d]$.",
    units=UNITS | {"x": "1"},
    hypotheses=("f is the integral of (13), also at sigma = 0",),
    checks=(
        Identity(
            name="the index from 0",
            part="rewriting",
            # The term i = d of gamma is the term j = 0 of (15); the others are the same.
            lhs=lambda sigma: 1 / printed.eigenvalue(sigma, sympy.cos(2 * sympy.pi)),
            rhs=lambda sigma: 1 / (1 + 2 * sigma * (1 - sympy.cos(0))),
            symbols={"sigma": "nonnegative"},
            instance={"sigma": F(1)},
        ),
        PARTIAL,
        WHOLE,
        OFF_DIAGONAL,
        DIAGONAL,
        without_smoothing(
            "no smoothing",
            F(0),
            "every term is 1 for every d, and F = 1 has f[0] = 1 alone",
            Control(
                "sigma = 2",
                without_smoothing("sigma = 2", F(2), ""),
                Outcome.FAILS,
                lambda: F(5, 9) > F(1, 3),
            ),
        ),
    ),
)


def comb(k: int, d: int) -> Fraction:
    """2 pi g[k]: the sum of cos(2 pi j k/d) over j = 0, ..., d - 1 (the sines cancel)."""
    return F(total(printed.cosine(j * k, d, F(1)) for j in range(d)))


def lags(_: Context) -> Iterator[Case]:
    for d in (2, 1, 3, 4, 6):
        for k in range(1, 8):
            yield {"k": k, "d": d}


def divides(name: str, reverse: bool, *controls: Control) -> Cases:
    """g[k] is d/(2 pi) if one number divides the other, and 0 otherwise."""

    def holds(k: int, d: int) -> bool:
        whole = k % d == 0 if reverse else d % k == 0
        return comb(k, d) == (d if whole else 0)

    return Cases(
        name=name,
        cases=lags,
        holds=holds,
        failure="k = 1 divides d = 2, and g[1] = (1 - 1)/(2 pi) = 0: d divides k is meant",
        controls=controls,
    )


COMB = Claim(
    id="lssgd/comb",
    where="App B, before (15)",
    title="transform of the comb",
    statement=r"The comb has inverse transform $g[k]=d/2\pi$ if $k$ divides $d$, else 0.",
    units=UNITS,
    checks=(divides("k divides d", False),),
    repair=Repair(
        statement=r"$g[k]=d/2\pi$ if $d$ divides $k$, else 0.",
        changes=("d divides k",),
        checks=(
            Identity(
                name="geometric sum",
                # The sum of z^j over j < m is (1 - z^m)/(1 - z); p = z^m.
                lhs=lambda z, p: (1 - z * p) / (1 - z) - (1 - p) / (1 - z),
                rhs=lambda z, p: p + 0 * z,
                symbols={"z": "fraction", "p": "fraction"},
                instance={"z": F(1, 2), "p": F(1, 3)},
                general="at z = exp(2 pi i k/d) z^d = 1: the sum over j < d is 0 unless z = 1, "
                "that is d divides k, when it is d",
            ),
            divides(
                "d divides k",
                True,
                Control(
                    "k divides d",
                    divides("k divides d", False),
                    Outcome.FAILS,
                    lambda: 1 + math.cos(math.pi) == 0,  # k = 1, d = 2, by hand
                ),
            ),
        ),
        consequence="none: (15) uses the right set, r = l d.",
    ),
)

# (16) -------------------------------------------------------------------------------------------

SQUARE_OFF_ORIGIN = Identity(
    name="product with the denominator, k > 0",
    part="coefficients",
    lhs=lambda sigma, k, power: (
        (1 + 2 * sigma) * printed.eq_16_form(sigma, k, power)
        - sigma * printed.eq_16_form(sigma, k - 1, power / printed.omega(sigma))
        - sigma * printed.eq_16_form(sigma, k + 1, power * printed.omega(sigma))
    ),
    rhs=lambda sigma, k, power: printed.lemma_7_form(sigma, power) + 0 * k,
    symbols=LAG | {"k": "positive"},
    instance=LAG_POINT | {"k": 2},
    general="power = alpha^k; the formula at k = 0 serves as f[0]",
)
SQUARE_ORIGIN = Identity(
    name="product with the denominator, k = 0",
    part="coefficients",
    lhs=lambda sigma: (
        (1 + 2 * sigma) * printed.eq_16_form(sigma, 0, 1)
        - 2 * sigma * printed.eq_16_form(sigma, 1, printed.omega(sigma))
    ),
    rhs=lambda sigma: printed.lemma_7_form(sigma, 1 + 0 * sigma),
    symbols={"sigma": "positive"},
    instance={"sigma": F(2)},
    general="the denominator times the series is F of Lemma 7, hence the series is F^2; right for "
    "every k >= 0",
)


def regrouped(sigma: Any, k: Any, power: Any) -> Any:
    """(16) without quotients 0/0, from alpha^k."""
    return power * (k / (1 + 4 * sigma) + smoothing.beta_limit(sigma))


SYMMETRIC_FORM = Identity(
    name="the form of the library",
    part="coefficients",
    lhs=lambda sigma, k, power: printed.eq_16_form(sigma, k, power),
    rhs=lambda sigma, k, power: regrouped(sigma, k, power),
    symbols=LAG | {"k": "nonnegative"},
    instance=LAG_POINT | {"k": 2},
)
EQ_16 = Claim(
    id="lssgd/eq-16",
    where="App B, (16)",
    title="Fourier coefficients for beta",
    statement=r"For $\beta$: $f[k]=\frac{(k+1)\alpha^k}{4\sigma+1}+\frac{2\sigma\alpha^{k+1}}"
    r"{(4\sigma+1)^{3/2}}$, $k>0$.",
    units=UNITS,
    hypotheses=(POSITIVE,),
    checks=(
        SQUARE_OFF_ORIGIN,
        SQUARE_ORIGIN,
        SYMMETRIC_FORM,
        RATIONAL_ROOT,
        lag_at_zero(lambda sigma, k: regrouped(sigma, k, smoothing.root(sigma) ** k)),
    ),
    note=r"Regrouped, $f[k]=\omega^{\vert k\vert}\big(\frac{\vert k\vert}{4\sigma+1}+"
    rf"\frac{{2\sigma+1}}{{(4\sigma+1)^{{3/2}}}}\big)$ for every integer $k$ and $\sigma\ge0$, "
    rf"{ROOT_STATEMENT}. The printed form is right at k = 0 too.",
)

CLAIMS = (LEMMA_6, LEMMA_7, EQ_15, COMB, EQ_16)
