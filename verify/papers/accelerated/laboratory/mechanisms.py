"""Finite randomised algorithms with rational laws, on two neighbouring data sets."""

import itertools
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from verify.formula.evaluate import Point
from verify.language.symbols import Box

Outputs = tuple[int, ...]
Laws = tuple[tuple[Fraction, Fraction], ...]
LARGEST = 5  # mechanisms whose joint laws are drawn


def outcomes(count: int) -> list[Outputs]:
    """The outputs of ``count`` mechanisms with answers 0 and 1, in the order of the laws."""
    return list(itertools.product((0, 1), repeat=count))


@dataclass(frozen=True)
class Mechanisms:
    """The joint law of (A_1, ..., A_T) on Y and on Y', every A_i with two answers.

    An instance is a tuple of pairs (P[A_Y = o], P[A_Y' = o]), o in the order of :func:`outcomes`.
    The coins of the A_i need not be independent.
    """

    count: str

    def draw(self, rng: np.random.Generator, point: Point, box: Box | None) -> Laws:
        """Each answer drawn given those before it, or any two joint laws."""
        count = min(int(point[self.count]), LARGEST)
        if rng.random() < 0.25:
            laws = [self._law(rng, 2**count) for _ in range(2)]
            return tuple(zip(*laws, strict=True))
        joint: dict[Outputs, tuple[Fraction, Fraction]] = {(): (Fraction(1), Fraction(1))}
        for _ in range(count):
            grown = {}
            for before, (p, q) in joint.items():
                one, other = (Fraction(int(k), 6) for k in rng.integers(1, 6, size=2))
                grown[(*before, 0)] = p * one, q * other
                grown[(*before, 1)] = p * (1 - one), q * (1 - other)
            joint = grown
        return tuple(joint[o] for o in outcomes(count))

    def _law(self, rng: np.random.Generator, size: int) -> list[Fraction]:
        weights = [int(w) for w in rng.integers(0, 4, size=size)]
        weights[int(rng.integers(size))] += 1
        return [Fraction(w, sum(weights)) for w in weights]

    def corners(self, point: Point) -> tuple[Laws, ...]:
        """The answers are coins that do not depend on the data; then coins that are shared."""
        count = int(point[self.count])
        if count > LARGEST:
            return ()
        share = Fraction(1, 2 ** (count - 1))
        fresh = tuple((share / 2, share / 2) for _ in outcomes(count))
        # A_1 is the bit of the data set xor all the other answers, which are fair coins.
        parity = tuple(
            (share * (sum(o) % 2 == 0), share * (sum(o) % 2 == 1)) for o in outcomes(count)
        )
        return (fresh, parity) if count > 1 else (fresh,)

    def contains(self, value: Any, point: Point) -> bool:
        laws = list(zip(*value, strict=True))
        return len(value) == 2 ** int(point[self.count]) and all(
            sum(law) == 1 and min(law) >= 0 for law in laws
        )

    def words(self) -> str:
        return r"the joint law of $A_1,\dots,A_T$ on $Y$ and on $Y'$, answers 0 and 1"


@dataclass(frozen=True)
class Event:
    """A set O of outputs of ``count`` mechanisms: a tuple of 0 and 1, 1 for a member."""

    count: str

    def draw(self, rng: np.random.Generator, point: Point, box: Box | None) -> tuple[int, ...]:
        size = 2 ** min(int(point[self.count]), LARGEST)
        return tuple(int(member) for member in rng.integers(0, 2, size=size))

    def corners(self, point: Point) -> tuple[tuple[int, ...], ...]:
        count = int(point[self.count])
        if count > LARGEST:
            return ()
        first = tuple(int(i == 0) for i in range(2**count))
        return first, tuple(int(sum(o) % 2 == 0) for o in outcomes(count))

    def contains(self, value: Any, point: Point) -> bool:
        return len(value) == 2 ** int(point[self.count]) and set(value) <= {0, 1}

    def words(self) -> str:
        return "a set of outputs"


def chance(laws: Laws, event: Sequence[int], data: int) -> Fraction:
    """The probability that the joint output lies in $O$, on the data set that the name has."""
    return sum((law[data] for law, member in zip(laws, event, strict=True) if member), Fraction(0))


def hybrid(laws: Laws, event: Sequence[int], count: int, i: int) -> Fraction:
    """P[A in O] where A_1..A_i answer as on Y' and the others, given these answers, as on Y."""
    past: dict[Outputs, Fraction] = defaultdict(Fraction)
    past2: dict[Outputs, Fraction] = defaultdict(Fraction)
    for o, (p, q) in zip(outcomes(int(count)), laws, strict=True):
        past[o[: int(i)]] += p
        past2[o[: int(i)]] += q
    return sum(
        (
            past2[o[: int(i)]] * p / past[o[: int(i)]]
            for o, (p, _), member in zip(outcomes(int(count)), laws, event, strict=True)
            if member and p > 0
        ),
        Fraction(0),
    )


def excess(laws: Laws, odds: Sequence[Fraction], *, given: bool) -> Fraction:
    r"""By how much some $A_i$ exceeds its budget, the factor $r_i$: the largest $p-r_iq$.

    Here p and q are the chances of an answer on the two data sets, in both orders.

    Args:
        given: the law of A_i given the answers before it, instead of its own law.
    """
    count = len(odds)
    worst = Fraction(-1)
    for i, bound in enumerate(odds):
        for pasts in [[o] for o in outcomes(i)] if given else [outcomes(i)]:
            whole, part = (
                [_mass(laws, count, i, pasts, a) for a in answers]
                for answers in (((0, 1),), ((0,), (1,)))
            )
            for p, q in part:
                ((pp, qq),) = whole
                if pp > 0 and qq > 0:
                    worst = max(worst, p / pp - bound * q / qq, q / qq - bound * p / pp)
    return worst


def _mass(
    laws: Laws, count: int, i: int, pasts: list[Outputs], answers: tuple[int, ...]
) -> tuple[Fraction, Fraction]:
    chosen = [
        law
        for o, law in zip(outcomes(count), laws, strict=True)
        if o[:i] in pasts and o[i] in answers
    ]
    return sum((p for p, _ in chosen), Fraction(0)), sum((q for _, q in chosen), Fraction(0))
