r"""Links about laws that are known by their moments (:mod:`verify.language.laws`).

Let :math:`Ex_i=\mu`, :math:`Ex_i^2=q` and :math:`Ex_ix_j=p` for :math:`i\ne j`: 0, :math:`c_2s^2`
and 0 for noise; the inclusion of one and of two for a batch.
By linearity, for weights a that do not depend on x,

.. math:: E\sum_ia_ix_i=\mu\sum_ia_i,\qquad
          E\Bigl(\sum_ia_ix_i\Bigr)^2=(q-p)\sum_ia_i^2+p\Bigl(\sum_ia_i\Bigr)^2,

the second because :math:`\sum_{i\ne j}a_ia_j=(\sum a_i)^2-\sum a_i^2`. For noise, likewise

.. math:: E\,x^\top Mx=c_2s^2\operatorname{tr}M,\qquad E\,x^\top x=c_2s^2d,\qquad
          E\Bigl(\sum_ia_ix_i^2\Bigr)^2=
          (c_4-c_{22})s^4\sum_ia_i^2+c_{22}s^4\Bigl(\sum_ia_i\Bigr)^2.

**Traces of a circulant matrix.** The trace of :math:`A^{-p}` is the sum of
:math:`\lambda_m^{-p}` over its eigenvalues, which :mod:`verify.language.circulant` derives, if none
of them is 0.
"""

from dataclasses import dataclass
from typing import Any

from verify.formula.expression import Node, dot, expectation, lift, total
from verify.language.circulant import Circulant
from verify.language.formulas import Formula
from verify.language.kinds import size_node
from verify.language.laws import Batch, KnownLaw, Noise
from verify.language.statement import Compare
from verify.methods.algebra.terms import Terms, apart
from verify.methods.derivation.chance import drawn
from verify.methods.derivation.scope import Link, Refused, Run, Scope, indexed, zero_below


@dataclass(frozen=True)
class Weights:
    """Numbers a(i), one for each coordinate of what a law draws."""

    index: Node
    body: Node

    def over(self, size: Node, body: Node) -> Node:
        """The sum of a formula of the index over all coordinates."""
        return total(self.index, 1, size, body)

    def valued(self, run: Run, scope: Scope, size: Node, variable: Node) -> None:
        """Show that each has a value where nothing is drawn.

        Raises:
            Refused: it is not shown, or the index hides the variable.
        """
        if self.index == variable:
            raise Refused(f"the name {variable.value} stands for something else already")
        inside = indexed(run, scope, self.index, lift(1), size)
        run.valued(inside, self.body, "a weight")


@dataclass(frozen=True)
class MeanOfSum:
    """E of a weighted sum of the coordinates."""

    law: Node
    variable: Node
    weights: Weights

    def conclude(self, run: Run, scope: Scope, wanted: Compare | None) -> Compare:
        """mu times the sum of the weights."""
        kind = _known(scope, self.law, self.variable)
        size, a = size_node(kind.dimension), self.weights
        a.valued(run, scope, size, self.variable)
        mean = lift(0) if isinstance(kind, Noise) else _batch(kind).own
        run.valued(scope, mean, "a moment")
        left = a.over(size, a.body * self.variable[a.index])
        return Compare(
            "eq", expectation(self.law, self.variable, left), mean * a.over(size, a.body)
        )


@dataclass(frozen=True)
class SquareOfSum:
    """E of the square of a weighted sum of the coordinates, or (noise) of their squares."""

    law: Node
    variable: Node
    weights: Weights
    of_squares: bool = False

    def conclude(self, run: Run, scope: Scope, wanted: Compare | None) -> Compare:
        """(q - p) times the sum of the squared weights, and p times the square of their sum."""
        kind = _known(scope, self.law, self.variable)
        size, a = size_node(kind.dimension), self.weights
        a.valued(run, scope, size, self.variable)
        one, two = _fourth(kind) if self.of_squares else _second(kind)
        for moment in (one, two):
            run.valued(scope, moment, "a moment")
        entry = self.variable[a.index]
        drawn_sum = a.over(size, a.body * (entry**2 if self.of_squares else entry))
        right = (one - two) * a.over(size, a.body**2) + two * a.over(size, a.body) ** 2
        return Compare("eq", expectation(self.law, self.variable, drawn_sum**2), right)


