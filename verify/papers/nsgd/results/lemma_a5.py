r"""Appendix A, Lemma A.5, (20): how much a clipped step descends, for the worst law, and its proof.

The step's first term is a product of two gradients, as is :math:`\tau_0cs/(c(1-\tau_1)+2\tau_0)`;
:math:`\alpha s/(1-\tau_1)` is one gradient.

The lemma says nothing of :math:`\alpha`: "for some :math:`0<\alpha<1`" stands before (15), "for
any" in Lemma B.1, and the proofs use the :math:`\alpha_0` of (39). It is judged for any alpha, and
at :math:`\alpha_0` in a claim of its own. Among the laws on a line that were searched with the
instance's c, tau_0 and tau_1, for which :math:`\alpha_0=1/4`, none has an alpha below 0.592.
"""

from verify.language import Formula, claim, instance, largest, lemma, norm, put, says
from verify.methods.derive import Derive, add, chain, expect, monotone, multiply, shown, substitute
from verify.papers.nsgd.formulas import printed_a as p
from verify.papers.nsgd.lemmas.drift import AT_A_STEP, CLIPPED_DRIFT, chord, on_average
from verify.papers.nsgd.lemmas.drift import V as W
from verify.papers.nsgd.notation import V
from verify.papers.nsgd.settings import CLIPPING as CLIPPING_NORMS

# For a = <grad f, g>, y = |g|, the largest q = |g| and the border b.
LINE = lemma(
    "nsgd/line-below-a-clipped-step",
    W.c / largest(W.c, W.y) * (W.a - W.alpha * W.s**2)
    >= chord(W.a, W.b, W.q, (W.b - W.alpha * W.c / (1 - W.tau1)) * W.s),
    given=[
        W.s * (2 * W.s - W.q) <= W.a,
        W.a <= W.s * W.y,
        W.y <= W.q,
        W.b <= W.s,
        2 * W.b <= W.c,
        (W.q == 2 * W.s - (1 - W.tau1) * (W.s - W.b)),
    ],
)
KEPT = (p.BORDER - V.alpha * V.c / (1 - V.tau1)) * V.s


def unclipped(a: Formula) -> Formula:
    return a - V.alpha * V.s**2


# No deviation, at the border: the paper's c = 12.8, with tau_0 = c/2.
WITHOUT_NOISE = instance(
    "d=1 c=64/5 tau0=32/5 tau1=0/1 alpha=3/5 s=32/5 u=(1/1,) P=((1/1,(0/1,)),)"
)
FAR = says(p.CLIPPED >= p.B_LARGE, given=[p.UNIT, p.LARGE, p.THRESHOLD], at=WITHOUT_NOISE)
NEAR = says(
    p.CLIPPED >= p.B_SMALL,
    given=[p.UNIT, p.SMALL, p.THRESHOLD],
    by=Derive(
        *on_average(
            p.B_SMALL, unclipped, shown(unclipped(p.ALONG) <= p.CLIPPING * unclipped(p.ALONG))
        )
    ),
)
BELOW = substitute(LINE, AT_A_STEP | {"b": p.BORDER})
# The share alpha is lost of what a step keeps, and no more, up to half of 1 - tau_1.
REPAIRED = FAR.but(
    right=(1 - V.alpha) * p.BORDER * V.s,
    also=[V.alpha <= (1 - V.tau1) / 2],
    at=(),
    by=Derive(substitute(CLIPPED_DRIFT, {})),
)
FOR_EVERY_ALPHA = FAR.but(
    right=KEPT,
    at=(),
    by=Derive(*on_average(KEPT, lambda a: chord(a, p.BORDER, p.LONGEST, KEPT), BELOW)),
)
PRINTED_20 = (
    r"\eta\mathbb E_k[\langle\bar h_k\nabla f(x_k),g_k\rangle]"
    r"-\eta\alpha\mathbb E_k[\bar h_k]\|\nabla f(x_k)\|^2\ge\eta B(\|\nabla f(x_k)\|)"
)
READING = (
    r"Both sides are divided by $\eta$, and $B$ is written out, a part for each of its two cases"
)
LEMMA_A5 = (
    claim("nsgd/lemma-a5", "App A, Lemma A.5, (20)", r"Descent of a clipped step, for any $\alpha$")
    .says(
        {"large gradients": FAR, "small gradients": NEAR},
        repaired={"large gradients": REPAIRED},
        # For every alpha, with alpha c in its place and all of tau_0: negative from tau_0/c on.
        notes=(FOR_EVERY_ALPHA,),
        settings=CLIPPING_NORMS,
    )
    .quoting(PRINTED_20, part=("large gradients", "small gradients"), reading=READING)
    .quoting(r"c\ge2\tau_0/(1-\tau_1)", part="large gradients")
    .quoting(
        r"B(s)=(\frac{\tau_0c}{c(1-\tau_1)+2\tau_0}-\frac\alpha{1-\tau_1})s", part="large gradients"
    )
    .rejects("half the threshold", FOR_EVERY_ALPHA.but(given=[p.UNIT, p.LARGE, V.c >= p.BORDER]))
)

