r"""A tree as LaTeX, with no more brackets than its meaning needs.

Reading the result (:mod:`verify.display.latex`) gives the same formula, up to the grouping of sums
and products and to the place of signs. Bars are written ``\lvert`` and ``\lVert``, which survive
the columns of a Markdown table.
"""

import re
from collections.abc import Mapping
from types import MappingProxyType

from verify.display.latex.symbols import letters, loose
from verify.display.latex.tokens import joined, script, spelled, spelling, spoken
from verify.display.plain import Kinds, plain
from verify.display.typeset.names import name_of
from verify.display.typeset.pieces import ADD, ATOM, CONDITION, FACTOR, TERM, Piece, fenced, number
from verify.formula.expression import CONDITIONS, NEGATION, Node, free_names, lift, negated, walk
from verify.language.special import factored
from verify.language.symbols import Symbol

RELATIONS = {"le": r"\le ", "lt": "<", "eq": "=", "ne": r"\ne ", "loewner": r"\preceq "}
CALLS = {
    "log": r"\ln",
    "cos": r"\cos",
    "sin": r"\sin",
    "max": r"\max",
    "min": r"\min",
    "trace": r"\mathrm{tr}",
}
FENCES = {
    "abs": (r"\lvert", r"\rvert"),
    "norm": (r"\lVert", r"\rVert"),
    "norm1": (r"\lVert", r"\rVert_1"),
    "floor": (r"\lfloor", r"\rfloor"),
    "ceil": (r"\lceil", r"\rceil"),
    "dot": (r"\langle", r"\rangle"),
    "tuple": ("(", ")"),
}
CONSTANTS = {"pi": r"\pi", "e": "e", "oo": r"\infty"}
SPARE = "ijklpqrsuvwz"
PLACE = r"\cdot"  # of the index, in the LaTeX of a sequence: g^{(\cdot)}
# E[g^2] and |g|, whose index is that of g: a step, and a group as papers write it.
INNER = re.compile(r"(E\[|\\Vert )((?:\\\w+)?(?:\{\w\}|\w)(?:_\w)?)(\^\d)?(\]|\\Vert(?:\^2)?)")
NO_PARTS: Mapping[Node, str] = MappingProxyType({})


def render(
    node: Node,
    symbols: Mapping[str, Symbol],
    parts: Mapping[Node, str] = NO_PARTS,
    *,
    as_written: bool = False,
) -> str:
    """LaTeX of a tree; a name without a declaration is shown by its letters.

    Args:
        parts: what stands for some parts of the tree (as :func:`verify.display.plain.plain` has
            them), each a letter.
        as_written: nothing is simplified.

    Raises:
        ValueError: the tree has an operation that has no notation, or a symbol looks like pi.
    """
    names = {n: letters(s) for n, s in symbols.items()}
    kinds = Kinds.of(symbols, as_written=as_written, kept=parts)
    return _Setter(names, kinds.arrays, parts).text(plain(node, kinds))


