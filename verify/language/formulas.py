"""Formulas in the hands of authors: trees that know their notation, so that ``==`` may compare.

Trees (:mod:`verify.formula.expression`) are keys of caches and equal by structure. What an author
writes is a :class:`Formula` around one: arithmetic and the functions of this module build larger
ones, ``<= < == >= >`` compare two of them, and the notation travels along.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NoReturn, cast

from verify.formula import expression as trees
from verify.formula.expression import CONDITIONS, Cells, Node, lift
from verify.formula.operators import Operators

if TYPE_CHECKING:
    from verify.language.symbols import Declaration, Notation

CHAIN = (
    "a comparison of formulas has no truth value: write each(a <= c, b <= d) for several, "
    "and conditions in given=[...]."
)


@dataclass(frozen=True)
class Part:
    """A part of formulas that is shown by a letter.

    Attributes:
        tree: what it is. latex: its letter. of: where the paper defines it.
        mean_of: what it is the mean of, over noise; its letter is then written from this.
    """

    tree: Node
    latex: str = ""
    of: str = ""
    mean_of: Node | None = None


class Formula(Operators):
    """A tree with the notation of its symbols.

    Attributes:
        tree: the tree. notation: where its symbols are declared, None where it has none.
        flipped: a comparison whose sides the page has the other way round (``right >= left``).
        asked: a comparison out of a chain or of two tuples: its first part was asked for its truth.
        sides: what an equation was written between.
        unequal: what this was last told apart from, as a comparison of tuples does.
    """

    __slots__ = ("asked", "flipped", "notation", "sides", "tree", "unequal")
    takes_over = True  # an operator between a bare tree and this belongs to this

    def __init__(self, tree: Node, notation: "Notation | None" = None, flipped: bool = False):
        self.tree = tree
        self.notation = notation
        self.flipped = flipped
        self.asked = False
        self.sides: tuple[Any, Any] | None = None
        self.unequal: Any = None

    @property
    def __tree__(self) -> Node:
        """What :func:`verify.formula.expression.lift` takes."""
        return self.tree

    def __repr__(self) -> str:
        return repr(self.tree)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> NoReturn:
            """Say which functions there are, where another one is asked for."""
            functions = ", ".join(trees.FUNCTIONS)
            raise AttributeError(
                f"a function of a formula must be one of {functions}; another one is called by "
                f"external(name, function, ...). Found {name!r}."
            )

    def __reduce__(self) -> tuple[Any, ...]:
        return (Formula, (self.tree, self.notation, self.flipped))

    def _with(self, op: str, left: Any, right: Any, flipped: bool = False) -> "Formula":
        if _foreign(left) or _foreign(right):
            return cast("Formula", NotImplemented)
        return Formula(Node(op, (lift(left), lift(right))), notation_of(left, right), flipped)

    def _ordered(
        self, op: str, left: Any, right: Any, other: Any, flipped: bool = False
    ) -> "Formula":
        # Python orders tuples by the first entries that differ, and would drop the others.
        said = self._with(op, left, right, flipped)
        if isinstance(said, Formula):
            said.asked = self.unequal is not None and self.unequal is other
        self.unequal = None
        return said

    def __le__(self, other: Any) -> "Formula":
        return self._ordered("le", self, other, other)

    def __lt__(self, other: Any) -> "Formula":
        return self._ordered("lt", self, other, other)

    def __ge__(self, other: Any) -> "Formula":
        return self._ordered("le", other, self, other, flipped=True)

    def __gt__(self, other: Any) -> "Formula":
        return self._ordered("lt", other, self, other, flipped=True)

    def __eq__(self, other: object) -> "Formula":  # type: ignore[override]
        said = self._with("eq", self, other)
        if isinstance(said, Formula):
            said.sides = (self, other)
        return said

    def __ne__(self, other: object) -> "Formula":  # type: ignore[override]
        return self._with("ne", self, other)

    def __hash__(self) -> int:
        return hash(self.tree)

    def __neg__(self) -> "Formula":
        return self._of("neg")

    def __bool__(self) -> bool:
        """Whether an equation has one formula on both sides, which is what containers ask for.

        Raises:
            TypeError: the formula is another comparison.
        """
        if self.tree.op in ("eq", "ne"):
            self.asked = True
            left, right = self.tree.args
            if self.sides and left != right:
                self.sides[0].unequal = self.sides[1]
            return (left == right) is (self.tree.op == "eq")
        if self.tree.op in CONDITIONS:
            raise TypeError(CHAIN)
        return True

    def __iter__(self) -> Iterator[Any]:
        raise TypeError("a formula cannot be iterated over. Use total(index, first, last, body).")

    def _of(self, op: str) -> "Formula":
        return Formula(Node(op, (self.tree,)), self.notation)

    @property
    def left(self) -> "Formula":
        """The left side of a comparison, as the page has it."""
        return Formula(self.tree.args[int(self.flipped)], self.notation)

    @property
    def right(self) -> "Formula":
        """The right side of a comparison, as the page has it."""
        return Formula(self.tree.args[int(not self.flipped)], self.notation)

    @property
    def T(self) -> "Formula":
        """The transpose."""
        return self._of("transpose")

    def within(
        self, allowed: str | Iterable[Any] = "", *, search: tuple[Any, Any] | None = None
    ) -> "Declaration":
        """The declaration of a symbol with a narrower set, another search box or both.

        Args:
            allowed: ``"[0, 1)"``, ``"(0, inf)"``, ``"{2, 4, 8}"`` (of whole numbers ``"[3, inf)"``)
                or the values themselves. search: in place of the declared box.

        Raises:
            TypeError: the formula is no declared symbol.
            ValueError: the set is none of these, or not inside the declared one.
        """
        if self.notation is None or self.tree.op != "symbol":
            raise TypeError(f"only a declared symbol can be declared again. Found {self.tree!r}.")
        return self.notation.again(self.tree.value, allowed, search)

    def function(self, name: str) -> "Formula":
        """An elementary function of the formula (``dptheory.numbers`` asks for it by name)."""
        return Formula(self.tree.function(name), self.notation)

    def maximum(self, *others: Any) -> "Formula":
        """The largest of several formulas."""
        return largest(self, *others)


def _foreign(value: Any) -> bool:
    """Whether an operator belongs to the other side: a tree that is being traced."""
    return not isinstance(value, Formula) and hasattr(type(value), "takes_over")


def notation_of(*values: Any) -> "Notation | None":
    """The notation of several formulas; an extension of a notation stands for it."""
    found: Notation | None = None
    for value in values:
        if isinstance(value, tuple | list):
            one = notation_of(*value)
        else:
            one = value.notation if isinstance(value, Formula) else None
        if one is not None and one is not found:
            found = one if found is None else found.joined(one)
    return found


def number(value: Any) -> Formula:
    """A number as a formula: ``number(0) <= x``."""
    return value if isinstance(value, Formula) else Formula(lift(value))


def quantity(value: Any, unit: str) -> Formula:
    """A literal that carries a unit (0.01 as a gradient)."""
    return Formula(trees.quantity(value, unit))


def let(latex: str, value: Formula, *, of: str = "") -> Formula:
    """A formula shown by the paper's letter: ``b = let("b", tau0 / (1 - tau1), of="(39)")``.

    Where it stands in a statement the letter is shown, and behind what is said "with b = ... (39)".
    The tree is that of ``value``: what is tested, and its hash, do not know the letter.

    Args:
        of: the place of the paper that defines the letter.

    Raises:
        ValueError: the value is no formula of declared symbols, or one of them alone.
    """
    if not isinstance(value, Formula) or value.notation is None or not value.tree.args:
        raise ValueError(f"a letter must stand for a formula of declared symbols. Found {value!r}.")
    notation = value.notation.with_letters(Part(value.tree, latex, of))
    return Formula(value.tree, notation, value.flipped)


def index(name: str) -> Formula:
    """The index of a sum or a product, or the argument of a function that is bound."""
    return Formula(Node("symbol", (), name))


PI = Formula(trees.PI)
E = Formula(trees.E)


def entries(*values: Any) -> Formula:
    """Several numbers at once."""
    return Formula(Node("tuple", tuple(map(lift, values))), notation_of(values))


def each(*said: Formula) -> Formula:
    """Several comparisons of one kind as one: ``each(a <= c, b <= d)``.

    Raises:
        TypeError: they are no comparisons of one kind.
    """
    if any(isinstance(s, Formula) and s.asked for s in said):
        raise TypeError(CHAIN)
    kinds = {(s.tree.op, s.flipped) if isinstance(s, Formula) else None for s in said}
    if len(kinds) != 1 or None in kinds or said[0].tree.op not in CONDITIONS:
        raise TypeError("each must be given comparisons of one kind. Found others.")
    left, right = (Node("tuple", tuple(s.tree.args[i] for s in said)) for i in (0, 1))
    return Formula(Node(said[0].tree.op, (left, right)), notation_of(said), said[0].flipped)


def _over(op: str, bound: Formula, first: Any, last: Any, body: Any) -> Formula:
    if isinstance(last, str):
        raise TypeError(
            "a sum or product must have a last term; an infinite one is a limit: "
            f"tends(total(i, 1, T, ...), T, 'oo', value). Found {last!r}."
        )
    tree = Node(op, (lift(first), lift(last), lift(body)), bound.tree.value)
    return Formula(tree, notation_of(first, last, body))


def total(index: Formula, first: Any, last: Any, body: Any) -> Formula:
    """The sum of ``body`` over ``index`` = first, ..., last (0 where last < first)."""
    return _over("sum", index, first, last, body)


def product(index: Formula, first: Any, last: Any, body: Any) -> Formula:
    """The product of ``body`` over ``index`` = first, ..., last (1 where last < first)."""
    return _over("product", index, first, last, body)


def _made(op: str, *values: Any) -> Formula:
    return Formula(Node(op, tuple(map(lift, values))), notation_of(*values))


def dot(left: Any, right: Any) -> Formula:
    """The inner product of two vectors."""
    return _made("dot", left, right)


def norm(vector: Any) -> Formula:
    """The Euclidean norm."""
    return _made("norm", vector)


def norm1(vector: Any) -> Formula:
    """The sum of the entries' absolute values."""
    return _made("norm1", vector)


