"""Sections 4.1 and 5: smoothness constant, synthetic data and step sizes of the experiments."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np

from dptheory.problems.logistic import Logistic, synthetic
from verify.checks.base import Control
from verify.checks.cases import Cases
from verify.checks.claim import Claim, Repair
from verify.checks.domain import Domain, Range
from verify.checks.evidence import Outcome
from verify.checks.feasibility import Hypothesis
from verify.checks.identity import Identity
from verify.checks.inequality import Decomposition, Inequality
from verify.checks.moments import Routes
from verify.context import Context
from verify.papers.accelerated import printed_5
from verify.papers.accelerated.section_5_model import ODDS, weight

F = Fraction
Case = dict[str, Any]
CURVATURE = "1/length^2"
UNITS = {"odds": "1", "gram": CURVATURE, "regularisation": CURVATURE, "c": "1", "stage": "1"}
GRAM = Range(0, 20, corners=(0, 1, 5))
PENALTY = Range(1e-4, 10, log=True, corners=(F(1, 100), 1))

# The smoothness constant ------------------------------------------------------------------------


def curvature(odds: Any, gram: Any, regularisation: Any) -> Any:
    """Second derivative of -ln p + lambda |x|^2 along a unit vector with (u'v)^2 = gram."""
    return weight(odds) * weight(1 / odds) * gram + 2 * regularisation


def sharp_smoothness(gram: Any, regularisation: Any) -> Any:
    """lambda_max(U'U)/(4n) + 2 lambda."""
    return gram / 4 + 2 * regularisation


def uniform_gram(d: int) -> tuple[tuple[Fraction, ...], ...]:
    """E u u' for covariates uniform on [0, 1]^d: 1/3 on the diagonal, 1/4 beside it."""
    return tuple(tuple(F(1, 3) if i == j else F(1, 4) for j in range(d)) for i in range(d))


def uniform_norm(d: int) -> Fraction:
    """The largest eigenvalue of E u u'."""
    return F(1, 12) + F(d, 4)


def shapes(_: Context) -> Iterator[Case]:
    for n in range(1, 4):
        for d in range(1, 4):
            yield {"n": n, "d": d}


def fits(n: int, d: int, by_rows: bool) -> bool:
    """Whether a row or a column of an n x d matrix U has d entries, and U'U adds to I_d."""
    matrix = np.zeros((n, d))
    record = matrix[0] if by_rows else matrix[:, 0]
    return record.size == d and (matrix.T @ matrix).shape == (d, d)


SIZES = Cases(
    name="column t of an n x d matrix has d entries",
    part="sizes",
    cases=lambda context: (case for case in shapes(context) if case["n"] != case["d"]),
    holds=lambda n, d: fits(n, d, by_rows=False),
    failure="u_t has d entries, a column n",
)

ROWS = Cases(
    name="row t of an n x d matrix has d entries",
    part="sizes",
    cases=shapes,
    holds=lambda n, d: fits(n, d, by_rows=True),
    complete="an n x d matrix has rows of d entries, and U'U is d x d",
    controls=(Control("columns", SIZES, Outcome.FAILS, lambda: len(np.zeros((1, 2)).T[0]) == 1),),
)

SMOOTH = Domain({"odds": ODDS, "gram": GRAM, "regularisation": PENALTY})
VALID = Inequality(
    name="curvature of a record",
    part="smoothness constant",
    lhs=curvature,
    rhs=lambda odds, gram, regularisation: printed_5.smoothness(gram, regularisation),
    domain=SMOOTH,
    proof=Decomposition(
        {"odds": "positive", "gram": "nonnegative", "regularisation": "positive"},
        "the weights odds/(1 + odds)^2 are below 1; the mean over records, v being arbitrary, is "
        "at most v'U'Uv/n + 2 lambda",
    ),
)

QUARTER = Inequality(
    name="curvature of a record, weights at most 1/4",
    part="smoothness constant",
    lhs=curvature,
    rhs=lambda odds, gram, regularisation: sharp_smoothness(gram, regularisation),
    domain=SMOOTH,
    proof=Decomposition(
        {"odds": "positive", "gram": "nonnegative", "regularisation": "positive"},
        "1/4 - odds/(1 + odds)^2 = (1 - odds)^2/(4 (1 + odds)^2)",
        terms=lambda odds, gram, regularisation: (gram * (1 - odds) ** 2 / (4 * (1 + odds) ** 2),),
    ),
)

AT_ZERO = Identity(
    name="curvature at x = 0",
    part="no smaller constant",
    lhs=lambda gram, regularisation: curvature(F(1), gram, regularisation),
    rhs=sharp_smoothness,
    symbols={"gram": "positive", "regularisation": "positive"},
    instance={"gram": F(61, 12), "regularisation": F(1, 100)},
    general="all margins are 0 there, so that along the top eigenvector of U'U/n the Hessian is "
    "lambda_max/4 + 2 lambda",
)


def small_problems(_: Context) -> Iterator[Case]:
    for seed in range(3):
        yield {"problem": synthetic(60, 4, 0.01, seed)}


def hessian_norm(problem: Logistic) -> float:
    """Largest eigenvalue of the Hessian at x = 0."""
    return float(np.linalg.eigvalsh(problem.hessian(np.zeros(problem.dimension)))[-1])


def known_above() -> bool:
    """By trace and one test vector: the Hessian's norm at 0 is below the norm of U'U/n."""
    problem = synthetic(60, 4, 0.01, 0)
    along_ones = np.mean(problem.features.sum(axis=1) ** 2) / 4
    return bool(np.trace(problem.hessian(np.zeros(4))) < along_ones)


LIBRARY = Routes(
    name="the library's constant",
    part="no smaller constant",
    cases=small_problems,
    first=lambda problem: problem.L,
    second=hessian_norm,
    tolerance=1e-12,
    meaning="Logistic.L is the norm of the Hessian at 0",
    controls=(
        Control(
            "the printed constant",
            Routes(
                name="printed L",
                cases=small_problems,
                first=lambda problem: problem.L_as_printed,
                second=hessian_norm,
                tolerance=1e-12,
                meaning="the printed L is the norm of the Hessian at 0",
            ),
            Outcome.FAILS,
            known_above,
        ),
    ),
)

POPULATION = Identity(
    name="E uu' of uniform covariates",
    part="the experiment's number",
    lhs=lambda scale: tuple(
        tuple(
            sum(row[k] * column[k] for k in range(4)) * scale
            for column in ((1, 1, 1, 1), (1, -1, 0, 0))
        )
        for row in uniform_gram(4)
    ),
    rhs=lambda scale: tuple(
        tuple(value * scale for value in (uniform_norm(4), F(1, 12) * difference))
        for difference in (1, -1, 0, 0)
    ),
    symbols={"scale": "positive"},
    instance={"scale": F(1)},
    general="eigenvalue 1/12 + d/4 for (1,...,1) and 1/12 for all that is orthogonal to it, in "
    "every dimension: 61/12 for d = 20",
)

SMOOTHNESS = Claim(
    id="accelerated/smoothness-constant",
    where="§5",
    title="smoothness constant",
    statement=r"$L$, the largest singular value of $\frac1nU^\top U+2\lambda I_d$, is a smoothness "
    r"constant of the objective; $U$ is $n\times d$ with $u_t$ its column $t$.",
    units=UNITS | {"scale": "1"},
    checks=(SIZES, VALID),
    repair=Repair(
        statement=r"With $u_t^\top$ the rows of the $n\times d$ matrix $U$, the smallest "
        r"smoothness constant is $\lambda_{\max}(U^\top U)/(4n)+2\lambda$, attained at $x=0$; the "
        "printed one is valid too and up to four times as large.",
        changes=("rows instead of columns", "the factor 1/4 before the data part, for sharpness"),
        checks=(ROWS, QUARTER, AT_ZERO, LIBRARY, POPULATION),
        consequence="In the experiment L is about 61/12 + 1/50 = 5.10 and kappa about 255, where "
        "1.29 and 65 would do: the steps of the curves with c = 1 are about a quarter of 1/L.",
    ),
    note="If U held the records as columns (d x n), U'U would be n x n with the same nonzero "
    "eigenvalues, and could not be added to I_d.",
)

# The synthetic data -----------------------------------------------------------------------------

NORM = Inequality(
    name="L1 norm of the covariates",
    part="norm",
    lhs=lambda largest: printed_5.DIMENSION * largest,
    rhs=lambda largest: printed_5.RADIUS + 0 * largest,
    domain=Domain({"largest": Range(0, 1, corners=(1, 0))}),
    proof=Decomposition(
        {"gap": "nonnegative"},
        "20 coordinates in [0, 1], none above the largest one",
        substitution=lambda gap: {"largest": 1 - gap},
    ),
)

NULL_SET = Identity(
    name="where the sign vanishes",
    part="labels",
    # u'w at two values of one coordinate, the others fixed.
    lhs=lambda rest, slope, u, other: (rest + slope * u) - (rest + slope * other),
    rhs=lambda rest, slope, u, other: slope * (u - other),
    symbols={"rest": "real", "slope": "real", "u": "real", "other": "real"},
    instance={"rest": F(3), "slope": F(2), "u": F(1), "other": F(5)},
    general="both are 0 for u_j = u_j' only, w_j being nonzero almost surely: labels are -1 or 1 "
    "with probability 1",
)


def data_cases(_: Context) -> Iterator[Case]:
    for seed in range(3):
        yield {"seed": seed}


def as_described(seed: int, radius: float = printed_5.RADIUS) -> bool:
    """The library's data: covariates in [0, 1]^20 of bounded norm, labels -1 and 1."""
    d = printed_5.DIMENSION
    problem = synthetic(1000, d, float(printed_5.REGULARISATION), seed)
    u, z = problem.features, problem.labels
    inside = u.shape == (1000, d) and u.min() >= 0 and u.max() <= 1
    return bool(inside and np.abs(u).sum(axis=1).max() <= radius and (np.abs(z) == 1).all())


DATA = Cases(
    name="the library's data",
    part="norm",
    cases=data_cases,
    holds=as_described,
    success="covariates, norms and labels as described",
    controls=(
        Control(
            "norm at most 10",
            Cases(name="10", cases=data_cases, holds=lambda seed: as_described(seed, 10)),
            Outcome.FAILS,
            # The expected norm.
            lambda: printed_5.DIMENSION * F(1, 2) >= 10,
        ),
    ),
)

SYNTHETIC = Claim(
    id="accelerated/synthetic-data",
    where="§5; released program",
    title="synthetic data",
    statement=r"$d=20$, $n=10^5$, covariates uniform on $[0,1]^{20}$, $z=\mathrm{sign}(u^\top w)$ "
    r"with $w\sim N(0,I)$, and $\Vert u\Vert_1\le20$.",
    units={"largest": "1", "rest": "1", "slope": "1", "u": "1", "other": "1"},
    checks=(NORM, NULL_SET, DATA),
    note="The labels are a function of u, not drawn from the model p(z|u, x). The covariates are "
    "not centred: u'w has mean sum(w)/2 and standard deviation |w|/sqrt(12), so that the share of "
    "z = 1 is about Phi(sqrt(3) g) with g standard normal over w. For nearly half of all w one "
    "label has less than a tenth of the records, and for w >= 0 there is one label only.",
)

# The step sizes ---------------------------------------------------------------------------------


def step_size(c: Any, stage: Any, gram: Any, regularisation: Any) -> Any:
    """c/L with the printed L, divided by stage = 4^k in the later stages of (33)."""
    return c / (stage * printed_5.smoothness(gram, regularisation))


STEPS = Domain(
    {
        "c": Range(0.01, 1, log=True, corners=(1, F(1, 10))),
        "stage": Range(1, 4**6, log=True, corners=(1, 16)),
        "gram": GRAM,
        "regularisation": PENALTY,
    }
)

STEP_SIZE = Inequality(
    name="c/L against 1/L",
    lhs=step_size,
    rhs=lambda c, stage, gram, regularisation: 1 / sharp_smoothness(gram, regularisation),
    domain=STEPS,
    proof=Decomposition(
        {"gram": "nonnegative", "regularisation": "positive"}
        | dict.fromkeys(("below", "above"), "nonnegative"),
        "the printed L is at least the sharp one, c is at most 1 and 4^k at least 1",
        substitution=lambda gram, regularisation, below, above: {
            "c": 1 / (1 + below),
            "stage": 1 + above,
            "gram": gram,
            "regularisation": regularisation,
        },
    ),
)


def experiment_step(c: Fraction) -> tuple[Fraction, Fraction]:
    """(alpha L, 1) with the sharp L in the experiment (expected Gram matrix)."""
    gram, regularisation = uniform_norm(printed_5.DIMENSION), printed_5.REGULARISATION
    alpha = step_size(c, 1, gram, regularisation)
    return alpha * sharp_smoothness(gram, regularisation), F(1)


def in_setting(c: Fraction) -> Hypothesis:
    return Hypothesis(
        name=f"c = {c}",
        setting=f"c = {c}",
        satisfied=experiment_step,
        parameters={"c": c},
        says=("alpha L is at most 1", "alpha L exceeds 1"),
        controls=(
            Control(
                "four times the step",
                Hypothesis(name="c = 4", satisfied=experiment_step, parameters={"c": F(4)}),
                Outcome.FAILS,
                # alpha > 1/L: 4/5.10 = 0.784 against 1/1.29 = 0.775.
                lambda: 4 / (61 / 12 + 0.02) > 1 / (61 / 48 + 0.02),
            ),
        ),
    )


STEPS_CLAIM = Claim(
    id="accelerated/thm-4.1-step-size",
    where="§4.1, Thm 4.1 with §5",
    title="step sizes of the experiments",
    statement=r"The step sizes of §5, $\alpha=c/L$ with $c\in\{0.1,1\}$ and the $L$ of §5 (for "
    r"DP-MASG divided by $2^{2k}$), satisfy $\alpha\le1/L$ for a valid smoothness constant.",
    units=UNITS,
    checks=(STEP_SIZE, *(in_setting(c) for c in printed_5.STEP_FACTORS)),
    note="Against the sharp constant the step sizes c = 1 are 3.95 times shorter than allowed.",
)

CLAIMS = (SMOOTHNESS, SYNTHETIC, STEPS_CLAIM)
