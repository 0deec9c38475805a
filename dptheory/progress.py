"""Progress of a long command: one line on a terminal after two seconds, nothing anywhere else."""

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

AFTER = 2.0  # seconds until anything is shown
LONG = 20.0  # seconds that are announced, where they are known beforehand
PATIENCE = 40.0  # seconds after which it is said that a command goes on

# What is being done, how many parts of it are finished, and how many there are (0: not known).
Report = Callable[[str, int, int], None]


def silent(what: str, done: int, total: int) -> None:
    """A report that nobody reads."""


def announce(command: str, task: str, seconds: float) -> None:
    """Say on the standard error what a task will take, where that is more than ``LONG``."""
    if seconds > LONG:
        time = f"{seconds / 60:.0f} minutes" if seconds > 90 else f"{seconds:.0f} seconds"
        print(f"{command}: {task} take about {time}", file=sys.stderr, flush=True)


@contextmanager
def announced(command: str) -> Iterator[None]:
    """Within the block a line says after ``PATIENCE`` seconds that the command goes on.

    Where the standard error is a terminal there is none: it shows progress.
    """
    words = f"{command}: this takes longer than {PATIENCE:.0f} seconds"
    timer = threading.Timer(PATIENCE, partial(print, words, file=sys.stderr, flush=True))
    timer.daemon = True
    if not sys.stderr.isatty():
        timer.start()
    try:
        yield
    finally:
        timer.cancel()


@contextmanager
def shown() -> Iterator[Report]:
    """Within the block a line on the standard error follows what is reported, if it is a terminal.

    It appears after two seconds and is wiped away at the end of the block, however that ends.
    """
    if not sys.stderr.isatty():
        yield silent
        return
    line = _Line()
    timer = threading.Timer(AFTER, line.show)
    timer.daemon = True
    timer.start()
    try:
        yield line.report
    finally:
        timer.cancel()
        line.wipe()


class _Line:
    """The line: what was last reported, and rich's display of it once it is shown."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.last: tuple[str, int, int] = ("", 0, 0)
        self.display: Any = None
        self.over = False

    def report(self, what: str, done: int, total: int) -> None:
        """Remember, and show if the line is there."""
        with self.lock:
            self.last = (what, done, total)
            self._update()

    def show(self) -> None:
        """Begin to show the line, unless the work is over."""
        from rich.console import Console
        from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

        words = TextColumn("{task.description}")
        columns = (SpinnerColumn(), words, BarColumn(20), TimeElapsedColumn())
        with self.lock:
            if not self.over:
                self.display = Progress(*columns, console=Console(stderr=True), transient=True)
                self.display.add_task("", total=None)
                self._update()
                self.display.start()

    def wipe(self) -> None:
        """Take the line away, for good."""
        with self.lock:
            self.over = True
            if self.display is not None:
                self.display.stop()

    def _update(self) -> None:
        if self.display is not None:
            what, done, total = self.last
            known = f"{what} {done} of {total}" if total else what
            (task,) = self.display.task_ids
            self.display.update(task, description=known, completed=done, total=total or None)
