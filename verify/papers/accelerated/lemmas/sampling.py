r"""Mini-batches without replacement: what (20)-(21) and (39)-(41) rest on.

The gradients of the n records at x are pairwise at most :math:`S_1(x)` apart in the :math:`L_1`
norm, and :math:`v` is the error of the mean of m of them. All batches of a few records are
enumerated.
"""

import itertools
import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any

from verify.formula.evaluate import Undefined
from verify.language import Formula, Real, dot, external, instance, lemma, number, says, total
from verify.language.argument import Cited
from verify.language.symbols import between, natural, nonnegative, of_kind, real, sequence, vector
from verify.methods.derivation.links import Link
from verify.methods.derivation.sums import sum_over
from verify.methods.derive import Derive, add, chain, having, multiply, shown, substitute, words
from verify.papers.accelerated import notation as symbols
from verify.papers.accelerated.kinds import Gradients
from verify.papers.accelerated.notation import i

MOST_BATCHES = 1000
GRADIENT = "gradient"
VARIANCE = "gradient^2"
V = symbols.V.extended(
    d=symbols.V.d.within(search=(1, 3)),
    n=symbols.V.n.within(search=(2, 6)),
    m=symbols.V.m.within(search=(1, 6)),
    k=natural("k", search=(1, 3)),
    S_x=nonnegative("S_1(x)", unit=GRADIENT, search=(0, 10)),
    data=of_kind(Gradients("n"), r"\nabla f(x;y_1),\dots,\nabla f(x;y_n)", unit=GRADIENT),
    direction=vector("d", "u", unit="1"),
    # One coordinate of the gradients: numbers from low to low + S_k, by their shares of the range.
    low=real("g_{min}", unit=GRADIENT),
    S_k=nonnegative("S_{1,k}(x)", unit=GRADIENT, search=(0, 10)),
    shares=sequence("n", r"\theta", unit="1", entry=Real(Fraction(0), Fraction(1))),
    # Of the lemmas: sums of numbers and of their squares; a partial sum and one more entry.
    sum=real("a", unit=GRADIENT),
    squares=real("q", unit=VARIANCE),
    entry=real("g", unit=GRADIENT),
    x=real("x", unit="1"),
    # Mean probabilities (or densities) of an output: over the samples without the record in which
    # Y and Y' differ, and over those with it, on Y and on Y'.
    without=nonnegative("P", unit="1", search=(0, 1)),
    on_y=nonnegative("P_Y", unit="1", search=(0, 1)),
    on_y2=nonnegative("P_{Y'}", unit="1", search=(0, 1)),
    odds=between(1, math.inf, r"e^\epsilon", unit="1", ends="[)", search=(1, 4)),
    rest=real("r", unit=GRADIENT),
)
BATCHES = [V.m <= V.n]


@lru_cache(maxsize=4096)
def covariance(data: Any, m: int) -> Any:
    """The covariance of the mean of m of the gradients, from all equally likely batches."""
    n, m = len(data), int(m)
    if m > n:
        raise Undefined(f"a batch must have at most n = {n} records. Found m = {m}.")
    batches = list(itertools.islice(itertools.combinations(data, m), MOST_BATCHES + 1))
    if len(batches) > MOST_BATCHES:
        raise Undefined(f"batches must be few enough to enumerate. Found n = {n}, m = {m}.")
    mean = [Fraction(sum(column)) / n for column in zip(*data, strict=True)]
    errors = [
        [Fraction(sum(column)) / m - c for *column, c in zip(*b, mean, strict=True)]
        for b in batches
    ]
    axes = range(len(mean))
    return [[sum(e[p] * e[q] for e in errors) / len(errors) for q in axes] for p in axes]


def error_square(data: Any, m: int) -> Any:
    r"""The mean of $\Vert v_t\Vert^2$ over all batches, $v_t$ being the sampling error."""
    return sum(row[k] for k, row in enumerate(covariance(data, m)))


def error_along(data: Any, m: int, u: Any) -> Any:
    r"""The mean of $\langle u,v_t\rangle^2$ over all batches, $v_t$ being the sampling error."""
    R = covariance(data, m)
    return sum(u[p] * R[p][q] * u[q] for p in range(len(u)) for q in range(len(u)))


def error_at(data: Any, m: int, k: int) -> Any:
    """E v_k^2."""
    if not 1 <= k <= len(data[0]):
        raise Undefined(f"k must be a coordinate. Found {k}.")
    return covariance(data, m)[int(k) - 1][int(k) - 1]


ERROR = external(r"E\Vert v_t\Vert^2", error_square, V.data, V.m)
ALONG = external(r"E\langle u,v_t\rangle^2", error_along, V.data, V.m, V.direction)
ENTRY = external("r_{kk}", error_at, V.data, V.m, V.k)
# Of the population: batches of one record.
SPREAD = external("sum of the population variances", partial(error_square, m=1), V.data)
FACTOR = 1 / V.m * ((V.n - V.m) / (V.n - 1))
SIGMA_S = V.S**2 / 4 * FACTOR  # (21)
BOUNDED = V.S_x <= V.S  # Assumption 3.2

