"""Where a call spends its CPU time: samples of the stack, taken by a timer of CPU time."""

import signal
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import FrameType

from benchmarks.speed.harness import Row

ROOT, PACKAGES = Path(__file__).resolve().parents[2], ("dptheory", "verify")
INTERVAL = 1e-3  # seconds; the system may round it up to its own tick
CHECKS = "checks of arguments and results"
# Modules whose frames count as a part of their own, in words; other files belong to their caller.
NAMED = {
    "fractions": "rational arithmetic in fractions.py",
    "dptheory/contract": CHECKS,
    "dptheory/kinds": CHECKS,
    "dptheory/ranges": CHECKS,
    "verify/kernel": "the kernel's exact test",
    "dptheory/lyapunov/exact": "the exact test",
    "dptheory/lyapunov/solver": "the floating-point solver",
}


def _part(frame: FrameType | None) -> str:
    """The innermost part of the stack: a named module, or another one of these packages."""
    while frame is not None:
        path = Path(frame.f_code.co_filename)
        if path.name == "fractions.py":
            return NAMED["fractions"]
        if any(path.is_relative_to(ROOT / package) for package in PACKAGES):
            name = path.relative_to(ROOT).with_suffix("").as_posix()
            return NAMED.get(name, name + ".py")
        frame = frame.f_back
    return "other"


def parts(call: Callable[[], object], seconds: float = 1.0) -> list[tuple[str, float]]:
    """Shares of CPU time, the largest first, of a call that is repeated for some seconds.

    A compiled kernel or a call of NumPy counts for the module that calls it.
    """
    samples: Counter[str] = Counter()
    call()
    old = signal.signal(signal.SIGPROF, lambda _, frame: samples.update([_part(frame)]))
    signal.setitimer(signal.ITIMER_PROF, INTERVAL, INTERVAL)
    try:
        end = time.process_time() + seconds
        while time.process_time() < end:
            call()
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0.0)
        signal.signal(signal.SIGPROF, old)
    whole = max(1, sum(samples.values()))
    return [(name, n / whole) for name, n in samples.most_common()]


def largest(call: Callable[[], object], seconds: float = 1.0) -> tuple[str, float]:
    """The largest part in words, with the next two of 2 % or more behind it, and its share."""
    found = parts(call, seconds)
    rest = [(name, share) for name, share in found[1:3] if share >= 0.02]
    others = ", ".join(f"{name} {100 * share:.0f} %" for name, share in rest)
    name, share = found[0]
    return f"{name}; then {others}" if others else name, share


def row_of_parts(
    name: str, call: Callable[[], object], amount: float, baseline: str, other: float
) -> Row:
    """The row of a call that no limit bounds: the largest part of its own time."""
    part, share = largest(call)
    return Row(name, amount, baseline, other, part, share * amount, "part")


def checks(call: Callable[[], object], seconds: float = 1.0) -> str:
    """In words, the share of a call's time that goes to checks of arguments and results."""
    share = dict(parts(call, seconds)).get(CHECKS, 0.0)
    return f"{CHECKS} take {100 * share:.0f} % of its time"
