"""Section 5, (35)-(36): the likelihood problem, its gradient, and how far one record moves it."""

from typing import Any

from dptheory.numbers import exp
from verify.language import Formula, claim, dot, instance, lemma, number, says, tends
from verify.language.symbols import nonnegative, positive, real
from verify.methods.derive import Derive, add, chain, given, multiply, shown, substitute, sum_over
from verify.papers.accelerated.lemmas import logistic
from verify.papers.accelerated.lemmas.logistic import DISTANCE, FAR, MARGIN, MARGIN_2, RADII, slope
from verify.papers.accelerated.notation import i
from verify.papers.accelerated.settings import LOGISTIC
from verify.papers.enclosures import computed

V = logistic.V.extended(
    h=real("h", unit="length", search=(-1, 1)),
    away=nonnegative("k", unit="length", search=(0, 2)),
    k=positive("k", unit="length", search=(0.01, 2)),
    depth=nonnegative("M", unit="1", search=(0, 10)),
)
STEP = V.x - V.y


def falls(sign: int) -> Formula:
    """-<grad f(x) - grad f(y), x - y> of a record's f = ln p + sign lambda |x|^2."""
    weights = [1 / (1 + (V.z * dot(V.u, point)).exp()) for point in (V.x, V.y)]
    record = V.z * dot(V.u, STEP) * (weights[1] - weights[0])
    penalty = 2 * V.lam * dot(STEP, STEP)
    return record - penalty if sign > 0 else record + penalty


# mu = 2 lambda: what is maximised is mu-strongly concave, every record's f, hence their mean.
CONCAVE = says(2 * V.lam * dot(STEP, STEP) <= falls(1))
MAXIMISER = (
    claim("accelerated/eq-35", "§5, (35)", "Regularised maximum likelihood")
    .says(CONCAVE, settings=(LOGISTIC,))
    .quoting(
        r"x^*=\arg\max_{x\in\mathbb R^d}\frac1n\sum_{i=1}^nf(x;u_i,z_i)",
        reading="that what is maximised is strongly concave, record by record",
    )
    .quoting(
        r"f(x;u_i,z_i)=\ln p(z_i|u_i,x)+\lambda\|x\|^2",
        reading="by the difference of its gradients at two points",
    )
    .quoting(r"\mu=2\times\lambda", reading="the constant of strong concavity on the left side")
    .repaired(right=falls(-1))
)


def printed(z: Formula, p: Formula, top: Formula, bottom: Formula) -> Formula:
    """z u e^top/(1 + e^bottom), a coordinate."""
    return z * p * top.exp() / (1 + bottom.exp())


def likelihood(z: int) -> Formula:
    """p(z|u, x)."""
    return number(1) / (1 + (number(-z) * V.s).exp())


def log_likelihood(s: Formula) -> Formula:
    """ln p(z|u, x) at u'x = s."""
    return -(1 + (-V.z * s).exp()).log()


RECORD_1 = says(printed(V.z, V.p, V.z * V.s, V.z * V.s) == slope(V.z, V.p, V.s))
# The exponent of the second record's numerator has the first one's label.
RECORD_2 = says(printed(V.z2, V.p2, V.z * V.s2, V.z2 * V.s2) == slope(V.z2, V.p2, V.s2))
LABELS = says(likelihood(0) + likelihood(1) == 1)
GRADIENT = (
    claim("accelerated/eq-36-gradient", "§5, (36)", "Gradient of the log-likelihood")
    .says(
        {"first record": RECORD_1, "second record": RECORD_2, "labels 0 and 1": LABELS},
        notes=(
            # The right sides are the gradient: one coordinate of x moves by h.
            tends(
                (log_likelihood(V.s + V.h * V.p) - log_likelihood(V.s)) / V.h,
                V.h,
                0,
                slope(V.z, V.p, V.s),
            ),
        ),
    )
    .quoting(
        r"p(z_i|u_i,x)=\left[1+e^{-z_iu_i^\top x}\right]^{-1}",
        part="labels 0 and 1",
        reading="that the probabilities of the labels printed after (36) add up to 1",
    )
    .repaired(part="first record", left=printed(V.z, V.p, -V.z * V.s, -V.z * V.s))
    .repaired(
        part="second record", left=printed(V.z2, V.p2, -V.z2 * V.s2, -V.z2 * V.s2), forall="z"
    )
    .repaired(part="labels 0 and 1", left=likelihood(-1) + likelihood(1))
)