# A record is in m/n of the batches, a pair in m(m-1)/(n(n-1)) of them.
OWN, PAIR = V.m / V.n, V.m * (V.m - 1) / (V.n * (V.n - 1))
INCLUSION = lemma(
    "accelerated/inclusion",
    (OWN * V.squares + PAIR * (V.sum**2 - V.squares)) / V.m**2 - (V.sum / V.n) ** 2
    == (V.squares / V.n - (V.sum / V.n) ** 2) * FACTOR,
)
INCLUDED = (
    "The mean square of a batch's sum is that of inclusion: a record is in m/n of the batches and "
    "a pair in m(m - 1)/(n(n - 1)) of them."
)

VALUE = V.low + V.shares[i] * V.S_k
MEAN_SHARE = total(i, 1, V.n, V.shares[i]) / V.n
POPULATION = total(i, 1, V.n, VALUE**2) / V.n - (total(i, 1, V.n, VALUE) / V.n) ** 2
PARABOLA = says(V.S_k**2 * V.x - V.S_k**2 * V.x**2 <= V.S_k**2 / 4)
SQUARES_LEAST = sum_over(i, 1, V.n, shown(V.shares[i] ** 2 <= V.shares[i]))
REST = -(V.S_k**2) * MEAN_SHARE**2
RANGE = lemma(
    "accelerated/variance-against-range",
    POPULATION <= V.S_k**2 / 4,
    by=Derive(
        add(multiply(SQUARES_LEAST, V.S_k**2 / V.n), shown(REST == REST)),
        substitute(PARABOLA, {"x": MEAN_SHARE}),
    ),
    at=instance("n=2 low=0 S_k=1 shares=(0,1)"),
)
SIGNS = lemma(
    "accelerated/mean-over-signs",
    ((V.rest + V.entry) ** 2 + (V.rest - V.entry) ** 2) / 2 == V.rest**2 + V.entry**2,
)
ALONG_SIGNS = (
    "For a vector s of signs, |<s, g - g'>| is at most the L1 distance of g and g', so that by "
    "variance-against-range the numbers <s, g_i> have a variance of at most S_1(x)^2/4. By "
    "mean-over-signs, one coordinate after another, their mean over all s is the sum of the "
    "variances of the coordinates."
)
# The trace of R, and its largest eigenvalue.
TRACE = says(
    ERROR <= SIGMA_S,
    given=[*BATCHES, BOUNDED],
    by=Derive(
        words(INCLUDED, ERROR == SPREAD * FACTOR, cites=[INCLUSION]),
        multiply(words(ALONG_SIGNS, V.S_x**2 / 4 >= SPREAD, cites=[RANGE, SIGNS]), FACTOR),
        shown(V.S_x**2 / 4 * FACTOR <= SIGMA_S),
    ),
)
LENGTH = dot(V.direction, V.direction)
OF_LENGTH = words("Cauchy and Schwarz, for every batch.", ALONG <= LENGTH * ERROR)
NORM = says(
    ALONG <= SIGMA_S * LENGTH,
    given=[*BATCHES, BOUNDED],
    by=Derive(OF_LENGTH, multiply(substitute(TRACE, {}), LENGTH)),
)

SHARE = V.m / V.n  # of the samples that have a given record
AMPLIFIED = 1 + SHARE * (V.odds - 1)  # the exponential of epsilon' in Theorem A.3
RECORDS = V.extended(n=natural("n", search=(1, 6)))  # no n - 1 divides
MIXTURE = lemma(
    "accelerated/mixture-over-samples",
    (1 - SHARE) * V.without + SHARE * V.on_y
    <= AMPLIFIED * ((1 - SHARE) * V.without + SHARE * V.on_y2),
    given=[*BATCHES, V.on_y <= V.odds * V.without, V.on_y <= V.odds * V.on_y2],
    over=RECORDS,
)
SAME_SAMPLE = "Exchanging the record that differs inside a sample costs a factor e^epsilon."
OUTSIDE = (
    "Putting one of the n - m records outside in the place of the record that differs costs a "
    "factor e^epsilon; every sample without it is met equally often in this way. For m = n there "
    "is none, and P stands for P_Y."
)
SHARES = "A share m/n of the samples has the record that differs; the others are those of both."


def amplified(
    on_y: Formula,
    on_y2: Formula,
    parts: Mapping[str, Formula],
    odds: Formula,
    *,
    why: str = "",
    cites: Sequence[Cited] = (),
) -> Link:
    """From the means over the samples with and without a record to those over all samples.

    Args:
        on_y: the mean over all samples of Y. on_y2: the same of Y'.
        parts: the means that :data:`MIXTURE` is about, by its symbols. odds: e^epsilon.
        why: words for the factor that a record costs. cites: what these rest on.
    """
    without, inside, inside2 = parts["without"], parts["on_y"], parts["on_y2"]
    facts = [words("A mean of probabilities.", number(0) <= part) for part in parts.values()]
    return having(
        [
            *facts,
            words(f"{why}{OUTSIDE}", inside <= odds * without, cites=cites),
            words(f"{why}{SAME_SAMPLE}", inside <= odds * inside2, cites=cites),
        ],
        chain(
            words(SHARES, on_y == (1 - SHARE) * without + SHARE * inside),
            substitute(MIXTURE, {**parts, "odds": odds}),
            multiply(
                words(SHARES, (1 - SHARE) * without + SHARE * inside2 == on_y2),
                1 + SHARE * (odds - 1),
            ),
        ),
    )
