"""Compilation of the numerical loops by numba, kept on disk wherever that is possible."""

import multiprocessing
import sys
from collections.abc import Callable
from functools import cache
from typing import Any

from numba import njit


def compiled(**options: Any) -> Callable[[Callable[..., Any]], Any]:
    """A decorator: machine code of a function, read back by the next process that needs it.

    Numba keeps it in ``NUMBA_CACHE_DIR``, beside the source or in the user's cache. Where none of
    them can be written - a package installed read-only, a user without a home - each process
    compiles its own, and the first says so.

    Args:
        options: those of ``numba.njit``.
    """

    def decorate(function: Callable[..., Any]) -> Any:
        try:
            return njit(cache=True, **options)(function)
        except RuntimeError:
            # Numba's, who has nowhere to write; whatever else is wrong is wrong without cache too.
            found = njit(**options)(function)
            _say()
            return found

    return decorate


@cache
def _say() -> None:
    """Once, and not by workers: what they import their parent has imported."""
    if multiprocessing.parent_process() is None:
        print(
            "dptheory: no folder for compiled code can be written, so it is compiled anew each "
            "time (NUMBA_CACHE_DIR names another folder)",
            file=sys.stderr,
        )
