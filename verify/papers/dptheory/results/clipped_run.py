r"""A step and a run of DP-SGD with the sharper second order.

:mod:`dptheory.bounds.clipped`. ``nsgd/eq-19`` bounds the mean rise of f in a step by
:math:`-\eta D+\frac{L_0+L_1s}2\eta^2(dc^2\sigma^2+E|M|^2)` with :math:`D=E\langle\nabla f,\bar
hg\rangle` and M the mean over a batch, :math:`E|M|^2=(1-q)|E\,\bar hg|^2+qE|\bar hg|^2`
(``nsgd/remark-a1``). What is known of these: ``dptheory/clipped-mean`` and the descent
(``nsgd/clipped-descent-far``, ``nsgd/clipped-descent-near``).
"""

from dptheory.bounds.clipped import Clipping
from dptheory.bounds.nonconvex import Nonconvex, descents
from verify.language import Draft, Formula, between, claim, least, lemma, nonnegative, real, says
from verify.methods.derive import Derive, add, chain, given, multiply, shown, substitute
from verify.papers.dptheory.results.drawn_iterate import SQUARE
from verify.papers.dptheory.results.drawn_iterate import V as RUNS
from verify.papers.nsgd.formulas.printed_a import BORDER, LARGE, SMALL, THRESHOLD

V = RUNS.extended(
    share=between(0, 1, "q", unit="1", ends="[]"),
    # 1/lambda and V of the library.
    kept=between(0, 1, r"\lambda^{-1}", unit="1", ends="(]"),
    spread=nonnegative("V", unit=SQUARE, search=(0, 10)),
    rise=real(r"(\mathbb{E}_kf(x_{k+1})-f(x_k))", unit="loss", search=(-10, 10)),
    D=nonnegative("D", unit=SQUARE, search=(0, 10)),
    of_mean=nonnegative(r"\Vert\mathbb{E}\bar hg\Vert^2", unit=SQUARE, search=(0, 10)),
    of_record=nonnegative(r"\mathbb{E}\Vert\bar hg\Vert^2", unit=SQUARE, search=(0, 10)),
)
CURVATURE = V.L0 + V.L1 * V.s
NOISE = V.d * V.c**2 * V.noise**2
BATCH = (1 - V.share) * V.of_mean + V.share * V.of_record
DESCENT = V.s * least(V.s, V.c / 2)

KEPT = 1 - (1 + V.share) * V.rate * (V.L0 + V.c * V.L1) / 2
DEFINED = [(V.kept == KEPT), (V.spread == NOISE + V.share * BORDER**2)]
FLOOR = V.rate * V.L1 * V.spread / (2 * V.kept)
SECOND = V.rate**2 * V.L0 * V.spread / 2
KAPPA = (V.Df / (V.rate * V.T) + V.rate * V.L0 * V.spread / 2) / V.kept

LARGE_GRADIENT = [
    LARGE,
    V.of_mean <= V.D,
    V.s * V.of_mean <= V.c * V.D,
    V.of_record <= 2 * V.D,
    V.of_record <= V.c**2,
    V.D >= DESCENT,
]
SMALL_GRADIENT = [
    SMALL,
    THRESHOLD,
    (V.D == V.s**2),
    (V.of_mean == V.D),
    V.of_record <= V.D + BORDER**2,
]
OF_BATCHES = (1 + V.share) * (V.L0 + V.c * V.L1) * V.D + CURVATURE * V.share * BORDER**2
AT_MOST = -(V.rate * V.D) + CURVATURE / 2 * V.rate**2 * (NOISE + BATCH)
STEP = V.rise <= AT_MOST
SPENT = -(V.rate * V.kept * V.D) + CURVATURE / 2 * V.rate**2 * V.spread
FALLEN = -(V.rate * V.kept * (DESCENT - V.s * FLOOR)) + SECOND
WORTH = lemma("dptheory/clipped-step-worth", SPENT <= FALLEN, given=[V.D >= DESCENT])


def step(known: list[Formula], name: str) -> Draft:
    """What f falls by in a step from a gradient of which this is known."""
    of_batches = says(CURVATURE * BATCH <= OF_BATCHES, given=known)
    second = lemma(f"dptheory/clipped-second-order-{name}", of_batches)
    first, half = -(V.rate * V.D) + CURVATURE / 2 * V.rate**2 * NOISE, V.rate**2 / 2
    return says(
        V.rise <= FALLEN,
        given=[STEP, *DEFINED, *known],
        by=Derive(
            chain(
                given(STEP),
                add(shown(first == first), multiply(substitute(second, {}), half)),
                substitute(WORTH, {}),
            )
        ),
    )


RANGE = [THRESHOLD, *DEFINED, V.c > 2 * FLOOR]


def of_library(entry: str) -> Formula:
    """An entry of what the library says that the steps are worth."""
    found: Formula = V.of(
        lambda Df, L0, L1, tau0, tau1, c, rate, noise, d, T, share: getattr(
            descents(Nonconvex(Df, L0, L1, tau0, tau1), Clipping(c), rate, noise, d, T, share),
            entry,
        )
    )
    return found


RUN = claim(
    "dptheory/clipped-run",
    "docs/normalised.md",
    "DP-SGD with clipping: a step and a run with the sharper second order",
).says(
    {
        "a step at large gradients": step(LARGE_GRADIENT, "large"),
        "a step at small gradients": step(SMALL_GRADIENT, "small"),
        "the sum over a run": says((V.Df + V.T * SECOND) / (V.T * (V.rate * V.kept)) == KAPPA),
        "the library's constant": says(of_library("gradient_budget") == KAPPA, given=RANGE),
        "the library's floor": says(of_library("floor") == FLOOR, given=RANGE),
    }
)
