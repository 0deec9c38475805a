"""Appendix B.1: the steps of the proof of Proposition 3.3."""

import itertools
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from dptheory.numbers import sqrt
from verify.checks.cases import Cases
from verify.checks.claim import Claim, Repair
from verify.checks.domain import Domain, Range
from verify.checks.identity import Identity
from verify.checks.inequality import Decomposition, Inequality
from verify.context import Context
from verify.papers.accelerated import printed
from verify.papers.accelerated.batches import (
    BATCH_UNITS,
    BATCHES,
    GRADIENT,
    INCLUSION,
    NORM_BOUND,
    POPOVICIU,
    POPOVICIU_UNITS,
    SIGN_UNITS,
    TRACE_BOUND,
    VARIANCE,
    Points,
    coordinate_ranges,
    l1_diameter,
)

Case = dict[str, Any]
UNITS = {"S": GRADIENT, "bound": GRADIENT, "n": "1", "m": "1", "eps0": "1", "d": "1"}

# (38): the Laplace part -----------------------------------------------------------------------


def laplace_variance(S: Any, m: Any, eps0: Any) -> Any:
    """2 b^2 with b of (12)."""
    return 2 * printed.eq_12(S, m, eps0) ** 2


POSITIVE = dict.fromkeys(("S", "m", "eps0", "d"), "positive")
FIVES = {"S": Fraction(3), "m": Fraction(2), "eps0": Fraction(5), "d": Fraction(4)}
ONE = {"S": Fraction(1), "m": Fraction(1), "eps0": Fraction(1), "d": Fraction(1)}


def norm_of_laplace(name: str, factor: Any) -> Identity:
    """(38) read with the norm that is ``factor(d)`` for the identity matrix."""
    return Identity(
        name=name,
        part="value",
        lhs=lambda S, m, eps0, d: factor(d) * laplace_variance(S, m, eps0),
        rhs=printed.eq_38,
        symbols=POSITIVE,
        instance=ONE,
        consequence="no norm of 2 b^2 I is d b^2 for all d, and for d = 1 all of them are 2 b^2",
    )


def no_larger(norm: Any) -> Inequality:
    """A bound of (38) does not decrease when S_1(x) is replaced by S_1."""
    return Inequality(
        name="S_1(x) at most S_1",
        part="uniform in x",
        lhs=lambda S, bound, m, eps0, d: norm(S, m, eps0, d),
        rhs=lambda S, bound, m, eps0, d: norm(bound, m, eps0, d),
        domain=Domain(
            {
                "S": Range(0, 5, corners=(0, 2)),
                "bound": Range(0, 5, corners=(2, 5)),
                "m": Range(1, 50, integer=True, corners=(1, 3)),
                "eps0": Range(0.01, 5, log=True, corners=(2,)),
                "d": Range(1, 50, integer=True, corners=(1, 20)),
            },
            where=lambda S, bound, **_: bound >= S,
        ),
        proof=Decomposition(
            {"S": "nonnegative", "gap": "nonnegative"}
            | dict.fromkeys(("m", "eps0", "d"), "positive"),
            "increasing in S_1",
            substitution=lambda S, gap, **s: {"S": S, "bound": S + gap} | s,
        ),
    )


LAPLACE_PART = Claim(
    id="accelerated/eq-38",
    where="App B.1, (38)",
    title="norm of the Laplace part",
    statement=r"With $\mathrm{Cov}(\eta_t\vert x)=2b_t(x)^2I_d$ and $b_t$ of (12): "
    r"$\Vert\mathrm{Cov}(\eta_t\vert x)\Vert=\frac{S_1(x)^2d}{m^2\epsilon_0^2}"
    r"\le\frac{S_1^2d}{m^2\epsilon_0^2}$.",
    units=UNITS,
    checks=(
        norm_of_laplace("operator norm", lambda d: 1),
        norm_of_laplace("trace norm", lambda d: d),
        norm_of_laplace("Frobenius norm", lambda d: sqrt(d)),
        no_larger(printed.eq_38),
    ),
    repair=Repair(
        statement=r"$\Vert\mathrm{Cov}(\eta_t\vert x)\Vert=\frac{2S_1(x)^2}{m^2\epsilon_0^2}\le"
        r"\frac{2S_1^2}{m^2\epsilon_0^2}$ (operator norm), and its trace is $d$ times as large.",
        changes=("factor 2 instead of d for the operator norm, 2 d for the trace",),
        checks=(
            Identity(
                name="operator norm",
                part="value",
                # A multiple of the identity has its factor as only eigenvalue.
                lhs=lambda S, m, eps0: laplace_variance(S, m, eps0),
                rhs=lambda S, m, eps0: 2 * S**2 / (m**2 * eps0**2),
                symbols={n: POSITIVE[n] for n in ("S", "m", "eps0")},
                instance={n: FIVES[n] for n in ("S", "m", "eps0")},
            ),
            no_larger(lambda S, m, eps0, d: 2 * S**2 / (m**2 * eps0**2)),
        ),
        consequence="(20) survives: its 2 d S_1^2/(m eps0)^2 is the trace, so that (20) bounds "
        "E||w_t||^2 and not only the operator norm.",
    ),
)

# (39) and (40) ----------------------------------------------------------------------------------

SAMPLING_VARIANCE = Claim(
    id="accelerated/eq-39",
    where="App B.1, (39)",
    title="variance of a mini-batch",
    statement=r"$R=\mathrm{Cov}(v_t\vert x)$ has diagonal "
    r"$r_{kk}=\sigma_{y,k}^2\frac1m\frac{n-m}{n-1}$ (sampling without replacement).",
    units=BATCH_UNITS,
    hypotheses=("n >= 2",),
    checks=(INCLUSION, BATCHES),
    note="For n = 1 the printed factor is 0/0; the variance is then 0.",
)

