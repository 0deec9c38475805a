"""The exact law of the second moment against simulation of a stated accuracy; one thread."""

import numpy as np

from benchmarks.speed.harness import Row, interleaved
from benchmarks.speed.sampling import row_of_parts
from dptheory.distributions.second_moment import SecondMoment

BETA2, ACCURACY = 0.999, 0.01  # relative, of the simulated P[v_hat > Phi]


def laws() -> list[Row]:
    """One probability: t = 1e4 without gradient, t = 1e5 with given ones; and a log's curves."""
    sequence = 0.3 * np.random.default_rng(0).random(10**5)
    return [
        probability("t = 1e4, no gradient", 10**4, 0.0),
        probability("t = 1e5, given gradients", 10**5, sequence),
        log_of_a_run(),
    ]


def log_of_a_run() -> Row:
    """What the command computes for a step of a log: two shares and three quantiles."""
    rows = 50

    def curves() -> None:
        for t in range(10, 10_010, 10_000 // rows):
            law = SecondMoment(1.0, BETA2, t, 0.1)
            for x in (1.0, 1.01):
                law.exceedance(x)
            for p in (0.25, 0.5, 0.75):
                law.quantile(p)

    # What a user would do instead: the same five numbers from simulated runs, at one step.
    t, runs = 2000, 1000
    weights = BETA2 ** np.arange(t - 1, -1, -1.0)
    weights /= weights.sum()
    noise, rng = np.empty((100, t)), np.random.default_rng(0)

    def simulated() -> None:
        values = []
        for _ in range(0, runs, len(noise)):
            rng.standard_normal(out=noise)
            values.append(((noise + 0.1) ** 2) @ weights)
        whole = np.concatenate(values)
        np.quantile(whole, (0.25, 0.5, 0.75)), (whole > 1.0).mean(), (whole > 1.01).mean()

    found, other = interleaved([(curves, rows), (simulated, 1)], rounds=5)
    name = "curves of a training log, t up to 1e4, a step"
    baseline = f"NumPy, {runs} runs of t = {t} at 2 % accuracy or worse"
    return row_of_parts(name, curves, found, baseline, other)


def probability(name: str, t: int, gradient: float | np.ndarray) -> Row:
    """P[v_hat > Phi] against simulated runs of one standard error of 1 %, drawn by numpy."""
    weights = BETA2 ** np.arange(t - 1, -1, -1.0)
    weights /= weights.sum()
    noise, rng = np.empty(t), np.random.default_rng(0)

    def exact() -> float:
        return SecondMoment(1.0, BETA2, t, gradient).exceedance(1.0).value

    def simulated() -> bool:
        rng.standard_normal(out=noise)
        moved = noise + gradient
        return bool((moved * moved) @ weights > 1.0)

    ours, draw = interleaved([(exact, 1), (lambda: [simulated() for _ in range(5)], 5)], rounds=9)
    share = exact()
    runs = (1 - share) / share / ACCURACY**2  # of one standard error
    label = f"exact law of the second moment, {name}"
    baseline = f"NumPy, Monte Carlo at 1 %, {runs:.0f} runs"
    return row_of_parts(label, exact, ours, baseline, draw * runs)
