"""Statements as text, as stored proofs have them, and what the second checker says of a proof."""

import functools
import json
from collections.abc import Iterable
from typing import Any

from verify.checker.documents import answer
from verify.checker.text import Malformed
from verify.formula.expression import Node
from verify.formula.written import token, written
from verify.language.kinds import Natural, OneOf, Real
from verify.language.laws import KnownLaw
from verify.language.statement import Compare, Statement
from verify.language.symbols import Law, Sequence, Symbol, Vector
from verify.methods.evidence import Level


def accepted(statement: Statement, goals: Any) -> Level | None:
    """How strong a proof of the statement is to the checker; None where it accepts none."""
    asked = document(statement, goals)
    return None if asked is None else _accepted(asked)


def document(statement: Statement, goals: Any) -> str | None:
    """What the checker reads: a statement's text and the proofs of its goals; None without one."""
    said = statement_text(statement)
    return None if said is None else json.dumps({"statement": said, "goals": goals})


@functools.lru_cache(maxsize=4096)
def _accepted(asked: str) -> Level | None:
    try:
        found = answer(json.loads(asked))
    except Malformed:
        return None
    if found.word != "accepted":
        return None
    return Level.CERTIFIED if found.enclosed else Level.EXACT


def statement_text(statement: Statement) -> dict[str, Any] | None:
    """A comparison for all values of its symbols; None for what is none."""
    said = statement.assertion
    if not isinstance(said, Compare) or statement.exists:
        return None
    return goal_text(statement.symbols, statement.where, said.condition)


def goal_text(symbols: Iterable[Symbol], given: Iterable[Node], prove: Node) -> dict[str, Any]:
    """Symbols with their sets, hypotheses and conclusion, each a line."""
    return {
        "symbols": [symbol_text(s) for s in symbols],
        "given": [written(c) for c in given],
        "prove": written(prove),
    }


def symbol_text(symbol: Symbol) -> str:
    """A symbol and its set: ``x real [0, oo)``, ``T natural 1``, ``b one-of 1/2 3``."""
    kind = symbol.kind
    if isinstance(kind, Real):
        said = f"real {kind.words()}"
    elif isinstance(kind, Natural):
        said = f"natural {kind.least}" + ("" if kind.most is None else f" {kind.most}")
    elif isinstance(kind, OneOf) and symbol.scalar:
        said = f"one-of {' '.join(map(str, kind.values))}"
    elif isinstance(kind, Sequence) and isinstance(kind.entry, Real):
        said = f"Sequence {token(kind.length)} {kind.entry.words()}"
    elif isinstance(kind, Vector):
        # What is proved of every vector is true of those of a set.
        said = f"Vector {token(kind.dimension)}"
    elif isinstance(kind, Law | KnownLaw):
        said = f"{type(kind).__name__} {token(kind.dimension)}"
        if isinstance(kind, Law) and kind.radius is not None:
            said += f" {written(kind.radius)}"
    else:
        said = type(kind).__name__
    return f"{token(symbol.name)} {said}"
