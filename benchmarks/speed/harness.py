"""Interleaved timing: A B A B ..., the smallest CPU time of each per unit of work; and the table.

Every row names what limits it. A ``limit`` is work that cannot be left out - floating-point
operations, memory traffic, random draws - done as fast as anything measured in the same run does
it; its share is the limit's time over the row's. Where no such limit can be named honestly, the
row names the ``part`` that takes most of its own time, and the share is that part's.
"""

import json
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from dptheory.files import write_atomically

RESULTS = Path("build/bench.json")
_SCALES = {
    "s": (("s", 1.0), ("ms", 1e-3), ("us", 1e-6), ("ns", 1e-9)),
    "B": (("GB", 1e9), ("MB", 1e6), ("kB", 1e3), ("B", 1.0)),
}
_HEAD = ("work", "takes", "ratio", "baseline", "share", "limit, or most of its time")


@dataclass(frozen=True)
class Row:
    """One line of the benchmark's table.

    Attributes:
        name: what is measured, and its unit of work.
        amount: seconds (or bytes) a unit.
        baseline: what it is compared with, in words.
        baseline_amount: seconds (or bytes) a unit of the baseline.
        limit: what limits it, in words.
        limit_amount: seconds (or bytes) a unit of the limit, or of the part.
        kind: ``limit``, or ``part`` of its own time.
        unit: ``s`` or ``B``.
    """

    name: str
    amount: float
    baseline: str
    baseline_amount: float
    limit: str
    limit_amount: float
    kind: str = "limit"
    unit: str = "s"

    @property
    def ratio(self) -> float:
        """How many times faster (or smaller) than the baseline."""
        return self.baseline_amount / self.amount

    @property
    def share(self) -> float:
        """The limit's, or the part's, share of the row's amount."""
        return self.limit_amount / self.amount


def interleaved(
    runs: Sequence[tuple[Callable[[], object], int]],
    rounds: int = 5,
    clock: Callable[[], float] = time.process_time,
) -> tuple[float, ...]:
    """The smallest time per unit of work of every run; CPU time unless another clock is given.

    Args:
        runs: pairs of a callable and the units of work that one call does; each is called once
            to warm up.
        rounds: how often the whole sequence is repeated.
        clock: seconds.
    """
    for call, _ in runs:
        call()
    times: list[list[float]] = [[] for _ in runs]
    for _ in range(rounds):
        for i, (call, units) in enumerate(runs):
            start = clock()
            call()
            times[i].append((clock() - start) / units)
    return tuple(min(t) for t in times)


def show(amount: float, unit: str = "s") -> str:
    """An amount with its unit, three digits."""
    name, scale = next((s for s in _SCALES[unit] if amount >= s[1]), _SCALES[unit][-1])
    return f"{amount / scale:.3g} {name}"


def machine() -> dict[str, object]:
    """What the numbers depend on besides the code."""
    found: dict[str, object] = {
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 2),
        "processor": "",
    }
    information = Path("/proc/cpuinfo")
    if information.exists():
        lines = information.read_text(encoding="utf-8").splitlines()
        names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
        found["processor"] = names[0] if names else ""
    return found


def record(row: Row) -> dict[str, object]:
    """A row of ``build/bench.json``."""
    return asdict(row) | {"ratio": row.ratio, "share": row.share}


def cells(row: Row) -> tuple[str, ...]:
    """The texts of a row of the table."""
    part = "of its time: " if row.kind == "part" else ""
    return (
        row.name,
        show(row.amount, row.unit),
        f"{row.ratio:.3g}x" if row.ratio < 100 else f"{row.ratio:.0f}x",
        f"{row.baseline} ({show(row.baseline_amount, row.unit)})",
        f"{100 * row.share:.2g} %" if row.share < 0.01 else f"{100 * row.share:.0f} %",
        f"{part}{row.limit} ({show(row.limit_amount, row.unit)})",
    )


def report(rows: Sequence[Row], before: dict[str, object]) -> None:
    """Print the table in Markdown and write ``build/bench.json``; ``before``: the machine's state.

    Raises:
        ValueError: an amount is not positive.
    """
    for row in rows:
        if not min(row.amount, row.baseline_amount, row.limit_amount) > 0:
            raise ValueError(f"amounts of {row.name} must be positive. Found {row}.")
    after = machine()["load"]
    print("\n".join(table(rows, before | {"load_after": after})))
    for row in rows:
        if row.kind == "limit" and row.share > 1:
            print(f"\nThe limit of {row.name} is wrong: the work is done in less.")
    found = {"machine": before | {"load_after": after}, "rows": [record(row) for row in rows]}
    write_atomically(RESULTS, json.dumps(found, indent=1) + "\n")


def table(rows: Sequence[Row], at: dict[str, object]) -> list[str]:
    """The machine and the rows, in Markdown."""
    return [
        f"{at['processor']}, {at['cores']} cores;"
        f" load {at['load']} before and {at['load_after']} after",
        "",
        "| " + " | ".join(_HEAD) + " |",
        "|---|--:|--:|---|--:|---|",
        *("| " + " | ".join(cells(row)) + " |" for row in rows),
    ]
