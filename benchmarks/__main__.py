"""``python -m benchmarks``: print the table, write ``build/bench.json``."""

from benchmarks.grouped import grouped
from benchmarks.harness import report
from benchmarks.memory import groupings
from benchmarks.per_sample import per_sample
from benchmarks.rates import per_point, whole_map
from benchmarks.scaling import growth, memory
from benchmarks.second_moment import laws
from benchmarks.simulators import simulators
from benchmarks.startup import help_time
from benchmarks.worst_law import worst_laws

if __name__ == "__main__":
    report(
        per_point()
        + whole_map()
        + simulators()
        + per_sample()
        + grouped()
        + laws()
        + worst_laws()
        + groupings()
        + growth()
        + memory()
        + help_time()
    )
