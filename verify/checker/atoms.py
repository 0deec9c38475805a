"""From trees to quotients of polynomials over atoms, and what is known of the atoms.

An atom stands for one number wherever it is written: a symbol above the least end of its set, a
root, an exponential, a logarithm, a power with a symbolic exponent, a sum. Its sign and the facts
about it are this module's own; a hypothesis joins them. Every fact is true wherever the formulas
have a value, which :mod:`verify.checker.goals` asks for apart.
"""

import contextlib
import functools
import math
from collections.abc import Iterable
from fractions import Fraction

from verify.checker.intervals import OPERATIONS, PI, PRECISIONS, Interval, apply
from verify.checker.intervals import power as interval_power
from verify.checker.polynomials import (
    ONE,
    Monomial,
    Poly,
    Ratio,
    Ring,
    atom_of,
    atoms_of,
    constant,
    content,
    frozen,
)
from verify.checker.signs import Facts
from verify.checker.text import (
    NotRead,
    Refused,
    Symbol,
    Tree,
    Work,
    names_of,
    number,
    read,
    replaced,
)

MOST_ATOMS = 60
MOST_TURNS = 12  # multiples of an angle
PRECISE = PRECISIONS[1]
MOST_SPLIT_OFF = 12  # terms of a sum
MOST_SQUARE = 1000  # primes that are looked for under roots and in logarithms


# What is known of functions, by the function: of u (a power: of u to the power e), or of u and an
# earlier one v; where its conditions are seen to hold. The last ones are seldom needed.
KNOWN = """
exp : (le (add 1 u) (exp u))
exp : (le (mul (sub 1 u) (exp u)) 1)
exp : (le (add 1 (add u (add (div (pow u 2) 2) (div (pow u 3) 6)))) (exp u))
exp : (le (mul (sub (add 1 (div (pow u 2) 2)) (add u (div (pow u 3) 6))) (exp u)) 1)
log : (le (log u) (sub u 1))
log : (le (sub u 1) (mul u (log u)))
cos : (le (cos u) 1)
cos : (le -1 (cos u))
sin : (le (sin u) 1)
sin : (le -1 (sin u))
pow : (le 0 (pow u e)) if (le 0 u)
pow : (le (pow u e) 1) if (le 0 u) (le u 1) (le 0 e)
pow : (le 1 (pow u e)) if (le 1 u) (le 0 e)
pow : (le (pow u e) u) if (le 0 u) (le u 1) (le 1 e)
pow : (le u (pow u e)) if (le 1 u) (le 1 e)
pow : (lt (pow u e) 1) if (le 0 u) (lt u 1) (lt 0 e)
pow : (lt 1 (pow u e)) if (lt 1 u) (lt 0 e)
floor : (le (floor u) u)
floor : (lt (sub u 1) (floor u))
ceil : (le u (ceil u))
ceil : (lt (ceil u) (add u 1))
"""
SELDOM = """
exp : (le (exp u) (add 1 (add u (div (pow u 2) 2)))) if (le u 0)
exp : (le 1 (mul (exp u) (add (sub 1 u) (div (pow u 2) 2)))) if (le 0 u)
exp exp : (le (mul (exp v) (sub (add 1 u) v)) (exp u))
log : (le (mul 2 (sub u 1)) (mul (add u 1) (log u))) if (le 1 u)
log : (le (mul (mul 2 u) (log u)) (sub (pow u 2) 1)) if (le 1 u)
log : (le (mul (add u 1) (log u)) (mul 2 (sub u 1))) if (le u 1)
log : (le (sub (pow u 2) 1) (mul (mul 2 u) (log u))) if (le u 1)
log log : (le (mul v (sub (log u) (log v))) (sub u v))
log exp : (le (mul (exp v) (sub (log u) v)) (sub u (exp v)))
exp log : (le (mul v (sub u (log v))) (sub (exp u) v))
log exp : (le (mul u (sub v (log u))) (sub (exp v) u))
exp log : (le (mul (exp u) (sub (log v) u)) (sub v (exp u)))
cos : (le (sub 1 (div (pow u 2) 2)) (cos u))
sin : (le (sin u) u) if (le 0 u)
sin : (le u (sin u)) if (le u 0)
pow : (le (add 1 (mul e (sub u 1))) (pow u e)) if (le 0 u) (le 1 e)
pow : (le (add 1 (mul e (sub u 1))) (pow u e)) if (lt 0 u) (le e 0)
pow : (le (pow u e) (add 1 (mul e (sub u 1)))) if (le 0 u) (le 0 e) (le e 1)
pow : (le (mul (pow u e) (add 1 (mul e (sub 1 u)))) 1) if (le 0 u) (le 0 e)
"""
Row = tuple[tuple[str, ...], Tree, tuple[Tree, ...]]  # functions, what is known, conditions


