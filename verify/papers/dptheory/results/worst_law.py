r"""The worst law of a deviation: two atoms suffice, and the library's value, law and certificate.

:math:`g=su+e`, :math:`x=\langle u,g\rangle`, :math:`y=|g|`. docs/worst_law.md has the proof; the
certificates are at :math:`\tau_0=1` (units are free), with c and r of the experiments of Yang and
others (2022), section 4.
"""

from fractions import Fraction
from functools import lru_cache
from typing import Any

from dptheory.distributions.worst_law import Clip, Normalise, worst_descent
from dptheory.distributions.worst_law.exact import Certified, certify
from dptheory.distributions.worst_law.problem import drift
from verify.language import between, certified, claim, nonnegative, real, says
from verify.language.formulas import Formula, dot, expectation, external, norm, put
from verify.methods.derive import Derive, add, chain, expect, having, shown, substitute, words
from verify.papers.dptheory.formulas.deviation import WHERE
from verify.papers.nsgd.formulas.printed_a import FULL, UNIT, E
from verify.papers.nsgd.formulas.printed_a import GRADIENT as G
from verify.papers.nsgd.notation import GRADIENT
from verify.papers.nsgd.notation import V as SYMBOLS

V = SYMBOLS.extended(
    d=SYMBOLS.d.within(search=(1, 3)),
    alpha=between(0, 1, r"\alpha", unit="1", ends="[)"),
    x=real("x", unit=GRADIENT, search=(-10, 10)),
    left=real("x_1", unit=GRADIENT, search=(-10, 10)),
    right=real("x_2", unit=GRADIENT, search=(-10, 10)),
    h=nonnegative("h", unit="1/gradient"),
    slope=real(r"\lambda", unit="1"),
    level=real("v", unit=GRADIENT),
)


def gap(x: Formula) -> Formula:
    """A step's gain less a line, at a given length of g."""
    return V.h * (V.s * x - V.alpha * V.s**2) - V.level - V.slope * (x - V.s)


def gain(factor: Formula) -> Formula:
    """<h grad f, g> - alpha h |grad f|^2."""
    return factor * (dot(FULL, G) - V.alpha * V.s**2)


@lru_cache(maxsize=4096)
def certificate(rule: Clip | Normalise, s: Any, tau0: Any, tau1: Any, alpha: Any) -> Certified:
    """The library's certificate."""
    return certify(drift(rule, s, tau0, tau1, alpha))


def normalised(r: Any, *values: Any) -> Fraction:
    """The certified lower bound of the mean descent of a normalised step, over all laws."""
    return certificate(Normalise(r), *values).lower


def normalised_slope(r: Any, *values: Any) -> Fraction:
    """The slope of its line."""
    return certificate(Normalise(r), *values).slope


def clipped(c: Any, *values: Any) -> Fraction:
    """The certified lower bound of the mean descent of a clipped step, over all laws."""
    return certificate(Clip(c), *values).lower


def clipped_slope(c: Any, *values: Any) -> Fraction:
    """The slope of its line."""
    return certificate(Clip(c), *values).slope


def first_place(length: Any, s: Any, tau0: Any, tau1: Any) -> Any:
    """The least x of a g of this length in the half disc."""
    if s == 0:
        return -length
    return max(-length, (length**2 + s**2 - (tau0 + tau1 * s) ** 2) / (2 * s))


PARAMETERS = (V.s, V.tau0, V.tau1, V.alpha)
NORMALISED = external("least descent, normalised", normalised, V.r, *PARAMETERS)
CLIPPED = external("least descent, clipped", clipped, V.c, *PARAMETERS)
NORMALISING_FACTOR = 1 / (V.r + norm(G))
CLIPPING_FACTOR = 2 * V.c / (V.c + norm(G) + abs(V.c - norm(G)))  # min(1, c/|g|)
NORMALISING, CLIPPING = (
    expectation(V.P, E, gain(factor)) for factor in (NORMALISING_FACTOR, CLIPPING_FACTOR)
)
ENDS = says(
    gap(V.x) >= 0, given=[V.left <= V.x, V.x <= V.right, gap(V.left) >= 0, gap(V.right) >= 0]
)
ALONG, FIRST = dot(V.u, G), external("x_1", first_place, norm(G), V.s, V.tau0, V.tau1)
EDGES = (
    "docs/worst_law.md, Theorem 2: on the edges of the half disc the gap is a polynomial in the "
    "length of g, whose Bernstein coefficients the certificate shows to be nonnegative."
)


