"""Compilation of the numerical loops by numba, kept on disk wherever that is possible."""

import hashlib
import io
import multiprocessing
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from typing import Any

from numba import njit
from numba.core.caching import IndexDataCacheFile

NOWHERE = (
    "no folder for compiled code can be written, so it is compiled anew each time "
    "(NUMBA_CACHE_DIR names another folder, one that only you can write)"
)
DAMAGED = "compiled code that was kept is damaged, so it is removed and compiled anew"
DIGEST = hashlib.sha256().digest_size
PATIENCE = 3.0  # seconds that a process interprets patient functions before it compiles them


def compiled(
    patient: bool = False, interpreted: Callable[..., Any] | None = None, **options: Any
) -> Callable[[Callable[..., Any]], Any]:
    """A decorator: machine code of a function, read back by the next process that needs it.

    Numba keeps it in ``NUMBA_CACHE_DIR``, beside the source or in the user's cache. Where none of
    them can be written - a package installed read-only, a user without a home - each process
    compiles its own, and the first says so. What was kept and is damaged is compiled anew, and that
    is said too. A checksum is no proof of who wrote it: these files are programs.

    Compiling the loops of one rate takes half a minute, interpreting them less than a second. A
    patient function is therefore interpreted until its process has spent ``PATIENCE`` on such
    calls, unless its code is on disk; whatever it calls is then patient too. A worker, which has
    more than one call ahead, compiles at once.

    Args:
        patient: whether a first call is interpreted.
        interpreted: what is interpreted in place of the function, with the same answer to
            the bit: array operations for loops.
        options: those of ``numba.njit``.
    """

    def decorate(function: Callable[..., Any]) -> Any:
        found = machine(function)
        return _patient(found, interpreted or function) if patient else found

    def machine(function: Callable[..., Any]) -> Any:
        try:
            found = njit(cache=True, **options)(function)
        except RuntimeError:
            # Numba's, who has nowhere to write; whatever else is wrong is wrong without cache too.
            found = njit(**options)(function)
            # Not by workers: what they import their parent has imported.
            if multiprocessing.parent_process() is None:
                _say(NOWHERE)
            return found
        kept = getattr(found, "_cache", None)
        if kept is None:  # NUMBA_DISABLE_JIT: the function itself, which is interpreted
            return found
        name, stamp = kept._impl.filename_base, kept._impl.locator.get_source_stamp()
        sealed: Callable[..., Any] = _Sealed  # numba's constructor has no types
        kept._cache_file = sealed(kept.cache_path, f"{name}.sealed", stamp)
        return found

    return decorate


class _Interpreter(threading.local):
    """How much this thread has interpreted, in seconds, and whether it is at it."""

    spent = 0.0
    busy = False

    def call(self, function: Callable[..., Any], *values: Any) -> Any:
        """The function's answer, on this clock."""
        self.busy, start = True, time.process_time()
        try:
            return function(*values)
        finally:
            self.busy = False
            self.spent += time.process_time() - start


_interpreter = _Interpreter()


def _patient(found: Any, function: Callable[..., Any]) -> Any:
    """What numba has compiled, interpreted at first.

    Numba asks ``_compile_for_args`` for what it shall call where it has no machine code yet. What
    is called while another function is interpreted is interpreted: compiled alone it would be
    compiled again with its caller.
    """
    compile_ = getattr(found, "_compile_for_args", None)
    if compile_ is None:  # NUMBA_DISABLE_JIT
        return function

    def chosen(*values: Any) -> Callable[..., Any]:
        if _interpreter.busy:
            return function
        kept = getattr(found._cache, "_cache_file", None)  # none where nothing can be written
        much = _interpreter.spent > PATIENCE or multiprocessing.parent_process() is not None
        if much or (kept is not None and kept._load_index()):
            machine: Callable[..., Any] = compile_(*values)
            return machine
        return partial(_interpreter.call, function)

    found._compile_for_args = chosen
    return found


class _Sealed(IndexDataCacheFile):
    """Numba's files of one function, each with its checksum at the end, which numba passes over.

    Numba believes what it reads: a cut file would be an error, changed machine code would run.
    """

    @contextmanager
    def _open_for_write(self, filepath: str) -> Iterator[io.BytesIO]:
        stream = io.BytesIO()
        yield stream
        content = stream.getvalue()
        with super()._open_for_write(filepath) as file:
            file.write(content + hashlib.sha256(content).digest())

    def _load_index(self) -> Any:
        return _unless_damaged(self._index_path, super()._load_index, {})

    def _load_data(self, name: str) -> Any:
        path = os.path.join(self._cache_path, name)
        return _unless_damaged(path, partial(super()._load_data, name), None)


def _unless_damaged(path: str, read: Callable[[], Any], nothing: Any) -> Any:
    """What numba reads of a file; nothing where it is not as it was written, and it is removed."""
    try:
        if not os.path.exists(path) or _is_whole(Path(path).read_bytes()):
            return read()
    except OSError:
        raise
    except Exception:  # a pickle, which may name what there is no more
        pass
    Path(path).unlink(missing_ok=True)
    _say(DAMAGED)
    return nothing


def _is_whole(content: bytes) -> bool:
    return hashlib.sha256(content[:-DIGEST]).digest() == content[-DIGEST:]


@cache
def _say(words: str) -> None:
    """Once a process."""
    print(f"dptheory: {words}", file=sys.stderr)
