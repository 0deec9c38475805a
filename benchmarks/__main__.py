"""``python -m benchmarks``: print the table, write ``build/bench.json``."""

from benchmarks.harness import report
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
        + laws()
        + worst_laws()
        + growth()
        + memory()
        + help_time()
    )
