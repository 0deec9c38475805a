"""Exact privacy losses: finite mechanisms, Laplace densities, subsampled mechanisms."""

import itertools
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

Law = Mapping[Any, Fraction]


def worst_ratio(law: Law, other: Law) -> Fraction | None:
    """max over outputs of law/other; None when it is infinite."""
    ratios = []
    for output, p in law.items():
        if p == 0:
            continue
        q = other.get(output, Fraction(0))
        if q == 0:
            return None
        ratios.append(p / q)
    return max(ratios)


def joint(*laws: Law) -> dict[Any, Fraction]:
    """The law of independent draws."""
    result: dict[Any, Fraction] = {}
    for outputs in itertools.product(*(law.items() for law in laws)):
        p = Fraction(1)
        for _, weight in outputs:
            p *= weight
        key = tuple(output for output, _ in outputs)
        result[key] = result.get(key, Fraction(0)) + p
    return result


def subsampled(mechanism: Callable[[tuple[Any, ...]], Law], data: Sequence[Any], m: int) -> Law:
    """The law of a mechanism run on m of the n data, drawn without replacement."""
    subsets = list(itertools.combinations(data, m))
    result: dict[Any, Fraction] = {}
    for subset in subsets:
        for output, p in mechanism(subset).items():
            result[output] = result.get(output, Fraction(0)) + p / len(subsets)
    return result


def randomised_response(bit: int, odds: Fraction) -> dict[int, Fraction]:
    """The bit is kept with probability odds/(1+odds): exactly ln(odds)-DP."""
    keep = odds / (1 + odds)
    return {bit: keep, 1 - bit: 1 - keep}


def laplace_log_ratio(
    output: Sequence[Fraction], centre: Sequence[Fraction], other: Sequence[Fraction], scale: Any
) -> Any:
    """ln of the ratio of two product Laplace densities at an output; rational for rationals."""
    gaps = (abs(z - b) - abs(z - a) for z, a, b in zip(output, centre, other, strict=True))
    return sum(gaps) / scale