class _Setter:
    """Sets a tree.

    Attributes:
        names: the LaTeX of declared symbols and of bound indices.
        arrays: the vectors and matrices, whose entries are written (x)_i.
        parts: the letters of parts.
        small: a quotient may be written with a slash.
        dotted: letters side by side would be two indices.
    """

    def __init__(
        self,
        names: Mapping[str, str],
        arrays: frozenset[str] = frozenset(),
        parts: Mapping[Node, str] = NO_PARTS,
        small: bool = False,
        dotted: bool = False,
    ) -> None:
        self.names = names
        self.arrays = arrays
        self.parts = parts
        self.small = small
        self.dotted = dotted

    def within(self, *, small: bool = False, index: bool = False) -> "_Setter":
        """The setter of a part."""
        return _Setter(self.names, self.arrays, self.parts, small, index or self.dotted)

    def text(self, node: Node) -> str:
        return self.piece(node).text

    def at_level(self, node: Node, level: int, *, last: bool = True) -> str:
        """The LaTeX of a node, in brackets if it is too loose, or greedy and not the last."""
        piece = self.piece(node)
        if piece.level < level or (piece.greedy and not last):
            return fenced(piece.text)
        return piece.text

    def piece(self, node: Node) -> Piece:
        op = node.op
        if node in self.parts:
            return Piece(self.parts[node], ATOM)
        if op in CONDITIONS:
            return Piece(self.condition(node), CONDITION)
        if op == "number":
            return number(node.value, small=self.small)
        if op == "div" and self.small:
            return self.slashed(node)
        if self.small:
            return self.within().piece(node)
        if op in ("max", "min") and len(node.args) == 1:
            return self.piece(node.args[0])
        if op in CALLS:
            return self.call(CALLS[op], node)
        if _is_matrix(node):
            return self.set_matrix(node)
        if op in FENCES:
            return Piece(fenced(self.listed(node.args), *FENCES[op]), ATOM)
        setter = getattr(self, f"set_{op}", None)
        if setter is None:
            raise ValueError(f"a tree must be made of operations with a notation. Found {op!r}.")
        piece: Piece = setter(node)
        return piece

    def condition(self, node: Node) -> str:
        if node.op == "and":
            return r",\ ".join(map(self.condition, node.args))
        left, right = map(self.text, node.args)
        return left + RELATIONS[node.op] + right

    def name(self, name: str) -> str:
        return self.names.get(name) or spoken(name)

    def listed(self, nodes: tuple[Node, ...]) -> str:
        return ", ".join(map(self.within().text, nodes))

    def call(self, name: str, node: Node) -> Piece:
        # "](" would be a link where formulas are no Markdown.
        high = name.endswith("]")
        return Piece(name + fenced(self.listed(node.args), high=high), FACTOR)

    # -- symbols --------------------------------------------------------------------------------

    def set_constant(self, node: Node) -> Piece:
        latex = CONSTANTS[node.value]
        if latex not in self.names.values():
            return Piece(latex, ATOM)
        if node.value != "e":
            raise ValueError(f"a symbol must not look like a constant. Found {latex}.")
        return Piece(r"\exp(1)", FACTOR)

    def set_symbol(self, node: Node) -> Piece:
        latex = self.name(node.value)
        parts = spelling(latex)
        if loose(parts.words):
            return Piece(latex, ADD)
        return Piece(latex, FACTOR if parts.above or "^" in parts.base else ATOM)

    def set_at(self, node: Node) -> Piece:
        base, index = node.args
        below = self.within(small=True, index=True).text(index)
        if base.op != "symbol" or base.value in self.arrays:
            return Piece(fenced(self.text(base)) + script("_", below), ATOM)
        latex = self.name(base.value)
        if PLACE in latex:
            return Piece(latex.replace(PLACE, below), ATOM)
        if inner := INNER.fullmatch(latex):
            left, letter, power, right = (piece or "" for piece in inner.groups())
            own = f"^{{({below})}}" if right.startswith(r"\Vert") else script("_", below)
            return Piece(left + letter + own + power + right, FACTOR if "^" in right else ATOM)
        parts = spelling(latex)
        if not parts.below and not parts.above:
            return Piece(latex + script("_", below), ATOM)
        if parts.below:
            below = joined(spelled([*parts.below, ","]), below)
        level = FACTOR if parts.above else ATOM
        return Piece(spelled(parts.base) + script("_", below) + spelled(parts.above), level)

    # -- arithmetic -----------------------------------------------------------------------------

    def signed(self, node: Node) -> tuple[bool, Node]:
        """Whether a node has a minus sign in front or in a factor, and the node without it."""
        if node in self.parts:
            return False, node
        if node.op == "neg":
            negative, size = self.signed(node.args[0])
            return not negative, size
        if node.op == "number" and node.value < 0:
            return True, Node("number", (), -node.value, node.unit)
        if node.op == "mul":
            (first, left), (second, right) = map(self.signed, node.args)
            return first != second, Node("mul", (left, right))
        return False, node

    def set_add(self, node: Node) -> Piece:
        return self.with_sign(node.args[0], "+-", node.args[1])

    def set_sub(self, node: Node) -> Piece:
        return self.with_sign(node.args[0], "-+", node.args[1])

    def with_sign(self, first: Node, signs: str, last: Node) -> Piece:
        """A sum or difference: the sign of one and of the other, by that of the last term."""
        negative, size = self.signed(last)
        sign, text = signs[negative], self.at_level(size, ADD)
        if sign == "-" or text.startswith("-"):
            text = self.at_level(size, TERM)
        return Piece(self.at_level(first, ADD) + sign + text, ADD)

    def set_neg(self, node: Node) -> Piece:
        negative, size = self.signed(node)
        return Piece("-" + self.at_level(size, TERM), ADD) if negative else self.piece(size)

    def set_mul(self, node: Node) -> Piece:
        negative, size = self.signed(node)
        if negative:
            return Piece("-" + self.at_level(size, TERM), ADD)
        return self.set_matmul(self.number_first(size))

    def number_first(self, node: Node) -> Node:
        """A product with its only number in front."""
        first, rest = self.split(node)
        alone = first is not None and rest is not None and self.split(rest)[0] is None
        return Node("mul", (first, rest)) if alone else node  # type: ignore[arg-type]

    def split(self, node: Node) -> tuple[Node | None, Node | None]:
        """The number to set in front of a product, and the product of what is left."""
        if node.op == "number" and node not in self.parts:
            return node, None
        if node.op != "mul" or node in self.parts:
            return None, node
        left, right = node.args
        first, rest = self.split(left)
        if first is not None:
            return first, right if rest is None else Node("mul", (rest, right))
        first, rest = self.split(right)
        if first is not None:
            return first, left if rest is None else Node("mul", (left, rest))
        return None, node

    def set_matmul(self, node: Node) -> Piece:
        left, right = node.args
        first = self.at_level(left, TERM, last=False)
        last = self.piece(right)
        text = last.text if last.level >= TERM else fenced(last.text)
        digits = first[-1].isdigit() and text[0] == "e"
        if text.startswith(r"\text") and left.op == "number":
            return Piece(rf"{first}\,{text}", TERM, last.greedy)
        if text[0].isdigit() or digits or (self.dotted and left.op != "number"):
            return Piece(joined(rf"{first}\cdot", text), TERM, last.greedy)
        return Piece(joined(first, text), TERM, last.greedy)

    def set_div(self, node: Node) -> Piece:
        top, bottom = (self.within(small=a.op == "number").text(a) for a in node.args)
        return Piece(rf"\frac{{{top}}}{{{bottom}}}", FACTOR)

    def slashed(self, node: Node) -> Piece:
        """A quotient in a script: with a slash between two letters or numbers."""
        plain = self.within()
        top, bottom = map(plain.piece, node.args)
        if top.level == bottom.level == ATOM:
            return Piece(f"{top.text}/{bottom.text}", TERM)
        return plain.piece(node)

    def set_pow(self, node: Node) -> Piece:
        base, exponent = node.args
        power = self.within(small=True).text(exponent)
        return Piece(self.at_level(base, ATOM) + script("^", power), FACTOR)

    def set_sqrt(self, node: Node) -> Piece:
        return Piece(rf"\sqrt{{{self.text(node.args[0])}}}", FACTOR)

    def set_exp(self, node: Node) -> Piece:
        power = self.within(small=True).text(node.args[0])
        if "\\frac" in power or "^" in power or "e" in self.names.values():
            return self.call(r"\exp", node)
        return Piece("e" + script("^", power), FACTOR)

    def set_transpose(self, node: Node) -> Piece:
        return Piece(self.at_level(node.args[0], ATOM) + r"^\top", FACTOR)

    def set_inverse(self, node: Node) -> Piece:
        return Piece(self.at_level(node.args[0], ATOM) + "^{-1}", FACTOR)

    def set_matrix(self, node: Node) -> Piece:
        rows = [r"&".join(map(self.within().text, row.args)) for row in node.args]
        return Piece(r"\begin{pmatrix}" + r"\\".join(rows) + r"\end{pmatrix}", ATOM)

    def set_external(self, node: Node) -> Piece:
        name = name_of(node.value.name)
        return self.call(name, node) if node.args else Piece(name, FACTOR)

    # -- binders --------------------------------------------------------------------------------

    def bound(self, name: str, body: Node) -> tuple[str, "_Setter"]:
        """The LaTeX of an index and the setter of its body; no two letters of it look alike."""
        latex = self.name(name)
        taken = {self.name(n) for n in free_names(body) - {name}}
        taken |= {CONSTANTS[n.value] for n in walk(body) if n.op == "constant"}
        taken |= set(self.parts.values())
        if latex in taken:
            latex = next(letter for letter in SPARE if letter not in taken)
        names = {**self.names, name: latex}
        parts = {p: letter for p, letter in self.parts.items() if name not in free_names(p)}
        return latex, _Setter(names, self.arrays - {name}, parts, dotted=self.dotted)

    def set_sum(self, node: Node) -> Piece:
        return self.total(r"\sum", node, TERM)

    def set_product(self, node: Node) -> Piece:
        found = factored(node)
        if found is not None:
            top, bottom = found
            if bottom is None:
                return Piece(f"{self.at_level(top, ATOM)}!", FACTOR)
            return Piece(rf"\binom{{{self.text(top)}}}{{{self.text(bottom)}}}", FACTOR)
        return self.total(r"\prod", node, FACTOR)

    def total(self, sign: str, node: Node, level: int) -> Piece:
        first, last, body = node.args
        latex, inside = self.bound(node.value, body)
        bounds = f"_{{{latex}={self.text(first)}}}" + script("^", self.text(last))
        return Piece(joined(sign + bounds, inside.at_level(body, level)), TERM, True)

    def set_expect(self, node: Node) -> Piece:
        variable, law = node.value
        latex, inside = self.bound(variable, node.args[0])
        below = joined(joined(latex, r"\sim"), self.name(law))
        return Piece(rf"E_{{{below}}}" + fenced(inside.text(node.args[0]), "[", "]"), ATOM)

    def set_piecewise(self, node: Node) -> Piece:
        conditions, values = node.args[::2], node.args[1::2]
        exhausted = (
            len(conditions) == 2
            and conditions[0].op in NEGATION
            and (conditions[1],) == negated(conditions[0])
        )
        if exhausted and values == (lift(1), lift(0)):
            return Piece(r"\mathbf 1" + fenced(self.text(conditions[0]), "[", "]"), ATOM)
        cases = [rf"\text{{if }}{self.text(condition)}" for condition in conditions]
        if exhausted:
            cases[-1] = r"\text{else}"
        rows = [f"{self.text(value)}&{case}" for value, case in zip(values, cases, strict=True)]
        return Piece(r"\begin{cases}" + r"\\".join(rows) + r"\end{cases}", ATOM)


def _is_matrix(node: Node) -> bool:
    """Whether a tuple is one of rows of one length."""
    rows = node.args if node.op == "tuple" else ()
    lengths = {len(row.args) for row in rows if row.op == "tuple"}
    return bool(rows) and all(row.op == "tuple" for row in rows) and len(lengths) == 1
