"""Multipliers for all values of the parameters: rational functions through those at settings.

With as few conditions as a tight statement needs, its multipliers at a setting are unique, so that
they are the values of a function. Where this is a quotient of polynomials of low degree, it is
found from its values at rational settings; that it fits everywhere is seen by multiplying out.
"""

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from flint import fmpq, fmpq_mat

from verify.formula.expression import Node, lift
from verify.methods.algebra.symbolic import sympy
from verify.methods.performance.forms import Form, Forms, NotQuadratic
from verify.methods.performance.problem import Problem
from verify.methods.performance.proof import Weighted, numbers, orders, weighted
from verify.methods.performance.rounding import BELOW, exact
from verify.methods.performance.solver import Array, Arrays, multipliers

DEGREES = sorted(itertools.product(range(5), range(4)), key=lambda pair: (sum(pair), pair[1]))
POWERS = (0, 1, -1, 2, -2)  # of a scale
MORE = 3  # settings beyond those that determine a quotient
MOST_SETTINGS = 64
BASES = 3  # settings that say which conditions are enough
APART = 7  # how far apart they are drawn
MOST_PARAMETERS = 4
MOST_DROPPED = 60  # conditions of which some may be left out
Setting = Mapping[str, Any]


def certificates(
    found: Problem, settings: Iterator[dict[str, Any]]
) -> Iterator[tuple[Weighted, Weighted]]:
    """Conditions and vectors, each with its factor, that add up for all parameters."""
    if not 0 < len(found.parameters) <= MOST_PARAMETERS:
        return
    names = [s.name for s in found.parameters]
    field, *gens = sympy.field(names, sympy.QQ)
    known = dict(zip(names, gens, strict=True))
    first = next(settings, None)
    if first is None:
        return
    yield from _scaled(found, first, field, known)
    if len(found.conditions) > MOST_DROPPED:
        return
    every = [(s, *numbers(found, s)) for s in itertools.islice(settings, MOST_SETTINGS)]
    tried: list[bytes] = []
    for _, _, base in every[::APART][:BASES]:
        used = _few(base)
        if used is None:
            return
        if used.tobytes() in tried:
            continue
        tried.append(used.tobytes())
        factors = _factors(found, every, used, known)
        if factors is not None:
            yield from _checked(found, factors, field, known, every[-1][0])


def _factors(
    found: Problem,
    every: Sequence[tuple[Setting, tuple[Form, ...], Arrays]],
    used: Array,
    known: Mapping[str, Any],
) -> dict[int, Any] | None:
    """Multipliers of some conditions as functions of the parameters, from those at settings."""
    values: list[tuple[Setting, dict[int, Fraction]]] = []
    for place, (setting, forms, a) in enumerate(every):
        one = exact(forms, a, found.vectors, used)
        values += [] if one is None else [(setting, one)]
        if 2 * len(values) < place:
            return None
    factors = {}
    for k in sorted({k for _, one in values for k in one}):
        fit = _fit([(s, one.get(k, Fraction(0))) for s, one in values], list(known), known)
        if fit is None:
            return None
        factors[k] = fit
    return factors


def _scaled(
    found: Problem, setting: Setting, field: Any, known: Mapping[str, Any]
) -> Iterator[tuple[Weighted, Weighted]]:
    """Those in which all multipliers are numbers, times a power of what is the only parameter."""
    forms, a = numbers(found, setting)
    factors = exact(forms, a, found.vectors)
    if factors is None:
        return
    powers = POWERS if len(known) == 1 else (0,)
    (one, value), *_ = ((known[name], Fraction(setting[name])) for name in known)
    for power in powers if value else (0,):
        scale = (one * value.denominator / value.numerator) ** power if power else field(1)
        scaled = {k: c.numerator * scale / c.denominator for k, c in factors.items()}
        yield from _checked(found, scaled, field, known, setting)


def _few(a: Arrays) -> Array | None:
    """Conditions that are enough, none of which may be left out."""
    used = np.ones(len(a.equal), dtype=bool)
    answer = multipliers(a, used)
    if answer is None or answer[0] < BELOW:
        return None
    for k in np.argsort(np.abs(answer[1])):
        used[k] = False
        less = multipliers(a, used) if used.any() else None
        if less is None or less[0] < BELOW / 10:
            used[k] = True
    return used


def _monomials(names: Sequence[str], degree: int) -> list[tuple[int, ...]]:
    every = itertools.product(range(degree + 1), repeat=len(names))
    return sorted((m for m in every if sum(m) <= degree), key=lambda m: (sum(m), m))


def _fit(
    values: Sequence[tuple[Setting, Fraction]], names: Sequence[str], known: Mapping[str, Any]
) -> Any:
    """The plainest quotient of polynomials with these values; None where there is none."""
    for top, bottom in DEGREES:
        upper, lower = _monomials(names, top), _monomials(names, bottom)
        if len(upper) + len(lower) + MORE > len(values):
            continue
        rows = []
        for setting, value in values:
            at = {m: _power(setting, names, m) for m in (*upper, *lower)}
            row = [at[m] for m in upper] + [-value * at[m] for m in lower]
            rows.append([fmpq(x.numerator, x.denominator) for x in row])
        solution = _kernel(fmpq_mat(rows))
        if solution is None:
            continue
        above, below = (
            sum(c * _generic(known, names, m) for m, c in zip(ms, part, strict=True))
            for ms, part in ((upper, solution[: len(upper)]), (lower, solution[len(upper) :]))
        )
        if below != 0:
            return above / below
    return None


