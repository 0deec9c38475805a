"""Real numbers as rational functions of atoms, so that every rewriting holds at every point.

An atom is a symbol or something that no field operation resolves (a root, a logarithm, a sum with
a symbolic last term). sympy only ever sees plain symbols with whole powers, and cancels nothing
but what some denominator of the formula has already: no identity that is true "in general" and
false at a corner can enter. What is known of atoms beyond the field operations (a root's square, a
geometric sum's equation) is kept as relations that hold wherever the formula has a value.
"""

from fractions import Fraction
from typing import Any

from verify.formula.arithmetic import fraction
from verify.language.symbols import Real
from verify.methods.algebra.lowest import cancel, factored
from verify.methods.algebra.size import MOST_TERMS, too_large
from verify.methods.algebra.symbolic import sympy

MOST_PASSES = 12


class Beyond(NotImplementedError):
    """The formula leaves what the normal form understands, or grows too large."""


def rational(value: Fraction) -> Any:
    """A Fraction as a sympy rational."""
    return sympy.Rational(value.numerator, value.denominator)


class Field:
    """Atoms, their relations and their signs.

    Attributes:
        trusted: whether every denominator, radicand and logarithm is known to have a value. If
            not, each has to show it by its sign.
        facts: (expression >= 0, whether it is > 0) from the hypotheses.
        nonzero: expressions that the hypotheses say are not 0.
        zeros: polynomials that vanish at every point.
        ranges: the bound indices in scope, each with its last value (the first is 1).
    """

    def __init__(self, trusted: bool) -> None:
        self.trusted = trusted
        self.atoms: dict[tuple[Any, ...], Any] = {}
        self.keys: dict[Any, tuple[Any, ...]] = {}
        self.bound: dict[Any, frozenset[str]] = {}
        self.bounds: dict[Any, Real] = {}
        self.powers: dict[Any, tuple[int, Any]] = {}
        self.whole: set[Any] = set()
        self.facts: list[tuple[Any, bool]] = []
        self.nonzero: list[Any] = []
        self.zeros: list[Any] = []
        self.ranges: dict[str, Any] = {}
        self._reduced: dict[Any, Any] = {}
        self._signs: dict[Any, tuple[int, bool]] = {}

    def atom(
        self,
        *key: Any,
        bounds: Real | None = None,
        power: tuple[int, Any] | None = None,
        binds: str = "",
        uses: frozenset[str] = frozenset(),
    ) -> Any:
        """The symbol that stands for a key; ``power`` = (k, value of its k-th power)."""
        if key not in self.atoms:
            symbol = sympy.Symbol(f"a{len(self.atoms):04d}")
            self.atoms[key] = symbol
            self.keys[symbol] = key
            parts = [p for p in key if isinstance(p, sympy.Expr)]
            found = uses.union(*(self.depends(p) for p in parts))
            self.bound[symbol] = found - {binds}
            self.bounds[symbol] = bounds or Real()
            if power:
                self.powers[symbol] = power
        return self.atoms[key]

    def depends(self, e: Any) -> frozenset[str]:
        """The bound names that an expression depends on."""
        return frozenset[str]().union(*(self.bound[s] for s in e.free_symbols))

    def canonical(self, e: Any) -> Any:
        """Numerator over denominator without common factors, powers of atoms folded.

        Raises:
            Beyond: the expression is too large, or divides by zero.
        """
        e = sympy.sympify(e)
        # What is known of an atom is fixed when it is made: a result stays valid.
        if e not in self._reduced:
            self._reduced[e] = self._canonical(e)
        return self._reduced[e]

    def _canonical(self, e: Any) -> Any:
        for _ in range(MOST_PASSES):
            if e.is_Rational or (e.is_Symbol and e not in self.powers):
                return e
            if too_large(e):
                raise Beyond("an expression of too many terms")
            try:
                e = cancel(e)
            except ArithmeticError as error:
                raise Beyond(str(error)) from None
            top, bottom = sympy.fraction(e)
            folded = self.folded(top), self.folded(bottom)
            if folded == (top, bottom):
                return e
            if folded[1] == 0:
                raise Beyond("a division by 0")
            e = folded[0] / folded[1]
        raise Beyond("powers of atoms that do not settle")

    def folded(self, polynomial: Any) -> Any:
        """An expanded polynomial with the powers of atoms replaced that are known."""
        if not any(
            p.base in self.powers and p.exp >= self.powers[p.base][0]
            for p in polynomial.atoms(sympy.Pow)
        ):
            return polynomial
        for symbol in sorted(polynomial.free_symbols & set(self.powers), key=str):
            k, value = self.powers[symbol]
            p = sympy.Poly(polynomial, symbol)
            if p.degree() >= k:
                terms = [c * value ** (n // k) * symbol ** (n % k) for (n,), c in p.terms()]
                polynomial = sympy.Add(*terms)
        return polynomial

    def vanishes(self, e: Any) -> bool:
        """Whether an expression is 0 at every point (False: not shown)."""
        top = sympy.fraction(self.canonical(e))[0]
        if top == 0:
            return True
        if not self.zeros:
            return False
        symbols = top.free_symbols.union(*(z.free_symbols for z in self.zeros))
        # Sums come first in the order: their equations are solved for them.
        order = sorted(symbols, key=lambda s: (self.keys[s][0] not in ("sum", "geometric"), str(s)))
        if len(sympy.Add.make_args(sympy.expand(top))) > MOST_TERMS:
            raise Beyond("too many terms")
        rest = sympy.reduced(top, self.zeros, *order, order="lex")[1]
        return bool(sympy.fraction(self.canonical(rest))[0] == 0)

    def integral(self, e: Any) -> bool:
        """Whether an expression is a polynomial of whole atoms with whole coefficients."""
        if not e.free_symbols <= self.whole:
            return False
        if not e.free_symbols:
            return bool(e.is_Integer)
        if not e.is_polynomial(*e.free_symbols):
            return False
        return all(c.is_Integer for c in sympy.Poly(e).coeffs())

    def need(self, e: Any, what: str) -> None:
        """Refuse an expression whose value could be missing: nonzero, nonnegative or positive."""
        if self.trusted:
            return
        sign, strict = self.sign(e)
        shown = {"nonzero": strict, "nonnegative": sign > 0, "positive": sign > 0 and strict}
        if not shown[what]:
            raise Beyond(f"{what} is not known")

    def positive(self, e: Any) -> bool:
        """Whether an expression is known to be > 0."""
        return self.sign(e) == (1, True)

    def nonnegative(self, e: Any) -> bool:
        """Whether an expression is known to be >= 0."""
        return self.sign(e)[0] > 0

    def sign(self, e: Any) -> tuple[int, bool]:
        """(1 for >= 0, -1 for <= 0, 0 for unknown; whether it is known not to be 0)."""
        e = self.canonical(e)
        if e not in self._signs:
            self._signs[e] = self._sign(e)
        return self._signs[e]

    def _sign(self, e: Any) -> tuple[int, bool]:
        if e == 0:
            return 1, False
        top, bottom = sympy.fraction(e)
        sign, strict = 1, True
        for polynomial, denominator in ((top, False), (bottom, True)):
            constant, found = factored(polynomial)
            sign *= 1 if constant > 0 else -1
            for factor, power in found:
                one, apart = self._factor_sign(factor)
                sign *= one if power % 2 else 1
                strict = strict and (apart or denominator)
        return sign, strict

    def assumed(self, gap: Any, *, strict: bool) -> None:
        """Take it that an expression is >= 0, or > 0."""
        for fact, _ in self.facts:
            ratio = cancel(gap / fact)
            if ratio.is_Rational and ratio < 0:
                self.zeros.append(sympy.expand(sympy.fraction(gap)[0]))
        self.facts.append((gap, strict))
        self._signs.clear()

    def _factor_sign(self, f: Any) -> tuple[int, bool]:
        found = 0, False
        for fact, strict in self.facts:
            ratio = cancel(f / fact)
            if ratio.is_Rational and ratio != 0:
                found = (1 if ratio > 0 else -1), strict or found[1]
        for other in self.nonzero:
            ratio = cancel(f / other)
            if ratio.is_Rational and ratio != 0:
                found = found[0], True
        for mode in ("low", "high", "both"):
            sign, strict = self._slack_sign(f, mode)
            if sign and (not found[0] or strict):
                found = sign, strict or found[1]
            if found[0] and found[1]:
                break
        return found

    def _slack_sign(self, f: Any, mode: str) -> tuple[int, bool]:
        """The sign of a polynomial whose terms agree once atoms are written as bound plus slack."""
        values: dict[Any, Any] = {}
        strict: dict[Any, bool] = {}
        for s in sorted(f.free_symbols, key=str):
            b = self.bounds[s]
            u, w = sympy.Symbol(f"u{s}"), sympy.Symbol(f"w{s}")
            if b.low is not None and b.high is not None and mode == "both":
                values[s] = (rational(b.low) * u + rational(b.high) * w) / (u + w)
                strict |= {u: b.open_high, w: b.open_low}
            elif b.low is not None and (b.high is None or mode != "high"):
                values[s] = rational(b.low) + u
                strict[u] = b.open_low
            elif b.high is not None:
                values[s] = rational(b.high) - u
                strict[u] = b.open_high
        top = sympy.expand(sympy.fraction(sympy.together(f.xreplace(values)))[0])
        if not top.free_symbols:
            return (0, False) if top == 0 else (1 if top > 0 else -1, True)
        polynomial = sympy.Poly(top)
        signs, positive = set(), False
        for powers, coefficient in polynomial.terms():
            present = [(g, n) for g, n in zip(polynomial.gens, powers, strict=True) if n]
            if any(g not in strict and n % 2 for g, n in present):
                return 0, False
            signs.add(1 if coefficient > 0 else -1)
            positive = positive or all(strict.get(g, False) for g, _ in present)
        return (signs.pop(), positive) if len(signs) == 1 else (0, False)

    def lower(self, e: Any) -> Fraction | None:
        """A lower bound of an expression over all sets and all values of the bound indices."""
        e = self.canonical(e)
        for name in sorted(self.ranges, reverse=True):
            index = self.atoms.get(("symbol", name))
            if index is None or index not in e.free_symbols:
                continue
            slope = cancel(sympy.diff(e, index))
            if not slope.is_Rational:
                return None
            e = self.canonical(e.xreplace({index: 1 if slope > 0 else self.ranges[name]}))
        if self.depends(e):
            return None
        gaps = [cancel(e - h) for h, _ in self.facts]
        found = [fraction(gap) for gap in gaps if gap.is_Rational]
        plain = self._termwise(e)
        found += [] if plain is None else [plain]
        if not found:
            # An index below a symbol that is below another one: two facts together.
            pairs = (cancel(gap - h) for i, gap in enumerate(gaps) for h, _ in self.facts[:i])
            found = [fraction(gap) for gap in pairs if gap.is_Rational]
        return max(found, default=None)

    def _termwise(self, e: Any) -> Fraction | None:
        if not e.is_polynomial(*e.free_symbols):
            return None
        total = Fraction(0)
        for term in sympy.Add.make_args(sympy.expand(e)):
            coefficient, monomial = term.as_coeff_Mul()
            if not coefficient.is_Rational:
                return None
            end = Fraction(1)
            for s, n in monomial.as_powers_dict().items() if monomial != 1 else ():
                b = self.bounds[s]
                side = b.low if coefficient > 0 else b.high
                single = monomial == s
                if side is None or (not single and (b.low is None or b.low < 0)):
                    return None
                end *= side ** int(n)
            total += fraction(coefficient) * end
        return total
