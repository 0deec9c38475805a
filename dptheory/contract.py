"""What every function and record that a package offers keeps, said once.

- Arguments are of the kinds that their annotations name: a ``float`` is a real number and no NaN,
  an ``int`` a whole number, an array has numbers and no NaN, a ``Neighbouring`` is a member and not
  its name. A number may be written as a text, a ``Decimal`` or a ``Fraction``
  (:mod:`dptheory.argument_types`). Anything else is an :class:`~dptheory.errors.ArgumentError`,
  which names the argument, what it must be and what was found. Ranges are the functions' own
  affair (:mod:`dptheory.ranges`). The docstring says so where it names no other error.
- Finite arguments never give a NaN. Where floating point or memory ends, or a formula meets values
  that it is not defined for (a root of a negative number, shapes that do not fit), there is an
  ``ArgumentError`` that names the function, its cause and its arguments: of arrays and
  collections, which may be somebody's records, shapes and lengths alone.

What a record holds it also says: a short text, HTML, and of a result the call that made it
(:mod:`dptheory.results`).

The contract is kept at the border: what packages offer is :func:`public`, and nothing inside is.
Calls of the library by itself pass unchecked, and so do calls with expressions (sympy, arb balls,
trees of :mod:`verify`): formulas are generic, and a proof about a symbol is not a matter of ranges.
A parameter annotated ``Any`` is not looked at.
"""

import functools
import inspect
import re
import threading
import types
from collections.abc import Callable
from contextvars import Context, ContextVar, copy_context
from dataclasses import fields, is_dataclass
from typing import Any, TypeVar, cast

from dptheory.argument_types import (
    ANYTHING,
    Kind,
    any_symbolic,
    has_nan,
    is_unbounded,
    kinds_of,
    loaded_numpy,
)
from dptheory.errors import ArgumentError
from dptheory.ranges import ADDRESS, sketched
from dptheory.renamed import by_old_names, newly_named
from dptheory.results import Result, explained, keep_call

# Where a formula is not defined, or a value of another kind than the formula's.
UNDEFINED = (ArithmeticError, AttributeError, LookupError, MemoryError, TypeError, ValueError)
# What is said of values for which no loop can be compiled, such as a rational number too small for
# a float, in place of a page about the compiler's passes.
NOT_COMPILED = "a compiled loop takes floating-point and whole numbers"
BEFORE = re.compile(r"^( *)Example:", re.MULTILINE)
REFUSES = r"\1Raises:\n\1    ValueError: an argument is out of its range.\n\n\1Example:"
Target = TypeVar("Target", bound=Callable[..., Any])


class _Entered(threading.local):
    """Whether this thread is in a public function: what the library calls itself is not checked."""

    yet = False


_entered = _Entered()


def entered() -> bool:
    """Whether this thread is in a public function."""
    return _entered.yet


def unchecked(function: Callable[..., Any], *arguments: Any) -> Any:
    """A call of the library's by itself, in another process than the public function it is part of.

    Its arguments were checked where they entered; a worker that checked them again, in every inner
    call, would take twice as long.
    """
    before = _entered.yet
    _entered.yet = True
    try:
        undo = _strict()
        try:
            return function(*arguments)
        finally:
            undo()
    finally:
        _entered.yet = before


def public(target: Target) -> Target:
    """Hold a function, or the constructor, methods and properties of a class, to the contract."""
    target.__doc__ = _with_refusals(target.__doc__)
    if not isinstance(target, type):
        return cast("Target", _held(target))
    holder = cast("type", target)
    explained(holder)
    if is_dataclass(holder) and not hasattr(holder, "__getattr__"):
        known = {*dir(holder), *(f.name for f in fields(holder))}
        type.__setattr__(holder, "__getattr__", by_old_names(holder.__name__, known))
    if "__init__" in vars(holder):
        type.__setattr__(holder, "__init__", _held(vars(holder)["__init__"], holder.__name__))
    for name, member in list(vars(holder).items()):
        if not name.startswith("_"):
            type.__setattr__(holder, name, _member(member))
    return target


def _with_refusals(said: str | None) -> str | None:
    """A docstring with the errors that the contract gives, where it names none of its own."""
    if said is None or "Raises:" in said or not ("Args:" in said or "Attributes:" in said):
        return said
    return BEFORE.sub(REFUSES, said, count=1)


