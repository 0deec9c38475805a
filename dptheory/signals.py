"""Signals that end a process: they let it tidy up, and wait while workers are being started."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

ENDS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Ended(BaseException):
    """A signal that ends the process."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.signal = number


@contextmanager
def ending() -> Iterator[None]:
    """Within the block SIGTERM and SIGHUP end it like Ctrl-C, so that it can tidy up."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def end(number: int, frame: object) -> NoReturn:
        raise Ended(number)

    names = [s for s in (signal.SIGTERM, signal.SIGHUP) if signal.getsignal(s) == signal.SIG_DFL]
    try:
        for each in names:
            signal.signal(each, end)
        yield
    finally:
        for each in names:
            signal.signal(each, signal.SIG_DFL)


@contextmanager
def starting() -> Iterator[None]:
    """Signals wait until the block is over: workers that are half started would complain of them.

    They wait here by handlers, as other threads may receive them, and in the workers by the mask.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    waiting: list[int] = []
    handled = {s: signal.getsignal(s) for s in ENDS}
    handled = {s: handler for s, handler in handled.items() if callable(handler)}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDS)
    try:
        for each in handled:
            signal.signal(each, lambda number, frame: waiting.append(number))
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        for each, handler in handled.items():
            signal.signal(each, handler)
    for number in waiting:
        signal.raise_signal(number)
