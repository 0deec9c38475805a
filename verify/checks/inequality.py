"""Inequalities over a domain: an optional proof, and always a search for the worst instance."""

import abc
import dataclasses
import itertools
import math
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import sympy

from verify.checks.base import Check, Control, Formula
from verify.checks.domain import Domain, Point
from verify.checks.evidence import Evidence, Level, Outcome, Scope
from verify.checks.identity import reduces_to_zero
from verify.checks.mutation import mutated
from verify.context import Context

ROUNDING = 1e-9  # relative room left to floating point before a violation is re-tested exactly


class Proof(abc.ABC):
    """Evidence for ``lhs <= rhs`` over the whole domain."""

    level: Level = Level.EXACT

    @abc.abstractmethod
    def proves(self, lhs: Formula, rhs: Formula) -> bool:
        """Whether the argument goes through."""

    @abc.abstractmethod
    def describe(self) -> str:
        """The argument in a sentence."""


def is_manifestly_nonnegative(term: Any) -> bool:
    """Whether a term is nonnegative for a reason that can be read off.

    Either it is a quotient of polynomials with nonnegative coefficients in which real symbols of
    unknown sign occur in even powers only, or sympy's assumptions say so.
    """
    top, bottom = sympy.fraction(sympy.together(sympy.sympify(term)))
    if all(_has_nonnegative_coefficients(part) for part in (top, bottom)) and _has_no_zero(bottom):
        return True
    return bool(sympy.sympify(term).is_nonnegative)


def _has_no_zero(expression: Any) -> bool:
    """Whether a polynomial with nonnegative coefficients has a term of positive symbols only."""
    terms = sympy.Add.make_args(sympy.expand(expression))
    return any(all(s.is_positive for s in term.free_symbols) for term in terms if term != 0)


def _has_nonnegative_coefficients(expression: Any) -> bool:
    symbols = sorted(expression.free_symbols, key=str)
    if not symbols:
        return bool(expression.is_nonnegative)
    try:
        polynomial = sympy.Poly(sympy.expand(expression), *symbols)
    except sympy.PolynomialError:
        return False
    return all(
        bool(coefficient.is_nonnegative)
        and all(
            s.is_nonnegative or power % 2 == 0 for s, power in zip(symbols, powers, strict=True)
        )
        for powers, coefficient in polynomial.terms()
    )


@dataclass(frozen=True)
class Decomposition(Proof):
    """``rhs - lhs`` is a sum of manifestly nonnegative terms.

    Attributes:
        symbols: the sympy assumption of each symbol of the proof.
        argument: what the terms are.
        terms: formula returning the terms; by default the difference itself.
        substitution: symbols of the statement in terms of the symbols of the proof (for instance
            ``L = mu + gap``), when they differ.
    """

    symbols: Mapping[str, str]
    argument: str
    terms: Callable[..., tuple[Any, ...]] | None = None
    substitution: Callable[..., dict[str, Any]] = lambda **s: s

    def proves(self, lhs: Formula, rhs: Formula) -> bool:
        s = {name: sympy.Symbol(name, **{kind: True}) for name, kind in self.symbols.items()}
        point = self.substitution(**s)
        difference = sympy.sympify(rhs(**point) - lhs(**point))
        terms = self.terms(**s) if self.terms else (difference,)
        return all(is_manifestly_nonnegative(t) for t in terms) and (
            self.terms is None or reduces_to_zero(difference - sum(terms))
        )

    def describe(self) -> str:
        return f"proof: {self.argument}"


@dataclass(frozen=True)
class Split(Proof):
    """A proof by cases that cover the domain, each a decomposition of its own."""

    cases: tuple[Decomposition, ...]
    argument: str

    def proves(self, lhs: Formula, rhs: Formula) -> bool:
        return all(case.proves(lhs, rhs) for case in self.cases)

    def describe(self) -> str:
        return f"proof: {self.argument}"


def orderings(names: str) -> tuple[Decomposition, ...]:
    """One case for every order of the real symbols, written with nonnegative gaps."""
    gaps = [f"gap{i}" for i in range(1, len(names))]
    symbols = {"least": "real"} | dict.fromkeys(gaps, "nonnegative")

    def substitution(order: tuple[str, ...], s: Mapping[str, Any]) -> dict[str, Any]:
        levels = [sum((s[g] for g in gaps[:i]), s["least"]) for i in range(len(order))]
        return dict(zip(order, levels, strict=True))

    return tuple(
        Decomposition(
            symbols, f"{' <= '.join(p)}", substitution=lambda p=p, **s: substitution(p, s)
        )
        for p in itertools.permutations(names)
    )


