"""The exact law of the second moment against simulation of a stated accuracy; one thread."""

import numpy as np
from threadpoolctl import threadpool_limits

from benchmarks.harness import Row, interleaved
from dptheory.distributions.second_moment import SecondMoment
from dptheory.simulation.streams import GAUSSIAN, fill_noise

BETA2, ACCURACY = 0.999, 0.01  # relative, of the simulated P[v_hat > Phi]
BUDGET = 5.0  # seconds for the curves


def laws() -> list[Row]:
    """One probability: t = 1e4 without gradient, t = 1e5 with given ones."""
    sequence = 0.3 * np.random.default_rng(0).random(10**5)
    cases = [
        ("t = 1e4, no gradient", 10**4, 0.0, 1000),
        ("t = 1e5, given gradients", 10**5, sequence, 100),
    ]
    with threadpool_limits(1):
        return [_row(*case) for case in cases] + [log_of_a_run()]


def log_of_a_run() -> Row:
    """What the command computes for 1,000 steps: two shares and three quantiles each."""

    def curves() -> None:
        for t in range(10, 10_010, 10):
            law = SecondMoment(1.0, BETA2, t, 0.1)
            for x in (1.0, 1.01):
                law.exceedance(x)
            for p in (0.25, 0.5, 0.75):
                law.quantile(p)

    (seconds,) = interleaved([(curves, 1)], rounds=3)
    name = f"curves of a training log, 1,000 steps ({seconds:.2g} s)"
    return Row(name, BUDGET / seconds, f"{BUDGET:g} s", 1)


def _row(name: str, t: int, gradient: float | np.ndarray, target: float) -> Row:
    weights = BETA2 ** np.arange(t - 1, -1, -1.0)
    weights /= weights.sum()
    noise, run = np.empty(t), iter(range(10**9))

    def exact() -> float:
        return SecondMoment(1.0, BETA2, t, gradient).exceedance(1.0).value

    def simulated() -> bool:
        fill_noise(GAUSSIAN, 0, next(run), 0, noise)
        moved = noise + gradient
        return bool((moved * moved) @ weights > 1.0)

    ours, draw = interleaved([(exact, 1), (lambda: [simulated() for _ in range(5)], 5)], rounds=9)
    share = exact()
    runs = (1 - share) / share / ACCURACY**2  # of one standard error
    ratio = draw * runs / ours
    label = f"exact law of the second moment, {name} ({ours * 1e3:.2g} ms)"
    return Row(label, ratio, f"Monte Carlo at 1 %, {runs:.0f} runs ({draw * runs:.2g} s)", target)