def rows(table: str) -> list[Row]:
    """The rows of a table."""
    found = []
    for line in table.strip().splitlines():
        functions, _, rest = line.partition(" : ")
        says, _, needs = rest.partition(" if ")
        tree = read(f"(all {says} {needs})")
        found.append((tuple(functions.split()), tree[1], tree[2:]))
    return found


TABLES = (rows(KNOWN), rows(SELDOM))
LETTERS = {"u": "( u", "v": "( v", "e": "( e"}  # no token is written so
MOST_EARLIER = 5  # occurrences that one is compared with


class Reader(Facts):
    """The atoms of one goal.

    Attributes:
        keys: by atom its kind and what it depends on.
        closed: whether the goal has been read; a hint brings no function of its own, which
            might have no value.
        values: what a symbol stands for. whole: atoms that are whole numbers.
    """

    def __init__(
        self,
        symbols: Iterable[Symbol],
        grains: dict[tuple[str, Monomial], int],
        work: Work,
        *,
        shifted: bool = True,
        bare: bool = False,
        thorough: bool = False,
        apart: bool = False,
        front: bool = False,
        multiplied: bool = False,
    ) -> None:
        """The symbols, ``shifted``: as their distances from the least ends of their sets.

        Args:
            grains: by family and exponent, the denominator that its multiples have; filled here.
            work: what reading may cost. bare: leave out what the tables know of functions.
            thorough: tell the facts that are seldom needed, too.
            apart: take angles that are sums apart. front: split the first terms off sums.
            multiplied: know hypotheses times their positive divisors, too.
        """
        super().__init__(Ring(work))
        self.keys: list[tuple[object, ...]] = []
        self.values: dict[str, Ratio] = {}
        self.products: dict[tuple[str, ...], Ratio] = {}
        self.whole: set[int] = set()
        self.grains = grains
        self.closed = False
        self.tables = () if bare else TABLES[: 1 + thorough]
        self.thorough = thorough
        self.apart_angles = apart
        self.front = front
        self.multiplied = multiplied
        self.pi = -1
        self.seen: dict[str, list[tuple[Ratio, ...]]] = {}  # occurrences by function
        self.vectors = tuple(s.name for s in symbols if s.kind == "Vector")
        self.sequences = {s.name: s for s in symbols if s.kind == "Sequence"}
        for s in symbols:
            if s.kind in ("real", "natural", "one-of"):
                self.values[s.name] = Ratio(self._symbol(s, shifted))

    def _symbol(self, s: Symbol, shifted: bool) -> Poly:
        if s.low is not None and s.low == s.high:
            return constant(s.low)
        atom = self.atom(("symbol", s.name))
        here = atom_of(atom)
        if s.kind == "natural":
            self.whole.add(atom)
        if s.low is None and s.high is None:
            return here
        if s.low is None:
            self.signs[atom] = "positive" if s.open_high else "nonnegative"
            return self.ring.minus(constant(s.high or 0), here)
        if not shifted and s.low > 0:
            self.signs[atom] = "positive"
            self.know(self.ring.minus(here, constant(s.low)), "gt" if s.open_low else "ge")
            return here
        self.signs[atom] = "positive" if s.open_low else "nonnegative"
        if s.high is not None:
            self.know(
                self.ring.minus(constant(s.high - s.low), here), "gt" if s.open_high else "ge"
            )
        return self.ring.plus(constant(s.low), here)

    def atom(self, key: tuple[object, ...], sign: str = "") -> int:
        """The atom of a key, new or known: a quotient in a key is compared by its value."""
        for place, known in enumerate(self.keys):
            if len(known) == len(key) and all(map(self._same, known, key)):
                return place
        if len(self.keys) >= MOST_ATOMS:
            raise Refused("too many functions")
        if self.closed and key[0] not in ("symbol", "vectors"):
            raise Refused("a hint with a function that the goal does not have")
        self.keys.append(key)
        atom = len(self.keys) - 1
        if sign:
            self.signs[atom] = sign
        inside = self._enclosed(key)
        if inside is not None:
            self.enclosed[atom] = inside
        return atom

    def _enclosed(self, key: tuple[object, ...]) -> Interval | None:
        """Where the number of an atom lies, if its arguments are enclosed."""
        op, *rest = key
        if op == "pi":
            return PI
        values = []
        for part in rest:
            value = Ratio(constant(part)) if isinstance(part, Fraction) else part
            inside = self.measured(value) if isinstance(value, Ratio) else None
            if inside is None:
                return None
            values.append(inside)
        if op == "root":
            op, values[1] = "pow", (1 / values[1][1], 1 / values[1][0])
        op = "pow" if op == "power" else op
        if op not in OPERATIONS:
            return None
        with contextlib.suppress(Refused):
            return apply(str(op), values, PRECISE, self.ring.work)
        return None

    def measured(self, value: Ratio) -> Interval | None:
        """Where a quotient lies, if all its atoms are enclosed."""
        total = self.measure(value.top)
        for key, power in value.below:
            divisor = self.measure(dict(key))
            if total is None or divisor is None or divisor[0] <= 0 <= divisor[1]:
                return None
            total = apply("div", (total, interval_power(divisor, power)), PRECISE, self.ring.work)
        return total

    def _same(self, a: object, b: object) -> bool:
        if isinstance(a, Ratio) and isinstance(b, Ratio):
            return a == b or not self.ring.subtract(a, b).top
        return type(a) is type(b) and a == b

    # --- facts ------------------------------------------------------------------------------

    def tell(self, function: str, *arguments: Ratio) -> None:
        """Learn what the tables say of a function's value, once."""
        if self.closed or not self.tables or arguments in self.seen.setdefault(function, []):
            return
        earlier = {name: found[:MOST_EARLIER] for name, found in self.seen.items()}
        self.seen[function].append(arguments)
        own = {LETTERS["u"]: arguments[0], LETTERS["e"]: arguments[-1]}
        for functions, says, needs in [row for table in self.tables for row in table]:
            if functions[0] == function:
                others = earlier.get(functions[1], []) if len(functions) > 1 else [()]
                for other in others:
                    more = {LETTERS["v"]: other[0]} if other else {}
                    self._tell_row(own | more, says, needs)

    def _tell_row(self, values: dict[str, Ratio], says: Tree, needs: tuple[Tree, ...]) -> None:
        before = dict(self.values)
        self.values |= values
        try:
            says, *needs_ = (replaced(tree, LETTERS) for tree in (says, *needs))
            if all(self._holds(need) for need in needs_):
                self.assume(says)
        except Refused:
            pass  # one fact less is weaker
        finally:
            self.values = before

    def _holds(self, condition: Tree) -> bool:
        gap = self.cleared(self.difference(condition))
        return self.known(gap, strict=condition[0] == "lt")

    # --- conditions -------------------------------------------------------------------------

    def difference(self, condition: Tree) -> Ratio:
        """Right minus left of a comparison."""
        return self.ring.subtract(self.ratio(condition[2]), self.ratio(condition[1]))

    def assume(self, condition: Tree) -> None:
        """Add a hypothesis to the facts."""
        ops = {"le": "ge", "lt": "gt", "eq": "eq", "ne": "ne"}
        self.learn(self.difference(condition), ops[condition[0]])

    def learn(self, value: Ratio, op: str) -> None:
        """Add what is known of a quotient that has a value."""
        self.know(self.cleared(value), op)
        if self.multiplied and value.below:
            self.know(self.cleared(value, every=True), op)

    def cleared(self, value: Ratio, *, every: bool = False) -> Poly:
        """A polynomial of the sign of a quotient that has a value: times divisors to odd powers.

        Args:
            every: those whose sign is plain or a fact, too.
        """
        top = value.top
        for key, power in value.below:
            if power % 2:
                sign = 0 if every else self._quick_sign(dict(key))
                top = self.ring.scaled(top, sign) if sign else self.ring.times(top, dict(key))
        return top

    def _quick_sign(self, p: Poly) -> int:
        """1 or -1 where a polynomial is positive or negative by few facts, else 0."""
        for sign in (1, -1):
            turned = self.ring.scaled(p, sign)
            if self.stated(turned, strict=True) or self.combined(turned, strict=True):
                return sign
        return 0

    # --- formulas ---------------------------------------------------------------------------

    def ratio(self, tree: Tree) -> Ratio:
        """The quotient that a tree is."""
        ring = self.ring
        if isinstance(tree, str):
            value = number(tree)
            if value is not None:
                return Ratio(constant(value))
            return self.values[tree] if tree in self.values else self._pair(tree)
        op, *parts = tree
        if op == "norm":
            (of,) = [self.vector(part) for part in parts]
            if len(of) == 1 and next(iter(of.values())).constant == 1:
                return self.product(*of, *of)[0]
            return self._norm(of)
        if op == "dot":
            return self._inner(*map(self.vector, parts))
        if op == "at" and parts[0] in self.sequences:
            return self._entry(self.sequences[parts[0]], parts[1])
        if op in ("sum", "product", "at", "external", "expect", "norm1"):
            return self._bound(tree)
        if op == "constant":
            return self._constant(parts[0])
        if op in ("abs", "max", "min", "piecewise", "undefined", "inverse", "trace", "matmul"):
            raise NotRead(f"the operation {op} at this place")
        if op == "div":
            return ring.multiply(self.ratio(parts[0]), self._inverse(parts[1]))
        values = [self.ratio(part) for part in parts]
        if op == "add":
            return ring.add(*values)
        if op == "sub":
            return ring.subtract(*values)
        if op == "mul":
            return ring.multiply(*values)
        if op == "neg":
            return ring.opposite(values[0])
        if op == "pow":
            if parts[0] == ("constant", "e"):
                return self.exponential(values[1])
            return self.power(*values)
        functions = {"exp": self.exponential, "log": self.logarithm}
        if op in functions:
            return functions[op](values[0])
        if op == "sqrt":
            return self.root(values[0], 2)
        if op in ("cos", "sin"):
            return self._wave(op, values[0])
        if op in ("floor", "ceil"):
            return self._rounded(op, values[0])
        raise NotRead(f"the operation {op}")

    def _inverse(self, tree: Tree) -> Ratio:
        """One over a formula; the factors of a product stay apart, each with a sign of its own."""
        if not isinstance(tree, str) and tree[0] == "mul":
            return self.ring.multiply(*map(self._inverse, tree[1:]))
        if not isinstance(tree, str) and tree[0] == "pow" and tree[2] in ("2", "3", "4"):
            return self.ring.raised(self._inverse(tree[1]), int(tree[2]))
        return self.ring.inverse(self.ratio(tree))

    def _entry(self, s: Symbol, index: Tree) -> Ratio:
        """An entry of a sequence, whose sign is that of its set."""
        sign = ""
        if s.low is not None and s.low >= 0:
            sign = "positive" if s.open_low or s.low > 0 else "nonnegative"
        atom = self.atom(("at", s.name, self.ratio(index)), sign)
        if s.high is not None:
            self.know(
                self.ring.minus(constant(s.high), atom_of(atom)), "gt" if s.open_high else "ge"
            )
        if s.low is not None:
            self.know(self.ring.minus(atom_of(atom), constant(s.low)), "gt" if s.open_low else "ge")
        return Ratio(atom_of(atom))

    def vector(self, tree: Tree) -> dict[str, Ratio]:
        """A combination of the vectors, by name."""
        ring = self.ring
        if isinstance(tree, str):
            if tree == "0":
                return {}
            if tree not in self.vectors:
                raise NotRead(f"no vector: {tree}")
            return {tree: Ratio(ONE)}
        op, *parts = tree
        if op in ("add", "sub"):
            left, right = map(self.vector, parts)
            join = ring.add if op == "add" else ring.subtract
            none = Ratio({})
            found = {
                n: join(left.get(n, none), right.get(n, none))
                for n in self.vectors
                if n in left or n in right
            }
            return {n: c for n, c in found.items() if c.top}
        if op == "neg":
            return {n: ring.opposite(c) for n, c in self.vector(parts[0]).items()}
        if op in ("mul", "div") and len(parts) == 2:
            scalar, of = parts if op == "mul" else (parts[1], parts[0])
            if op == "mul" and not names_of(of) & set(self.vectors):
                scalar, of = of, scalar
            factor = self.ratio(scalar)
            factor = ring.inverse(factor) if op == "div" else factor
            return {n: ring.multiply(factor, c) for n, c in self.vector(of).items()}
        raise NotRead(f"a vector made by {op}")

    def _pair(self, name: str) -> Ratio:
        """The norm or inner product that a hint means by ``|x|`` or ``x.y``."""
        for first in self.vectors:
            for second in self.vectors:
                if name == (f"|{first}|" if first == second else f"{first}.{second}"):
                    return self.product(first, second)[0]
        raise NotRead(f"no number: {name}")

    def product(self, first: str, second: str) -> tuple[Ratio, Ratio]:
        """The letter of two vectors (a norm where they are one) and their inner product."""
        pair = tuple(sorted((first, second), key=self.vectors.index))
        if pair not in self.products:
            atom = self.atom(("vectors", *pair), "nonnegative" if first == second else "")
            self.products[pair] = Ratio(atom_of(atom))
            if first != second:
                sizes = [self.product(v, v)[1].top for v in pair]
                gap = self.ring.minus(self.ring.times(*sizes), atom_of(atom, 2))
                self.know(gap, "ge")
                if self.thorough:
                    lengths = [self.product(v, v)[0] for v in pair]
                    self._within(Ratio(atom_of(atom)), self.ring.multiply(*lengths))
        here = self.products[pair]
        return here, (self.ring.multiply(here, here) if first == second else here)

    def _norm(self, of: dict[str, Ratio]) -> Ratio:
        """The norm of a combination: the triangle's inequality, that of Cauchy and Schwarz."""
        ring, norm = self.ring, self.root(self._inner(of, of), 2)
        if not self.thorough or self.closed:
            return norm
        for v in self.vectors:
            one = {v: Ratio(ONE)}
            if (v, v) in self.products:
                self._within(self._inner(one, of), ring.multiply(self.product(v, v)[0], norm))
        sizes = [self._size(c) for c in of.values()]
        parts = [
            ring.multiply(size, self.product(v, v)[0])
            for v, size in zip(of, sizes, strict=True)
            if size is not None
        ]
        if parts and len(parts) == len(of):
            total = functools.reduce(ring.add, parts)
            self.know(self.cleared(ring.subtract(total, norm)), "ge")
            for part in parts:
                others = ring.subtract(ring.add(total, norm), ring.add(part, part))
                self.know(self.cleared(others), "ge")
        return norm

    def _within(self, inner: Ratio, size: Ratio) -> None:
        """An inner product lies between the two signs of the product of the norms."""
        for gap in (self.ring.subtract(size, inner), self.ring.add(size, inner)):
            self.know(self.cleared(gap), "ge")

    def _size(self, c: Ratio) -> Ratio | None:
        """The absolute value of a coefficient whose sign is plain."""
        mild = all(self.plain(dict(key), strict=True) for key, _ in c.below)
        for one in (c, self.ring.opposite(c)):
            if mild and self.plain(one.top):
                return one
        return None

    def _inner(self, left: dict[str, Ratio], right: dict[str, Ratio]) -> Ratio:
        total = Ratio({})
        for a, c in left.items():
            for b, d in right.items():
                term = self.ring.multiply(self.ring.multiply(c, d), self.product(a, b)[1])
                total = self.ring.add(total, term)
        return total

    def _constant(self, name: Tree) -> Ratio:
        if name == "e":
            return self.exponential(Ratio(ONE))
        if name != "pi":
            raise NotRead(f"the constant {name}")
        self.pi = self.atom(("pi",), "positive")
        return Ratio(atom_of(self.pi))

    def _wave(self, op: str, u: Ratio) -> Ratio:
        """cos or sin; where sums are taken apart, of a sum of angles."""
        if not self.apart_angles:
            found = (
                self._angle(u, Fraction(1))[op == "sin"] if u.top else Ratio(constant(op == "cos"))
            )
        else:
            cos, sin = Ratio(ONE), Ratio({})
            for monomial, c in u.top.items():
                unit = self.ring.over({monomial: Fraction(1)}, _spread(u.below))
                x, y = self._angle(unit, c)
                ring = self.ring
                cos, sin = (
                    ring.subtract(ring.multiply(cos, x), ring.multiply(sin, y)),
                    ring.add(ring.multiply(sin, x), ring.multiply(cos, y)),
                )
            found = sin if op == "sin" else cos
        if found.constant is None:
            self.tell(op, u)
        return found

    def _angle(self, unit: Ratio, c: Fraction) -> tuple[Ratio, Ratio]:
        """cos and sin of ``c unit``: of whole multiples of a smallest angle, or of turns."""
        turn = self._turn(unit, c)
        if turn is not None:
            return Ratio(constant(turn[0])), Ratio(constant(turn[1]))
        grain = self._grain("wave", Ratio(ONE), unit, c) if self.apart_angles else 1
        small = Ratio(self.ring.scaled(unit.top, Fraction(1, grain)), unit.below)
        first, second = (self.atom((op, small)) for op in ("cos", "sin"))
        self.ring.rules[second] = (2, self.ring.minus(ONE, atom_of(first, 2)))
        one = Ratio(atom_of(first)), Ratio(atom_of(second))
        times, ring = int(c * grain), self.ring
        if abs(times) > MOST_TURNS:
            raise Refused("too large a multiple of an angle")
        cos, sin = Ratio(ONE), Ratio({})
        for _ in range(abs(times)):
            cos, sin = (
                ring.subtract(ring.multiply(cos, one[0]), ring.multiply(sin, one[1])),
                ring.add(ring.multiply(sin, one[0]), ring.multiply(cos, one[1])),
            )
        return cos, (sin if times >= 0 else ring.opposite(sin))

    def _turn(self, unit: Ratio, c: Fraction) -> tuple[int, int] | None:
        """cos and sin of c pi times a whole number, where c is even or that number is 1."""
        if (
            unit.below
            or len(unit.top) != 1
            or (self.pi, 1) not in (monomial := next(iter(unit.top)))
        ):
            return None
        c *= unit.top[monomial]
        others = [atom for atom, _ in monomial if atom != self.pi]
        if all(atom in self.whole for atom in others) and c.denominator == 1 and c % 2 == 0:
            return 1, 0
        if others or c.denominator > 2:
            return None
        return [(1, 0), (0, 1), (-1, 0), (0, -1)][int(2 * c) % 4]

    def _rounded(self, op: str, u: Ratio) -> Ratio:
        if u.constant is not None:
            return Ratio(
                constant(math.floor(u.constant) if op == "floor" else math.ceil(u.constant))
            )
        atom = self.atom((op, u))
        self.whole.add(atom)
        self.tell(op, u)
        return Ratio(atom_of(atom))

    # --- powers -----------------------------------------------------------------------------

    def _natural(self, p: Poly) -> bool:
        """Whether a polynomial is plainly a natural number."""
        return all(
            c > 0 and c.denominator == 1 and all(a in self.whole and a in self.signs for a, _ in m)
            for m, c in p.items()
        )

    def power(self, base: Ratio, exponent: Ratio, *, sure: bool = False) -> Ratio:
        """A power: whole, fractional, or with a symbolic exponent.

        Args:
            sure: the base is known to be positive.
        """
        value = exponent.constant
        if value is not None:
            if value.denominator == 1:
                return self.ring.raised(base, int(value))
            return self.ring.raised(self.root(base, value.denominator), value.numerator)
        natural = not exponent.below and self._natural(exponent.top)
        if not base.top:
            if not natural or not self.plain(self.ring.minus(exponent.top, ONE)):
                raise NotRead("a power of 0 whose exponent may be 0")
            return Ratio({})
        if not (natural or sure or self.positive(base)):
            return self._steady(base, exponent)
        result = Ratio(ONE)
        for monomial, c in exponent.top.items():
            part = self.ring.over({monomial: Fraction(1)}, _spread(exponent.below))
            if not monomial and not exponent.below:
                result = self.ring.multiply(result, self.power(base, Ratio(constant(c))))
                continue
            for factor, times in self._factors(base, natural):
                whole = self._grained("power", factor, part, c * times)
                result = self.ring.multiply(result, whole)
        self.tell("pow", base, exponent)
        return result

    def _steady(self, base: Ratio, exponent: Ratio) -> Ratio:
        """A power with a natural exponent such as n - k, split at its least known part."""
        top = exponent.top
        whole = all(c.denominator == 1 and {a for a, _ in m} <= self.whole for m, c in top.items())
        if exponent.below or not whole:
            raise NotRead("a power of a base that may not be positive")
        last = int(top.get((), 0))
        for least in range(-1, last + 1):
            part = self.ring.plus(top, constant(least - last))
            if self.known(part):
                sign = "nonnegative" if self.plain(base.top) and not base.below else ""
                atom = self.atom(("power", base, Ratio(part)), sign)
                return self.ring.multiply(
                    Ratio(atom_of(atom)), self.ring.raised(base, last - least)
                )
        raise NotRead("a power of a base that may not be positive")

    def positive(self, value: Ratio) -> bool:
        """Whether a quotient is plainly positive."""
        return self.plain(value.top, strict=True) and all(
            self.plain(dict(key), strict=True) for key, _ in value.below
        )

    def _factors(self, base: Ratio, natural: bool) -> list[tuple[Ratio, int]]:
        """Factors of a base with powers; only positive ones where the exponent is not natural."""
        found = []
        common, rest = content(base.top)
        pieces = [(dict(key), -power) for key, power in base.below]
        pieces += [({((atom, 1),): Fraction(1)}, power) for atom, power in common]
        number_ = rest.get((), Fraction(0)) if len(rest) == 1 else Fraction(1)
        if len(rest) > 1:
            lead = abs(rest[max(rest)])
            pieces.append((self.ring.scaled(rest, 1 / lead), 1))
            number_ = lead
        if not natural and not all(self.plain(p, strict=True) for p, _ in pieces):
            return [(base, 1)]
        found += [(Ratio(p), power) for p, power in pieces]
        if number_ < 0:
            found.append((Ratio(constant(-1)), 1))
        for n, sign in ((abs(number_.numerator), 1), (number_.denominator, -1)):
            found += [(Ratio(constant(prime)), sign * k) for prime, k in _primes(n)]
        return found

    def _grained(self, family: str, base: Ratio, part: Ratio, c: Fraction) -> Ratio:
        """``base`` to the power ``c part``: a whole power of the atom of the finest part."""
        grain = self._grain(family, base, part, c)
        unit = Ratio(self.ring.scaled(part.top, Fraction(1, grain)), part.below)
        if family == "exp":
            atom = self.atom(("exp", unit), "positive")
        else:
            negative = base.constant is not None and base.constant < 0
            sign = "positive" if self.positive(base) else ""
            if not sign and self.plain(base.top):
                sign = "nonnegative"
            atom = self.atom(("power", base, unit), sign)
            if negative:
                self.ring.rules[atom] = (2, ONE)
        return self.ring.raised(Ratio(atom_of(atom)), int(c * grain))

    def _grain(self, family: str, base: Ratio, part: Ratio, c: Fraction) -> int:
        """The denominator that the multiples of a part have, ``c`` among them."""
        key = (family + str(frozen(base.top)), next(iter(part.top)))
        grain = self.grains[key] = math.lcm(self.grains.get(key, 1), c.denominator)
        return grain

    def root(self, u: Ratio, q: int) -> Ratio:
        """The q-th root: positive factors have roots of their own, and r^q is rewritten."""
        common, rest = content(u.top)
        lead = Fraction(1)
        if rest:
            lead = abs(rest[max(rest)])
        rest = self.ring.scaled(rest, 1 / lead)
        pieces = [(atom_of(atom), power) for atom, power in common]
        mild = [p for p, _ in pieces if not self.plain(p, strict=True)]
        for key, power in u.below:
            sign = self._quick_sign(dict(key))
            pieces.append((self.ring.scaled(dict(key), sign or 1), -power))
            rest = self.ring.scaled(rest, -1 if sign < 0 and power % 2 else 1)
            mild += [dict(key)] * (not sign)
        result, inside = Ratio(ONE), Ratio(rest)
        together = self.plain(rest) and all(map(self.plain, mild))
        for piece, power in pieces:
            if not together and piece in mild:
                inside = self.ring.multiply(inside, self.ring.raised(Ratio(piece), power))
                continue
            whole, left = divmod(power, q)
            result = self.ring.multiply(result, self.ring.raised(Ratio(piece), whole))
            if left:
                one = self._root_atom(Ratio(piece), q)
                result = self.ring.multiply(result, self.ring.raised(one, left))
        for n, sign in ((lead.numerator, 1), (lead.denominator, -1)):
            for prime, k in _primes(n):
                whole, left = divmod(sign * k, q)
                result = Ratio(self.ring.scaled(result.top, Fraction(prime) ** whole), result.below)
                if left:
                    one = self._root_atom(Ratio(constant(prime)), q)
                    result = self.ring.multiply(result, self.ring.raised(one, left))
        if inside.constant == 1:
            return result
        if inside.constant == 0:
            return Ratio({})
        return self.ring.multiply(result, self._root_atom(inside, q))

    def _root_atom(self, u: Ratio, q: int) -> Ratio:
        # A hypothesis that speaks of an index holds inside of its sum.
        inner = any(key[0] == "index" for key in self.keys)
        sure = self.positive(u) or (not inner and not u.below and self._sure(u.top))
        sign = "positive" if sure else "nonnegative"
        atom = self.atom(("root", u, Fraction(q)), sign)
        if not u.below and atom not in self.ring.rules:
            if atom <= max(atoms_of(u.top), default=-1):
                raise Refused("a root that rests on itself")
            self.ring.rules[atom] = (q, u.top)
        return Ratio(atom_of(atom))

    def _sure(self, p: Poly) -> bool:
        """Whether facts say that it is positive."""
        return self.known(p, strict=True) or self.combined(p, strict=True)

    # --- exponentials and logarithms --------------------------------------------------------

    def exponential(self, u: Ratio) -> Ratio:
        """exp of a sum of terms: the product of powers of their exponentials."""
        result = Ratio(ONE)
        for monomial, c in u.top.items():
            logs = [a for a, k in monomial if k == 1 and self.keys[a][0] == "log"]
            if logs:
                rest = tuple(pair for pair in monomial if pair[0] != logs[0])
                base = self.keys[logs[0]][1]
                if not isinstance(base, Ratio):
                    raise Refused("a logarithm without an argument")
                exponent = self.ring.over({rest: c}, _spread(u.below))
                part = self.power(base, exponent, sure=True)
            else:
                unit = self.ring.over({monomial: Fraction(1)}, _spread(u.below))
                part = self._grained("exp", Ratio(ONE), unit, c)
            result = self.ring.multiply(result, part)
        if len(u.top) + len(u.below) in (1, 2, 3):
            self.tell("exp", u)
        return result

    def logarithm(self, u: Ratio) -> Ratio:
        """log of a product of positive factors: the sum of their logarithms."""
        if not u.top:
            raise Refused("the logarithm of 0")
        result = Ratio({})
        for factor, times in self._factors(u, False):
            result = self.ring.add(result, self._log_factor(factor, times))
        return result

    def _log_factor(self, factor: Ratio, times: int) -> Ratio:
        monomial = next(iter(factor.top))
        if not factor.below and len(factor.top) == 1 and len(monomial) == 1:
            kind, *rest = self.keys[monomial[0][0]]
            if kind == "exp" and isinstance(rest[0], Ratio):
                return Ratio(self.ring.scaled(rest[0].top, times), rest[0].below)
            if kind in ("power", "root") and isinstance(rest[0], Ratio):
                inner = self.logarithm(rest[0])
                share = rest[1] if isinstance(rest[1], Ratio) else Ratio({})
                if isinstance(rest[1], Fraction):
                    share = Ratio(constant(1 / rest[1]))
                return self.ring.multiply(
                    inner, Ratio(self.ring.scaled(share.top, times), share.below)
                )
        return self.ring.multiply(Ratio(constant(times)), self._log_atom(factor))

    def _log_atom(self, u: Ratio) -> Ratio:
        here = Ratio(atom_of(self.atom(("log", u))))
        self.tell("log", u)
        return here

    # --- sums and what is bound -------------------------------------------------------------

    def _bound(self, tree: Tree) -> Ratio:
        """A sum, its last terms written out; what else is bound is one number by its text."""
        op = tree[0]
        if op in ("external", "expect"):
            raise NotRead({"external": "an external function", "expect": "an expectation"}[op])
        if op not in ("sum", "product"):
            sign = "nonnegative" if op == "norm1" else ""
            return Ratio(atom_of(self.atom(("text", tree), sign)))
        _, index, first, last, body = tree
        start, end = self.ratio(first), self.ratio(last)
        symbolic = {m: c for m, c in end.top.items() if m}
        constants = (start.constant, end.top.get((), Fraction(0)))
        if constants[0] is None or end.below or any(c.denominator != 1 for c in constants if c):
            return Ratio(atom_of(self.atom(("text", tree))))
        begin, extra = int(constants[0]), int(constants[1])
        total = Ratio({} if op == "sum" else ONE)
        join = self.ring.add if op == "sum" else self.ring.multiply
        if not symbolic:
            terms = range(begin, extra + 1)
        elif self._natural(symbolic) and extra - begin + 1 >= 0:
            terms = range(begin, extra + 1)
            total = self._open(op, index, extra + 1 if self.front else begin, symbolic, body)
        else:
            return Ratio(atom_of(self.atom(("text", tree))))
        if len(terms) > MOST_SPLIT_OFF + 40 * (not symbolic):
            raise Refused("too many terms of a sum")
        for k in terms:
            # The last terms of an open sum stand that far behind its symbolic end.
            behind = symbolic and not self.front
            shift = ("add", ("sub", last, str(extra)), str(k)) if behind else str(k)
            total = join(total, self.ratio(replaced(body, {index: shift})))
        return total

    def _open(self, op: str, index: str, first: int, symbolic: Poly, body: Tree) -> Ratio:
        """The sum or product from ``first`` over as many terms as ``symbolic`` says.

        A sum is taken apart term by term.
        """
        inner_name = f"{index}%{len(self.values)}"
        if inner_name in names_of(body):
            raise Refused("an index of a reserved name")
        depth, before = len(self.values), len(self.keys)
        atom = self.atom(("index", str(depth), Fraction(first)), "nonnegative")
        self.whole.add(atom)
        self.values[inner_name] = Ratio(self.ring.plus(constant(first), atom_of(atom)))
        self.know(self.ring.minus(self.ring.minus(symbolic, ONE), atom_of(atom)), "ge")
        inside = self.ratio(replaced(body, {index: inner_name}))
        del self.values[inner_name]
        bound = self._dependents(atom)
        outer = [(dict(k), p) for k, p in inside.below if not atoms_of(dict(k)) & bound]
        inner = [(dict(k), p) for k, p in inside.below if atoms_of(dict(k)) & bound]
        # Where the sum is empty, its terms need not have a value, and the sum has one.
        free = [place for place in range(before, len(self.keys)) if place not in bound]
        partial = [a for a in free if self.keys[a][0] in ("root", "log")]
        if any(self.signs.get(a) != "positive" for a in partial) or not all(
            self.nonnegative(p, True) for p, _ in outer
        ):
            raise NotRead("a sum whose terms may have no value where it is empty")
        total, count = Ratio({}), Ratio(symbolic)
        positive = all(power % 2 == 0 or self.nonnegative(p, True) for p, power in inner)
        if op == "product":
            mild = positive and all(self.nonnegative(p, True) for p, _ in outer)
            sign = "nonnegative" if mild and self.nonnegative(inside.top) else ""
            key = ("product", Ratio(symbolic), inside, str(depth))
            total = Ratio(atom_of(self.atom(key, sign)))
        for monomial, c in inside.top.items() if op == "sum" else ():
            factor = tuple(pair for pair in monomial if pair[0] not in bound)
            own = tuple(pair for pair in monomial if pair[0] in bound)
            value = count
            if own or inner:
                term = self.ring.over({own: Fraction(1)}, inner)
                mild = positive and self.nonnegative({own: Fraction(1)})
                sign = "nonnegative" if mild else ""
                value = Ratio(atom_of(self.atom(("sum", Ratio(symbolic), term, str(depth)), sign)))
            total = self.ring.add(
                total, self.ring.multiply(self.ring.over({factor: c}, outer), value)
            )
        # What is known of a term is known inside the sum only.
        self.facts = [fact for fact in self.facts if not atoms_of(fact[0]) & bound]
        return total

    def _dependents(self, atom: int) -> set[int]:
        """The atoms whose value depends on an index."""
        found = {atom}
        for place, key in enumerate(self.keys):
            if key[0] in ("sum", "product") and key[-1] == self.keys[atom][1]:
                continue  # a sum over this index does not depend on it
            for part in key:
                if isinstance(part, Ratio):
                    used = atoms_of(part.top).union(*(atoms_of(dict(k)) for k, _ in part.below))
                    if used & found:
                        found.add(place)
                elif isinstance(part, tuple) and f"%{self.keys[atom][1]}" in str(part):
                    found.add(place)
        return found


def _spread(below: tuple[tuple[object, int], ...]) -> list[tuple[Poly, int]]:
    return [(dict(key), power) for key, power in below]  # type: ignore[call-overload]


def _primes(n: int) -> list[tuple[int, int]]:
    """Prime factors up to a bound with their powers; what is left is one factor."""
    found = []
    for prime in range(2, MOST_SQUARE):
        power = 0
        while n % prime == 0 and n > 1:
            n, power = n // prime, power + 1
        if power:
            found.append((prime, power))
    return [*found, (n, 1)] if n > 1 else found