def _power(setting: Setting, names: Sequence[str], m: Sequence[int]) -> Fraction:
    return math.prod(
        (Fraction(setting[n]) ** e for n, e in zip(names, m, strict=True)), start=Fraction(1)
    )


def _generic(known: Mapping[str, Any], names: Sequence[str], m: Sequence[int]) -> Any:
    one = next(iter(known.values())) ** 0
    return math.prod((known[n] ** e for n, e in zip(names, m, strict=True)), start=one)


def _kernel(matrix: fmpq_mat) -> list[Any] | None:
    """A vector that a matrix takes to 0."""
    solved, rank = matrix.rref()
    columns = matrix.ncols()
    pivots = [next(j for j in range(columns) if solved[i, j] != 0) for i in range(rank)]
    free = next((j for j in range(columns) if j not in pivots), None)
    if free is None:
        return None
    found = [sympy.QQ(0)] * columns
    found[free] = sympy.QQ(1)
    for i, pivot in enumerate(pivots):
        x = solved[i, free]
        found[pivot] = -sympy.QQ(int(x.p), int(x.q))
    return found


def _checked(
    found: Problem,
    factors: Mapping[int, Any],
    field: Any,
    known: Mapping[str, Any],
    inside: Setting,
) -> Iterator[tuple[Weighted, Weighted]]:
    """The certificates in which all adds up, by the order in which squares are taken."""
    for order in orders(found):
        names = [*order, *(put.name for put in found.put)]
        forms = Forms(names, found.letters, Scalars(field, known))
        try:
            parts = weighted(found, forms, factors, order, lambda c: shown(c, inside))
        except (NotQuadratic, ZeroDivisionError):
            return
        if parts is not None:
            yield parts


class Scalars:
    """Numbers made of the parameters, as elements of their field."""

    def __init__(self, field: Any, known: Mapping[str, Any]) -> None:
        self.one = field(1)
        self.known = known

    def __call__(self, node: Node) -> Any:
        if node.op == "number":
            return self.one * node.value.numerator / node.value.denominator
        if node.op == "symbol" and node.value in self.known:
            return self.known[node.value]
        parts = [self(a) for a in node.args[: 1 if node.op == "pow" else None]]
        if node.op == "neg":
            return -parts[0]
        if node.op == "pow" and node.args[1].op == "number" and node.args[1].value.denominator == 1:
            return parts[0] ** int(node.args[1].value)
        if node.op in ("add", "sub", "mul", "div") and len(parts) == 2:
            a, b = parts
            return (
                {"add": a + b, "sub": a - b, "mul": a * b}[node.op] if node.op != "div" else a / b
            )
        raise NotQuadratic(f"a coefficient must be a rational function. Found {node.op}.")


def shown(value: Any, inside: Setting | None = None) -> Node:
    """An element of the field as a tree, its factors apart.

    Args:
        inside: a setting at which factors are written as what is not negative there.
    """
    if isinstance(value, Fraction):
        return lift(value)
    top, bottom = (_factored(part, inside) for part in (value.numer, value.denom))
    factor = Fraction(int(top[0].numerator), int(top[0].denominator)) / Fraction(
        int(bottom[0].numerator), int(bottom[0].denominator)
    )
    above = _product(([] if factor == 1 else [lift(factor)]) + top[1])
    return above / _product(bottom[1]) if bottom[1] else above


def _factored(polynomial: Any, inside: Setting | None) -> tuple[Any, list[Node]]:
    number, factors = polynomial.factor_list()
    found = []
    for factor, power in factors:
        turned = -1 if inside is not None and _at(factor, inside) < 0 else 1
        number *= turned**power
        one = _sum(turned * factor)
        found.append(one if power == 1 else one**power)
    return number, found


def _at(polynomial: Any, setting: Setting) -> Fraction:
    """The value of a polynomial."""
    names = [str(s) for s in polynomial.ring.symbols]
    terms = (
        Fraction(int(c.numerator), int(c.denominator)) * _power(setting, names, m)
        for m, c in polynomial.terms()
    )
    return sum(terms, Fraction(0))


def _sum(polynomial: Any) -> Node:
    """A polynomial as a tree, what is positive first."""
    names = [str(s) for s in polynomial.ring.symbols]
    terms = []
    for m, c in polynomial.terms():
        value = Fraction(int(c.numerator), int(c.denominator))
        powers = [
            Node("symbol", (), n) if e == 1 else Node("symbol", (), n) ** e
            for n, e in zip(names, m, strict=True)
            if e
        ]
        terms.append((value, powers))
    terms.sort(key=lambda term: term[0] < 0)
    total: Node | None = None
    for value, powers in terms:
        size = abs(value)
        one = _product(([] if size == 1 and powers else [lift(size)]) + powers)
        if total is None:
            total = -one if value < 0 else one
        else:
            total = total - one if value < 0 else total + one
    return lift(0) if total is None else total


def _product(parts: Sequence[Node]) -> Node:
    if not parts:
        return lift(1)
    found = parts[0]
    for part in parts[1:]:
        found = found * part
    return found
