r"""What a mini-batch adds to the noise: the steps behind (21) and (39)-(41).

A population is the list of the n per-sample gradients at one point x; a mini-batch is m of them
without replacement, and :math:`v` is the error of its mean. Enumerations take the population itself
as the data universe, the least favourable case: :math:`S_1(x)` is then its :math:`L_1` diameter.
"""

import dataclasses
import itertools
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from dptheory.numbers import absolute
from dptheory.privacy.subsampling import covariance_factor
from verify.checks.base import Control
from verify.checks.cases import Cases
from verify.checks.domain import Domain, Range
from verify.checks.evidence import Outcome
from verify.checks.identity import Identity
from verify.checks.inequality import Decomposition, Inequality, Split
from verify.checks.search import Search
from verify.context import Context
from verify.papers.accelerated import printed

Case = dict[str, Any]
Points = Sequence[Sequence[Any]]
GRADIENT = "loss/length"
VARIANCE = "loss^2/length^2"

# Populations, exactly -------------------------------------------------------------------------


def l1_diameter(points: Points) -> Any:
    """The largest L1 distance of two points: S_1."""
    pairs = itertools.combinations_with_replacement(points, 2)
    return max(sum(abs(a - b) for a, b in zip(p, q, strict=True)) for p, q in pairs)


def coordinate_ranges(points: Points) -> list[Any]:
    """S_{1,k} for every coordinate k."""
    return [max(column) - min(column) for column in zip(*points, strict=True)]


def batch_covariance(points: Points, m: int) -> list[list[Fraction]]:
    """The covariance of the mean of m of the points, from all equally likely batches."""
    batches = list(itertools.combinations(points, m))
    columns = range(len(points[0]))
    total = [sum(p[k] for p in points) for k in columns]
    gaps = [
        [Fraction(sum(p[k] for p in b), m) - Fraction(total[k], len(points)) for k in columns]
        for b in batches
    ]
    return [[Fraction(sum(g[i] * g[j] for g in gaps), len(gaps)) for j in columns] for i in columns]


def trace(matrix: Sequence[Sequence[Any]]) -> Any:
    """The sum of the diagonal."""
    return sum(row[k] for k, row in enumerate(matrix))


def norm_at_most(matrix: Sequence[Sequence[Fraction]], bound: Fraction) -> bool:
    """Whether bound I - matrix is positive semidefinite, by exact elimination."""
    size = len(matrix)
    rest = [[(bound if i == j else 0) - matrix[i][j] for j in range(size)] for i in range(size)]
    for k in range(size):
        pivot, row = rest[k][k], rest[k]
        if pivot < 0 or (pivot == 0 and any(row[k + 1 :])):
            return False
        for i in range(k + 1, size):
            share = rest[i][k] / pivot if pivot else Fraction(0)
            rest[i] = [a - share * b for a, b in zip(rest[i], row, strict=True)]
    return True


def cross_polytope(d: int) -> Points:
    """The 2d points +-e_k."""
    return [tuple(s * (j == k) for j in range(d)) for k in range(d) for s in (1, -1)]


HADAMARD = ((1, 1, 1, 1), (1, -1, 1, -1), (1, 1, -1, -1), (1, -1, -1, 1))


def populations(context: Context) -> Iterator[Case]:
    """Every population with entries in {-1, 0, 1} up to a size, and extreme ones, for every m."""
    small = [(1, n) for n in range(2, 6)] + [(2, n) for n in range(2, context.pick(3, 4, 4) + 1)]
    lists: list[Points] = []
    for d, n in small:
        grid = itertools.product((-1, 0, 1), repeat=d)
        lists += itertools.combinations_with_replacement(grid, n)
    lists += [cross_polytope(2), cross_polytope(3), HADAMARD]
    for points in lists:
        for m in range(1, len(points) + 1):
            yield {"points": tuple(points), "m": m}


# Sums along a direction ------------------------------------------------------------------------

