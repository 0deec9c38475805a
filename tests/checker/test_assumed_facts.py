"""What the checker takes as known of functions and of norms, at points with 60 digits."""

import itertools
import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import mpmath
import pytest

from verify.checker.known import TABLES, Row
from verify.checker.polynomials import Poly, Ratio, powers_of
from verify.checker.reader import Reader
from verify.checker.rules import Rules
from verify.checker.text import NORMAL, Symbol, Tree, Work, number, read, written
from verify.checker.values import Goal

DRAWN = 500


def power(a: Any, b: Any) -> Any:
    if a < 0 and not mpmath.isint(b):
        raise ValueError("a power of a negative number")
    return a**b


def logarithm(a: Any) -> Any:
    if a <= 0:
        raise ValueError("a logarithm of what is not positive")
    return mpmath.log(a)


EVALUATED = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": lambda a, b: a / b,
    "pow": power,
    "neg": lambda a: -a,
    "sqrt": mpmath.sqrt,
    "exp": mpmath.exp,
    "log": logarithm,
    "cos": mpmath.cos,
    "sin": mpmath.sin,
    "floor": mpmath.floor,
    "ceil": mpmath.ceil,
}


@pytest.fixture(autouse=True)
def digits() -> Iterator[None]:
    with mpmath.workdps(60):
        yield


def value(tree: Tree, at: dict[str, Any]) -> Any:
    """A formula's value.

    Raises:
        ZeroDivisionError, ValueError: it has none.
    """
    if isinstance(tree, str):
        told = number(tree)
        return at[tree] if told is None else mpmath.mpf(told.numerator) / told.denominator
    op, *parts = tree
    if op in ("sum", "product"):
        index, first, last, body = parts
        every = range(int(value(first, at)), int(value(last, at)) + 1)
        terms = [value(body, {**at, index: mpmath.mpf(k)}) for k in every]
        return mpmath.fsum(terms) if op == "sum" else mpmath.fprod(terms)
    if tree[:-1] == NORMAL:
        return mpmath.ncdf(value(tree[-1], at))
    if op == "constant":
        return {"pi": +mpmath.pi, "e": +mpmath.e}[parts[0]]
    return EVALUATED[op](*(value(part, at) for part in parts))


def holds(condition: Tree, at: dict[str, Any]) -> bool | None:
    """Whether a comparison holds; None where a side has no value."""
    try:
        found = value(condition[2], at) - value(condition[1], at)
    except (ZeroDivisionError, ValueError):
        return None
    return bool(found > 0) if condition[0] == "lt" else bool(found > -(mpmath.mpf(10) ** -45))


def drawn(rng: random.Random) -> Any:
    kind = rng.randrange(6)
    if kind == 5:
        return mpmath.mpf(rng.randint(-4, 6))
    ends = ((0, 0), (1, 1), (-3, 3), (0, 1), (-1e-3, 1e-3))[kind]
    return mpmath.mpf(rng.uniform(*ends))


@pytest.mark.parametrize(
    "row",
    [row for table in TABLES for row in table],
    ids=lambda row: f"{' '.join(row[0])}: {written(row[1])}",
)
def test_a_fact_holds_where_its_conditions_do(row: Row) -> None:
    _, says, needs = row
    rng, seen = random.Random(1), 0
    for _ in range(DRAWN):
        at = {name: drawn(rng) for name in "uve"}
        if all(holds(need, at) for need in needs) and (answer := holds(says, at)) is not None:
            assert answer, at
            seen += 1
    assert seen > DRAWN // 20


def test_a_fact_without_its_condition_is_false_somewhere() -> None:
    """Every condition of the tables is needed: what is drawn sees where it fails."""
    idle = []
    for _, says, needs in (row for table in TABLES for row in table):
        for place in range(len(needs)):
            rng, others = random.Random(2), [*needs[:place], *needs[place + 1 :]]
            points = ({name: drawn(rng) for name in "uve"} for _ in range(4 * DRAWN))
            if not any(
                all(holds(n, at) for n in others) and holds(says, at) is False for at in points
            ):
                idle.append(f"{written(says)} if {written(needs[place])}")
    assert idle == IDLE


# Where it fails the exponent is 0 or 1, or there is no value, which is asked for apart.
IDLE = ["(le (pow u e) (add 1 (mul e (sub u 1)))) if (le 0 u)"]


# Cited theorems ---------------------------------------------------------------------------------

RULES = Rules([])
POINT = [Symbol("n", "natural", Fraction(1)), Symbol("x", "real"), Symbol("y", "real", Fraction(0))]
HERE = Goal(tuple(POINT), (("le", "x", "0"),), ("le", "0", "0"))


