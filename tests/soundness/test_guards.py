"""Each guard has a statement that it alone stops: with the guard switched off it passes.

A guard is a condition, a refusal or a downgrade in the code of a prover, of a derivation's link or
of the judge. Its row names the function, the text that is the guard, the same without it, and what
passes then.
"""

import functools
import gc
import inspect
import sys
import textwrap
import tomllib
from collections.abc import Iterator
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

import pytest
import sympy
from sound import QUICK, proves
from texts import read
from verification.notation import V
from verification.statements import corpus

from verify import kernel
from verify.judgement import findings, repairs, settings, verdict
from verify.judgement.examine import examine, prove
from verify.judgement.quotes import compared
from verify.language import Draft, Escape, Formula, Setting, claim, says
from verify.language.statement import Compare
from verify.methods import behave, derive, limit
from verify.methods.base import Proof
from verify.methods.decide import Decide
from verify.methods.derivation.earned import unearned
from verify.methods.derivation.scope import Refused
from verify.methods.evidence import Finding, Level, Outcome
from verify.methods.search.worst import Found

STOPPED = (ValueError, TypeError, ArithmeticError, LookupError, Refused)
STEPS = dict(inspect.getmembers(derive, inspect.isfunction))
JUDGE = {
    name: getattr(module, name)
    for module, names in (
        (verdict, "strength Judged of_part of_claim of_assumption extent"),
        (findings, "covered proved"),
        (settings, "reachable"),
    )
    for name in names.split()
}


SAID = says(V.x <= V.u)


def drafted(said: Any) -> Draft:
    """The statement that a comparison makes; a statement stays."""
    return says(said) if isinstance(said, Formula) else said


def found(draft: Draft, level: str = "exact", outcome: str = "holds", **fields: Any) -> Finding:
    """A made-up finding about a statement."""
    return Finding(draft.build().hash, "m", Level(level), Outcome(outcome), "t.", **fields)


def facts(outcome: str, **fields: Any) -> verdict.Facts:
    """What was found about a part; ``repaired`` is the outcome of a repair."""
    if "repaired" in fields:
        finding = found(SAID, outcome=fields["repaired"])
        fields["repaired"] = verdict.Judged(statement=SAID.build(), finding=finding)
    printed = verdict.Judged(statement=SAID.build(), finding=found(SAID, outcome=outcome))
    return verdict.Facts(printed=printed, **fields)


def failing(extent: str) -> verdict.Decision:
    return verdict.Decision(verdict.Verdict.REFUTED, verdict.Extent[extent], "so.")


def earns(statement: Draft, words: Formula, *, borne: bool = True) -> bool:
    """Whether a proof by these words makes its statement argued."""
    concluded = says(words).build().assertion
    assert isinstance(concluded, Compare)
    return unearned(statement.build(), [concluded], borne, QUICK) == ""


def corrects(printed: Draft, repaired: Draft) -> bool:
    return repairs.objection(printed.build(), repaired.build()) == ""


def derives(said: Any, *steps: Any) -> bool:
    """Whether a derivation goes through, whatever a search would find."""
    statement = drafted(said).but(by=derive.Derive(*steps)).build()
    return isinstance(prove(statement, QUICK), Proof)


def holds(said: Any) -> bool:
    return examine(drafted(said).build(), QUICK).outcome is Outcome.HOLDS


def fails(draft: Draft) -> bool:
    return examine(draft.build(), QUICK).outcome is Outcome.FAILS


def argued(said: Any, *steps: Any) -> bool:
    """Whether a derivation goes through, by words."""
    statement = drafted(said).but(by=derive.Derive(*steps)).build()
    answer = prove(statement, QUICK)
    return isinstance(answer, Proof) and bool(answer.argued)


def z3_within(draft: Draft, rlimit: int) -> bool:
    """Whether z3 proves it within so many of its units."""
    return isinstance(prove(draft.but(by=Decide(rlimit=rlimit)).build(), QUICK), Proof)


def quoted(latex: str, draft: Draft, reading: str = "") -> bool:
    """Whether a quote stands beside a statement."""
    stated = claim("mine/quoted", "(1)", "quoted", draft).quoting(latex, reading=reading)
    (found,) = compared(stated, "statement", draft, draft.build())
    return bool(found)


