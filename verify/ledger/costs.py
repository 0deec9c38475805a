"""What claims cost, in seconds of CPU: ``costs.json``, by ``python -m benchmarks.costs``.

By these claims are put in order and shared out; no result depends on them.
"""

import functools
import json
import statistics
from collections.abc import Mapping
from pathlib import Path

from dptheory.files import write_atomically

FILE = Path(__file__).with_name("costs.json")


@functools.cache
def known() -> Mapping[str, float]:
    """The cost of every claim that was measured."""
    found: dict[str, float] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


@functools.cache
def of(claim_id: str) -> float:
    """The cost of a claim; that of the middle one where it was not measured."""
    found = known()
    return found[claim_id] if claim_id in found else statistics.median(found.values())


def write(found: Mapping[str, float]) -> None:
    """Write a line a claim, two digits each."""
    lines = ",\n".join(f" {json.dumps(name)}: {float(f'{s:.2g}')}" for name, s in found.items())
    write_atomically(FILE, f"{{\n{lines}\n}}\n")