@pytest.mark.parametrize("above", [False, True])
def test_the_formula_of_stirling_holds(above: bool) -> None:
    says = RULES.stirling(HERE, [], {"number": "n", "above": above})
    for n in [*range(1, 60), 200, 999]:
        assert holds(says, {"n": mpmath.mpf(n)}), n


@pytest.mark.parametrize(
    ("at", "bound"), [("x", "positive"), ("y", "below 1"), ("x", "tail"), ("y", "tangent")]
)
def test_bounds_of_the_normal_distribution_hold(at: str, bound: str) -> None:
    says, rng = RULES.normal(HERE, [], {"at": at, "bound": bound}), random.Random(4)
    for t in [*(abs(drawn(rng)) for _ in range(DRAWN)), mpmath.mpf(10) ** -20]:
        assert holds(says, {"x": -t, "y": t}), t


@pytest.mark.parametrize("root", [False, True])
def test_the_two_means_hold(root: bool) -> None:
    index = Symbol("i", "natural", Fraction(1))
    inner = replace(
        HERE,
        symbols=(*HERE.symbols, index),
        given=(*HERE.given, ("le", "1", "i"), ("le", "i", "n")),
        prove=("le", "0", read("(add y (pow i 2))")),
    )
    says, rng = (
        RULES.two_means(HERE, [inner], {"over": ["i", "1", "n"], "root": root}),
        random.Random(5),
    )
    for n in range(1, 12):
        assert holds(says, {"n": mpmath.mpf(n), "y": abs(drawn(rng))}), n


# Norms ------------------------------------------------------------------------------------------

VECTORS = ("x", "y", "z")
COMBINED = (
    "(norm (add x y))",
    "(norm (sub (mul a x) (mul 2 y)))",
    "(norm (add (div x (add a 1)) (sub z (mul a y))))",
    "(norm (neg (mul 3 x)))",
    "(dot (add x (mul a y)) (sub z x))",
)


def at_atoms(p: Poly, values: list[Any]) -> Any:
    total = mpmath.mpf(0)
    for monomial, c in p.items():
        term = mpmath.mpf(c.numerator) / c.denominator
        for atom, power in powers_of(monomial):
            term *= values[atom] ** power
        total += term
    return total


def atoms_at(reader: Reader, a: Any, vectors: dict[str, list[Any]]) -> list[Any]:
    """The value of each atom where a and the vectors are given."""
    values: list[Any] = []
    for kind, *rest in reader.keys:
        if kind == "symbol":
            values.append(a)
        elif kind == "vectors":
            left, right = (vectors[str(name)] for name in rest)
            inner = mpmath.fdot(left, right)
            values.append(mpmath.sqrt(inner) if rest[0] == rest[1] else inner)
        else:
            assert kind == "root"
            inside, q = rest
            assert isinstance(inside, Ratio)
            assert isinstance(q, Fraction)
            below = mpmath.mpf(1)
            for key, power in inside.below:
                below *= at_atoms(dict(key), values) ** power
            values.append(
                abs(at_atoms(inside.top, values) / below) ** (1 / mpmath.mpf(q.numerator))
            )
    return values


@pytest.mark.parametrize("formula", COMBINED)
def test_what_is_known_of_norms_holds(formula: str) -> None:
    symbols = [Symbol("a", "real", number("0")), *(Symbol(v, "Vector", size="3") for v in VECTORS)]
    reader = Reader(symbols, {}, Work(), thorough=True)
    for v in VECTORS:
        reader.ratio(("norm", v))
    reader.ratio(read(formula))
    assert len(reader.facts) > 3
    rng = random.Random(3)
    for size, _ in itertools.product((1, 2, 3), range(100)):
        vectors = {v: [drawn(rng) for _ in range(size)] for v in VECTORS}
        values = atoms_at(reader, abs(drawn(rng)), vectors)
        for fact, op in reader.facts:
            found = at_atoms(fact, values)
            assert found > -(mpmath.mpf(10) ** -40) if op == "ge" else op == "gt" and found > 0


def test_a_part_is_at_most_a_sum_and_the_other_part() -> None:
    reader = Reader([Symbol(v, "Vector", size="3") for v in "xy"], {}, Work(), thorough=True)
    both, x, y = (reader.ratio(("norm", v)) for v in (("add", "x", "y"), "x", "y"))
    ring = reader.ring
    for one, other in ((x, y), (y, x)):
        gap = ring.subtract(ring.add(both, other), one)
        assert (gap.top, "ge") in reader.facts
