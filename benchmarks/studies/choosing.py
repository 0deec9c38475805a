"""The cost of choosing by profiles, divergences and from below.

``python -m benchmarks.studies.choosing``.

One Gaussian release at several noise multipliers and runs on Poisson batches, delta = 1e-6. By
divergences at every order that the library has; from below by the worst order of three blocks of
scores on full data, else by one run (Poisson's K = 0 taken into account).
"""

import math

import numpy as np

from dptheory.privacy import GaussianSchedule, Neighbouring, schedule_epsilon
from dptheory.privacy.distinguishing import sampled_epsilon_lower
from dptheory.privacy.release import release_epsilon
from dptheory.privacy.renyi import ORDERS, poisson
from dptheory.privacy.selection import (
    Law,
    NegativeBinomial,
    Poisson,
    renyi_choice,
    selection_epsilon,
    three_blocks,
)

DELTA = 1e-6
LAWS: dict[str, Law] = {
    "geometric, 10": NegativeBinomial(10.0),
    "logarithmic, 50": NegativeBinomial(50.0, 0.0),
    "eta = -0.9, 50": NegativeBinomial(50.0, -0.9),
    "Poisson, 10": Poisson(10.0),
}
MULTIPLIERS = 0.7, 1.0, 2.0, 5.0, 20.0
RUNS = (1.0, 10**5, 1000, 1000), (0.7, 10**4, 100, 300)  # z, n, batch, T


def released(z: float, law: Law) -> tuple[float, float, float]:
    """Profiles, divergences, from below, for one release."""

    def account(delta: float) -> float:
        return release_epsilon(z, delta)

    def divergence(order: float) -> float:
        return order / (2 * z * z)

    upper = selection_epsilon(account, DELTA, law)
    other = renyi_choice(divergence, account, DELTA, law, ORDERS)
    return upper, other, three_blocks(1 / z, DELTA, law)


def sampled(z: float, n: int, batch: int, T: int, law: Law) -> tuple[float, float, float]:
    """The same for a run on Poisson batches."""
    schedule = GaussianSchedule(n, batch, [z], [T])
    relation, one = Neighbouring.ADD_OR_REMOVE_ONE, poisson(schedule.rate)

    def account(delta: float) -> float:
        return schedule_epsilon(schedule, delta, neighbouring=relation)

    def divergence(order: float) -> float:
        return T * float(one(order, np.array([z]))[0])

    upper = selection_epsilon(account, DELTA, law)
    other = renyi_choice(divergence, account, DELTA, law, ORDERS)
    made = -math.expm1(-law.mean) if isinstance(law, Poisson) else 1.0
    return upper, other, sampled_epsilon_lower(schedule.rate, z, T, DELTA / made)


def main() -> None:
    """Print the table."""
    print(f"{'run':>28} {'K':>16} {'profiles':>9} {'Renyi':>9} {'less by':>8} {'over below':>11}")
    cases: list[tuple[str, float, tuple[int, int, int] | None]]
    cases = [(f"one release, z = {z}", z, None) for z in MULTIPLIERS]
    cases += [(f"z = {r[0]}, q = {r[2] / r[1]:g}, T = {r[3]}", r[0], r[1:]) for r in RUNS]
    for name, z, run in cases:
        for word, law in LAWS.items():
            upper, other, lower = released(z, law) if run is None else sampled(z, *run, law)
            less, over = f"{1 - upper / other:.1%}", f"{upper / lower:.3f}"
            print(f"{name:>28} {word:>16} {upper:>9.5f} {other:>9.5f} {less:>8} {over:>11}")


if __name__ == "__main__":
    main()
