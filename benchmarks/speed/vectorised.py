"""What a user would otherwise write for the simulators: vectorised NumPy (and JAX)."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.signal import lfilter

from dptheory.problems.nonconvex import Tilted

Array = NDArray[np.float64]


def full_gradients(signed: Array, points: Array, slab: int = 2000) -> Array:
    """The data part of the logistic gradient of all runs; signed holds z_i u_i.

    Two matrix products a slab of records, whose margins stay in the second-level cache.
    """
    sums = np.zeros_like(points)
    for begin in range(0, len(signed), slab):
        records = signed[begin : begin + slab]
        weights = points @ records.T
        np.exp(weights, out=weights)
        weights += 1
        np.reciprocal(weights, out=weights)
        sums += weights @ records
    return sums


def sample(rng: np.random.Generator, n: int, m: int, runs: int) -> NDArray[np.int64]:
    """Batches without replacement, shape (runs, m)."""
    return np.stack([rng.choice(n, m, replace=False, shuffle=False) for _ in range(runs)])


def batch_gradients(
    signed: Array,
    points: Array,
    rng: np.random.Generator,
    m: int,
    norms: Array | None = None,
    bound: float = 1.0,
) -> Array:
    """The same on each run's own batch of m records, all runs at once.

    With the records' norms per-sample gradients are clipped; theirs come from those.
    """
    batch = sample(rng, len(signed), m, len(points))
    records = signed[batch]
    weights = 1 / (1 + np.exp(np.matmul(records, points[:, :, None])[..., 0]))
    if norms is not None:
        weights *= np.minimum(1, bound / (weights * norms[batch]))
    sums: Array = np.matmul(weights[:, None, :], records)[:, 0]
    return sums


def jax_clipped_gradients(signed: Array, m: int, bound: float) -> Callable[[Array, int], object]:
    """JAX: gradients of one sample's loss by grad, vmap over samples and runs, jit; float64."""
    import jax
    import jax.numpy as jnp

    jax.config.update("jax_enable_x64", True)
    data = jnp.asarray(signed)

    def clipped(x: Any, record: Any) -> Any:
        g = jax.grad(lambda x: jnp.logaddexp(0.0, -record @ x))(x)
        return g * jnp.minimum(1, bound / jnp.linalg.norm(g))

    def one_run(x: Any, key: Any) -> Any:
        batch = jax.random.choice(key, len(signed), (m,), replace=True)
        return jax.vmap(clipped, (None, 0))(x, data[batch]).sum(axis=0)

    step = jax.jit(jax.vmap(one_run))

    def call(points: Array, seed: int) -> object:
        keys = jax.random.split(jax.random.PRNGKey(seed), len(points))
        return step(jnp.asarray(points), keys).block_until_ready()

    return call


def _factors(norms: Array, clip: bool, bound: float, regulariser: float) -> Array:
    return np.minimum(1, bound / norms) if clip else bound / (norms + regulariser)


def bounded_mean(gradients: Array, clip: bool, bound: float, regulariser: float) -> Array:
    """The mean of bounded gradients: norms, then a product of a vector and a matrix."""
    norms = np.sqrt(np.einsum("ij,ij->i", gradients, gradients))
    return _factors(norms, clip, bound, regulariser) @ gradients / len(gradients)


def jax_bounded_mean(
    gradients: Array, clip: bool, bound: float, regulariser: float
) -> Callable[[], object]:
    """The same in JAX, jit, float64."""
    import jax
    import jax.numpy as jnp

    jax.config.update("jax_enable_x64", True)
    data = jnp.asarray(gradients)

    def mean(rows: Any) -> Any:
        norms = jnp.sqrt(jnp.einsum("ij,ij->i", rows, rows))
        factors = jnp.minimum(1, bound / norms) if clip else bound / (norms + regulariser)
        return factors @ rows / len(gradients)

    compiled = jax.jit(mean)
    return lambda: compiled(data).block_until_ready()


def normalised_runs(
    problem: Tilted,
    x0: Array,
    steps: int,
    runs: int,
    m: int,
    eta: float,
    regulariser: float,
    rng: np.random.Generator,
) -> Array:
    """The smallest gradient norms of DP-NSGD runs with noise 1 on the sum, all runs at once."""
    x, least = np.tile(x0, (runs, 1)), np.full(runs, np.inf)
    for _ in range(steps):
        gradient = problem.gradient(x)
        least = np.minimum(least, np.linalg.norm(gradient, axis=1))
        batch = sample(rng, problem.size, m, runs)
        scale = 1 + problem.tau1 * problem.weights[batch]
        rows = scale[..., None] * gradient[:, None] + problem.tau0 * problem.tilts[batch]
        parts = rows / (np.linalg.norm(rows, axis=-1, keepdims=True) + regulariser)
        x = x - eta * (parts.mean(axis=1) + rng.standard_normal(x.shape) / m)
    return least


