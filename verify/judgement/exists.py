"""Constants that exist: proved by exhibiting them, refuted by escaping from each of them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from verify.display.typeset import render
from verify.formula.evaluate import truth, value_at
from verify.formula.expression import Node, binary, free_names, lift, substitute
from verify.judgement.findings import covered
from verify.language.argument import Escape
from verify.language.statement import Compare, Statement
from verify.language.symbols import Natural, Real, Symbol
from verify.methods.context import Context
from verify.methods.defined import is_whole
from verify.methods.evidence import BESIDE, Finding, Level, Outcome, weakest

Values = Mapping[str, Any]
Examined = Callable[[Statement, Context, Sequence[Values]], Finding]


def examine(
    statement: Statement, context: Context, first: Sequence[Values], examined: Examined
) -> Finding:
    """A statement with ``exists``: by its exhibited constants, or by its escape.

    Args:
        first: the paper's settings, which a search visits first.
        examined: the finding about a statement without constants.
    """
    if type(statement.by) is Escape:
        return _escape(statement, statement.by, context, examined)
    finding = examined(exhibited(statement), context, first)
    shown = "with the constants exhibited: "
    if finding.outcome is Outcome.FAILS:
        # These constants do not do; others may.
        return replace(
            finding,
            statement=statement.hash,
            outcome=Outcome.INCONCLUSIVE,
            text=shown + finding.text,
        )
    return replace(finding, statement=statement.hash, text=shown + finding.text)


def exhibited(statement: Statement) -> Statement:
    """The statement with its constants at the values that exhibit them.

    Raises:
        ValueError: a constant has no value, depends on a quantified symbol or lies outside its set.
    """
    values = dict(statement.constants)
    missing = [s.name for s in statement.exists if s.name not in values]
    if missing:
        raise ValueError(f"constants must be exhibited, or escaped from. Found none for {missing}.")
    for name, value in values.items():
        if free_names(value) & {s.name for s in statement.symbols}:
            raise ValueError(f"a constant must not depend on quantified symbols. Found {name}.")
    _in_their_sets(statement, values)
    return _with(statement, values)


def _in_their_sets(statement: Statement, values: Mapping[str, Node]) -> None:
    """Refuse constants that are not of the kind that was declared.

    Raises:
        ValueError: one lies outside its set, or it is not known that it lies inside.
    """
    for symbol in statement.exists:
        value = values[symbol.name]
        whole = isinstance(symbol.kind, Natural) and not is_whole(value, set())
        if not isinstance(symbol.kind, Natural | Real) or whole:
            inside = symbol.kind.contains(value_at(value, {}), {})
        else:
            conditions = [substitute(c, values) for c in symbol.conditions()]
            inside = all(truth(c, {}) for c in conditions)
        if not inside:
            raise ValueError(
                f"a constant must lie in its set. Found {symbol.name} outside "
                f"{symbol.kind.words()}."
            )


def _with(statement: Statement, values: Mapping[str, Node]) -> Statement:
    a = statement.assertion
    if not isinstance(a, Compare):
        raise TypeError("a statement with constants must compare numbers. Found another kind.")
    return replace(
        statement,
        assertion=Compare(
            a.relation, substitute(a.left, values), substitute(a.right, values), a.flipped
        ),
        where=tuple(substitute(c, values) for c in statement.where),
        exists=(),
        constants=(),
    )


def _escape(statement: Statement, escape: Escape, context: Context, examined: Examined) -> Finding:
    """For all constants: the family lies in the sets, meets the hypotheses, and violates."""
    family = _family(statement, escape)
    leaves = []
    for obligation in _obligations(statement, family):
        finding = examined(obligation, context, ())
        # Points that were left out for want of a value are constants that might do.
        if not covered(finding, obligation) or finding.edge:
            return replace(
                finding,
                statement=statement.hash,
                outcome=Outcome.INCONCLUSIVE,
                text=f"the escape is not proved: {finding.text}",
            )
        leaves.append(finding)
    if not leaves:
        raise ValueError("an escape must depend on a constant. Found none.")
    argued = tuple(dict.fromkeys(words for leaf in leaves for words in leaf.argued))
    if statement.beside:
        argued += (BESIDE,)
    levels = [leaf.level for leaf in leaves] + [Level.ARGUED] * bool(argued)
    return Finding(
        statement.hash,
        "escape",
        weakest(*levels),
        Outcome.FAILS,
        f"for every choice of the constants there is a violation{_shown(statement, family)}.",
        argued=argued,
    )


def _shown(statement: Statement, family: "_Family") -> str:
    """The family for a reader; "" where its values need no choice."""
    known = {s.name: s for s in (*statement.symbols, *statement.exists)}
    chosen = [
        f"${render(known[name].node, known)} = {render(value, known)}$"
        for name, value in family.values.items()
        if known[name] not in family.far
    ]
    beyond = [f"${render(bound, known)}$" for bound in family.bounds]
    shown = " and ".join(filter(None, (", ".join(chosen), ", ".join(beyond))))
    return f", at {shown}" if shown else ""


@dataclass(frozen=True)
class _Family:
    """An escape that is well formed.

    Attributes:
        said: the inequality that it violates.
        values: for each quantified symbol its formula, or itself where it stays free.
        far: the symbols that stay free. bounds: that they lie beyond their bounds.
    """

    said: Compare
    values: Mapping[str, Node]
    far: tuple[Symbol, ...]
    bounds: tuple[Node, ...]


def _family(statement: Statement, escape: Escape) -> _Family:
    """The family of an escape, of numbers of the symbols' kinds that depend on constants alone.

    Raises:
        TypeError: the statement is no inequality.
        ValueError: a symbol has no formula or two, or one of another kind, or one that depends on
            more than the constants.
    """
    a = statement.assertion
    if not isinstance(a, Compare) or a.relation not in ("le", "lt"):
        raise TypeError("an escape needs an inequality. Found another assertion.")
    names = {s.name for s in statement.symbols}
    if set(escape.family) | set(escape.beyond) != names or set(escape.family) & set(escape.beyond):
        raise ValueError(
            f"a family must give every symbol {sorted(names)} once. "
            f"Found {sorted(escape.family)} and {sorted(escape.beyond)}."
        )
    far = tuple(s for s in statement.symbols if s.name in escape.beyond)
    bounds = _bounds(far, {n: lift(v) for n, v in escape.beyond.items()}, statement.exists)
    values = {n: lift(v) for n, v in escape.family.items()} | {s.name: s.node for s in far}
    for symbol in statement.symbols:
        chosen = isinstance(symbol.kind, Natural) and symbol not in far
        if chosen and not is_whole(values[symbol.name], set()):
            raise ValueError(
                "a family must be whole where its symbol is. Found "
                f"{symbol.name}: write floor or ceil."
            )
        if not isinstance(symbol.kind, Natural | Real):
            raise ValueError(f"a family must be of numbers. Found {symbol.name}.")
    allowed = {s.name for s in (*statement.exists, *far)}
    for name, value in values.items():
        if not free_names(value) <= allowed:
            raise ValueError(f"a family must depend on the constants alone. Found {name}.")
    return _Family(a, values, far, bounds)


def _obligations(statement: Statement, family: _Family) -> Iterator[Statement]:
    """What is to be proved for all constants: the bounds are real, and every point of the family
    lies in the sets, meets the hypotheses and violates the assertion.

    Raises:
        ValueError: a condition on numbers is false.
    """
    said, values = family.said, family.values
    sets = [c for s in statement.symbols for c in s.conditions()]
    violated = Node(
        "lt" if said.relation == "le" else "le",
        (substitute(said.right, values), substitute(said.left, values)),
    )
    reals = tuple(binary("le", b, b) for b in (bound.args[0] for bound in family.bounds))
    conditions = [substitute(c, values) for c in (*sets, *statement.where)]
    for condition in (*reals, *conditions, violated):
        if not free_names(condition) and condition.op in ("le", "lt", "eq", "ne"):
            if not truth(condition, {}):
                raise ValueError("the family must lie in the sets. Found a point that does not.")
            continue
        given = () if condition in reals else family.bounds
        free = statement.exists if condition in reals else (*statement.exists, *family.far)
        yield Statement(free, Compare(condition.op, condition.args[0], condition.args[1]), given)


def _bounds(
    far: Sequence[Symbol], values: Mapping[str, Node], exists: Sequence[Symbol]
) -> tuple[Node, ...]:
    """That each symbol lies beyond its bound, a formula in the constants.

    Raises:
        ValueError: a symbol's set ends, or a bound depends on more than the constants.
    """
    for symbol in far:
        kind = symbol.kind
        endless = (
            kind.most is None
            if isinstance(kind, Natural)
            else (isinstance(kind, Real) and kind.high is None)
        )
        if not endless:
            raise ValueError(
                f"a symbol beyond a bound must have no upper end. Found {symbol.name}."
            )
        if not free_names(values[symbol.name]) <= {s.name for s in exists}:
            raise ValueError(f"a bound must depend on the constants alone. Found {symbol.name}.")
    return tuple(binary("le", values[s.name], s.node) for s in far)