@dataclass(frozen=True, kw_only=True)
class Inequality(Check):
    """``lhs(**point) <= rhs(**point)`` for every point of the domain.

    A violation found in floating point is re-tested at nearby rational points, simplest first, so
    that the witness is exact whenever the formulas can be evaluated on rationals. A formula that
    has no real value somewhere in the domain gives the outcome ``not-real``.

    Attributes:
        lhs, rhs: scalar formulas over any number type.
        domain: the quantifier's range.
        proof: evidence over the whole range, if there is any.
        complete: the domain's corners are the whole range (a finite statement).
        consequence: what a failure means, for the summary.
        budget: points of the search in the three modes.
    """

    lhs: Formula
    rhs: Formula
    domain: Domain
    proof: Proof | None = None
    complete: bool = False
    consequence: str = ""
    budget: tuple[int, int, int] = (300, 2000, 20000)

    def run(self, context: Context) -> Evidence:
        start = time.perf_counter()
        common = self.labels()
        worst = self._search(context)
        if worst.undefined is not None:
            return Evidence(
                **common,
                level=Level.EXACT,
                outcome=Outcome.NOT_REAL,
                summary=f"has no real value at {_show(worst.undefined)}.",
                instance=worst.undefined,
                seconds=time.perf_counter() - start,
            )
        if worst.ratio > 1 + ROUNDING:
            point, left, right, level = self._exact_witness(worst.first or worst.point)
            return Evidence(
                **common,
                level=level,
                outcome=Outcome.FAILS,
                summary=f"{_number(left)} > {_number(right)} at {_show(point)}"
                + (f"; {self.consequence}" if self.consequence else "."),
                instance=point,
                measured=left,
                bound=right,
                tightness=worst.ratio,
                seconds=time.perf_counter() - start,
            )
        proved = self.proof is not None and self.proof.proves(self.lhs, self.rhs)
        if self.proof is not None and not proved:
            outcome, text = Outcome.INCONCLUSIVE, "the proof does not go through"
        else:
            outcome = Outcome.HOLDS
            text = self.proof.describe() if self.proof else "no violation found"
            if self.complete:
                text = "every case checked"
        return Evidence(
            **common,
            level=self.proof.level
            if proved and self.proof
            else (Level.EXACT if self.complete else Level.NUMERIC),
            scope=Scope.ALL if proved or self.complete else Scope.SAMPLED,
            outcome=outcome,
            summary=f"{text}; largest measured/bound {worst.ratio:.4g} at {_show(worst.point)}.",
            instance=worst.point,
            measured=worst.left,
            bound=worst.right,
            tightness=worst.ratio,
            seconds=time.perf_counter() - start,
        )

    def mutations(self, context: Context) -> Iterator[Control]:
        rng = context.named("mutation").rng()
        points = list(self.domain.corners(64)) + [self.domain.draw(rng) for _ in range(64)]
        for name, formula in mutated(self.rhs, list(self.domain.ranges)):
            if any(_clearly_violated(self.lhs, formula, p) for p in points):
                check = dataclasses.replace(self, rhs=formula, proof=None, controls=())
                yield Control(name, check, Outcome.FAILS, lambda: True)

    def sides(self) -> tuple[Formula, Formula, Mapping[str, Any]] | None:
        point = next(
            (p for p in self.domain.corners() if all(v not in (0, 1) for v in p.values())), None
        )
        if point is None:
            import numpy as np

            point = self.domain.draw(np.random.default_rng(0))
        return self.lhs, self.rhs, point

    def _search(self, context: Context) -> "_Worst":
        rng = context.named("search").rng()
        worst = _Worst()
        for point in self.domain.corners():
            worst.visit(self, point)
            if worst.ratio > 1 + ROUNDING and worst.first is None:
                worst.first = point
        if self.complete:
            return worst
        tries = context.pick(*self.budget)
        for _ in range(tries // 2):
            worst.visit(self, self.domain.draw(rng))
        step = 0.2
        for i in range(tries - tries // 2):
            moved = self.domain.moved(worst.point, rng, step) if worst.point else None
            if moved is not None:
                worst.visit(self, moved)
            if i % 50 == 49:
                step *= 0.7
        return worst

    def _exact_witness(self, point: Point) -> tuple[Point, Any, Any, Level]:
        for candidate in self.domain.rationalised(point):
            try:
                left, right = self.lhs(**candidate), self.rhs(**candidate)
            except (ArithmeticError, ValueError, TypeError):
                continue
            if left > right and (not isinstance(left, float) or left > right * (1 + ROUNDING)):
                level = (
                    Level.NUMERIC
                    if isinstance(left, float) or isinstance(right, float)
                    else Level.EXACT
                )
                return candidate, left, right, level
        floats = {n: float(v) for n, v in point.items()}
        return point, self.lhs(**floats), self.rhs(**floats), Level.NUMERIC


@dataclass
class _Worst:
    """The largest ratio seen so far and the first violating corner; private to one search."""

    ratio: float = -math.inf
    point: Point = dataclasses.field(default_factory=dict)
    left: Any = None
    right: Any = None
    undefined: Point | None = None
    first: Point | None = None

    def visit(self, check: Inequality, point: Point) -> None:
        floats = {
            n: (v if isinstance(v, int) else float(v)) if not isinstance(v, tuple) else v
            for n, v in point.items()
        }
        try:
            left, right = check.lhs(**floats), check.rhs(**floats)
        except (ZeroDivisionError, ValueError):
            left = right = math.nan
        except OverflowError:
            return
        if (
            isinstance(left, complex)
            or isinstance(right, complex)
            or left != left
            or right != right
        ):
            self.undefined = self.undefined or point
            return
        ratio = ratio_of(float(left), float(right))
        if ratio > self.ratio:
            self.ratio, self.point, self.left, self.right = ratio, point, left, right


def ratio_of(measured: float, bound: float) -> float:
    """measured/bound, on the scale where a value over 1 is a violation, for any signs.

    A bound that is not positive is met by anything up to rounding above it.
    """
    if bound > 0:
        return measured / bound
    if measured <= bound + ROUNDING * abs(bound):
        return 1.0 if bound != 0 and abs(measured - bound) <= ROUNDING * abs(bound) else 0.0
    return math.inf


def _clearly_violated(lhs: Formula, rhs: Formula, point: Mapping[str, Any]) -> bool:
    floats = {n: v if isinstance(v, int | tuple) else float(v) for n, v in point.items()}
    try:
        left, right = float(lhs(**floats)), float(rhs(**floats))
    except (ArithmeticError, ValueError, TypeError):
        return False
    return left > right + 1e-6 * abs(right)


def _number(value: Any) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def _show(point: Mapping[str, Any] | None) -> str:
    if not point:
        return "the only instance"
    return ", ".join(f"{n}={_number(v)}" for n, v in point.items())
