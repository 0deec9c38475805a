"""What claims cost, in seconds of CPU: ``costs.json``.

``python -m benchmarks.speed.costs`` measures it. By these claims are put in order and
shared out; no result depends on them.
"""

import functools
import json
import math
import statistics
from collections.abc import Collection, Mapping
from pathlib import Path

from dptheory.files import write_atomically

PAYS = 15.0  # seconds; a worker takes about five to start, with the modules of a paper
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


def workers(claim_ids: Collection[str], most: int) -> int:
    """How many workers some claims are worth: none, said by 1, where the start would take longer.

    Claims that were not measured may take any time.
    """
    known_cost = sum(known().get(claim_id, math.inf) for claim_id in claim_ids)
    return min(most, len(claim_ids)) if known_cost > PAYS else 1


def write(found: Mapping[str, float]) -> None:
    """Write a line a claim, two digits each."""
    lines = ",\n".join(f" {json.dumps(name)}: {float(f'{s:.2g}')}" for name, s in found.items())
    write_atomically(FILE, f"{{\n{lines}\n}}\n")