def above_a_line(factor: Formula, least: Formula, slope: Formula) -> Derive:
    """That no law is worse, from a line below the gain at the two ends of every length."""
    values = {"x": ALONG, "left": FIRST, "right": norm(G)}
    values |= {"h": factor, "slope": slope, "level": least}
    line = least + slope * dot(V.u, E)
    facts = [
        words("|e| is at most its bound.", FIRST <= ALONG),
        shown(ALONG <= norm(G)),
        *(words(EDGES, put(gap(V.x), values | {"x": end}) >= 0) for end in (FIRST, norm(G))),
    ]
    return Derive(
        shown(least == expectation(V.P, E, line)),
        expect(
            V.P,
            E,
            chain(
                add(having(facts, substitute(ENDS, values)), shown(line == line)),
                shown(put(gap(V.x), values) + line == gain(factor)),
            ),
        ),
    )


NO_WORSE = {
    "normalising: no law is worse": says(
        NORMALISING >= NORMALISED,
        given=[UNIT],
        by=above_a_line(
            NORMALISING_FACTOR, NORMALISED, external(r"\lambda", normalised_slope, V.r, *PARAMETERS)
        ),
    ),
    "clipping: no law is worse": says(
        CLIPPING >= CLIPPED,
        given=[UNIT],
        by=above_a_line(
            CLIPPING_FACTOR, CLIPPED, external(r"\lambda", clipped_slope, V.c, *PARAMETERS)
        ),
    ),
}
TWO_POINTS = claim(
    "dptheory/worst-law-two-points", WHERE, "The worst law of a deviation has two points"
).says(
    {
        "the length of e in x and y": says(
            norm(V.g - FULL) ** 2 == norm(V.g) ** 2 - 2 * V.s * dot(V.u, V.g) + V.s**2, given=[UNIT]
        ),
        "at a given length the ends of x suffice": ENDS,
        **NO_WORSE,
    }
)


def at(rule: Clip | Normalise, s: str, tau1: str = "0", alpha: str = "0") -> Any:
    """A certificate at tau_0 = 1."""
    values = Fraction(s), Fraction(1), Fraction(tau1), Fraction(alpha)
    return worst_descent(rule, *values).certificate


def clip_small() -> Any:
    """c = 0.1, far below tau_0."""
    return at(Clip(Fraction(1, 10)), "1/2")


def clip_between() -> Any:
    """c = 1.6, between tau_0 and twice that."""
    return at(Clip(Fraction(8, 5)), "9/10")


def clip_large_gradient() -> Any:
    """A gradient of ten deviations: the worst one is across."""
    return at(Clip(Fraction(2, 5)), "10")


def normalise_small() -> Any:
    """r = 0.01, below tau_0."""
    return at(Normalise(Fraction(1, 100)), "1/2", "1/4", "1/20")


def normalise_unit() -> Any:
    """r = 1."""
    return at(Normalise(Fraction(1)), "1/10")


def normalise_large_gradient() -> Any:
    """A gradient of ten deviations."""
    return at(Normalise(Fraction(1, 10)), "10", "0", "1/5")


TOO_MUCH = Fraction(-16, 10**4)  # more than the least descent at r = 1


def too_much() -> Any:
    """A lower bound above the value of the law of the certificate."""
    document = normalise_unit()
    return {**document, "statement": {**document["statement"], "lower": str(TOO_MUCH)}}


def of_its_law(r: Any) -> Fraction:
    """The value of that law, from its atoms."""
    problem = drift(Normalise(r), Fraction(1, 10), Fraction(1))
    atoms = certify(problem).atoms
    return Fraction(sum(a.weight * problem.value(a.x, a.y) for a in atoms))


CERTIFICATES = (
    claim("dptheory/worst-law-certificates", WHERE, "Certificates of the worst law")
    .says(
        {
            "clipping, c below tau_0": certified(clip_small, says="clip"),
            "clipping, c above tau_0": certified(clip_between, says="clip"),
            "clipping, a large gradient": certified(clip_large_gradient, says="clip"),
            "normalising, r below tau_0": certified(normalise_small, says="normalise"),
            "normalising, r as tau_0": certified(normalise_unit, says="normalise"),
            "normalising, a large gradient": certified(normalise_large_gradient, says="normalise"),
        }
    )
    .rejects(
        "a larger value",
        certified(too_much, says="normalise"),
        route=says(external("mean for its law", of_its_law, 1) < TOO_MUCH),
    )
)