RANGE_BOUND = Claim(
    id="accelerated/eq-40",
    where="App B.1, (40)",
    title="population variance against range",
    statement=r"$\sigma_{y,k}^2\le S_{1,k}^2/4$, $\sigma_{y,k}^2$ the population variance of "
    r"$\partial_kf(x;y_i)$, "
    r"$S_{1,k}(x)=\sup_{y,y'}\vert\partial_kf(x;y)-\partial_kf(x;y')\vert$.",
    units=POPOVICIU_UNITS,
    checks=(POPOVICIU,),
    note="Equality: half of the data at each end of the range.",
)

# (41) -----------------------------------------------------------------------------------------


def spread_cases(_: Context) -> Iterator[Case]:
    """Universes of gradients with entries in {-1, 0, 1}: on the line, then in the plane."""
    for d, n in itertools.product((1, 2), (2, 3)):
        for points in itertools.combinations(itertools.product((-1, 0, 1), repeat=d), n):
            yield {"points": points}


def last_link(points: Points) -> tuple[Any, Any]:
    """The last inequality of (41) without its common factor."""
    ranges = coordinate_ranges(points)
    _, middle, last = printed.eq_41(
        sum(r**2 for r in ranges), sum(ranges), l1_diameter(points), Fraction(1)
    )
    return middle, last


CHAIN = Claim(
    id="accelerated/eq-41",
    where="App B.1, (41)",
    title="chain for the mini-batch part",
    statement=r"$\Vert R\Vert\le\frac14[\sum_kS_{1,k}^2]\frac1m\frac{n-m}{n-1}\le"
    r"\frac14[\sum_kS_{1,k}]^2\frac1m\frac{n-m}{n-1}\le\frac14S_1^2\frac1m\frac{n-m}{n-1}$.",
    units=SIGN_UNITS
    | {"top": VARIANCE, "others_sum": VARIANCE, "ranges": VARIANCE, "reduction": "1"}
    | {"entry": GRADIENT, "total": GRADIENT},
    checks=(
        Inequality(
            name="norm, trace and ranges",
            part="first inequality",
            # top is the largest eigenvalue of R, others_sum the sum of the other ones; by (39) and
            # (40) their sum, the trace, is at most the sum of S_{1,k}^2/4 times the reduction.
            lhs=lambda top, others_sum, ranges, reduction: top,
            rhs=lambda top, others_sum, ranges, reduction: printed.eq_41(ranges, 0, 0, reduction)[
                0
            ],
            domain=Domain(
                {
                    "top": Range(0, 4, corners=(0, 2)),
                    "others_sum": Range(0, 4, corners=(0, 2)),
                    "ranges": Range(0, 40, corners=(8, 16)),
                    "reduction": Range(0, 1, corners=(0, 1)),
                },
                where=lambda top, others_sum, ranges, reduction: (
                    top + others_sum <= ranges * reduction / 4
                ),
            ),
            proof=Decomposition(
                dict.fromkeys(("top", "others_sum", "slack"), "nonnegative")
                | {"reduction": "positive"},
                "R is positive semidefinite, so its norm is at most its trace, and (39), (40)",
                substitution=lambda top, others_sum, slack, reduction: {
                    "top": top,
                    "others_sum": others_sum,
                    "reduction": reduction,
                    "ranges": 4 * (top + others_sum + slack) / reduction,
                },
            ),
        ),
        Inequality(
            name="squares, one coordinate more",
            part="second inequality",
            lhs=lambda entry, squares, total, reduction: printed.eq_41(
                entry**2 + squares, 0, 0, reduction
            )[0],
            rhs=lambda entry, squares, total, reduction: printed.eq_41(
                0, entry + total, 0, reduction
            )[1],
            domain=Domain(
                {
                    "entry": Range(0, 3, corners=(0, 2)),
                    "squares": Range(0, 16, corners=(0, 4)),
                    "total": Range(0, 4, corners=(0, 2)),
                    "reduction": Range(0, 1, corners=(0, 1)),
                },
                where=lambda squares, total, **_: squares <= total**2,
            ),
            proof=Decomposition(
                dict.fromkeys(("entry", "slack", "total", "reduction"), "nonnegative"),
                "the cross terms of the square of a sum of nonnegative numbers",
                substitution=lambda entry, slack, total, reduction: {
                    "entry": entry,
                    "squares": total**2 - slack,
                    "total": total,
                    "reduction": reduction,
                },
            ),
        ),
        Cases(
            name="sum of ranges against the L1 diameter",
            part="last inequality",
            cases=spread_cases,
            holds=last_link,
            failure="backwards: a supremum of sums is at most the sum of suprema, S_1 <= sum "
            "S_{1,k}; quarter squares compared, for f(x; y) = |x|^2/2 + y.x and y in the list",
        ),
    ),
    repair=Repair(
        statement=r"$\Vert R\Vert\le\mathrm{Tr}\,R\le\frac14S_1^2\frac1m\frac{n-m}{n-1}$.",
        changes=(
            "the two middle terms are dropped: S_1 <= sum_k S_{1,k}, and even "
            "S_1^2 < sum_k S_{1,k}^2 occurs, so that the chain cannot be mended",
            "the last bound is proved along random signs, and for the trace",
        ),
        checks=(*TRACE_BOUND, *NORM_BOUND),
        consequence="none for (20) and (21): the end of the chain is true.",
    ),
)


CLAIMS = (LAPLACE_PART, SAMPLING_VARIANCE, RANGE_BOUND, CHAIN)
