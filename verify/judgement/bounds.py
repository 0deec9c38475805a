"""Bounds for every function of a class: proved by multipliers, or refuted by a function.

Both come from the semidefinite programs of :mod:`verify.methods.performance`, whose answers are no
evidence: a proof is what the second checker accepts, a counterexample what is evaluated again.
"""

import itertools
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from verify.formula.expression import Node
from verify.judgement.checked import accepted
from verify.judgement.obligations import by_provers, confirmed
from verify.language.statement import Compare, Statement
from verify.language.symbols import as_written
from verify.methods.base import Proof, Suspect
from verify.methods.context import Context
from verify.methods.kept import shared
from verify.methods.performance.counterexample import refuting
from verify.methods.performance.fitted import certificates
from verify.methods.performance.problem import Problem, borders, problem, settings
from verify.methods.performance.proof import How, at_setting, numbers, told
from verify.methods.performance.rounding import BELOW
from verify.methods.performance.solver import multipliers
from verify.methods.search import points
from verify.methods.search.worst import Witness, shown

LOOKED = 12  # settings at which a function is looked for


@shared
def for_every_function(statement: Statement, context: Context) -> Proof | Witness | None:
    """A proof by multipliers, a function that refutes, or None; looked for once."""
    found = problem(statement)
    try:
        return None if found is None else _answer(statement, found, context)
    except (ArithmeticError, np.linalg.LinAlgError):
        return None  # numbers that no float holds


def _answer(statement: Statement, found: Problem, context: Context) -> Proof | Witness | None:
    for setting in _looked(found, context):
        forms, a = numbers(found, setting)
        depth = multipliers(a)
        if depth is None or depth[0] >= BELOW:
            continue
        for point in refuting(found, forms, a, setting):
            if witness := confirmed(statement, Suspect(point)):
                return witness
    return _proved(statement, found, context)


def _looked(found: Problem, context: Context) -> Iterator[dict[str, Any]]:
    """Settings at which a function may refute, inside and where a hypothesis is tight."""
    seen = []
    for setting in itertools.islice(settings(found, context), LOOKED):
        for one in (setting, *borders(found, setting)):
            if one not in seen:
                seen.append(one)
                yield one


def _proved(statement: Statement, found: Problem, context: Context) -> Proof | None:
    """The first proof that the second checker reads, or None."""
    for how in _hows(found, context):
        goals = [{"how": how}]
        if level := accepted(statement, goals):
            return Proof("performance", level, "", how={"goals": goals}, read=True)
    return _at_a_setting(statement, found)


def _at_a_setting(statement: Statement, found: Problem) -> Proof | None:
    """The same at the first setting that the author points at, of which alone it speaks."""
    names = {s.name for s in found.parameters}
    for values in statement.look if names else ():
        setting = {n: as_written(v) for n, v in values.items() if n in names}
        here = statement.at(setting)
        if setting.keys() != names or not points.inside(found.free, setting):
            continue
        how = at_setting(found, setting)
        level = accepted(here, [{"how": how}]) if how else None
        if level is not None:
            text = f"at {shown(setting)} by multiples of its conditions and squares"
            return Proof("performance", level, text, fixed=setting)
    return None


def _hows(found: Problem, context: Context) -> Iterator[How]:
    if not found.parameters:
        how = at_setting(found, {})
        yield from [] if how is None else [how]
        return
    free = found.free

    def shows(condition: Node) -> How | None:
        left, right = condition.args
        positive = free.but(assertion=Compare(condition.op, left, right), look=())
        proof = by_provers(positive, replace(context, kept=context.kept.apart()))
        if not isinstance(proof, Proof) or not proof.how or len(proof.how["goals"]) != 1:
            return None
        return proof.how["goals"][0].get("how")  # type: ignore[no-any-return]

    for conditions, left in certificates(found, settings(found, context)):
        yield told(conditions, left, shows)
