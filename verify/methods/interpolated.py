"""``interpolated``: a theorem about functions of a class from multipliers of its hypotheses.

Where left + sum of w (b - a) over hypotheses a <= b is below right by a sum of squares of vectors,
left <= right. The multipliers w are the author's; they solve the dual of the performance estimation
problem (Drori, Teboulle 2014; Taylor, Hendrickx, Glineur 2017). The squares are found here, by
elimination, and everything is checked again, link by link, as any other derivation.
"""

import operator
from collections.abc import Sequence
from typing import Any

from verify.formula.expression import Node, free_names, lift
from verify.language.drafts import says
from verify.language.formulas import Formula, norm, notation_of, number
from verify.language.symbols import Notation, natural, notation, vector
from verify.language.vectors import Vector
from verify.methods.algebra.symbolic import sympy
from verify.methods.derive import Derive, add, given, multiply, shown, substitute

PLAIN = notation(d=natural(), v=vector("d", unit="1"))
SQUARE = says(number(0) <= norm(PLAIN.v) ** 2)
OPERATIONS = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "div": operator.truediv,
    "pow": operator.pow,
}
Form = dict[tuple[str, str], Any]  # a quadratic form: the coefficients of inner products


def interpolated(said: Formula, *weighted: tuple[Formula, Any]) -> Derive:
    """The derivation of ``left <= right`` from hypotheses with multipliers.

    Args:
        said: what is to be derived, of numbers made of inner products and of letters for values.
        weighted: hypotheses (``f.interpolates(x, y)``, ``a <= b``), each with its multiplier, a
            number or a formula that is not negative.

    Raises:
        ValueError: the values do not cancel, or what is left is no sum of squares.
    """
    left, right = said.left, said.right
    known = notation_of(said, *weighted) or Notation({})
    links, below, above = [], number(0), number(0)
    for condition, weight in weighted:
        links.append(multiply(given(condition), weight))
        below, above = below + weight * condition.left, above + weight * condition.right
    expand = _Expanded(known)
    values, form = expand.number(lift(right - left - above + below))
    if sympy.cancel(values) != 0:
        raise ValueError(
            f"the multipliers must be such that the values cancel. Found {sympy.cancel(values)}."
        )
    # Gradients first: their coefficients seldom vanish where a bound of the curvature is 0.
    for vector_, factor in _squares(form, expand.vectors[::-1], known):
        links.append(multiply(substitute(SQUARE, {"v": vector_}), factor))
    rest = left - below
    return Derive(add(*links, shown(rest == rest)))


class _Expanded:
    """Numbers as a part without vectors and a quadratic form, with exact coefficients."""

    def __init__(self, known: Notation) -> None:
        kinds = {name: symbol.kind for name, symbol in known.symbols.items()}
        self.vectors = [name for name, kind in kinds.items() if isinstance(kind, Vector)]

    def number(self, node: Node) -> tuple[Any, Form]:
        if node.op == "dot":
            return sympy.Integer(0), self._product(*map(self.vector, node.args))
        if node.op == "pow" and node.args[0].op == "norm" and node.args[1] == lift(2):
            inside = self.vector(node.args[0].args[0])
            return sympy.Integer(0), self._product(inside, inside)
        if not free_names(node) & set(self.vectors):
            return self.scalar(node), {}
        parts = [self.number(a) for a in node.args]
        if node.op in ("add", "sub", "neg"):
            signs = [1, -1] if node.op == "sub" else [-1 if node.op == "neg" else 1] * len(parts)
            values = sum(sign * value for sign, (value, _) in zip(signs, parts, strict=True))
            return values, _sum(
                [(sign, form) for sign, (_, form) in zip(signs, parts, strict=True)]
            )
        if node.op in ("mul", "div"):
            place = 1 if node.op == "mul" and not parts[0][1] else 0
            factor = parts[1 - place][0]
            factor = 1 / factor if node.op == "div" else factor
            if not parts[1 - place][1]:
                return factor * parts[place][0], _sum([(factor, parts[place][1])])
        raise ValueError(f"a number must be quadratic in the vectors. Found {node.op}.")

    def scalar(self, node: Node) -> Any:
        """A rational function of the numbers."""
        if node.op == "number":
            return sympy.Rational(node.value.numerator, node.value.denominator)
        if node.op == "symbol":
            return sympy.Symbol(node.value)
        parts = [self.scalar(a) for a in node.args]
        if node.op == "neg":
            return -parts[0]
        if node.op not in OPERATIONS:
            raise ValueError(f"a coefficient must be a rational function. Found {node.op}.")
        a, b = parts
        return OPERATIONS[node.op](a, b)

    def vector(self, node: Node) -> dict[str, Any]:
        """The coefficients of a combination of vectors."""
        if node.op == "symbol":
            return {node.value: sympy.Integer(1)}
        if node.op in ("add", "sub", "neg"):
            signs = {"add": (1, 1), "sub": (1, -1), "neg": (-1,)}[node.op]
            parts = [self.vector(a) for a in node.args]
            names = dict.fromkeys(name for part in parts for name in part)
            pairs = list(zip(signs, parts, strict=True))
            return {n: sum(sign * part.get(n, 0) for sign, part in pairs) for n in names}
        if node.op in ("mul", "div"):
            place = int(node.op == "mul" and bool(free_names(node.args[1]) & set(self.vectors)))
            factor = self.scalar(node.args[1 - place])
            factor = 1 / factor if node.op == "div" else factor
            return {n: factor * c for n, c in self.vector(node.args[place]).items()}
        raise ValueError(f"a vector must be a combination of others. Found {node.op}.")

    def _product(self, left: dict[str, Any], right: dict[str, Any]) -> Form:
        found: Form = {}
        for a, x in left.items():
            for b, y in right.items():
                for pair in ((a, b), (b, a)):
                    found[pair] = found.get(pair, 0) + x * y / 2
        return found


def _sum(forms: Sequence[tuple[Any, Form]]) -> Form:
    found: Form = {}
    for factor, form in forms:
        for pair, c in form.items():
            found[pair] = found.get(pair, 0) + factor * c
    return found


def _squares(form: Form, vectors: Sequence[str], known: Notation) -> list[tuple[Formula, Formula]]:
    """The vectors and factors of the squares that add up to a form, one vector after another."""
    left = {pair: c for pair, x in form.items() if (c := sympy.cancel(x)) != 0}
    found = []
    for name in vectors:
        row = {b: c for (a, b), c in left.items() if a == name}
        if not row:
            continue
        if name not in row:
            raise ValueError(
                f"what is left must be a sum of squares. Found {name} without its own."
            )
        pivot = row[name]
        terms = [known(f"{sympy.cancel(c / pivot)}") * getattr(known, b) for b, c in row.items()]
        found.append((_total(terms), known(str(pivot))))
        for a, x in row.items():
            for b, y in row.items():
                rest = sympy.cancel(left.get((a, b), 0) - x * y / pivot)
                left.pop((a, b), None)
                left |= {(a, b): rest} if rest != 0 else {}
    return found


def _total(terms: Sequence[Formula]) -> Formula:
    total = terms[0]
    for term in terms[1:]:
        total = total + term
    return total