WEIGHTED_SUM = Inequality(
    name="weighted sum, one coordinate more",
    # |sum_k weight_k entry_k| <= sum_k |entry_k| for weights in [-1, 1]: 'partial' is the sum so
    # far, 'length' its bound. Changing all signs gives the other half.
    lhs=lambda partial, length, weight, entry: partial + weight * entry,
    rhs=lambda partial, length, weight, entry: length + absolute(entry),
    domain=Domain(
        {
            "partial": Range(-2, 2, corners=(0, 2)),
            "length": Range(0, 2, corners=(0, 2)),
            "weight": Range(-1, 1, corners=(-1, 1)),
            "entry": Range(-3, 3, corners=(-3, 2)),
        },
        where=lambda partial, length, **_: abs(partial) <= length,
    ),
    proof=Split(
        tuple(
            Decomposition(
                dict.fromkeys(("length", "slack", "size", "short"), "nonnegative"),
                f"entry {name}",
                substitution=lambda sign=sign, **s: {
                    "partial": s["length"] - s["slack"],
                    "length": s["length"],
                    "entry": sign * s["size"],
                    "weight": sign * (1 - s["short"]),
                },
            )
            for name, sign in (("positive", 1), ("negative", -1))
        ),
        "|sum of weight_k entry_k| <= L1 norm for weights in [-1, 1], coordinate by coordinate",
    ),
)

SUM_UNITS = dict.fromkeys(("partial", "length", "entry"), GRADIENT) | {"weight": "1"}

# (39): sampling without replacement -----------------------------------------------------------


def inclusion_variance(others: Any, m: Any, total: Any, squares: Any) -> Any:
    """Variance of a batch mean from the inclusion probabilities m/n and m(m-1)/(n(n-1)).

    ``others`` = n - 1; ``total`` and ``squares`` are the sums of the numbers and of their squares.
    """
    n = others + 1
    single, pair = printed.ratio(m, n), printed.ratio(m * (m - 1), n * others)
    own = single * (1 - single) * squares
    return printed.ratio(1, m**2) * (own + (pair - single**2) * (total**2 - squares))


INCLUSION = Identity(
    name="inclusion probabilities",
    lhs=inclusion_variance,
    rhs=lambda others, m, total, squares: printed.eq_39(
        squares / (others + 1) - total**2 / (others + 1) ** 2, others + 1, m
    ),
    symbols={"others": "positive", "m": "positive", "total": "real", "squares": "real"},
    instance={"others": Fraction(4), "m": Fraction(3), "total": Fraction(2), "squares": 7},
    general="for every n >= 2 and m, and for the numbers u.g of every direction u, so that "
    "Cov(v) is the population covariance times (n-m)/(m(n-1))",
)


def scalar_batches(points: Points, m: int) -> bool:
    """(39) for every coordinate of a population, and the library's factor."""
    n = len(points)
    exact = batch_covariance(points, m)
    population = batch_covariance(points, 1)
    factor = covariance_factor(n, m)
    return all(
        exact[i][j] == population[i][j] * factor == printed.eq_39(population[i][j], n, m)
        for i in range(len(exact))
        for j in range(len(exact))
    )


def with_replacement(points: Points, m: int) -> bool:
    """The variance that sampling with replacement would have."""
    return batch_covariance(points, m)[0][0] == batch_covariance(points, 1)[0][0] / m


BATCH_UNITS = {"others": "1", "m": "1", "total": GRADIENT, "squares": VARIANCE}

BATCHES = Cases(
    name="enumeration of batches",
    cases=populations,
    holds=scalar_batches,
    success="all entries of the covariance agree",
    controls=(
        Control(
            "factor of sampling with replacement",
            Cases(name="1/m", cases=populations, holds=with_replacement),
            Outcome.FAILS,
            # The only batch with m = n has no variance.
            lambda: batch_covariance(((1,), (-1,)), 2) == [[0]],
        ),
    ),
)

