r"""gamma and beta in closed form, by the inverse of :math:`A_\sigma`.

With :math:`\sigma=\alpha/(1-\alpha)^2`, for which omega is alpha, the inverse has the entries
:math:`c_m=(\alpha^m+\alpha^{d-m})/(1-\alpha^d)\cdot(1-\alpha)/(1+\alpha)` at distance m, and the
inverse of an eigenvalue is their transform: times the eigenvalue, the terms
:math:`c_m\cos(2\pi im/d)` telescope. Summed over the eigenvalues, all roots of unity but the last
cancel, and d times :math:`c_d` is left. The mean of the squares is
:math:`\gamma+\sigma\,\partial\gamma/\partial\sigma`.
"""

from verify.language import Formula, between, index, lemma, number, says, total
from verify.methods.derivation.circle import broken_turns, whole_turns
from verify.methods.derivation.slopes import differentiate
from verify.methods.derivation.sums import exchange, sum_over, summands_apart, telescope
from verify.methods.derive import Derive, add, multiply, shown, substitute, turned_round
from verify.papers.lssgd.formulas import smoothing
from verify.papers.lssgd.formulas.smoothing import OMEGA, ROOT, XI, angle, eigenvalue
from verify.papers.lssgd.notation import i

V = smoothing.V.extended(
    d=smoothing.V.d.within(search=(1, 6)),
    alpha=between(0, 1, r"\alpha", unit="1", ends="()", search=(0.01, 0.9)),
)
m = index("m")
SIGMA = V.alpha / (1 - V.alpha) ** 2


def prop_1(whole: Formula) -> Formula:
    """Proposition 1's form, which is c_0, from omega^d."""
    return (1 + whole) / ((1 - whole) * ROOT)


def prop_2(whole: Formula) -> Formula:
    """Proposition 2's form, from omega^d."""
    top = 2 * whole**2 * OMEGA - XI * whole**2 + 2 * XI * V.d * whole - 2 * OMEGA + XI
    return top / (V.sigma**2 * XI**3 * (1 - whole) ** 2)


def entry(distance: Formula) -> Formula:
    """c_m."""
    power, whole = V.alpha**distance, V.alpha**V.d
    return (power + whole / power) / (1 - whole) * ((1 - V.alpha) / (1 + V.alpha))


def wave(at: Formula, distance: Formula) -> Formula:
    """cos(2 pi i m/d)."""
    turned: Formula = angle(at * distance)
    return turned.cos()


# One eigenvalue ---------------------------------------------------------------------------------
HERE = eigenvalue(V.i, SIGMA)
TERM = entry(m) * wave(V.i, m)
POTENTIAL = SIGMA * (entry(m - 1) * wave(V.i, m) - entry(m) * wave(V.i, m - 1))
AFTER = SIGMA * (entry(m) * wave(V.i, m + 1) - entry(m + 1) * wave(V.i, m))
TRANSFORM = lemma(
    "lssgd/transform-of-the-inverse",
    total(m, 1, V.d, HERE * TERM) == 1,
    by=Derive(telescope(m, 1, V.d, POTENTIAL, shown(HERE * TERM == POTENTIAL - AFTER))),
)
ONE_INVERSE = says(
    1 / HERE == total(m, 1, V.d, TERM),
    by=Derive(multiply(turned_round(substitute(TRANSFORM, {})), 1 / HERE)),
)

# All of them ------------------------------------------------------------------------------------
EACH = entry(m) * wave(i, m)
ENTRY = lemma(
    "lssgd/sum-of-inverses",
    total(i, 1, V.d, 1 / eigenvalue(i, SIGMA)) == V.d * entry(V.d),
    by=Derive(
        sum_over(i, 1, V.d, substitute(ONE_INVERSE, {"i": i})),
        exchange((i, 1, V.d), (m, 1, V.d), EACH),
        add(
            sum_over(m, 1, V.d - 1, multiply(broken_turns(i, 1, V.d, m), entry(m))),
            multiply(whole_turns(i, 1, V.d, V.d, quotient=1), entry(V.d)),
        ),
    ),
)

# gamma and beta ---------------------------------------------------------------------------------
SMOOTHING = [V.sigma > 0]
CLOSED = prop_1(OMEGA**V.d)
GAMMA = smoothing.gamma()
GAMMA_FORM = lemma(
    "lssgd/gamma-closed-form",
    GAMMA == CLOSED,
    given=SMOOTHING,
    by=Derive(multiply(substitute(ENTRY, {"alpha": OMEGA}), number(1) / V.d)),
)
SLOPE = -(2 - 2 * angle(i).cos()) / eigenvalue() ** 2
BY_SLOPE = V.sigma * SLOPE
BETA_FORM = lemma(
    "lssgd/beta-closed-form",
    smoothing.beta() == prop_2(OMEGA**V.d),
    given=SMOOTHING,
    by=Derive(
        multiply(summands_apart(i, 1, V.d, 1 / eigenvalue(), BY_SLOPE), number(1) / V.d),
        add(
            substitute(GAMMA_FORM, {}),
            multiply(differentiate(V.sigma, substitute(GAMMA_FORM, {})), V.sigma),
        ),
    ),
)
