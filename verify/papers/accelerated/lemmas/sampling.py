r"""Mini-batches without replacement: what (20)-(21) and (39)-(41) rest on.

The gradients of the n records at x are pairwise at most :math:`S_1(x)` apart in the :math:`L_1`
norm, and :math:`v` is the error of the mean of m of them. All batches of a few records are
enumerated.
"""

import itertools
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any

from verify.formula.evaluate import Undefined
from verify.language import Formula, Real, dot, external, instance, lemma, says, total
from verify.language.symbols import nonnegative, of_kind, real, sequence, vector
from verify.methods.derivation.sums import sum_over
from verify.methods.derive import Derive, add, multiply, shown, substitute, words
from verify.papers.accelerated import notation as symbols
from verify.papers.accelerated.kinds import Gradients
from verify.papers.accelerated.notation import i

MOST_BATCHES = 1000
GRADIENT = "gradient"
V = symbols.V.extended(
    d=symbols.V.d.within(search=(1, 3)),
    n=symbols.V.n.within(search=(2, 6)),
    m=symbols.V.m.within(search=(1, 6)),
    S_x=nonnegative("S_1(x)", unit=GRADIENT, search=(0, 10)),
    data=of_kind(Gradients("n"), r"\nabla f(x;y_1),\dots,\nabla f(x;y_n)", unit=GRADIENT),
    direction=vector("d", "u", unit="1"),
    # One coordinate of the gradients: numbers from low to low + S_k, by their shares of the range.
    low=real("g_{min}", unit=GRADIENT),
    S_k=nonnegative("S_{1,k}(x)", unit=GRADIENT, search=(0, 10)),
    shares=sequence("n", r"\theta", unit="1", entry=Real(Fraction(0), Fraction(1))),
    # Of the lemmas: sums of numbers and of their squares; a partial sum and one more entry.
    sum=real("a", unit=GRADIENT),
    squares=real("q", unit="gradient^2"),
    entry=real("g", unit=GRADIENT),
    x=real("x", unit="1"),
    rest=real("r", unit=GRADIENT),
)
BATCHES = [V.m <= V.n]
BOUNDED = V.S_x <= V.S  # Assumption 3.2


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


ERROR = external(r"E\Vert v_t\Vert^2", error_square, V.data, V.m)
ALONG = external(r"E\langle u,v_t\rangle^2", error_along, V.data, V.m, V.direction)
# Of the population: batches of one record.
SPREAD = external("sum of the population variances", partial(error_square, m=1), V.data)
FACTOR = 1 / V.m * ((V.n - V.m) / (V.n - 1))
SIGMA_S = V.S**2 / 4 * FACTOR  # (21)

# A record is in m/n of the batches, a pair in m(m-1)/(n(n-1)) of them.
INCLUSION = lemma(
    "accelerated/inclusion",
    (V.m / V.n * V.squares + V.m * (V.m - 1) / (V.n * (V.n - 1)) * (V.sum**2 - V.squares)) / V.m**2
    - (V.sum / V.n) ** 2
    == (V.squares / V.n - (V.sum / V.n) ** 2) * FACTOR,
)


def variance(g: Formula) -> Formula:
    """That of the numbers g_1 to g_n, g being the one of index i."""
    return total(i, 1, V.n, g**2) / V.n - (total(i, 1, V.n, g) / V.n) ** 2


MEAN = total(i, 1, V.n, V.shares[i]) / V.n
LESS = -(V.S_k**2) * MEAN**2
RANGE = lemma(
    "accelerated/variance-against-range",
    variance(V.low + V.shares[i] * V.S_k) <= V.S_k**2 / 4,
    by=Derive(
        add(
            multiply(sum_over(i, 1, V.n, shown(V.shares[i] ** 2 <= V.shares[i])), V.S_k**2 / V.n),
            shown(LESS == LESS),
        ),
        substitute(says(V.S_k**2 * V.x - V.S_k**2 * V.x**2 <= V.S_k**2 / 4), {"x": MEAN}),
    ),
    at=instance("n=2 low=0 S_k=1 shares=(0,1)"),
)
SIGNS = lemma(
    "accelerated/mean-over-signs",
    ((V.rest + V.entry) ** 2 + (V.rest - V.entry) ** 2) / 2 == V.rest**2 + V.entry**2,
)
# The trace of R, and its largest eigenvalue.
TRACE = says(
    ERROR <= SIGMA_S,
    given=[*BATCHES, BOUNDED],
    by=Derive(
        words(
            "The mean square of a batch's sum is that of inclusion: a record is in m/n of the "
            "batches and a pair in m(m - 1)/(n(n - 1)) of them.",
            ERROR == SPREAD * FACTOR,
            cites=[INCLUSION],
        ),
        multiply(
            words(
                "For a vector s of signs, |<s, g - g'>| is at most the L1 distance of g and g', so "
                "that by variance-against-range the numbers <s, g_i> have a variance of at most "
                "S_1(x)^2/4. By mean-over-signs, one coordinate after another, their mean over all "
                "s is the sum of the variances of the coordinates.",
                V.S_x**2 / 4 >= SPREAD,
                cites=[RANGE, SIGNS],
            ),
            FACTOR,
        ),
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
