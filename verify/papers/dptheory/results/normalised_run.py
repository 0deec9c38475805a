r"""A step and a run of DP-NSGD with the sharper second order.

:mod:`dptheory.bounds.normalised`: :math:`|g|^2\le2\langle\nabla f,g\rangle+(b^2-s^2)_+` and
:math:`h\le1/r` bound the mean square of the records' parts, and with it that of a batch of any size
(``nsgd/eq-14``), by a share of the descent :math:`D=E\langle\nabla f,hg\rangle` and a constant. The
part of ``nsgd/eq-12`` with :math:`L_1` keeps :math:`|hg|\le1`.
"""

from dptheory.bounds.nonconvex import Nonconvex
from dptheory.bounds.normalised import descents
from verify.language import Formula, between, claim, least, lemma, nonnegative, norm, real, says
from verify.methods.derive import Derive, chain, expect, given, substitute
from verify.papers.dptheory.results.drawn_iterate import V as RUNS
from verify.papers.nsgd.formulas.printed_a import ALONG, BORDER, NORMALISING, UNIT, E, mean
from verify.papers.nsgd.formulas.printed_a import GRADIENT as G

V = RUNS.extended(
    d=RUNS.d.within(search=(1, 2)),
    y=nonnegative("y", unit="gradient", search=(0, 10)),
    rise=real(r"(\mathbb{E}_kf(x_{k+1})-f(x_k))", unit="loss", search=(-10, 10)),
    D=real("D", unit="gradient", search=(-10, 10)),
    of_record=nonnegative(r"\mathbb{E}\Vert hg\Vert^2", unit="1", search=(0, 1)),
    # Of the library: (r + 2b)/lambda, and V.
    kept=between(0, 1, r"\vartheta", unit="1", ends="(]"),
    spread=nonnegative("V", unit="1", search=(0, 10)),
)
HALF_SQUARE = NORMALISING**2 * norm(G) ** 2 * V.r / 2
ABOVE_SQUARE = NORMALISING * ALONG + BORDER**2 / (2 * V.r)
POINTWISE = lemma(
    "dptheory/normalised-square",
    (V.y / (V.r + V.y)) ** 2 * V.r / 2 <= V.x / (V.r + V.y) + V.b**2 / (2 * V.r),
    given=[V.y**2 <= 2 * V.x + V.b**2],
)
OF_RECORDS = says(
    mean(HALF_SQUARE) <= mean(ABOVE_SQUARE),
    given=[UNIT],
    by=Derive(expect(V.P, E, substitute(POINTWISE, {"x": ALONG, "y": norm(G), "b": BORDER}))),
)

NOISE = V.d * V.noise**2
FLOOR_OF_STEPS = BORDER**2 / V.r
DESCENT = V.s * (least(V.s, BORDER) - FLOOR_OF_STEPS) / (V.r + 2 * BORDER)
DEFINED = [(V.kept == 1 - V.eta * V.L0 / V.r), (V.spread == NOISE + BORDER**2 / V.r**2)]
SCALE = (V.r + 2 * BORDER) / V.kept
KNOWN = [V.of_record <= 2 / V.r * V.D + BORDER**2 / V.r**2, V.of_record <= 1, V.D >= DESCENT]
FLOOR = FLOOR_OF_STEPS + SCALE * V.eta * V.L1 * (1 + NOISE) / 2
SECOND = V.eta**2 * V.L0 * V.spread / 2
KAPPA = SCALE * (V.Df / (V.eta * V.T) + V.eta * V.L0 * V.spread / 2)
STEP = V.rise <= -(V.eta * V.D) + (V.L0 + V.L1 * V.s) / 2 * V.eta**2 * (NOISE + V.of_record)
FALLEN = -(V.eta / SCALE * (V.s * (least(V.s, BORDER) - FLOOR))) + SECOND
WEIGHT = V.eta * V.kept
LINEAR = V.L1 * V.s / 2 * V.eta**2 * (1 + NOISE)
SPENT = -(WEIGHT * V.D) + SECOND + LINEAR
LEAST = -(WEIGHT * DESCENT) + SECOND + LINEAR
RECORDS = lemma(
    "dptheory/normalised-second-order",
    -(V.eta * V.D) + (V.L0 + V.L1 * V.s) / 2 * V.eta**2 * (NOISE + V.of_record) <= SPENT,
    given=[*KNOWN, *DEFINED],
)
LOWEST = lemma("dptheory/normalised-step-worth", SPENT <= LEAST, given=[*KNOWN, *DEFINED])
A_STEP = says(
    V.rise <= FALLEN,
    given=[STEP, *DEFINED, *KNOWN],
    by=Derive(chain(given(STEP), substitute(RECORDS, {}), substitute(LOWEST, {}))),
)
RANGE = [*DEFINED, FLOOR < BORDER]


def of_library(entry: str) -> Formula:
    """An entry of what the library says that the steps are worth."""
    found: Formula = V.of(
        lambda Df, L0, L1, tau0, tau1, r, eta, noise, d, T: getattr(
            descents(Nonconvex(Df, L0, L1, tau0, tau1), r, eta, noise, d, T), entry
        )
    )
    return found


RUN = claim(
    "dptheory/normalised-run",
    "docs/normalised.md",
    "DP-NSGD: a step and a run with the sharper second order",
).says(
    {
        "squares of the records": OF_RECORDS,
        "a step": A_STEP,
        "the sum over a run": says((V.Df + V.T * SECOND) / (V.T * (V.eta / SCALE)) == KAPPA),
        "the library's constant": says(of_library("gradient_budget") == KAPPA, given=RANGE),
        "the library's floor": says(of_library("floor") == FLOOR, given=RANGE),
    }
)
