"""Appendix B.1, (39)-(41), and section 3.1, (21): what a mini-batch adds to the noise."""

from fractions import Fraction
from functools import partial
from typing import Any

from verify.language import Setting, claim, expectation, external, number, says, total
from verify.language.laws import without_replacement
from verify.language.symbols import Real, natural, of_kind, sequence, vector
from verify.methods.derivation.moments import mean_of_sum, square_of_sum
from verify.methods.derivation.sums import sum_over, telescope
from verify.methods.derive import Derive, add, chain, given, having, multiply, shown, square, words
from verify.papers.accelerated.kinds import Gradients
from verify.papers.accelerated.lemmas import sampling
from verify.papers.accelerated.lemmas.sampling import ALONG, BATCHES, ERROR, FACTOR, LENGTH, SIGMA_S
from verify.papers.accelerated.lemmas.sampling import SPREAD as SPREADS
from verify.papers.accelerated.notation import i, j
from verify.papers.accelerated.settings import SUBSAMPLED

# The universe of (40)-(41): two gradients for every coordinate, whatever n is.
V = sampling.V.extended(
    N=natural("N", least=2, search=(2, 6)),
    universe=of_kind(Gradients("N"), r"\{\nabla f(x;y)\}", unit=sampling.GRADIENT),
    numbers=sequence("n", "g", unit=sampling.GRADIENT),
    counts=vector("n", r"\mathbf{1}_B", unit="1"),
    batch=of_kind(without_replacement("n", "m"), r"B", unit="1"),
    ranges=sequence("d", "R", unit=sampling.GRADIENT, entry=Real(Fraction(0))),
)


def sum_of_ranges(data: Any, power: int = 1) -> Any:
    """The sum over the coordinates of the ranges of the gradients, or of their squares."""
    return sum((max(column) - min(column)) ** power for column in zip(*data, strict=True))


EQ_21 = (
    claim("accelerated/eq-21", "§3.1, (21)", "Mini-batch part of the noise")
    .says({"operator norm": sampling.NORM, "trace": sampling.TRACE})
    .quoting(r"\sigma_s^2(m,n)=\frac{S_1^2}4\frac1m\frac{n-m}{n-1}", part="trace")
    .rejects("a fifth instead of a quarter", part="trace", right=SIGMA_S * 4 / 5)
    .rejects("half of it", part="operator norm", right=SIGMA_S / 2 * LENGTH)
)

# One coordinate: the numbers g_i of the records, and how often each is in the batch.
IN_BATCH, ALL = total(i, 1, V.n, V.numbers[i] * V.counts[i]), total(i, 1, V.n, V.numbers[i])
SPREAD = sampling.variance(V.numbers[i])
BATCH_ERROR = expectation(V.batch, V.counts, (IN_BATCH / V.m - ALL / V.n) ** 2)
MOMENTS = (
    expectation(V.batch, V.counts, IN_BATCH**2) / V.m**2
    - 2 * (ALL / V.n) * (expectation(V.batch, V.counts, IN_BATCH) / V.m)
    + (ALL / V.n) ** 2
)
DIAGONAL = says(
    BATCH_ERROR == SPREAD * FACTOR,
    given=BATCHES,
    by=Derive(
        shown(BATCH_ERROR == MOMENTS),
        add(
            multiply(square_of_sum(V.batch, V.counts, i, V.numbers[i]), 1 / V.m**2),
            multiply(mean_of_sum(V.batch, V.counts, i, V.numbers[i]), -2 * (ALL / V.n) * (1 / V.m)),
            shown((ALL / V.n) ** 2 == (ALL / V.n) ** 2),
        ),
    ),
)
EQ_39 = (
    claim("accelerated/eq-39", "App B.1, (39)", "Variance of a mini-batch", DIAGONAL)
    .quoting(
        r"r_{kk}=\sigma_{y,k}^2\frac1m\frac{n-m}{n-1}",
        letters={"r_{kk}": BATCH_ERROR, r"\sigma_{y,k}^2": SPREAD},
    )
    .rejects("with replacement", right=SPREAD / V.m)
)

EQ_40 = (
    claim("accelerated/eq-40", "App B.1, (40)", "Population variance against range")
    .says(sampling.RANGE.says)
    .quoting(
        r"\sigma_{y,k}^2\le S_{1,k}(x)^2/4",
        reading=(
            "with the entries of the gradients written as the least one and a share of the range"
        ),
    )
)