def heavy_ball(
    spectrum: Array, runs: int, steps: int, rng: np.random.Generator, alpha: float, beta: float
) -> Array:
    """Losses of heavy-ball runs on a quadratic with Laplace noise, all runs at once, in place."""
    now = np.ones((runs, len(spectrum)))
    last, noise, velocity = now.copy(), np.empty_like(now), np.empty_like(now)
    for _ in range(steps):
        laplace(rng, noise.ravel())
        noise *= 0.1 * alpha
        np.subtract(now, last, out=velocity)
        velocity *= beta
        velocity -= noise
        np.copyto(last, now)
        now *= 1 - alpha * spectrum
        now += velocity
    losses: Array = 0.5 * (spectrum * now**2).sum(axis=1)
    return losses


def expected_losses(
    spectrum: Array, steps: int, alpha: float, beta: float, variance: float
) -> list[float]:
    """E F(x_t) - F* of the heavy ball from ones, all eigenvalues at once."""
    xx, xp, pp = np.ones((3, len(spectrum)))
    p, q, added = 1 + beta - alpha * spectrum, -beta, alpha**2 * variance
    losses = [0.5 * float(spectrum @ xx)]
    for _ in range(steps):
        xx, xp, pp = p * p * xx + 2 * p * q * xp + q * q * pp + added, p * xx + q * xp, xx
        losses.append(0.5 * float(spectrum @ xx))
    return losses


SLAB = 8192  # numbers of a vector at a time: seven of them stay in the second-level cache


def _moments(m: Array, v: Array, g: Array, space: Array) -> None:
    """Both running means of a slab in place."""
    m *= 0.9
    np.multiply(g, 0.1, out=space)
    m += space
    v *= 0.999
    np.multiply(g, g, out=space)
    space *= 0.001
    v += space


def adam(x: Array, m: Array, v: Array, g: Array, t: int, space: Array) -> None:
    """One Adam step in place, slab by slab; space is (2, SLAB)."""
    size, shrink = 1e-3 / (1 - 0.9**t), 1 / (1 - 0.999**t) ** 0.5
    for begin in range(0, x.size, SLAB):
        part = slice(begin, begin + SLAB)
        a, b = space[:, : x[part].size]
        _moments(m[part], v[part], g[part], a)
        np.sqrt(v[part], out=a)
        a *= shrink
        a += 1e-8
        np.multiply(m[part], size, out=b)
        b /= a
        x[part] -= b


def corrected_adam(
    x: Array, m: Array, v: Array, g: Array, t: int, phi: float, floor: float, space: Array
) -> None:
    """One DP-AdamBC step in place, slab by slab."""
    size, shrink = 1e-3 / (1 - 0.9**t), 1 / (1 - 0.999**t)
    for begin in range(0, x.size, SLAB):
        part = slice(begin, begin + SLAB)
        a, b = space[:, : x[part].size]
        _moments(m[part], v[part], g[part], a)
        np.multiply(v[part], shrink, out=a)
        a -= phi
        np.maximum(a, floor, out=a)
        np.sqrt(a, out=a)
        np.multiply(m[part], size, out=b)
        b /= a
        x[part] -= b


def smoothed(vector: Array, omega: float) -> Array:
    """Laplacian smoothing by two recursions of SciPy, forwards and backwards around the circle.

    Each begins with what the recursion leaves at the vector's other end, where the start counts
    below rounding; d is at least that long.
    """
    tail = min(vector.size, int(np.ceil(np.log(1e-18) / np.log(omega))))
    top, below = [1 - omega], [1.0, -omega]
    found = vector
    for _ in range(2):
        around = lfilter(top, below, found[-tail:])
        # Forwards, then backwards: the second one reads the vector from its end.
        found = lfilter(top, below, found, zi=omega * around[-1:])[0][::-1]
    return found


def fast_generator() -> np.random.Generator:
    """NumPy's fastest generator; its normal and exponential draws are ziggurats."""
    return np.random.Generator(np.random.SFC64(0))


def laplace(rng: np.random.Generator, out: Array) -> None:
    """Laplace draws in place, slab by slab: the ziggurat's exponential ones with random signs."""
    for begin in range(0, out.size, SLAB):
        part = out[begin : begin + SLAB]
        rng.standard_exponential(out=part)
        coins = np.frombuffer(rng.bytes(-(-part.size // 8)), np.uint8)
        signs = np.unpackbits(coins, count=part.size).view(np.int8)
        signs *= 2
        signs -= 1
        part *= signs