# (40): a variance against a range -------------------------------------------------------------

POPOVICIU_PROOF = Decomposition(
    {"mean": "real", "low": "real"} | dict.fromkeys(("width", "average", "gap"), "nonnegative"),
    "S^2/4 - variance = (mean - midpoint)^2 + average of (g-low)(high-g) + a term in S - range",
    terms=lambda mean, low, width, average, gap: (
        (mean - low - width / 2) ** 2,
        average,
        gap * (2 * width + gap) / 4,
    ),
    substitution=lambda mean, low, width, average, gap: {
        "mean": mean,
        "low": low,
        "high": low + width,
        "S": width + gap,
        "square": (2 * low + width) * mean - low * (low + width) - average,
    },
)

POPOVICIU = Inequality(
    name="variance against range",
    # 'mean' and 'square' are the averages of g_i and g_i^2. Every (g_i - low)(high - g_i) is
    # nonnegative, hence so is their average (low + high) mean - square - low high.
    lhs=lambda mean, square, low, high, S: square - mean**2,
    rhs=lambda mean, square, low, high, S: S**2 * printed.HALF**2,
    domain=Domain(
        {
            "mean": Range(-2, 2, corners=(-1, 0)),
            "square": Range(0, 4, corners=(1, 4)),
            "low": Range(-3, 0, corners=(-2, -1)),
            "high": Range(0, 3, corners=(1, 2)),
            "S": Range(0, 8, corners=(2, 4)),
        },
        where=lambda mean, square, low, high, S: (
            (low + high) * mean - square - low * high >= 0 and square >= mean**2 and high - low <= S
        ),
    ),
    proof=POPOVICIU_PROOF,
)


def along(direction: str, part: str, conclusion: str) -> Inequality:
    """(40) for the numbers u.g_i, whose range is at most S_1."""
    return dataclasses.replace(
        POPOVICIU,
        name=f"variance along {direction}",
        part=part,
        proof=dataclasses.replace(
            POPOVICIU_PROOF,
            argument=f"along {direction} the gradients have a range of at most S_1, hence a "
            f"variance of at most S_1^2/4; {conclusion}",
        ),
    )


POPOVICIU_UNITS = dict.fromkeys(("mean", "low", "high", "S"), GRADIENT) | {"square": VARIANCE}

# The trace, through random signs ---------------------------------------------------------------
#
# For signs s, s.D is at most |D|_1 in size, so the numbers s.g_i have a range of at most S_1 and,
# by (40), a variance of at most S_1^2/4. The mean of that variance over all 2^d signs is the trace
# of the covariance. For the operator norm the direction s is any u with |u|_2 = 1.


def signed_mean(rest: Any, entry: Any) -> Any:
    """Mean over the last sign of (s.D)^2, the sum over the other coordinates being ``rest``."""
    return ((rest + entry) ** 2 + (rest - entry) ** 2) * printed.HALF


def batch_trace(points: Points, m: int) -> tuple[Any, Any]:
    """(E|v|^2, (21))."""
    bound = printed.eq_21(Fraction(l1_diameter(points)), len(points), m)
    return trace(batch_covariance(points, m)), bound


def batch_norm(points: Points, m: int) -> bool:
    """Whether the operator norm of Cov(v) is at most (21)."""
    return norm_at_most(batch_covariance(points, m), batch_trace(points, m)[1])


def propose(rng: np.random.Generator) -> Case:
    """A random population in up to six dimensions: lattice, sphere-like, or cross-polytope."""
    d, n = int(rng.integers(1, 7)), int(rng.integers(2, 13))
    corners: Any = np.array(cross_polytope(d))
    families: tuple[Any, ...] = (
        rng.integers(-1, 2, (n, d)),
        rng.standard_normal((n, d)) ** int(rng.integers(1, 4)),
        corners[rng.integers(0, len(corners), n)],
    )
    return {"points": families[int(rng.integers(3))].tolist()}


