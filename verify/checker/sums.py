"""Sums, products and expectations, term by term."""

import contextlib
from collections.abc import Sequence
from fractions import Fraction

from verify.checker.laws import CENTRED, drawn, law
from verify.checker.norms import Norms
from verify.checker.polynomials import (
    ONE,
    UNITS,
    Frozen,
    Monomial,
    Poly,
    Ratio,
    atom_of,
    atoms_of,
    constant,
    powers_of,
)
from verify.checker.signs import Fact
from verify.checker.text import NotRead, Refused, Tree, names_of, number, replaced

MOST_SPLIT_OFF = 12  # terms of a sum


class Sums(Norms):
    """Sums and what is bound in them."""

    def usable(self, p: Poly) -> list[Fact]:
        """Inside a sum: what does not depend on its index is not known by what does.

        There may be no index, where the sum is empty.
        """
        used, facts = atoms_of(p), self.facts
        for index in self.indices:
            bound = self._dependents(str(self.keys[index][1]))
            if not used & bound:
                facts = [fact for fact in facts if not atoms_of(fact[0]) & bound]
        return facts

    def _bound(self, tree: Tree) -> Ratio:
        """A sum, its last terms written out; what else is bound is one number by its text."""
        op = tree[0]
        if op == "external":
            raise NotRead("an external function")
        if op not in ("sum", "product"):
            sign = "nonnegative" if op == "norm1" else ""
            return Ratio(atom_of(self.atom(("text", tree), sign)))
        _, index, first, last, body = tree
        if op == "sum" and number(body) == 0:
            return Ratio({})  # whichever its ends are
        start, end = self.ratio(first), self.ratio(last)
        symbolic = {m: c for m, c in end.top.items() if m}
        constants = (start.constant, end.top.get(0, 0))
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
        mark, before = f"%{len(self.values)}", len(self.keys)
        if mark in names_of(body):
            raise Refused("an index of a reserved name")
        atom = self.atom(("index", mark, Fraction(first)), "nonnegative")
        self.whole.add(atom)
        self.indices.append(atom)
        self.values[mark] = Ratio(self.ring.plus(constant(first), atom_of(atom)))
        self.know(self.ring.minus(self.ring.minus(symbolic, ONE), atom_of(atom)), "ge")
        inside = self.ratio(replaced(body, {index: mark}))
        del self.values[mark]
        bound = self._dependents(mark)
        outer = [dict(k) for k, _ in inside.below if not atoms_of(dict(k)) & bound]
        free = [place for place in range(before, len(self.keys)) if place not in bound]
        parts = (part for place in free for part in self.keys[place] if isinstance(part, Ratio))
        outer += [dict(k) for part in parts for k, _ in part.below]  # in arguments of functions
        # Asked while there is an index: what is known by it does not count.
        sure = all(map(self.sign, outer))
        self.indices.pop()
        # Where the sum is empty, its terms need not have a value, and the sum has one.
        partial = [a for a in free if self.keys[a][0] in ("root", "log")]
        if not sure or any(self.signs.get(a) != "positive" for a in partial):
            raise NotRead("a sum whose terms may have no value where it is empty")
        count = Ratio(symbolic)
        if op == "product":
            sign = "nonnegative" if self._mild(inside.top, inside.below) else ""
            total = Ratio(
                atom_of(self.atom(("product", count, inside, mark, Fraction(first)), sign))
            )
        else:
            total = self._by_terms(
                inside, bound, ("sum", mark, Fraction(first), count), count, atom
            )
        self._leave(bound)
        return total

    def _mean(self, variable: str, name: str, body: Tree) -> Ratio:
        """An expectation, term by term; one whose body is not read is one number by its text."""
        of = law(self.laws, name)
        one, known = drawn(of, f"{name}%{len(self.drawn)}")
        if one.name in names_of(body) | self.sequences.keys() | set(self.vectors):
            raise Refused("a vector of a reserved name")
        body = replaced(body, {variable: one.name})
        self.drawn.append(one.name)
        before, self.vectors = self.vectors, (*self.vectors, one.name)
        inside = None
        with self.tried():
            for condition in known:
                self.assume(condition)
            inside = self.ratio(body)
        self.drawn.pop()
        self.vectors = before
        bound = self._dependents(one.name)
        if inside is None:
            found = Ratio(atom_of(self.atom(("text", ("expect", one.name, name, body)))))
        else:
            found = self._by_terms(inside, bound, ("expect", one.name), Ratio(ONE))
        self.products = {pair: p for pair, p in self.products.items() if one.name not in pair}
        self._leave(bound)
        return found

    def _leave(self, bound: set[int]) -> None:
        """Forget what is known of terms: it is known inside their sum only, for its range."""
        self.facts = [fact for fact in self.facts if not atoms_of(fact[0]) & bound]
        self.signs = {atom: sign for atom, sign in self.signs.items() if atom not in bound}
        self.nonzero -= bound
        self.seen = {
            function: [each for each in found if not any(_used(a) & bound for a in each)]
            for function, found in self.seen.items()
        }

    def _by_terms(
        self,
        inside: Ratio,
        bound: set[int],
        key: tuple[object, ...],
        whole: Ratio,
        index: int | None = None,
    ) -> Ratio:
        """A sum or an expectation of a polynomial: what is not bound stands outside.

        Args:
            key: of the atoms, but for the term. whole: what 1 makes. index: of a sum.
        """
        outer = [(k, p) for k, p in inside.below if not atoms_of(dict(k)) & bound]
        inner = [(k, p) for k, p in inside.below if atoms_of(dict(k)) & bound]
        total = Ratio({})
        for monomial, c in inside.top.items():
            own = sum(k * UNITS[a] for a, k in powers_of(monomial) if a in bound)
            value = whole
            if key[0] == "expect" and not inner and self._without_mean(own, str(key[1]), bound):
                continue
            if own or inner:
                term = self.ring.over({own: 1}, inner)
                sign = "nonnegative" if self._mild({own: 1}, inner) else ""
                value = Ratio(atom_of(self.atom((*key, term), sign)))
                if index is not None and not self.indices:
                    with contextlib.suppress(Refused):
                        self._geometric(index, bound, whole.top, (term, value))
            total = self.ring.add(
                total, self.ring.multiply(self.ring.over({monomial - own: c}, outer), value)
            )
        return total

    def _geometric(
        self, index: int, bound: set[int], count: Poly, what: tuple[Ratio, Ratio]
    ) -> None:
        """Of a sum of terms of which each is x times the one before, or after, it.

        (x - 1) times the sum is the term beyond its end less the one at its other end.
        """
        ring, (term, total) = self.ring, what
        x = beyond = other = Ratio(ONE)
        rises: set[bool] = set()
        for part, sign in ((term.top, 1), *((dict(key), -k) for key, k in term.below)):
            if len(part) > 1:
                return
            for atom, k in powers_of(next(iter(part))):
                kind, base, exponent, *_ = *self.keys[atom], None, None
                if (
                    kind != "power"
                    or not isinstance(base, Ratio)
                    or not isinstance(exponent, Ratio)
                ):
                    return
                slope = exponent.top.get(UNITS[index], 0)
                rest = ring.minus(exponent.top, ring.scaled(atom_of(index), slope))
                c = Fraction(slope * k * sign)
                used = atoms_of(base.top) | atoms_of(rest)
                if not c or c.denominator > 1 or base.below or exponent.below or used & bound:
                    return
                rises.add(c > 0)
                x = ring.multiply(x, ring.raised(base, abs(int(c))))
                places = (count, {}) if c > 0 else (constant(-1), ring.minus(count, ONE))
                ends = [self.substituted(exponent.top, index, place, ONE) for place in places]
                far, near = (ring.raised(self.power(base, Ratio(e)), k * sign) for e in ends)
                beyond, other = ring.multiply(beyond, far), ring.multiply(other, near)
        if len(rises) == 1:
            gap = ring.multiply(ring.subtract(x, Ratio(ONE)), total)
            self.learn(ring.subtract(gap, ring.subtract(beyond, other)), "eq")

    def _mild(self, top: Poly, below: Sequence[tuple[Frozen, int]]) -> bool:
        """Whether a quotient is known to be nonnegative, its divisors to odd powers each."""
        odd = (dict(k) for k, power in below if power % 2)
        return all(self.nonnegative(k, True) for k in odd) and self.nonnegative(top)

    def _without_mean(self, monomial: Monomial, name: str, bound: set[int]) -> bool:
        """Whether it is an entry of what a centred law draws, or its product with a vector."""
        if law(self.laws, name.rpartition("%")[0]).kind not in CENTRED:
            return False
        atoms = powers_of(monomial)
        kind, *of = self.keys[atoms[0][0]] if len(atoms) == 1 == atoms[0][1] else ("",)
        if kind == "at":
            return of[0] == name and isinstance(of[1], Ratio) and not _used(of[1]) & bound
        return kind == "vectors" and of.count(name) == 1

    def _dependents(self, mark: str) -> set[int]:
        """The atoms whose value depends on an index, or on what is drawn."""
        found: set[int] = set()
        for place, key in enumerate(self.keys):
            if key[0] in ("sum", "product", "expect") and mark in key:
                continue  # a sum over this index does not depend on it
            for part in key:
                if isinstance(part, Ratio):
                    depends = bool(_used(part) & found)
                else:
                    depends = mark == part or (isinstance(part, tuple) and mark in names_of(part))
                if depends:
                    found.add(place)
        return found


def _used(value: Ratio) -> set[int]:
    """The atoms of a quotient."""
    return atoms_of(value.top).union(*(atoms_of(dict(k)) for k, _ in value.below))
