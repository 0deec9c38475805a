"""``python -m benchmarks``: print the table, write ``build/bench.json``."""

from threadpoolctl import threadpool_limits

from benchmarks.grouped import grouped
from benchmarks.harness import machine, report
from benchmarks.logistic import logistic
from benchmarks.memory import groupings
from benchmarks.per_sample import per_sample
from benchmarks.rates import rates
from benchmarks.scaling import growth, memory
from benchmarks.second_moment import laws
from benchmarks.simulators import simulators
from benchmarks.startup import help_time
from benchmarks.threads import threads
from benchmarks.vectors import vectors
from benchmarks.worst_law import worst_laws

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


def main() -> None:
    """All rows, with one thread of BLAS."""
    before = machine()
    with threadpool_limits(1):
        rows = [row for part in PARTS for row in part()]
    report(rows, before)


if __name__ == "__main__":
    main()