def move(case: Mapping[str, Any], rng: np.random.Generator, step: float) -> Case:
    """One point moved, or replaced by a copy of another one."""
    points = np.array(case["points"], float)
    i, j = rng.integers(0, len(points), 2)
    if rng.random() < 0.3:
        points[i] = points[j]
    else:
        points[i] += step * rng.standard_normal(points.shape[1])
    return {"points": points.tolist()}


def population_trace(case: Mapping[str, Any], share: float = 0.25) -> tuple[float, float]:
    """(trace of the population covariance, share S_1^2): (21) for batches of one."""
    points = np.array(case["points"], float)
    gaps = np.abs(points[:, None, :] - points[None, :, :]).sum(axis=-1)
    variance = float(((points - points.mean(axis=0)) ** 2).mean(axis=0).sum())
    return variance, share * float(gaps.max()) ** 2 + 1e-12


SHARPER = (
    Control(
        "a fifth instead of a quarter",
        Search(
            name="S^2/5",
            propose=propose,
            move=move,
            measure=lambda case: population_trace(case, share=0.2),
        ),
        Outcome.FAILS,
        lambda: float(np.var([1.0, -1.0])) > 0.2 * 4,
    ),
)

HALF_BATCHES = (
    Control(
        "an eighth instead of a quarter",
        Cases(
            name="S^2/8",
            cases=populations,
            holds=lambda points, m: (
                batch_trace(points, m)[0],
                batch_trace(points, m)[1] * printed.HALF,
            ),
        ),
        Outcome.FAILS,
        # Two points at distance 2: variance 1, against 4/8.
        lambda: float(np.var([1.0, -1.0])) > 4 / 8,
    ),
)

TRACE_BOUND = (
    along("a vector of signs", "trace", "the mean over all signs is the trace"),
    dataclasses.replace(WEIGHTED_SUM, name="range along signs", part="trace"),
    Identity(
        name="mean over signs",
        part="trace",
        lhs=signed_mean,
        rhs=lambda rest, entry: rest**2 + entry**2,
        symbols={"rest": "real", "entry": "real"},
        instance={"rest": Fraction(2), "entry": Fraction(3)},
        general="one sign at a time, the mean of (s.D)^2 over all signs is |D|_2^2, hence the "
        "mean of Var(s.g) is the trace, in every dimension",
    ),
    dataclasses.replace(INCLUSION, part="trace"),
    Cases(
        name="enumerated trace",
        part="trace",
        cases=populations,
        holds=batch_trace,
        success="E|v|^2 is at most sigma_s^2, with equality for two points and cross-polytopes",
        controls=HALF_BATCHES,
    ),
    Search(
        name="adversarial populations",
        part="trace",
        propose=propose,
        move=move,
        measure=population_trace,
        controls=SHARPER,
    ),
)

NORM_BOUND = (
    along("a unit vector", "operator norm", "sampling multiplies it by (n-m)/(m(n-1))"),
    dataclasses.replace(WEIGHTED_SUM, name="range along a unit vector", part="operator norm"),
    dataclasses.replace(INCLUSION, name="sampling along a unit vector", part="operator norm"),
    Cases(
        name="enumerated norm",
        part="operator norm",
        cases=populations,
        holds=batch_norm,
        success="sigma_s^2 I - Cov(v) is positive semidefinite",
        controls=(
            Control(
                "an eighth instead of a quarter",
                Cases(
                    name="S^2/8",
                    cases=populations,
                    holds=lambda points, m: norm_at_most(
                        batch_covariance(points, m), batch_trace(points, m)[1] * printed.HALF
                    ),
                ),
                Outcome.FAILS,
                lambda: float(np.var([1.0, -1.0])) > 4 / 8,
            ),
        ),
    ),
)

SIGN_UNITS = SUM_UNITS | POPOVICIU_UNITS | {"rest": GRADIENT} | BATCH_UNITS
