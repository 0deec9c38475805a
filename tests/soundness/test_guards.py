"""Each guard has a statement that it alone stops: with the guard switched off it passes.

A guard is a condition, a refusal or a downgrade in the code of a prover, of a derivation's link or
of the judge. Its row names the function that holds it, what stands in its place, and what passes
then.
"""

import functools
import gc
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from guarding import Guard
from soundness import guards_of_provers, guards_of_the_judge

from benchmarks.audits.replacing import in_place_of
from verify.methods.derivation.scope import Refused

STOPPED = (ValueError, TypeError, ArithmeticError, LookupError, Refused)
GUARDS = {str(one): one for one in (*guards_of_the_judge.GUARDS, *guards_of_provers.GUARDS)}


def passes(guard: Guard) -> bool:
    """Whether its statement passes; one that is refused, or breaks something, does not."""
    try:
        return bool(guard.passes())
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


@pytest.mark.parametrize("name", GUARDS)
def test_a_guard_stops_its_statement(name: str) -> None:
    assert not passes(GUARDS[name])


@pytest.mark.parametrize("name", GUARDS)
def test_without_the_guard_its_statement_passes(name: str) -> None:
    with in_place_of(GUARDS[name].function, GUARDS[name].without):
        assert passes(GUARDS[name])


def test_nothing_that_remembers_is_overlooked() -> None:
    gc.unfreeze()  # what was there before the first test is looked at too
    # By type(): isinstance() asks a weak proxy for its class, and its object may be gone.
    found = (x for x in gc.get_objects() if type(x) is functools._lru_cache_wrapper)
    missed = {x for x in found if x.__module__.startswith("verify.")} - remembering()
    assert {(x.__module__, x.__qualname__) for x in missed} == set()


def test_there_are_many_guards() -> None:
    assert len(GUARDS) >= 90
