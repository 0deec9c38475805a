"""``python -m benchmarks``: print the table, write ``build/bench.json``."""

from benchmarks.harness import report
from benchmarks.rates import per_point, whole_map
from benchmarks.scaling import growth, memory
from benchmarks.second_moment import laws
from benchmarks.simulators import simulators
from benchmarks.startup import help_time

if __name__ == "__main__":
    report(per_point() + whole_map() + simulators() + laws() + growth() + memory() + help_time())
