r"""Attacks on the floor of gradient descent under uncorrelated noise, over twelve decades.

``python -m benchmarks.studies.uncorrelated`` tries to violate ``dptheory/uncorrelated-floor`` in
two ways: the inequality of a step at 2,000,000 random points, and 2,000 runs of four particles in
one to three dimensions, whose noise of every step is what raises the next mean square most of all
that is orthogonal to the state in the mean.
"""

from typing import Any

import numpy as np

from dptheory.bounds.strongly_convex import uncorrelated_floor

POINTS, RUNS, STEPS, PARTICLES = 2_000_000, 2_000, 200, 4
Array = np.ndarray[Any, Any]


def classes(draw: np.random.Generator, count: int) -> tuple[Array, Array, Array]:
    """alpha, mu and L, each over six decades either way, with alpha L < 2."""
    mu = 10 ** draw.uniform(-6, 6, count)
    L = mu * (1 + 10 ** draw.uniform(-6, 6, count))
    return 2 / L * draw.uniform(0, 1, count) ** draw.choice([0.05, 1, 10], count), mu, L


def gradients(draw: np.random.Generator, x: Array, mu: Array, L: Array) -> Array:
    """Gradients that the class allows at x, on the border of (g - mu x, L x - g) >= 0 at times."""
    way = draw.normal(size=x.shape)
    way *= np.linalg.norm(x, axis=-1, keepdims=True) / np.linalg.norm(way, axis=-1, keepdims=True)
    inside = np.where(draw.random(len(x)) < 0.5, 1.0, draw.random(len(x)))
    middle, half = (mu + L) / 2, (L - mu) / 2
    allowed: Array = middle[:, None] * x + (half * inside)[:, None] * way
    return allowed


def step(draw: np.random.Generator) -> float:
    """The largest left side over right side of the step, with the linear term on the left."""
    worst = 0.0
    for d in (1, 2, 3):
        alpha, mu, L = classes(draw, POINTS // 3 + 1)
        x = draw.normal(size=(len(mu), d)) * 10 ** draw.uniform(-6, 6, (len(mu), 1))
        g = gradients(draw, x, mu, L)
        spare = 2 - alpha * (L - mu)
        # Half of the noise is where the step has no slack on the border, nearly.
        best = (spare[:, None] * g - 2 * mu[:, None] * x) / (alpha * (L - mu))[:, None]
        free = draw.normal(size=x.shape) * 10 ** draw.uniform(-6, 6, (len(mu), 1))
        w = np.where(draw.random((len(mu), 1)) < 0.5, best, free)
        moved = x - alpha[:, None] * (g + w)
        cross = 2 * alpha * (2 - alpha * (mu + L)) / spare * (x * w).sum(1)
        xx, ww = (x * x).sum(1), (w * w).sum(1)
        right = (1 - 2 * alpha * mu * (2 - alpha * L) / spare) * xx + 2 * alpha**2 / spare * ww
        scale = right + np.abs(cross)
        worst = max(worst, float((((moved * moved).sum(1) + cross - right) / scale).max()))
    return worst


def attacked(draw: np.random.Generator) -> float:
    """The largest mean square that a run reaches from 0, over the floor."""
    worst = 0.0
    for _ in range(RUNS):
        kappa, d = 10 ** draw.uniform(0.01, 3), int(draw.integers(1, 4))
        alpha = 2 / kappa * draw.uniform(0.05, 0.99)  # mu = 1, L = kappa
        shares = draw.dirichlet(np.full(PARTICLES, 0.5))
        bends = np.sort(draw.uniform(1, kappa, (2, d)), axis=0)[:: int(draw.choice([-1, 1]))]
        bends = np.where(draw.random((2, d)) < 0.5, np.where(bends > kappa / 2, kappa, 1.0), bends)
        x = np.zeros((PARTICLES, d))
        w = draw.normal(size=x.shape)
        for _ in range(STEPS):
            w /= np.sqrt(shares @ (w * w).sum(1))
            x = x - alpha * (np.where(x > 0, bends[0], bends[1]) * x + w)
            square = float(shares @ (x * x).sum(1))
            worst = max(worst, square / float(uncorrelated_floor(alpha, 1.0, kappa)))
            moved = x - alpha * np.where(x > 0, bends[0], bends[1]) * x
            w = -(moved - (shares @ (moved * x).sum(1)) / square * x)
            if not shares @ (w * w).sum(1) > 1e-20 * square:
                w = draw.normal(size=x.shape)
                w -= (shares @ (w * x).sum(1)) / square * x
    return worst


def main() -> None:
    """Both attacks."""
    draw = np.random.default_rng(1)
    print(f"a step, {POINTS} points: left - right at most {step(draw):.1e} of the right side")
    print(f"{RUNS} runs of {STEPS} steps: at most {attacked(draw):.6f} of the floor")


if __name__ == "__main__":
    main()