SQUARES = external(r"\sum_kS_{1,k}(x)^2", partial(sum_of_ranges, power=2), V.data)
INEQUALITY_1 = says(
    ALONG <= SQUARES / 4 * FACTOR * LENGTH,
    given=BATCHES,
    by=Derive(
        sampling.OF_LENGTH,
        multiply(
            chain(
                words("The sum over k of (39).", ERROR == SPREADS * FACTOR, cites=[EQ_39]),
                multiply(
                    words("The sum over k of (40).", SPREADS <= SQUARES / 4, cites=[EQ_40]), FACTOR
                ),
            ),
            LENGTH,
        ),
    ),
)
BEFORE, R_i = total(j, 1, i - 1, V.ranges[j]), V.ranges[i]
ONE_MORE = add(
    shown(R_i**2 == R_i**2), multiply(sum_over(j, 1, i - 1, shown(V.ranges[j] >= 0)), 2 * R_i)
)
INEQUALITY_2 = says(
    total(i, 1, V.d, V.ranges[i] ** 2) / 4 * FACTOR
    <= total(i, 1, V.d, V.ranges[i]) ** 2 / 4 * FACTOR,
    given=BATCHES,
    by=Derive(multiply(telescope(i, 1, V.d, -(BEFORE**2), ONE_MORE), FACTOR / 4)),
)
SUM = external(r"\sum_kS_{1,k}(x)", sum_of_ranges, V.universe)
# The last member has the bound for all x, S_1 of Assumption 3.2.
INEQUALITY_3 = says(SUM**2 / 4 * FACTOR <= V.S**2 / 4 * FACTOR, given=[*BATCHES, sampling.BOUNDED])
# Covariates at the two ends of each axis of the L1 ball of radius 20; a gradient at x = 0 is zu/2.
ENDS = tuple(
    tuple(Fraction(sign * 10 * (axis == k)) for k in range(20))
    for axis in range(20)
    for sign in (1, -1)
)
AT_ZERO = Setting(
    name="§5, m = 1000, x = 0",
    values={**SUBSAMPLED[0].values, "S_x": Fraction(20), "N": 40, "universe": ENDS},
)
NO_WIDER = words("No coordinate has a range above S_1(x).", SUM <= V.d * V.S_x)
EACH = Derive(
    having(
        [words("A sum of ranges.", number(0) <= SUM)],
        multiply(square(chain(NO_WIDER, multiply(given(sampling.BOUNDED), V.d))), FACTOR / 4),
    )
)
EQ_41 = (
    claim("accelerated/eq-41", "App B.1, (41)", "Chain for the mini-batch part")
    .says(
        {
            "first inequality": INEQUALITY_1,
            "second inequality": INEQUALITY_2,
            "last inequality": INEQUALITY_3,
        },
        # Attained: the gradients are the two ends of each of d axes.
        repaired={
            "last inequality": INEQUALITY_3.but(right=(V.d * V.S) ** 2 / 4 * FACTOR, by=EACH)
        },
        settings=(AT_ZERO,),
        # What the chain is to show, its first member below (21), holds (eq-21).
        notes=(sampling.NORM,),
    )
    .quoting(
        r"\frac14\left[\sum_{k=1}^dS_{1,k}(x)\right]^2\frac1m\frac{n-m}{n-1}"
        r"\le\frac14S_1^2\frac1m\frac{n-m}{n-1}",
        part="last inequality",
        letters={r"\sum_{k=1}^dS_{1,k}(x)": SUM},
    )
    .quoting(
        r"\frac14\left[\sum_{k=1}^dS_{1,k}(x)^2\right]\frac1m\frac{n-m}{n-1}"
        r"\le\frac14\left[\sum_{k=1}^dS_{1,k}(x)\right]^2\frac1m\frac{n-m}{"
        "n-1}",
        part="second inequality",
        letters={
            r"\sum_{k=1}^dS_{1,k}(x)^2": total(i, 1, V.d, V.ranges[i] ** 2),
            r"\sum_{k=1}^dS_{1,k}(x)": total(i, 1, V.d, V.ranges[i]),
        },
    )
    .quoting(
        r"\|R\|\le\frac14\left[\sum_{k=1}^dS_{1,k}(x)^2\right]\frac1m"
        r"\frac{n-m}{n-1}\le\frac14\left[\sum_{k=1}^dS_{1,k}(x)\right]^2\frac1m"
        r"\frac{n-m}{n-1}\le\frac14S_1^2\frac1m\frac{n-m}{n-1}",
        part="first inequality",
        reading=("its first step, along every direction u; the other steps are parts of their own"),
    )
    .quoting(
        r"R=\mathrm{Cov}(v_t|x)",
        part="first inequality",
        reading="along a direction $u$, over all batches",
    )
    .quoting(
        r"S_{1,k}(x)=\sup_{y,y'\in\mathcal Y}\left|\frac{\partial f(x;y)}{"
        r"\partial x_k}-\frac{\partial f(x;y')}{\partial x_k}\right|",
        part="last inequality",
        reading="as the range of a coordinate over finitely many gradients",
    )
)
