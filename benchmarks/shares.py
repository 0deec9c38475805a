"""``python -m benchmarks.shares``: how much sooner many workers finish the ledger than one.

By what its claims cost (``verify/ledger/costs.json``, seconds of CPU by ``python -m
benchmarks.costs``) or, with ``--ledger``, by the seconds of a run's own record. Workers take the
costliest claims first. Not counted are the start of workers, what travels, and the runs that claims
share, which are cells of their own before.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from dptheory.shares import shared
from verify.ledger import costs

WORKERS = 1, 2, 4, 8, 16, 32, 64


def lines(found: Sequence[tuple[str, float]]) -> list[str]:
    """The costliest claims, and a line a number of workers."""
    seconds = [cost for _, cost in found]
    whole = sum(seconds)
    head = f"{len(found)} cells, {whole:.0f} s; the costliest:"
    first = sorted(found, key=lambda pair: -pair[1])[:5]
    rows = [head, *(f"{cost:8.1f} s  {name}" for name, cost in first)]
    rows.append(f"{'workers':>8}{'seconds':>9}{'sooner':>8}")
    for n in WORKERS:
        last = max(sum(seconds[k] for k in share) for share in shared(seconds, n))
        rows.append(f"{n:>8}{last:>9.0f}{whole / last:>7.2f}x")
    return rows


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.shares", description=__doc__)
    parser.add_argument(
        "--ledger", metavar="FILE", help="by this record, such as build/ledger.json"
    )
    options = parser.parse_args(arguments)
    if options.ledger is None:
        found = [*costs.known().items()]
    else:
        document = json.loads(Path(options.ledger).read_text(encoding="utf-8"))
        found = [(claim["id"], claim["seconds"]) for claim in document["claims"]]
    print("\n".join(lines(found)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