AT_39 = {"alpha": p.ALPHA_39}
LEFT = (1 - p.ALPHA_39) * p.BORDER * V.s
BY_LEMMA = substitute(CLIPPED_DRIFT, AT_39)
FAR_AT_39 = says(
    put(p.CLIPPED, AT_39) >= put(p.B_LARGE, AT_39),
    given=[p.UNIT, p.LARGE, p.THRESHOLD],
    by=Derive(shown(put(p.B_LARGE, AT_39) <= LEFT), BY_LEMMA),
)
NEAR_AT_39 = says(
    put(p.CLIPPED, AT_39) >= put(p.B_SMALL, AT_39),
    given=[p.UNIT, p.SMALL, p.THRESHOLD],
    by=Derive(substitute(NEAR, AT_39)),
)
# At s = c = tau_0 with the deviations tau_0 and -tau_0.
HALF_THRESHOLD = instance(
    "d=1 c=8/1 tau0=8/1 tau1=0/1 s=8/1 u=(1/1,) P=((1/2,(8/1,)),(1/2,(-8/1,)))"
)
QUARTERS = 3 * p.BORDER * V.s / 4
LEMMA_A5_AT_ALPHA_0 = (
    claim(
        "nsgd/lemma-a5-at-alpha-0",
        "App A, Lemma A.5 with (39)",
        r"Descent of a clipped step at $\alpha_0$",
    )
    .says(
        {"large gradients": FAR_AT_39, "small gradients": NEAR_AT_39},
        settings=CLIPPING_NORMS,
        # What is kept does not depend on c.
        notes=(FAR_AT_39.but(right=QUARTERS, by=Derive(shown(QUARTERS <= LEFT), BY_LEMMA)),),
    )
    .quoting(PRINTED_20, part=("large gradients", "small gradients"), reading=READING)
    .rejects(
        "half the threshold",
        part="large gradients",
        given=[p.UNIT, p.LARGE, V.c >= p.BORDER],
        at=HALF_THRESHOLD,
    )
)

# The proof.
STEP, SHARE = V.c * p.ALONG / (V.c + norm(p.GRADIENT)), V.alpha / norm(p.GRADIENT)
MEAN_STEP = p.mean(STEP) + -(V.s**2 * p.mean(SHARE))
FIRST = V.c * V.s**2 / (V.c + p.LONGEST)
SHORTEST = (1 - V.tau1) * V.s - V.tau0  # of g
# Two atoms, one of which nearly ends the gradient; the paper's c = 6.4.
NEARLY_NONE = instance(
    "d=1 c=32/5 tau0=2/1 tau1=0/1 alpha=1/2 s=21/10 u=(1/1,) P=((1/2,(2/1,)),(1/2,(-2/1,)))"
)
CASE = says(MEAN_STEP >= FIRST - p.LOST * V.s, given=[p.UNIT, p.LARGE, p.THRESHOLD], at=NEARLY_NONE)
SLOPE = V.c / (V.c + p.LONGEST)
AT_LEAST = chain(*on_average(FIRST, lambda a: SLOPE * a, shown(SLOPE * p.ALONG <= STEP)))
MOST = V.alpha / SHORTEST
LOST = multiply(expect(V.P, p.E, shown(MOST >= SHARE)), V.s**2)
BEYOND = CASE.but(
    right=FIRST + -(V.s**2 * MOST),
    given=[p.UNIT, V.s > p.BORDER, p.THRESHOLD],
    # As a sum: the derivation ends in the very formula of the statement.
    by=Derive(add(AT_LEAST, monotone("negative", LOST))),
)
CASE_1 = (
    claim("nsgd/lemma-a5-case-1", "App A, proof of Lemma A.5, case 1", "Case 1: a large gradient")
    .says(CASE, repaired=BEYOND, settings=CLIPPING_NORMS)
    .quoting(
        r"\mathbb E_k\left[\frac{\eta c\langle\nabla f(x_k),g_k\rangle}{c+\|g_k\|}\right]"
        r"-\mathbb E_k\left[\frac{\alpha\eta}{\|g_k\|}\|\nabla f(x_k)\|^2\right]"
        r"\ge\frac{\eta c\|\nabla f(x_k)\|^2}{c+\tau_0+(1+\tau_1)\|\nabla f(x_k)\|}"
        r"-\frac{\alpha}{1-\tau_1}\eta\|\nabla f(x_k)\|",
        reading=r"Both sides are divided by $\eta$",
    )
    .rejects("twice the first term", BEYOND.but(right=2 * FIRST - MOST * V.s**2))
)

INSIDE = [p.SMALL, p.THRESHOLD]
CASE_2 = (
    claim(
        "nsgd/lemma-a5-case-2",
        "App A, proof of Lemma A.5, case 2",
        "Case 2: no gradient is clipped",
    )
    .says(
        {
            "threshold": says(p.BORDER <= (V.c - V.tau0) / (1 + V.tau1), given=[p.THRESHOLD]),
            "length": says(norm(p.GRADIENT) <= V.c, given=[p.UNIT, *INSIDE, norm(p.E) <= p.RADIUS]),
            "factor": says(p.CLIPPING == 1, given=[p.UNIT, *INSIDE, norm(p.E) <= p.RADIUS]),
        },
        settings=CLIPPING_NORMS,
    )
    .quoting(r"\|\nabla f(x_k)\|<\tau_0/(1-\tau_1)\le(c-\tau_0)/(1+\tau_1)", part="length")
    .quoting(
        r"\|g_k\|\le\tau_0+(1+\tau_1)\|\nabla f(x_k)\|\le c",
        part="length",
        letters={r"\|g_k\|": norm(p.GRADIENT)},
    )
    .quoting(r"\bar h=1", part="factor", reading="the factor is written out as c/max(c, |g|)")
    .rejects(
        "half the threshold",
        part="length",
        given=[p.UNIT, p.SMALL, V.c >= p.BORDER, norm(p.E) <= p.RADIUS],
    )
)
