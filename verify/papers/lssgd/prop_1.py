r"""Section 3, Proposition 1 and Remark 2: gamma in closed form, its limit and its monotonicity.

The proof here is a finite one. Around a circle of d points the inverse of :math:`A_\sigma` has the
entries :math:`c_m = (\omega^m + \omega^{d-m})/((1-\omega^d)\sqrt{4\sigma+1})` at distance m, since
they solve :math:`A_\sigma c = e_0`; so :math:`\gamma`, the mean of its eigenvalues, is
:math:`c_0`. The powers :math:`x = \omega^m` and :math:`y = \omega^d` are symbols, so that two
identities settle every dimension.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from dptheory import smoothing
from dptheory.numbers import sqrt
from verify.checks.base import Control
from verify.checks.cases import Cases
from verify.checks.claim import Claim, Repair
from verify.checks.domain import Domain, Range
from verify.checks.evidence import Level, Outcome
from verify.checks.identity import Identity
from verify.checks.inequality import Decomposition, Inequality
from verify.context import Context
from verify.papers.lssgd import printed

Case = dict[str, Any]
F = Fraction
UNITS = dict.fromkeys(("sigma", "x", "y", "m", "d", "power", "increase", "k", "p"), "1") | {
    "G": "loss/length"
}
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
ROOT = Identity(
    name="the root is below 1",
    part="root",
    lhs=lambda sigma: 1 - printed.omega(sigma),
    rhs=lambda sigma: 2 / (1 + sqrt(4 * sigma + 1)),
    symbols={"sigma": "positive"},
    instance={"sigma": F(2)},
    general="positive for every sigma > 0",
)


def grid(_: Context) -> Iterator[Case]:
    for d in (1, 2, 3, 10, 57):
        for sigma in (F(1, 1000), F(2), F(100)):
            yield {"d": d, "sigma": sigma}


def agrees(first: Callable[..., Any], second: Callable[..., Any]) -> Callable[..., bool]:
    """Whether two formulas of (sigma, d) agree to 60 digits, in ball arithmetic."""

    def holds(d: int, sigma: Fraction) -> bool:
        from flint import arb, ctx

        before, ctx.prec = ctx.prec, 400
        try:
            s = arb(sigma.numerator) / sigma.denominator
            return bool(abs(first(s, d) / second(s, d) - 1) < arb(10) ** -60)
        finally:
            ctx.prec = before

    return holds


def second_route(
    first: Callable[..., Any], second: Callable[..., Any], known: Callable[[], bool]
) -> Cases:
    """A closed form against a sum; the control takes the sum one dimension up."""

    def check(name: str, other: Callable[..., Any], controls: tuple[Control, ...]) -> Cases:
        return Cases(
            name=name,
            part="closed form",
            level=Level.CERTIFIED,
            cases=grid,
            holds=agrees(first, other),
            success="60 digits agree with the sum",
            controls=controls,
        )

    mutant = check("one dimension more", lambda s, d: second(s, d + 1), ())
    control = Control("one dimension more", mutant, Outcome.FAILS, known)
    return check("against the sum", second, (control,))


SUM = second_route(printed.prop_1, printed.gamma, lambda: smoothing.gamma(2, F(1)) != 1)


def at_zero(formula: Callable[..., Any]) -> Cases:
    """A closed form in the rationalised root at sigma = 0; the control is another smoothing."""

    def check(name: str, sigma: Fraction, complete: str, controls: tuple[Control, ...]) -> Cases:
        return Cases(
            name=name,
            part="sigma to 0",
            cases=lambda _: [{"sigma": sigma, "d": d} for d in (2, 3, 1)],
            holds=lambda sigma, d: formula(sigma, d) == 1,
            complete=complete,
            success="the form in the rationalised root is continuous there, with the value 1 of "
            "the defining sum",
            controls=controls,
        )

    mutant = check("sigma = 2", F(2), "", ())
    control = Control("sigma = 2", mutant, Outcome.FAILS, lambda: (1 + F(1, 9)) / 2 != 1)
    return check("the limit without smoothing", F(0), "the root is 0, and d cancels", (control,))


def rationalised(sigma: Any, d: int) -> Any:
    """Proposition 1 with omega written so that it has a value without smoothing."""
    return printed.prop_1_form(sigma, smoothing.root(sigma) ** d)


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
POSITIVE = "sigma > 0 (at sigma = 0 omega is 0/0; both sides are 1 there, in the limit)"

PROP_1 = Claim(
    id="lssgd/prop-1",
    where="§3, Prop 1",
    title="gamma in closed form",
    statement=r"$\gamma=\frac{1+\omega^d}{(1-\omega^d)\sqrt{4\sigma+1}}$, "
    r"$\omega=\frac{2\sigma+1-\sqrt{4\sigma+1}}{2\sigma}<1$.",
    units=UNITS,
    hypotheses=(POSITIVE,),
    checks=(OFF_DIAGONAL, DIAGONAL, ROOT, SUM, RATIONAL_ROOT, at_zero(rationalised)),
    note="Exact for every d, d = 1 included: nothing is approximated. The singularity at sigma = 0 "
    rf"is removable, {ROOT_STATEMENT}; a program that compares with DP-SGD divides 0 by 0 as "
    r"printed. Equivalently $\gamma=\tanh a\coth da$ with $\sinh a=1/(2\sqrt\sigma)$.",
)

# The limit --------------------------------------------------------------------------------------

EXCESS = Identity(
    name="excess over the limit",
    part="rate",
    lhs=lambda sigma, y: printed.prop_1_form(sigma, y) - printed.prop_1_form(sigma, 0 * y),
    rhs=lambda sigma, y: 2 * y / ((1 - y) * sqrt(4 * sigma + 1)),
    symbols={"sigma": "positive", "y": "fraction"},
    instance={"sigma": F(2), "y": F(1, 4)},
    general="y = omega^d: positive, and exponentially small in d",
)
LIMIT = Claim(
    id="lssgd/prop-1-limit",
    where="§3, Prop 1",
    title="gamma for large d",
    statement=r"That is, $\gamma$ converges to 0 almost exponentially as $d$ increases.",
    units=UNITS,
    checks=(
        Identity(
            name="the limit",
            part="limit",
            lhs=lambda sigma: printed.prop_1_form(sigma, 0 * sigma),
            rhs=lambda sigma: 0 * sigma,
            symbols={"sigma": "positive"},
            instance={"sigma": F(2)},
            consequence="omega^d goes to 0 and leaves 1/sqrt(4 sigma + 1) > 0, which Table 3 shows "
            "as equal rows.",
        ),
    ),
    repair=Repair(
        statement=r"$\gamma$ decreases to $1/\sqrt{4\sigma+1}$, and the difference is "
        r"$\frac{2\omega^d}{(1-\omega^d)\sqrt{4\sigma+1}}$: exponentially small in $d$. So "
        r"$\gamma>1/\sqrt{4\sigma+1}$ for every $d$.",
        changes=("the limit is 1/sqrt(4 sigma + 1) instead of 0",),
        checks=(
            EXCESS,
            Identity(
                name="the limit, repaired",
                part="limit",
                lhs=lambda sigma: printed.prop_1_form(sigma, 0 * sigma),
                rhs=lambda sigma: smoothing.gamma_limit(sigma),
                symbols={"sigma": "positive"},
                instance={"sigma": F(2)},
            ),
        ),
        consequence="a larger model gains nothing: for sigma = 1, 2, 3 gamma is 0.447, 0.333, "
        "0.277 in every dimension beyond 20, so that the square root of gamma in Theorem 2 is "
        "worth a factor 0.67, 0.58, 0.53 at best.",
    ),
)

# Remark 2 ---------------------------------------------------------------------------------------

MONOTONE = Claim(
    id="lssgd/remark-2-monotone",
    where="§3, Remark 2",
    title="gamma G^2 falls with the smoothing",
    statement=r"$\gamma G^2$ decreases monotonically in $\sigma$.",
    units=UNITS,
    checks=(
        Inequality(
            name="every term of the sum",
            lhs=lambda G, sigma, increase, m: G**2 / (1 + (sigma + increase) * m),
            rhs=lambda G, sigma, increase, m: G**2 / (1 + sigma * m),
            domain=Domain(
                {
                    "G": Range(0.01, 10, log=True, corners=(1, 2)),
                    "sigma": Range(0, 10, corners=(0, 1)),
                    "increase": Range(0, 10, corners=(0, 1)),
                    "m": Range(0, 4, corners=(0, 2, 4)),
                }
            ),
            proof=Decomposition(
                dict.fromkeys(("sigma", "increase", "m"), "nonnegative") | {"G": "positive"},
                "m = 2 - 2 cos(2 pi i/d) lies in [0, 4]; gamma G^2 is the mean of the terms over "
                "i, strictly decreasing for d >= 2 and constant for d = 1",
            ),
        ),
    ),
    note="It falls from 1 to 1/d, not to 0: the constant direction is never smoothed.",
)

CLAIMS = (PROP_1, LIMIT, MONOTONE)
