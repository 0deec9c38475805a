"""``python -m benchmarks.speed [PART ...]``: print the table, write ``build/bench.json``.

``--page`` measures how the rows grow as well and puts both tables into ``docs/performance.md``, for
an idle machine: it refuses one that is busy.
"""

import argparse

from threadpoolctl import threadpool_limits

from benchmarks.speed.grouped import grouped
from benchmarks.speed.growth import lines as growth_table
from benchmarks.speed.harness import machine, report, table
from benchmarks.speed.logistic import logistic
from benchmarks.speed.memory import groupings
from benchmarks.speed.page import write_page
from benchmarks.speed.per_sample import per_sample
from benchmarks.speed.rates import rates
from benchmarks.speed.scaling import growth, memory
from benchmarks.speed.second_moment import laws
from benchmarks.speed.simulators import simulators
from benchmarks.speed.startup import help_time
from benchmarks.speed.threads import threads
from benchmarks.speed.vectors import vectors
from benchmarks.speed.worst_law import worst_laws

PARTS = (
    rates,
    logistic,
    simulators,
    threads,
    vectors,
    per_sample,
    grouped,
    laws,
    worst_laws,
    groupings,
    growth,
    memory,
    help_time,
)


BUSY = 0.5  # processes that wait or run, of those that are not ours


def main() -> int:
    """The rows of the parts, all by default, with one thread of BLAS."""
    names = {part.__name__: part for part in PARTS}
    parser = argparse.ArgumentParser(prog="python -m benchmarks.speed")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(names)}")
    parser.add_argument("--page", action="store_true", help="renew docs/performance.md")
    arguments = parser.parse_args()
    unknown = [name for name in arguments.parts if name not in names]
    if unknown or (arguments.page and arguments.parts):
        parser.error(f"PART must be of {', '.join(names)}, none with --page. Found {unknown}.")
    before = machine()
    if arguments.page and float(str(before["load"])) > BUSY:
        parser.error(f"--page must be run on an idle machine, load below {BUSY}. Found {before}.")
    chosen = [names[name] for name in arguments.parts] or PARTS
    with threadpool_limits(1):
        rows = [row for part in chosen for row in part()]
        grown = growth_table() if arguments.page else []
    report(rows, before)
    if arguments.page:
        write_page(table(rows, before | {"load_after": machine()["load"]}), grown)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
