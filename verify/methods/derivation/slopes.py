r"""A link that differentiates an identity.

If :math:`a(x)=b(x)` for every x of an open interval, their derivatives agree at every x of it at
which both formulas for them have a value. The interval is the set of the symbol x without its ends,
cut by hypotheses of the form x < number or number < x; another hypothesis that mentions x could
leave isolated points, and is refused. As both formulas are shown to have a value on the whole
interval, :func:`verify.methods.intervals.derivative.derivative` is the derivative there.
"""

from dataclasses import dataclass

from verify.formula.expression import Node, binary, free_names
from verify.language.formulas import Formula
from verify.language.kinds import needed
from verify.language.statement import Compare
from verify.language.symbols import Real
from verify.methods.derivation.scope import Link, Refused, Run, Scope
from verify.methods.intervals.derivative import derivative


@dataclass(frozen=True)
class Differentiate:
    """The derivatives of both sides of an identity by a symbol."""

    symbol: Node
    link: Link

    def conclude(self, run: Run, scope: Scope, wanted: Compare | None) -> Compare:
        """The derivatives, once they are shown to have a value."""
        _over_an_open_set(scope, self.symbol)
        found = run.step(self.link, scope, None)
        if found.relation != "eq":
            raise Refused("only an identity can be differentiated")
        try:
            left, right = (derivative(s, self.symbol.value) for s in (found.left, found.right))
        except NotImplementedError as error:
            raise Refused(f"a side has no derivative: {error}") from None
        for slope in (left, right):
            run.valued(scope, slope, "the derivative")
        return Compare("eq", left, right)


def _over_an_open_set(scope: Scope, symbol: Node) -> None:
    """Refuse a symbol that does not range over an open interval, whatever the others are.

    Raises:
        Refused: it may not.
    """
    name = symbol.value
    declared = scope.by_name.get(name)
    if declared is None or not isinstance(declared.kind, Real):
        raise Refused(f"{name} is no symbol that ranges over an interval")
    if any(name in needed(s.kind) for s in scope.symbols):
        raise Refused(f"the set of another symbol depends on {name}")
    for condition in scope.where:
        if name in free_names(condition) and not _cuts(condition):
            raise Refused(f"a hypothesis about {name} is more than a bound that is left out")
    closed = set(declared.kind.conditions(symbol)) - set(declared.kind.strict().conditions(symbol))
    for end in closed:
        if binary("lt", *end.args) not in scope.where:
            raise Refused(f"an end of its set belongs to {name}")


def _cuts(condition: Node) -> bool:
    """Whether a condition is number < symbol or symbol < number."""
    return condition.op == "lt" and {a.op for a in condition.args} == {"number", "symbol"}


def differentiate(symbol: Formula, link: Link) -> Link:
    """The derivatives of both sides of an identity on an open interval."""
    return Differentiate(symbol.tree, link)
