"""A derivation as a document: its steps, the scopes in which they speak, its leaves with proofs."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from typing import Any

from verify.formula.expression import Node, binary, lift, walk
from verify.formula.written import written
from verify.judgement.checked import goal_text, symbol_text
from verify.language.statement import Compare, Statement
from verify.methods.base import Proof
from verify.methods.derivation.instance import Substitute
from verify.methods.derivation.links import Given, Shown, Spoken
from verify.methods.derivation.moments import Weights
from verify.methods.derivation.scope import Scope, Taken
from verify.methods.derivation.sums import Range
from verify.methods.derive import Derivation

PLAIN = {"by": "signs"}
NAMES = {"SumOver": "sum-over", "HalfTurn": "half-turn"}  # of rules; others are the link's
Prove = Callable[[Statement], Any]


def document(statement: Statement, derivation: Derivation, prove: Prove) -> Mapping[str, Any]:
    """The proof of a statement by a derivation that went through.

    Args:
        prove: the proof of a leaf.
    """
    scopes: list[Scope] = []
    leaves: dict[Statement, dict[str, Any]] = {}
    for step in derivation.steps:
        if step.scope not in scopes:
            scopes.append(step.scope)
        for leaf in step.leaves:
            leaves.setdefault(leaf, _leaf(leaf, prove))
    places = {leaf: place for place, leaf in enumerate(leaves)}
    how = {
        "by": "links",
        "scopes": [
            {
                "symbols": [symbol_text(s) for s in scope.symbols],
                "given": [written(c) for c in scope.where],
            }
            for scope in scopes
        ],
        "leaves": [*leaves.values(), *_divisors(derivation, leaves)],
        "steps": [_step(step, scopes.index(step.scope), places) for step in derivation.steps],
    }
    return {"goals": [{"how": how}]}


def _leaf(leaf: Statement, prove: Prove) -> dict[str, Any]:
    """A leaf with its proof, where a method says how it went."""
    proof, said = prove(leaf), leaf.assertion
    if not isinstance(said, Compare):
        raise TypeError("a leaf must be a comparison. Found another assertion.")
    goal = goal_text(leaf.symbols, leaf.where, said.condition)
    how = proof.how if isinstance(proof, Proof) else None
    goals = how.get("goals", []) if how is not None else []
    # What is said of vectors is told of numbers; several goals are those of a conjunction.
    told = goals[0] if len(goals) == 1 else {}
    return goal | {"how": None} | told


def _divisors(
    derivation: Derivation, leaves: Mapping[Statement, dict[str, Any]]
) -> Iterator[dict[str, Any]]:
    """That a divisor is not 0, from a leaf by which it is positive; the plain ones are known."""
    formulas = {node for step in derivation.steps for node in walk(step.said.condition)}
    divisors = {node.args[1] for node in formulas if node.op == "div"}
    for leaf, told in leaves.items():
        said = leaf.assertion
        if not isinstance(said, Compare) or told["how"] == PLAIN:
            continue
        if (said.relation, said.left) == ("lt", lift(0)) and said.right in divisors:
            goal = goal_text(leaf.symbols, leaf.where, binary("ne", said.right, said.left))
            how = {"by": "stronger", "prove": told["prove"], "how": told["how"]}
            yield told | goal | {"how": how}


def _step(step: Taken, scope: int, places: Mapping[Statement, int]) -> dict[str, Any]:
    link, kind = step.link, type(step.link).__name__
    told: dict[str, Any] = {
        "rule": NAMES.get(kind, kind.lower()),
        "scope": scope,
        "from": list(step.premises),
        "says": written(step.said.condition),
    }
    if isinstance(link, Substitute):
        values = {name: written(value) for name, value in link.values}
        return told | {"lemma": places[link.lemma], "values": values}
    if isinstance(link, Spoken):
        return told | {"words": link.text}
    if isinstance(link, Given | Shown):
        return told
    parts = {f.name: _told(getattr(link, f.name)) for f in fields(link)}  # type: ignore[arg-type]
    if {"index", "first", "last"} <= set(parts):
        parts["over"] = [parts.pop(name) for name in ("index", "first", "last")]
    return told | {name: part for name, part in parts.items() if part is not None}


def _told(value: Any) -> Any:
    """A field of a link as text; None for the links in it, which are steps of their own."""
    if isinstance(value, Node):
        return written(value)
    if isinstance(value, Range):
        return [written(part) for part in (value.index, value.first, value.last)]
    if isinstance(value, Weights):
        return [written(value.index), written(value.body)]
    if isinstance(value, tuple) and value and all(isinstance(part, Node) for part in value):
        return [written(part) for part in value]
    return value if isinstance(value, str | int) else None
