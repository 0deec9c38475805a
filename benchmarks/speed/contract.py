"""What the contract of public functions takes of short calls.

``python -m benchmarks.speed.contract``.

A call from outside, against the same call from inside of the library, where the contract lets it
pass; both interleaved, the smallest of many. Samples of the stack (:mod:`.sampling`) fall into
small functions too often to tell.
"""

from collections.abc import Callable, Mapping

import numpy as np

from benchmarks.speed.harness import interleaved, show
from dptheory import smoothing
from dptheory.contract import public
from dptheory.methods import heavy_ball
from dptheory.optimizers.momentum import init as at_rest
from dptheory.optimizers.momentum import update
from dptheory.problems.quadratic import from_spectrum
from dptheory.simulation.moments import expected_loss

CALLS = 50
Call = Callable[[], object]


def calls() -> Mapping[str, Call]:
    """Short calls by name."""
    problem, method = from_spectrum(np.linspace(1, 10, 20).tolist()), heavy_ball(0.1, 0.5)
    start, rng = np.ones(20), np.random.default_rng(0)
    short, long = rng.standard_normal(1000), rng.standard_normal(20_000)
    state = at_rest(start)
    return {
        "exact second moments, d = 20, T = 200": (
            lambda: expected_loss(problem, method, 0.02, start, 200)
        ),
        "exact second moments, d = 20, T = 2000": (
            lambda: expected_loss(problem, method, 0.02, start, 2000)
        ),
        "Laplacian smoothing, d = 1000": lambda: smoothing.solve_recursive(short, 10.0),
        "Laplacian smoothing, d = 20,000": lambda: smoothing.solve_recursive(long, 10.0),
        "a step of the heavy ball, d = 20": lambda: update(method, state, start),
    }


@public
def repeated(call: Call, times: int) -> None:
    """The call so often, from inside of the library: the contract lets it pass."""
    for _ in range(times):
        call()


def _outside(call: Call) -> None:
    for _ in range(CALLS):
        call()


def shares() -> dict[str, tuple[float, float]]:
    """Seconds of a call from outside, and of the same from inside."""
    found = {}
    for name, call in calls().items():
        outer, inner = (lambda c=call: _outside(c)), (lambda c=call: repeated(c, CALLS))
        found[name] = interleaved([(outer, CALLS), (inner, CALLS)], rounds=15)
    return {name: (times[0], times[1]) for name, times in found.items()}


def main() -> int:
    """A line a call."""
    print("| call | takes | without the contract | its share |\n|---|--:|--:|--:|")
    for name, (outside, inside) in shares().items():
        print(f"| {name} | {show(outside)} | {show(inside)} | {1 - inside / outside:.0%} |")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