def _member(member: Any) -> Any:
    """A method or property that keeps the contract; anything else as it is."""
    if isinstance(member, types.FunctionType):
        return _held(member)
    if isinstance(member, property) and member.fget is not None:
        return property(_held(member.fget), doc=member.__doc__)
    if isinstance(member, staticmethod | classmethod):
        return type(member)(_held(member.__func__))
    return member


def _held(function: Callable[..., Any], name: str = "") -> Callable[..., Any]:
    """The function under the contract; its annotations are read when it is first called."""

    @functools.cache
    def parameters() -> tuple[tuple[tuple[str, Kind], ...], dict[str, Kind], Kind]:
        kinds = kinds_of(function)
        given = inspect.signature(function).parameters.values()
        ordered = tuple(
            (p.name, kinds[p.name])
            for p in given
            if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)
        )
        others = [kinds[p.name] for p in given if p.kind is p.VAR_POSITIONAL]
        return ordered, kinds, others[0] if others else ANYTHING

    def complaint(problem: str, values: tuple[Any, ...], named: dict[str, Any]) -> str:
        pairs = [(p, value) for (p, _), value in zip(parameters()[0], values, strict=False)]
        found = ", ".join(
            f"{p} = {sketched(v)}" for p, v in [*pairs, *named.items()] if p != "self"
        )
        called = name or function.__name__
        reason = ADDRESS.sub("", problem)
        return f"{called} must have arguments that it is defined for ({reason}). Found {found}."

    @functools.wraps(function)
    def call(*values: Any, **named: Any) -> Any:
        if _entered.yet or any_symbolic(values) or (named and any_symbolic(named.values())):
            return function(*values, **named)
        ordered, kinds, others = parameters()
        if not named.keys() <= kinds.keys():
            holder = name or function.__qualname__
            named = newly_named(holder, named, kinds)
        pairs = zip(ordered, values)  # noqa: B905  (keywords take time)
        taken = [kind.taken(argument, value) for (argument, kind), value in pairs]
        if len(values) > len(ordered):
            taken += [others.taken("every argument", value) for value in values[len(ordered) :]]
        by_name = {
            argument: kinds.get(argument, ANYTHING).taken(argument, value)
            for argument, value in named.items()
        }
        _entered.yet = True
        undo = _strict()
        try:
            answer = function(*taken, **by_name)
        except ArgumentError:
            raise
        except Exception as error:
            if not (_by_compiler(error) or isinstance(error, UNDEFINED)):
                raise
            reason = NOT_COMPILED if _by_compiler(error) else str(error)
            raise ArgumentError(complaint(reason, values, named)) from error
        finally:
            undo()
            _entered.yet = False
        if has_nan(answer) and not any(map(is_unbounded, (*values, *named.values()))):
            raise ArgumentError(complaint("not a number", values, named))
        if isinstance(answer, Result):
            given = [(argument, v) for (argument, _), v in zip(ordered, values, strict=False)]
            keep_call(answer, function.__name__, given, named)
        return answer

    return call


def _by_compiler(error: Exception) -> bool:
    """Whether numba raised it, which is not imported here."""
    return type(error).__module__.startswith("numba.")


def _nothing() -> None:
    """Nothing to undo."""


def _strict() -> Callable[[], object]:
    """Let arrays raise as Python's floats do, where the caller has not said what they shall do.

    Returns:
        What undoes it.
    """
    numpy = loaded_numpy()
    if numpy is None:
        return _nothing
    switch = _switch()
    if switch is not None and switch[0].get(None) is None:  # the caller has said nothing
        return functools.partial(switch[0].reset, switch[0].set(switch[1]))
    unsaid = [k for k, does in numpy.geterr().items() if does == "warn"]
    manager = numpy.errstate(**dict.fromkeys(unsaid, "raise"))
    manager.__enter__()
    return lambda: manager.__exit__(None, None, None)


@functools.cache
def _switch() -> tuple[ContextVar[Any], Any] | None:
    """The context variable that ``numpy.errstate`` sets, and its value where warnings raise.

    Setting it takes a tenth of the time of ``errstate``, which a short call notices. It is found by
    looking at what ``errstate`` changes in an empty context; None if that is not one variable.
    """
    numpy = loaded_numpy()

    def changed() -> list[tuple[ContextVar[Any], Any]]:
        unsaid = [k for k, does in numpy.geterr().items() if does == "warn"]
        with numpy.errstate(**dict.fromkeys(unsaid, "raise")):
            return list(copy_context().items())

    found = Context().run(changed)
    return found[0] if len(found) == 1 else None
