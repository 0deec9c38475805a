"""Predicates with words: every instance of a finite set, or a sample."""

import dis
import inspect
import types
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from verify.language.statement import Statement, Words
from verify.language.symbols import satisfied
from verify.methods.context import Context
from verify.methods.enumerate import size
from verify.methods.evidence import Finding, Level, Outcome
from verify.methods.search import points
from verify.methods.search.plainer import plainer
from verify.methods.search.worst import shown

MOST = 300_000
ASKED_AGAIN = 40  # instances
READERS = ("open", "exec", "eval", "__import__")  # what a function gets its data by
AUTHORS = "that the predicate is what the sentence says is its author's word"


def examine(statement: Statement, words: Words, context: Context) -> Finding:
    """Whether the predicate is True at every instance; all of them where the sets are finite.

    Raises:
        ValueError: the predicate computes nothing, or keeps state.
    """
    count = size(statement.symbols)
    finite = count is not None and count <= MOST
    method = "enumerate" if finite else "search"
    visited = unclear = 0
    first: list[Mapping[str, Any]] = []
    for point in _instances(statement, context, finite):
        if point is None:
            unclear += 1
            continue
        visited += 1
        if visited <= ASKED_AGAIN:
            first.append(point)
        if not _answer(words, point):
            point = plainer(statement, point, lambda _, trial: not _answer(words, trial))
            text = f"false at {shown(point)}."
            return Finding(statement.hash, method, Level.EXACT, Outcome.FAILS, text, point=point)
    if not visited or unclear:
        text = "no instance was found that meets the hypotheses."
        if unclear:
            text = f"whether {unclear} instances meet the hypotheses is undecided."
        return Finding(statement.hash, method, Level.NUMERIC, Outcome.INCONCLUSIVE, text)
    if not computes(words.test.function):
        raise ValueError("a predicate must compute something. Found a constant one.")
    if not all(_answer(words, point) for point in reversed(first)):
        raise ValueError("a predicate must not keep state. Found another answer, asked again.")
    text = f"true in {'all ' if finite else ''}{visited} instance{'s' * (visited > 1)}."
    level = Level.ARGUED if finite else Level.NUMERIC
    argued = (AUTHORS,) if finite else ()
    return Finding(
        statement.hash, method, level, Outcome.HOLDS, text, sampled=not finite, argued=argued
    )


def _instances(statement: Statement, context: Context, finite: bool) -> Any:
    if finite:
        for point in points.product_of(statement.symbols):
            inside = satisfied(statement.symbols, statement.where, point)
            if inside is not False:
                yield point if inside else None
        return
    rng = context.named(f"words/{statement.outline}").rng()
    yield from points.corners(statement)
    for _, point in zip(
        range(context.pick(100, 400, 4000)), points.draws(statement, rng), strict=False
    ):
        yield point


def _answer(words: Words, point: Mapping[str, Any]) -> bool:
    answer = words.test.function(**_named(words, point))
    if not isinstance(answer, bool):
        raise TypeError(f"a predicate must return True or False. Found {answer!r}.")
    return answer


def _named(words: Words, point: Mapping[str, Any]) -> dict[str, Any]:
    """The symbols that the test names; others belong to the hypotheses or to sizes."""
    wanted = inspect.signature(words.test.function).parameters
    return {n: v for n, v in point.items() if n in wanted}


def computes(function: Any, depth: int = 4) -> bool:
    """Whether a function uses an argument, or anything outside itself that is no literal.

    ``lambda: True``, ``lambda: 0.05 > 0.04`` and calls of functions that return a literal do not.
    """
    function = inspect.unwrap(function)
    if not isinstance(function, types.FunctionType):
        return not isinstance(function, bool | int | float | str | Fraction | types.NoneType)
    code = function.__code__
    own = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    steps = list(dis.get_instructions(code))
    loaded = {i.argval for i in steps if i.opname.startswith("LOAD_")}
    if loaded & {*own, *READERS} or any(i.opname == "IMPORT_NAME" for i in steps):
        return True
    cells = [c.cell_contents for c in function.__closure__ or ()]
    known = [function.__globals__[n] for n in code.co_names if n in function.__globals__]
    return depth > 0 and any(computes(value, depth - 1) for value in (*cells, *known))
