"""Section 4.1, Table 2: test accuracies of MNIST logistic regression, from the printed digits."""

import dataclasses
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from dptheory.numbers import total
from verify.checks.base import Control
from verify.checks.cases import Cases
from verify.checks.claim import Claim, Repair
from verify.checks.evidence import Outcome
from verify.context import Context
from verify.papers.lssgd.printed_utility import ACCURACY, BUDGETS, DEVIATION

Case = dict[str, Any]
F = Fraction
SMOOTHED = (1, 2, 3)
ALL = "all entries of Table 2"


def entry(table: Mapping[int, tuple[str, ...]], sigma: int, eps: str) -> Fraction:
    return F(table[sigma][BUDGETS.index(eps)])


def gain(sigma: int, eps: str) -> Fraction:
    """Percentage points over sigma = 0."""
    return entry(ACCURACY, sigma, eps) - entry(ACCURACY, 0, eps)


def entries(_: Context) -> Iterator[Case]:
    for eps in BUDGETS:
        for sigma in SMOOTHED:
            yield {"sigma": sigma, "eps": eps}


# Accuracy ----------------------------------------------------------------------------------------


def exceeds(points: int) -> Cases:
    """Gains of more than so many points, in every entry."""
    return Cases(
        name=f"gain above {points} in 15 entries",
        cases=entries,
        holds=lambda sigma, eps: gain(sigma, eps) > points,
        complete=ALL,
    )


MEANS = dataclasses.replace(
    exceeds(0),
    controls=(
        # 82.97 - 81.45 = 1.52.
        Control("gain above 2", exceeds(2), Outcome.FAILS, lambda: 82.97 - 81.45 < 2),
    ),
)
TABLE_ACCURACY = Claim(
    id="lssgd/table-2-accuracy",
    where="§4.1, Table 2",
    title="accuracy",
    statement=r"$\sigma=1,2,3$ improve the test accuracy of MNIST logistic regression, at "
    r"$\epsilon=0.30,0.25,0.20,0.15,0.10$ (means of 5 runs as printed).",
    checks=(MEANS,),
    note="Gains of 1.5 to 3.8 points. With five runs a Welch interval of 95 % excludes 0 in 13 of "
    "the 15 entries; not at eps = 0.25 with sigma = 1 and 3. One learning rate schedule (1/t) for "
    "all sigma: nothing was tuned for sigma = 0.",
)

# Variance ----------------------------------------------------------------------------------------


def pooled(sigma: int) -> Fraction:
    """The mean variance over the five budgets."""
    return F(total(F(d) ** 2 for d in DEVIATION[sigma])) / len(BUDGETS)


def falls_by(factor: int) -> Cases:
    return Cases(
        name=f"pooled variance below 1/{factor} of that of sigma = 0",
        part="pooled",
        cases=lambda _: ({"sigma": sigma} for sigma in SMOOTHED),
        holds=lambda sigma: (factor * pooled(sigma), pooled(0)),
        complete="sigma = 1, 2, 3",
    )


VARIANCE = Claim(
    id="lssgd/table-2-variance",
    where="§4.1, text on Table 2",
    title="variance",
    statement=r"$\sigma=1,2,3$ also reduce the variance of the test accuracy.",
    checks=(
        Cases(
            name="printed deviations, entry by entry",
            part="entries",
            cases=entries,
            holds=lambda sigma, eps: (entry(DEVIATION, sigma, eps), entry(DEVIATION, 0, eps)),
            complete=ALL,
            failure="at eps = 0.15 every sigma raises the deviation",
        ),
    ),
    repair=Repair(
        statement="Pooled over the five budgets the variance falls at least to half; entry by "
        "entry the deviation falls in 12 of 15, at every budget but 0.15.",
        changes=("pooled over the budgets", "four budgets of five"),
        checks=(
            dataclasses.replace(
                falls_by(2),
                controls=(
                    Control(
                        "1/4",
                        falls_by(4),
                        Outcome.FAILS,
                        lambda: 4 * pooled(2) > pooled(0),
                    ),
                ),
            ),
            Cases(
                name="every budget but 0.15",
                part="entries",
                cases=lambda c: (case for case in entries(c) if case["eps"] != "0.15"),
                holds=lambda sigma, eps: (entry(DEVIATION, sigma, eps), entry(DEVIATION, 0, eps)),
                complete="the twelve other entries",
                controls=(
                    Control(
                        "with 0.15",
                        Cases(
                            name="all budgets",
                            cases=entries,
                            holds=lambda sigma, eps: (
                                entry(DEVIATION, sigma, eps),
                                entry(DEVIATION, 0, eps),
                            ),
                        ),
                        Outcome.FAILS,
                        lambda: 1.33 > 0.69,
                    ),
                ),
            ),
        ),
        consequence="five runs an entry do not settle it: the pooled ratios are 2.0 (sigma = 2) to "
        "3.6 (sigma = 3), with 20 degrees of freedom each.",
    ),
)

# Strong privacy ----------------------------------------------------------------------------------


def mean_gain(eps: str) -> Fraction:
    return F(total(gain(sigma, eps) for sigma in SMOOTHED)) / len(SMOOTHED)


def weak_and_strong(_: Context) -> Iterator[Case]:
    for weak in ("0.30", "0.25"):
        for strong in ("0.20", "0.15", "0.10"):
            yield {"weak": weak, "strong": strong}


def within_strong(_: Context) -> Iterator[Case]:
    for weak in ("0.20", "0.15"):
        yield {"weak": weak, "strong": "0.10"}


def ordered(name: str, cases: Any, controls: tuple[Control, ...] = ()) -> Cases:
    return Cases(
        name=name,
        cases=cases,
        holds=lambda weak, strong: mean_gain(weak) < mean_gain(strong),
        complete="all pairs of budgets named",
        controls=controls,
    )


STRONG = Claim(
    id="lssgd/table-2-strong-privacy",
    where="§4.1, text on Table 2",
    title="strong privacy",
    statement=r"Smoothing helps especially when privacy is very strong, e.g. $(0.1,10^{-5})$ (read "
    r"as: for each $\sigma$ the largest gain is at $\epsilon=0.1$).",
    checks=(
        Cases(
            name="gain at each budget against that at 0.10",
            cases=entries,
            holds=lambda sigma, eps: (gain(sigma, eps), gain(sigma, "0.10")),
            complete=ALL,
            failure="the largest gains are at eps = 0.15 for sigma = 2 and 3",
        ),
    ),
    repair=Repair(
        statement="Averaged over sigma, the gain at each of eps = 0.20, 0.15, 0.10 (3.1 to 3.3 "
        "points) exceeds that at each of 0.30, 0.25 (1.8 to 2.8).",
        changes=("averaged over sigma", "eps at most 0.2 instead of 0.1"),
        checks=(
            ordered(
                "mean gains of budgets up to 0.20 and above",
                weak_and_strong,
                (
                    Control(
                        "0.10 above 0.20 and 0.15",
                        ordered("within", within_strong),
                        Outcome.FAILS,
                        lambda: 3.74 > 2.82,
                    ),
                ),
            ),
        ),
        consequence="relative to the error of sigma = 0 the gain shrinks: 15 % of it at eps = 0.30,"
        " 12 % at 0.10.",
    ),
)
CLAIMS = (TABLE_ACCURACY, VARIANCE, STRONG)
