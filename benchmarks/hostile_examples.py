"""Calls that the public API answers, seen while the project uses itself.

The command lines and Python calls of ``hostile_examples.toml`` run in this process, and so do those
of ``tests/library/refused_calls``, of which one argument is bad and the others are good. A profiler
notes the arguments of every public function that is entered on the way: what the library calls
itself with is what it is made for.
"""

import contextlib
import inspect
import io
import math
import os
import sys
import tempfile
import tomllib
import types
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

import numpy as np

from benchmarks.hostile_values import small_files
from dptheory import cli

ROOT = Path(__file__).resolve().parents[1]
OWN = Path(__file__).with_suffix(".toml")
WORDS = {"np": np, "partial": partial, "replace": replace, "F": Fraction}
WORDS |= {"NAN": math.nan, "INF": math.inf}
MOST = 12  # calls of one function that are kept

Seen = dict[Any, list[dict[str, Any]]]


def seen(functions: Iterable[Callable[..., Any]], packages: Sequence[str] = ()) -> Seen:
    """Arguments of calls, by function.

    Args:
        functions: as the API has them, under the contract; a class stands for its constructor.
        packages: whose refused calls are looked at; those of all, and command lines, by default.
    """
    codes = {made.__code__: f for f in functions if (made := _made_of(f)) is not None}
    found: Seen = {function: [] for function in codes.values()}

    def note(frame: types.FrameType, event: str, _: Any) -> None:
        if event == "call" and (function := codes.get(frame.f_code)) is not None:
            calls = found[function]
            if len(calls) < MOST:
                calls.append(dict(frame.f_locals))

    with tempfile.TemporaryDirectory() as folder, _inside(Path(folder)):
        for use in _uses(packages):
            sys.setprofile(note)
            try:
                use()
            finally:
                sys.setprofile(None)
    return found


def _made_of(function: Callable[..., Any]) -> types.FunctionType | None:
    """The Python function under the contract, if there is one."""
    entered = vars(function).get("__init__") if isinstance(function, type) else function
    plain = None if entered is None else inspect.unwrap(entered)
    return plain if isinstance(plain, types.FunctionType) else None


def _uses(packages: Sequence[str]) -> Iterator[Callable[[], None]]:
    """Command lines, Python calls, refused calls."""
    table = tomllib.loads(OWN.read_text(encoding="utf-8"))
    for line in () if packages else table["lines"]:
        yield partial(_command, line)
    yield from _calls(table, table["calls"], ())
    for path in sorted((ROOT / "tests" / "library" / "refused_calls").glob("*.toml")):
        if packages and path.stem not in packages:
            continue
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        yield from _calls(table, table["refused"], (ValueError, TypeError))


def _command(line: str) -> None:
    out, error = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(error):
        status = cli.main(line.split())
    if status != 0:
        raise ValueError(f"{OWN.name} must have lines that are answered. Found {line}.")


def _calls(
    table: Mapping[str, Any], texts: Iterable[str], refused: tuple[type[Exception], ...]
) -> Iterator[Callable[[], None]]:
    """Calls among the names that a table imports and makes of parts, and what is called partly.

    A partial call in which nothing is missing is one that is answered.
    """
    names: dict[str, Any] = dict(WORDS)
    for module, listed in table["imports"].items():
        names |= {name: resolve_name(f"{module}.{name}") for name in listed.split()}

    def define(name: str, text: str) -> None:
        made = names[name] = eval(text, names)
        if isinstance(made, partial):
            with contextlib.suppress(ValueError, TypeError):
                made()

    def call(text: str) -> None:
        with contextlib.suppress(*refused):
            eval(text, names)

    for name, text in table["parts"].items():
        yield partial(define, name, text)
    for text in texts:
        yield partial(call, text)


@contextlib.contextmanager
def _inside(folder: Path) -> Iterator[None]:
    """In a folder with the files that the lines name."""
    before = Path.cwd()
    small_files(folder)
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)
