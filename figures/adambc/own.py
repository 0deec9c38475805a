"""A method of somebody's own, from a file, beside those of the contest.

The file has ``init(x0)`` and ``update(method, state, released)`` as
``examples/tutorials/add_optimiser.py`` has them, and ``CONFIGURATIONS``, the methods of which the
best is chosen: at most 24, as the others have.
"""

import contextlib
import hashlib
import io
import runpy
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from dptheory.errors import ArgumentError
from dptheory.files import text_of
from dptheory.ranges import told
from figures.panels import Array
from verify.papers.adambc.laboratory.adam_problems import Lanes

MOST = 24
NAMES = ("init", "update", "CONFIGURATIONS")


@dataclass(frozen=True)
class Own:
    """A file with a method.

    Attributes:
        path: where it is. digest: of its text, so that a changed file is computed anew.
    """

    path: str
    digest: str

    @property
    def name(self) -> str:
        """Of the method in the figure."""
        return Path(self.path).stem

    @property
    def lanes(self) -> tuple[Lanes, ...]:
        """One a configuration."""
        number = len(_contents(self)["CONFIGURATIONS"])
        return tuple(Lanes(OwnMethod(self, place)) for place in range(number))


class OwnState(NamedTuple):
    """The iterate, shape (1, d), and the file's own state."""

    x: Array
    own: Any


@dataclass(frozen=True)
class OwnMethod:
    """One configuration; it has its step size in it."""

    file: Own
    place: int
    alpha: float = 1.0

    def init(self, x0: Array) -> OwnState:
        """The state before the first step."""
        return self._state(x0.shape, _contents(self.file)["init"](x0[0]))

    def update(
        self, method: "OwnMethod", state: OwnState, released: Array, sizes: Array
    ) -> OwnState:
        """The next state, given the released gradient, shape (1, d)."""
        contents = _contents(self.file)
        configuration = contents["CONFIGURATIONS"][self.place]
        following = contents["update"](configuration, state.own, released[0])
        return self._state(released.shape, following)

    def _state(self, shape: tuple[int, ...], state: Any) -> OwnState:
        x = np.asarray(state.x, dtype=np.float64)[None]
        if x.shape != shape:
            allowed = f"states whose x has shape {shape[1:]}"
            raise ArgumentError(f"{self.file.path} must make {allowed}. Found {x.shape[1:]}.")
        return OwnState(x, state)


def own(path: str) -> Own:
    """The method of a file.

    Raises:
        ArgumentError: the file cannot be read or run, or does not have the three names.
    """
    found = Own(path, hashlib.sha256(text_of("--with", Path(path)).encode()).hexdigest())
    contents = _contents(found)
    missing = [name for name in NAMES if name not in contents]
    if missing:
        wanted = f"--with must be a file that defines {', '.join(NAMES)}"
        raise ArgumentError(f"{wanted}. Found {path} (no {missing[0]}).")
    listed = contents["CONFIGURATIONS"]
    if not isinstance(listed, list | tuple) or not 1 <= len(listed) <= MOST:
        wanted = f"--with must be a file whose CONFIGURATIONS are 1 to {MOST} methods"
        raise ArgumentError(f"{wanted}. Found {told(listed)}.")
    return found


@cache
def _contents(file: Own) -> Mapping[str, Any]:
    """What the file defines; what it prints is not shown."""
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            return runpy.run_path(file.path)
    except (Exception, SystemExit) as error:  # the user's code
        what = f"{file.path} ({type(error).__name__}: {error})"
        raise ArgumentError(f"--with must be a file that runs. Found {what}.") from error