def inverse(matrix: Any) -> Formula:
    """The inverse of a square matrix."""
    return _made("inverse", matrix)


def transpose(matrix: Any) -> Formula:
    """The transpose of a matrix or vector."""
    return _made("transpose", matrix)


def trace_of(matrix: Any) -> Formula:
    """The trace of a square matrix."""
    return _made("trace", matrix)


def below(left: Any, right: Any) -> Formula:
    """The comparison of matrices: ``right - left`` is positive semidefinite."""
    return _made("loewner", left, right)


def least(*values: Any) -> Formula:
    """The smallest of several formulas."""
    return _made("min", *_numbers(values))


def largest(*values: Any) -> Formula:
    """The largest of several formulas."""
    return _made("max", *_numbers(values))


def _numbers(values: tuple[Any, ...]) -> tuple[Any, ...]:
    """The values, if none is a symbol for a vector, a matrix or a sequence.

    Raises:
        TypeError: one is: there is no largest entry.
    """
    for value in values:
        known = value.notation.symbols if isinstance(value, Formula) and value.notation else {}
        symbol = known.get(lift(value).value) if lift(value).op == "symbol" else None
        if symbol is not None and not symbol.scalar:
            raise TypeError(
                "least and largest must be given numbers: there is no largest of the entries of "
                f"one symbol. Found {symbol.name!r}."
            )
    return values