@dataclass(frozen=True)
class QuadraticForm:
    """E <x, M x> of noise; without a matrix E <x, x>."""

    law: Node
    variable: Node
    matrix: Node | None

    def conclude(self, run: Run, scope: Scope, wanted: Compare | None) -> Compare:
        """The second moment of a coordinate times the trace."""
        kind = _known(scope, self.law, self.variable)
        if not isinstance(kind, Noise):
            raise Refused("a quadratic form must be of noise")
        moment, _ = _second(kind)
        run.valued(scope, moment, "a moment")
        if self.matrix is None:
            square = expectation(self.law, self.variable, dot(self.variable, self.variable))
            return Compare("eq", square, moment * size_node(kind.dimension))
        run.valued(scope, self.matrix, "the matrix")
        try:
            found = Terms.over(scope.symbols, scope.where).words(apart(self.matrix))
        except (NotImplementedError, ArithmeticError):
            raise Refused("the matrix of a quadratic form is none") from None
        if found.shape != "matrix" or found.size != kind.dimension:
            raise Refused("the matrix has another shape or size")
        form = dot(self.variable, Node("matmul", (self.matrix, self.variable)))
        right = moment * Node("trace", (self.matrix,))
        return Compare("eq", expectation(self.law, self.variable, form), right)


@dataclass(frozen=True)
class InverseTrace:
    """The trace of a power of the inverse of a circulant matrix."""

    matrix: Node
    power: int
    index: Node

    def conclude(self, run: Run, scope: Scope, wanted: Compare | None) -> Compare:
        """The sum over the eigenvalues, which are shown to be positive."""
        symbol = scope.by_name.get(self.matrix.value)
        if symbol is None or not isinstance(symbol.kind, Circulant) or self.power < 1:
            raise Refused(f"{self.matrix.value} is no circulant matrix")
        kind = symbol.kind
        inside = indexed(run, scope, self.index, lift(1), kind.size)
        value = kind.eigenvalue(self.index)
        run.valued(inside, value, "an eigenvalue")
        run.require(inside, zero_below(value, strict=True), "an eigenvalue")
        inverse = Node("inverse", (self.matrix,))
        product = inverse
        for _ in range(self.power - 1):
            product = Node("matmul", (product, inverse))
        right = total(self.index, 1, kind.size, 1 / value**self.power)
        return Compare("eq", Node("trace", (product,)), right)


def _known(scope: Scope, law: Node, variable: Node) -> KnownLaw:
    """The law, under which the variable has a name of its own.

    Raises:
        Refused: it is none that is known by its moments, or the name is taken.
    """
    symbol = scope.by_name.get(law.value)
    if symbol is None or not isinstance(symbol.kind, KnownLaw):
        raise Refused(f"{law.value} is no law that is known by its moments")
    drawn(scope, law, variable)
    return symbol.kind


def _batch(kind: KnownLaw) -> Batch:
    if not isinstance(kind, Batch):
        raise Refused("the law must be of a batch")
    return kind


def _second(kind: KnownLaw) -> tuple[Node, Node]:
    """E x_i^2 and E x_i x_j."""
    if isinstance(kind, Noise):
        return kind.second * kind.scale**2, lift(0)
    return _batch(kind).square, _batch(kind).pair


def _fourth(kind: KnownLaw) -> tuple[Node, Node]:
    """E x_i^4 and E x_i^2 x_j^2."""
    if not isinstance(kind, Noise):
        raise Refused("fourth moments are known of noise alone")
    return kind.fourth * kind.scale**4, kind.mixed * kind.scale**4


def mean_of_sum(law: Formula, variable: Formula, index: Formula, weight: Any) -> Link:
    """E of the sum of a(i) x_i, under a law that is known by its moments."""
    return MeanOfSum(law.tree, variable.tree, Weights(index.tree, lift(weight)))


def square_of_sum(law: Formula, variable: Formula, index: Formula, weight: Any) -> Link:
    """E of the square of the sum of a(i) x_i, under a law that is known by its moments."""
    return SquareOfSum(law.tree, variable.tree, Weights(index.tree, lift(weight)))


def square_of_squares(law: Formula, variable: Formula, index: Formula, weight: Any) -> Link:
    """E of the square of the sum of a(i) x_i^2, of noise."""
    weights = Weights(index.tree, lift(weight))
    return SquareOfSum(law.tree, variable.tree, weights, of_squares=True)


def quadratic_form(law: Formula, variable: Formula, matrix: Formula | None = None) -> Link:
    """E <x, M x> of noise; without a matrix E <x, x>."""
    return QuadraticForm(law.tree, variable.tree, None if matrix is None else matrix.tree)


def inverse_trace(matrix: Formula, power: int, index: Formula) -> Link:
    """The trace of a power of a circulant matrix's inverse, by its eigenvalues."""
    return InverseTrace(matrix.tree, power, index.tree)