BOUND = says(DISTANCE <= logistic.size(V.u) + logistic.size(V.u2), by=Derive(logistic.COORDINATES))
DIFFERENCE = (
    claim("accelerated/eq-36-bound", "§5, (36)", "Difference of two gradients")
    .says(BOUND.but(at=FAR))
    .quoting(
        r"\|\nabla f-\nabla f'\|_1=\left\|\frac{zue^{zu^\top x}}{1+e^{zu^"
        r"\top x}}-\frac{z'u'e^{zu'^\top x}}{1+e^{z'u'^\top x}}\right\|_1"
        r"\le\dots\le\|u\|_1+\|u'\|_1",
        reading=(
            "the norms are written out; the gradients are those of the log-likeliho"
            r"od, with the right exponents $-zu^\top x$"
        ),
    )
)

# Before (36) -------------------------------------------------------------------------------------
DEEP = (-V.depth <= V.z * MARGIN, -V.depth <= V.z2 * MARGIN_2)
WEIGHT = 1 / (1 + (-V.depth).exp())
TRIANGLE = lemma("accelerated/triangle", abs(V.p - V.p2) <= abs(V.p) + abs(V.p2))
SLOPE = abs(slope(V.z, V.p, V.s))
OWN = 1 / (1 + (V.z * V.s).exp())
WITHIN = lemma(
    "accelerated/one-record-within",
    SLOPE <= abs(V.p) * WEIGHT,
    given=[-V.depth <= V.z * V.s],
    by=Derive(shown(SLOPE <= abs(V.p) * OWN), multiply(shown(OWN <= WEIGHT), abs(V.p))),
)
SLOPES = {"p": slope(V.z, V.u[i], MARGIN), "p2": slope(V.z2, V.u2[i], MARGIN_2)}
EACH = tuple(
    substitute(WITHIN, {"z": z, "p": u[i], "s": margin})
    for z, u, margin in ((V.z, V.u, MARGIN), (V.z2, V.u2, MARGIN_2))
)
# All records whose z u'x is at least -M; all of them at x = 0, where M = 0.
INSIDE = says(
    DISTANCE <= 2 * V.R * WEIGHT,
    given=(*RADII, *DEEP),
    at=FAR | instance("depth=20"),
    by=Derive(
        sum_over(i, 1, V.d, chain(substitute(TRIANGLE, SLOPES), add(*EACH))),
        multiply(add(*map(given, RADII)), WEIGHT),
    ),
)


def sensitivity(R: Any, k: Any) -> Any:
    r"""The sensitivity at $x=-k(e_1+e_2)$ over the L1 ball of radius R: $\frac{2R}{1+e^{-Rk}}$."""
    return 2 * R / (1 + exp(-R * k))


S_1 = computed("S at x = -k(1, 1)", sensitivity, V.R, V.away)


def apart(first: tuple[Any, Any], second: tuple[Any, Any], x: tuple[Any, Any]) -> Formula:
    """The distance of two records' gradients in R^2, both labels being 1."""
    weights = [1 / (1 + (u[0] * x[0] + u[1] * x[1]).exp()) for u in (first, second)]
    one, other = (abs(p * weights[0] - q * weights[1]) for p, q in zip(first, second, strict=True))
    distance: Formula = one + other
    return distance


APART = apart((V.R, 0), (0, V.R), (-V.k, -V.k))
SENSITIVITY = (
    claim(
        "accelerated/eq-36-sensitivity", "§5, before (36)", "Sensitivity of the logistic gradient"
    )
    .says(
        says(S_1 == 2 * V.R),
        instead=INSIDE,
        settings=(LOGISTIC,),
        notes=(
            # Both labels of the same covariates, a coordinate: R apart at every x.
            says(V.p / (1 + V.s.exp()) + V.p / (1 + (-V.s).exp()) == V.p),
            # u = R e_1 and u' = R e_2 at x = -k (e_1 + e_2) attain INSIDE with M = R k; 2 R far
            # out.
            says(APART == 2 * V.R / (1 + (-V.R * V.k).exp())),
            tends(APART, V.k, "oo", 2 * V.R),
        ),
    )
    .quoting(
        r"S_1(x)=2\sup_{u\in\mathcal U}\|u\|_1",
        letters={"S_1(x)": S_1, r"\sup_{u\in\mathcal U}\|u\|_1": V.R},
    )
)
