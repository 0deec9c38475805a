r"""Appendix B, the proof of Proposition 2: a clipped coordinate, bias, the continuous mapping."""

from fractions import Fraction as F

from verify.language import Draft, claim, instance, says, symbols
from verify.language.formulas import Formula, external, number, put, total
from verify.methods.derivation.links import Link
from verify.methods.derive import Derive, chain, multiply, shown, substitute, sum_over
from verify.papers.adambc import notation
from verify.papers.adambc.lemmas.error_left import no_root
from verify.papers.adambc.lemmas.moving_averages import averaged
from verify.papers.adambc.notation import i
from verify.papers.adambc.settings import SECTION_4

V = notation.V.extended(
    N=symbols.natural("N", search=(1, 12)),
    u=symbols.between(-1, 1, "u", unit="1"),
    shares=symbols.sequence("N", "u", unit="1", entry=symbols.Real(F(-1), F(1))),
    eps=symbols.positive(r"\epsilon", unit="1/gradient", search=(0.1, 10)),
    x=symbols.nonnegative("x", unit=notation.SQUARE, search=(0, 4)),
)

# The variance of a clipped coordinate ------------------------------------------------------------
VALUE = V.C * V.shares[i]
MEAN_SQUARE = total(i, 1, V.N, VALUE**2) / V.N
MEAN = total(i, 1, V.N, VALUE) / V.N
CLIPPED_SQUARE = says((V.C * V.u) ** 2 <= V.C**2)


def all_squares(factor: Formula) -> tuple[Link, Link]:
    """The sum of the squares, times a factor, is at most N C^2 times it."""
    each = sum_over(i, 1, V.N, substitute(CLIPPED_SQUARE, {"u": V.shares[i]}))
    most = total(i, 1, V.N, V.C**2)
    return multiply(each, factor), shown(factor * most == factor * V.N * V.C**2)


def spread_below(right: Formula) -> Draft:
    """A bound of the variance of values in [-C, C]."""
    centring = substitute(says(V.S - V.m**2 <= V.S), {"S": MEAN_SQUARE, "m": MEAN})
    below = 1 / V.N * V.N * V.C**2
    steps = chain(centring, *all_squares(1 / V.N), shown(below <= right))
    return says(MEAN_SQUARE - MEAN**2 <= right, by=Derive(steps))


# A batch that takes each of N records with probability B/N (Algorithm 1), divided by B.
SHARE = V.B / V.N * (1 - V.B / V.N) / V.B**2

BOUND_CLAIM = (
    claim("adambc/prop-2-variance-bound", "App B", "variance of a clipped coordinate")
    .says(
        spread_below(4 * V.C**2),
        settings=SECTION_4,
        notes=(
            # Values at C and -C attain C^2.
            spread_below(V.C**2),
            says(
                SHARE * total(i, 1, V.N, VALUE**2) <= V.C**2 / V.B,
                given=[V.B <= V.N],
                by=Derive(*all_squares(SHARE), shown(SHARE * V.N * V.C**2 <= V.C**2 / V.B)),
            ),
        ),
    )
    .rejects("half the square", right=V.C**2 / 2)
)

# Bias --------------------------------------------------------------------------------------------
PRIVATE = averaged(V.beta2, V.q + V.Phi)
BIAS = (
    claim("adambc/prop-2-bias", "App B", "bias of the second moment")
    .says({"private": says(PRIVATE - V.q == V.Phi), "corrected": says(PRIVATE - V.Phi == V.q)})
    .rejects(
        "corrected before the division", part="corrected", left=PRIVATE - V.Phi / (1 - V.beta2**V.t)
    )
)

# The continuous mapping --------------------------------------------------------------------------
NO_ROOT = external(r"P[\hat{v}_t^{corr}\le0\mid\bar{g}_1=\dots=\bar{g}_t=0]", no_root, V.beta2, V.t)
# The modulus of continuity of f(x) = 1/sqrt(x) at E[g^2].
CHANGE = abs(1 / V.x.sqrt() - 1 / V.q.sqrt())
CONTINUOUS = says(CHANGE <= abs(V.x - V.q) / (V.q * V.x.sqrt()), given=[V.x > 0, V.q > 0])
# A dead coordinate, the end of the printed range x >= 0: no estimate is close to f(0).
DEAD = says(put(CHANGE, {"q": number(0)}) <= V.eps, given=[V.x > 0])
MAPPING = (
    claim("adambc/prop-2-continuous-mapping", "App B", "the continuous mapping theorem")
    .says(
        {"at a positive mean square": CONTINUOUS, "at E[g²] = 0": DEAD},
        # Without any gradient there is no such root half of the time, at every step.
        notes=(says(NO_ROOT >= F(1, 2), at=instance("beta2=999/1000 t=10000")),),
    )
    .quoting(r"f(x)=1/\sqrt x,\ x\ge0", part="at E[g²] = 0")
    .rejects(
        "a modulus that is the same everywhere",
        part="at a positive mean square",
        right=abs(V.x - V.q) / (2 * V.x * V.x.sqrt()),
    )
)