def floor(value: Any) -> Formula:
    """The largest whole number that is at most so much."""
    return _made("floor", value)


def ceil(value: Any) -> Formula:
    """The smallest whole number that is at least so much."""
    return _made("ceil", value)


def piecewise(*branches: Any) -> Formula:
    """A formula by cases: condition, value, condition, value, ..."""
    return _made("piecewise", *branches)


def expectation(law: Formula, variable: Formula, body: Any) -> Formula:
    """E of ``body``, in which ``variable`` is drawn from ``law``."""
    tree = Node("expect", (lift(body),), (variable.tree.value, law.tree.value))
    return Formula(tree, notation_of(law, variable, body))


def external(
    name: str,
    function: Callable[..., Any],
    *arguments: Any,
    balls: Callable[..., Any] | None = None,
    means: str = "",
) -> Formula:
    """A number that a function of the library computes from formulas.

    Args:
        balls: see :class:`verify.formula.expression.External`. means: what the page says that it
            is; else it says the first sentence of the function's docstring.

    Raises:
        ValueError: the name is that of the normal distribution's function, of which more is known.
    """
    if name == r"\Phi":
        raise ValueError(r"name must not be \Phi, which tex reads: tex(V, r'\Phi(x)').")
    tree = trees.external(name, function, *arguments, balls=balls, means=means)
    return Formula(tree, notation_of(*arguments))


def described(computed: Formula, means: str) -> Formula:
    """A computation of the library with what the page says that it is; the formula is the same."""
    node = computed.tree
    value = replace(node.value, means=means)
    return Formula(Node(node.op, node.args, value, node.unit), computed.notation)


def with_cells(computed: Formula, cells: Callable[[], Cells]) -> Formula:
    """A computation of the library with its few values as formulas; the formula is the same.

    Args:
        cells: see :class:`verify.formula.expression.External`.
    """
    node = computed.tree
    value = replace(node.value, cells=cells)
    return Formula(Node(node.op, node.args, value, node.unit), computed.notation)


def conjunction(*conditions: Formula) -> Formula:
    """All of the conditions."""
    return _made("and", *conditions)


def indicator(*events: Formula) -> Formula:
    """1 where one of the events (comparisons) happens, else 0."""
    return Formula(trees.indicator(*map(lift, events)), notation_of(*events))


def pruned(formula: Formula) -> Formula:
    """The formula without branches that have no value."""
    return Formula(trees.pruned(formula.tree), formula.notation)


def put(formula: Formula, values: Mapping[str, Any]) -> Formula:
    """The formula with others in place of some symbols; a bound index is left alone."""
    tree = trees.substitute(formula.tree, {n: lift(v) for n, v in values.items()})
    left = [formula] if trees.free_names(formula.tree) - set(values) else []
    return Formula(tree, notation_of(*values.values(), *left), formula.flipped)
