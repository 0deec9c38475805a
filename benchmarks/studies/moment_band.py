r"""How wide the band of a noisy second moment is, beside exact quantiles and other bounds.

``python -m benchmarks.studies.moment_band`` compares ``second_moment.deviation_band`` at a chance
of 1/20 with the exact quantile, by which all edges are multiplied so that the chance of leaving is
1/20: for 250 steps by backward induction, for 10,000 steps in runs (with the upper end of a 99 per
cent interval). Beside it are, in the second half: Birge's, Laurent's and Massart's bound in a union
over all steps; the exact law in such a union, for gradients that are fixed; the stitched bound of
Howard et al. (2021, (1.2)) for the lower side, with normal increments; and the exact radius of one
step alone, below which no band can be. Then it attacks the band in 1,000 problems over twelve
decades, in each with the worst gradients, which react to the past.
"""

import math

import numpy as np
from scipy.optimize import brentq
from scipy.stats import binom

from dptheory.bounds.second_moment import deviation_bound, squared_weights
from dptheory.distributions import SecondMoment
from verify.papers.dptheory.laboratory.moment_band import (
    SHARES,
    Drawn,
    band,
    chance_outside,
    worst_chance,
)

DELTA, SHORT, LONG, RUNS, PROBLEMS = 0.05, 250, 10_000, 4_000, 1_000
DECAYS = 0.9, 0.99, 0.999
RATIOS = 0.0, 0.2, 122.0, 409_600.0  # C^2/Phi


def exact(ratio: float, beta2: float, sizes: tuple[float, ...]) -> float:
    """The band over the exact quantile, by backward induction."""
    C = math.sqrt(ratio)
    edges = band(DELTA, 1.0, C, beta2, SHORT)

    def missed(share: float) -> float:
        return math.log(chance_outside(share * edges, beta2, [s * C for s in sizes]) / DELTA)

    return 1 / float(brentq(missed, 0.4, 1.0, xtol=1e-3))


def drawn(ratio: float, beta2: float) -> tuple[float, float]:
    """The same in runs: the estimate, and the upper end."""
    most = np.sort(Drawn(ratio, beta2, LONG, RUNS, 1).farthest(DELTA))
    k = round((1 - DELTA) * RUNS)
    low = int(binom.ppf(0.01, RUNS, 1 - DELTA))
    return 1 / float(most[k]), 1 / float(most[low])


def stitched(ratio: float, beta2: float, t: int) -> float:
    """Howard et al., (1.2), for a lower side whose increments are as if normal: half of DELTA."""
    ours = (2 + 4 * ratio) * float(squared_weights(beta2, t))  # the variance of D_t
    spent = -2 * (t - 1) * math.log(beta2) + math.log((1 - beta2 ** (2 * t)) / (1 - beta2**2))
    passed = math.log(math.log(2) + spent) + 0.72 * math.log(5.2 / (DELTA / 2))
    return 1.7 * math.sqrt(ours * passed)


def beside(ratio: float, beta2: float) -> str:
    """Other bounds over ours, on average over the second half, in which they are constant."""
    C = math.sqrt(ratio)
    ours = float(band(DELTA, 1.0, C, beta2, LONG)[LONG // 2 :].mean())
    law = SecondMoment(1.0, beta2, LONG, C)
    union = deviation_bound(DELTA / LONG, 1.0, C, beta2, LONG)
    others = (union, law.radius(DELTA / LONG), stitched(ratio, beta2, LONG), law.radius(DELTA))
    return " ".join(f"{x / ours:.2f}" for x in others)


def attack(draw: np.random.Generator) -> float:
    """The chance of leaving, with the worst gradients, over that which is allowed."""
    beta2, delta = 1 - 10 ** draw.uniform(-3, -0.02), 10 ** draw.uniform(-6, -0.02)
    phi, ratio = 10 ** draw.uniform(-6, 6), 10 ** draw.uniform(-6, 6)
    T = int(draw.integers(1, 31))
    return worst_chance(delta, phi, math.sqrt(ratio * phi), beta2, T) / delta


def main() -> None:
    """The tables and the attack."""
    for beta2 in DECAYS:
        for ratio in RATIOS:
            fixed = exact(ratio, beta2, SHARES[-1:])
            worst = exact(ratio, beta2, SHARES) if ratio else fixed
            seen, most = drawn(ratio, beta2)
            print(
                f"beta2 {beta2} C^2/Phi {ratio:g}: over the exact quantile, T = {SHORT}: "
                f"{fixed:.3f} ({worst:.3f} if gradients react); T = {LONG}: {seen:.3f} "
                f"(at most {most:.3f}); others over ours: {beside(ratio, beta2)}",
                flush=True,
            )
    draw = np.random.default_rng(1)
    worst = max(attack(draw) for _ in range(PROBLEMS))
    print(f"{PROBLEMS} problems: at most {worst:.3f} of the chance that is allowed")


if __name__ == "__main__":
    main()