def ratio(low: float, value: float, high: float, data_sets: int) -> Any:
    return lambda cell, context: behave.Ratio(value=value, low=low, high=high, data_sets=data_sets)


def accepts(says: str, matrix: list[list[int]]) -> bool:
    """Whether the kernel accepts that a matrix is positive semidefinite or definite."""
    statement = {"says": says, "matrix": [[str(v) for v in row] for row in matrix]}
    return kernel.accepts(
        {"kind": "semidefinite", "version": 1, "statement": statement, "witness": {}}
    )


def wrongly(value: int, draft: Draft) -> bool:
    """Whether a limit holds where sympy finds this value."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(limit, "_sympy_limit", lambda *_: sympy.Integer(value))
        return holds(draft)


HELPERS = (drafted, found, facts, failing, earns, corrects, derives, holds, fails, argued,
           z3_within, quoted, ratio, accepts, wrongly)  # fmt: skip
NAMES = {f.__name__: f for f in HELPERS} | STEPS | JUDGE
NAMES |= {c.__name__: c for c in (Setting, Escape, Proof, Level, Found)} | {"QUICK": QUICK}
FILE = Path(__file__).with_name("guards.toml")
TABLES = tomllib.loads(FILE.read_text(encoding="utf-8"))["guards"]
LISTS = corpus(__file__, "guards", proves=lambda d, p: proves(drafted(d), p), **NAMES)
ROWS = {
    f"{place}, {row[0]}": (place, *row[1:])
    for place, table in TABLES.items()
    for row in table["rows"]
}


def passes(text: str) -> bool:
    """Whether a statement passes; one that is refused, or breaks something, does not."""
    try:
        return bool(read(text, LISTS.names))
    except STOPPED:
        return False


@pytest.fixture(autouse=True)
def _nothing_remembered() -> Iterator[None]:
    """What the engine remembers was found with the guard, and would be remembered without it."""
    _forget()
    yield
    _forget()


def _forget() -> None:
    for one in remembering():
        one.cache_clear()


def remembering() -> set[Any]:
    """The engine's functions and methods that remember their results."""
    modules = [vars(m) for name, m in list(sys.modules.items()) if name.startswith("verify")]
    values = [value for names in modules for value in names.values()]
    classes = {v for v in values if isinstance(v, type) and v.__module__.startswith("verify")}
    values += [value for one in classes for value in vars(one).values()]
    cells = [cell for v in values for cell in getattr(v, "__closure__", None) or ()]
    values += [cell.cell_contents for cell in cells]
    return {v for v in values if isinstance(v, functools._lru_cache_wrapper)}


def without(function: Any, guard: str, less: str) -> Any:
    """The code of a function with one text replaced."""
    source = textwrap.dedent(inspect.getsource(function))
    assert source.count(guard) == 1, f"the guard must stand once in it. Found {guard!r} in {source}"
    names = dict(function.__globals__)
    lines = source.replace(guard, less).splitlines()
    start = next(n for n, line in enumerate(lines) if line.startswith("def "))
    exec(compile("\n".join(lines[start:]), "a guard switched off", "exec"), names)
    return names[function.__name__].__code__


@pytest.mark.parametrize("name", ROWS)
def test_a_guard_stops_its_statement(name: str) -> None:
    assert not passes(ROWS[name][-1])


@pytest.mark.parametrize("name", ROWS)
def test_without_the_guard_its_statement_passes(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    place, guard, less, statement = ROWS[name]
    function = inspect.unwrap(resolve_name(place))
    monkeypatch.setattr(function, "__code__", without(function, guard, less))
    assert passes(statement)


def test_nothing_that_remembers_is_overlooked() -> None:
    gc.unfreeze()  # what was there before the first test is looked at too
    # By type(): isinstance() asks a weak proxy for its class, and its object may be gone.
    found = (x for x in gc.get_objects() if type(x) is functools._lru_cache_wrapper)
    missed = {x for x in found if x.__module__.startswith("verify.")} - remembering()
    assert {(x.__module__, x.__qualname__) for x in missed} == set()


def test_there_are_many_guards() -> None:
    assert len(ROWS) >= 90
