"""Calls that the public API answers, seen while the project uses itself.

The command lines of ``hostile_examples.toml`` run in this process, and so do the calls of
``answered_calls.py`` and of ``tests/library/refused_calls``, where one argument is bad. A profiler
notes the arguments of every public function that is entered on the way: what the library calls
itself with is what it is made for.
"""

import contextlib
import inspect
import io
import os
import sys
import tempfile
import tomllib
import types
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from runpy import run_path
from typing import Any

from benchmarks.audits.hostile_values import small_files
from dptheory import cli

ROOT = Path(__file__).resolve().parents[2]
OWN = Path(__file__).with_suffix(".toml")
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


def _uses(packages: Sequence[str]) -> Iterator[Callable[[], object]]:
    """Command lines, Python calls, refused calls."""
    lines = tomllib.loads(OWN.read_text(encoding="utf-8"))["lines"]
    for line in () if packages else lines:
        yield partial(_command, line)
    yield from _calls(Path(__file__).with_name("answered_calls.py"))
    for path in sorted((ROOT / "tests" / "library" / "refused_calls").glob("*.py")):
        if not packages or path.stem in packages:
            yield from _calls(path)


def _command(line: str) -> None:
    out, error = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(error):
        status = cli.main(line.split())
    if status != 0:
        raise ValueError(f"{OWN.name} must have lines that are answered. Found {line}.")


def _calls(path: Path) -> Iterator[Callable[[], object]]:
    """A module, what it calls partly, and its calls.

    A partial call in which nothing is missing is one that is answered.
    """
    names: dict[str, Any] = {}
    yield lambda: names.update(run_path(str(path)))
    yield from (partial(_try, made) for made in names.values() if isinstance(made, partial))
    yield from names.get("ANSWERED", ())
    for calls in names.get("REFUSED", {}).values():
        yield from (partial(_try, call) for call in calls)


def _try(call: Callable[[], object]) -> None:
    with contextlib.suppress(ValueError, TypeError):
        call()


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
