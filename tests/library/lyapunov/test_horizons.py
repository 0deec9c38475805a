"""Horizons: closed forms, both ends, what copies cut, runs of random noise, refusals."""

import json
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from dptheory.lyapunov import Horizon, horizons, trees, worst_final
from dptheory.methods import Method, gradient, heavy_ball, momentum, nesterov, triple_momentum
from verify import kernel

F = Fraction
NESTEROV = nesterov(F(1), F(938693, 10**6))  # near the standard momentum of kappa = 1000
SETTINGS: dict[str, tuple[Method, Fraction]] = {
    "gradient": (gradient(F(1)), F(1, 10)),
    "long": (gradient(F(3, 2)), F(1, 100)),
    "heavy ball": (heavy_ball(F(1), F(9, 20)), F(1, 10)),
    "Nesterov": (NESTEROV, F(1, 1000)),
    "triple": (triple_momentum(F(1, 10), F(1)), F(1, 10)),
    "apart": (momentum(F(1, 2), F(1, 3), F(1, 5)), F(2, 3)),
    "diverges": (gradient(F(5, 2)), F(1, 10)),
}


def accepted(found: Horizon) -> bool:
    both = found.certificate, found.lower_certificate
    return all(kernel.accepts(json.loads(json.dumps(it))) for it in both)


@pytest.mark.parametrize("noise", [None, [1, 1, 1], [F(1, 100), 0, 9]])
@pytest.mark.parametrize("start", ["value", "distance"])
@pytest.mark.parametrize("name", SETTINGS)
def test_both_ends_meet(name: str, start: str, noise: list[Fraction] | None) -> None:
    method, mu = SETTINGS[name]
    found = worst_final(method, mu, 1, 3, noise, measure=start, start_size=2)
    assert accepted(found)
    assert found.lower <= found.bound <= found.lower * (1 + 1e-6)
    total = 2 * found.gain + np.dot(found.weights, [float(it) for it in noise or [0, 0, 0]])
    assert total == pytest.approx(found.bound, rel=1e-12)
    assert all(
        (weight > 0) == bool(level)
        for weight, level in zip(found.weights, noise or [0] * 3, strict=True)
    )


@pytest.mark.parametrize("steps", [1, 4, 10])
@pytest.mark.parametrize("mu", [F(1, 100), F(1, 3)])
def test_gradient_descent_without_noise(mu: Fraction, steps: int) -> None:
    """At the step 1/L: Taylor, Hendrickx and Glineur (2017), and (2018) for the start in value."""
    m = float(mu)
    far = worst_final(gradient(F(1, 7)), 7 * mu, 7, steps, measure="distance")
    near = worst_final(gradient(F(1, 7)), 7 * mu, 7, steps)
    decay = (1 - m) ** (-2 * steps)
    assert far.gain == pytest.approx(7 / 2 * m / (m - 1 + decay), rel=1e-6)
    assert far.lower == pytest.approx(far.bound, rel=1e-6)
    assert near.bound == pytest.approx(1 / decay, rel=1e-6)


def test_the_weights_of_gradient_descent() -> None:
    """At 1/L and constant noise; the start adds (1 - mu/L)^(2N)."""
    found = worst_final(gradient(F(1, 10)), 1, 10, 6, [1] * 6)
    m = 0.1
    weights = [10 / 200 * m / (m - 1 + (1 - m) ** (-2 * k)) for k in range(6)]
    assert found.weights[::-1] == pytest.approx(weights, rel=1e-4)
    assert found.bound == pytest.approx(sum(weights) + (1 - m) ** 12, rel=1e-6)


def test_copies_cut_what_one_path_allows() -> None:
    most, least = (
        worst_final(NESTEROV, F(1, 1000), 1, 5, [1] * 5, copies=copies) for copies in (False, True)
    )
    # By a semidefinite programme in cvxpy, for the start F - F* = 1.
    assert most.bound == pytest.approx(3.79048, rel=1e-5)
    assert least.bound == pytest.approx(3.77397, rel=1e-5)
    assert accepted(most)
    assert most.lower == least.lower
    pairs = {tuple(it[:3]) for it in least.certificate["witness"]["pairs"]}
    assert any(int(k) < min(int(i), int(j)) for i, j, k in pairs)


def test_a_unit_is_a_unit() -> None:
    method, mu = SETTINGS["heavy ball"]
    plain = worst_final(method, mu, 1, 3, [1, 2, 3])
    # F in units of 1/6, lengths in units of 1/5: L = 6/25 and noise (6/5)^2.
    other = worst_final(
        heavy_ball(F(25, 6), F(9, 20)),
        F(6, 250),
        F(6, 25),
        3,
        [F(36, 25) * k for k in (1, 2, 3)],
        start_size=6,
    )
    assert other.bound == pytest.approx(6 * plain.bound, rel=1e-8)
    assert other.weights == pytest.approx([25 / 6 * it for it in plain.weights], rel=1e-3)


def huber(x: np.ndarray, width: float) -> tuple[np.ndarray, np.ndarray]:
    inside = np.abs(x) <= width
    return np.where(inside, x**2 / 2, width * np.abs(x) - width**2 / 2), np.clip(x, -width, width)


@pytest.mark.parametrize("name", ["gradient", "heavy ball", "Nesterov", "apart"])
def test_no_tree_of_runs_is_above_the_bound(name: str) -> None:
    """All paths of fair signs on F = mu/2 x^2 + (1 - mu) huber(x)."""
    method, mu = SETTINGS[name]
    alpha, beta, eta, m, steps = (
        *(float(k) for k in (method.alpha, method.beta, method.extrapolation, mu)),
        8,
    )
    sizes = np.linspace(0.5, 2, steps)
    found = worst_final(method, mu, 1, steps, [F(float(size)) for size in sizes**2])
    signs = np.array(np.meshgrid(*[[-1, 1]] * steps)).reshape(steps, -1)
    for width in (0.1, 1.0, 10.0):
        for begun in (0.0, 1.0, 5.0):
            x = np.full(signs.shape[1], begun)
            first = m / 2 * begun**2 + (1 - m) * huber(x, width)[0][0]
            d = 0 * x
            for size, sign in zip(sizes, signs, strict=True):
                y = x + eta * d
                d = beta * d - alpha * (m * y + (1 - m) * huber(y, width)[1] + size * sign)
                x = x + d
            error = np.mean(m / 2 * x**2 + (1 - m) * huber(x, width)[0])
            assert error <= found.gain * first + np.dot(found.weights, sizes**2)


def test_the_tree_is_a_run_on_points_of_one_function(monkeypatch: pytest.MonkeyPatch) -> None:
    """With three branches, written out: the method, the noise, and all pairs of points."""
    M, N, m = 3, 2, 0.1
    alpha, beta, eta = 1.0, 0.5, 0.25
    for module in (trees, horizons):
        monkeypatch.setattr(module, "BRANCHES", M)
    method = momentum(F(1), F(1, 2), F(1, 4))
    found = worst_final(method, F(1, 10), 1, N, [1, F(1, 2)])
    assert kernel.accepts(found.lower_certificate)
    witness = found.lower_certificate["witness"]
    heights = [float(F(it)) for it in witness["values"]]
    corners = np.eye(M) - 1 / M
    corners *= (M / (M - 1)) ** 0.5  # of length 1, with products -1/(M - 1)

    def read(path: tuple[int, ...], part: int, vector: int) -> np.ndarray:
        """A vector of a part, its coordinates at every place of the tree."""
        moments = np.array([[float(F(it)) for it in row] for row in witness["moments"][part]])
        root = np.linalg.cholesky(moments + 1e-14 * np.eye(len(moments)))[vector]
        places = [p for k in range(N) for p in product(range(M), repeat=k)]
        blocks = np.zeros((1 + len(places), len(moments), M))
        if part == 0:
            blocks[0, :, 0] = root
        else:
            blocks[1 + places.index(path[: part - 1])] = np.outer(root, corners[path[part - 1]])
        padded = np.zeros((1 + len(places), N + 2, M))
        padded[:, : len(moments)] = blocks
        return padded.ravel()

    points, ends, noises = [], [], {}
    for path in product(range(M), repeat=N):
        u = [0 * read(path, 0, 0), read(path, 0, 1), read(path, 0, 2) + read(path, 1, 1)]
        w = [read(path, 1, 0), read(path, 2, 0)]
        u = [u[0], u[1] + w[0], u[2] + w[1]]
        end = read(path, 0, 0) + alpha * (read(path, 0, 1) + read(path, 0, 2))
        x = [end, end - alpha * u[1], end - alpha * (u[1] + u[2])]
        last = sum(read(path, part, -1) for part in range(N + 1))
        y = [x[0], x[1] + eta * (x[1] - x[0])]
        # What the method took as gradients: u less noise and momentum.
        full = [u[t + 1] - w[t] - beta * u[t] for t in range(N)]
        g = [(full[t] - m * y[t]) / (1 - m) for t in range(N)] + [last]
        points += list(zip([*y, x[2]], g, heights, strict=True))
        ends.append((1 - m) * heights[2] + m / 2 * x[2] @ x[2])
        for t in range(N):
            noises.setdefault((t, path[:t]), []).append(w[t])
    for (t, _), sent in noises.items():
        assert np.mean(sent, axis=0) == pytest.approx(np.zeros(len(sent[0])), abs=1e-9)
        assert sent[0] @ sent[0] <= [1, 0.5][t] + 1e-9
    points.append((0 * last, 0 * last, 0.0))
    for (x, g, f), (z, h, e) in product(points, repeat=2):
        assert 2 * (e - f + h @ (x - z)) + (g - h) @ (g - h) <= 1e-9
    assert np.mean(ends) == pytest.approx(found.lower, rel=1e-6)
    assert found.lower < found.bound


def test_refusals() -> None:
    method = gradient(F(1, 10))
    with pytest.raises(ValueError, match="iterations must be from 1 to 20"):
        worst_final(method, 1, 10, 21)
    with pytest.raises(ValueError, match="noise_moments must be one level for each of 3 steps"):
        worst_final(method, 1, 10, 3, [1, 1])
    with pytest.raises(ValueError, match="noise_moments must be 0 or positive"):
        worst_final(method, 1, 10, 2, [1, -1])
    with pytest.raises(ValueError, match="start_size must be positive"):
        worst_final(method, 1, 10, 2, start_size=0)
    with pytest.raises(ValueError, match="measure must be value or distance"):
        worst_final(method, 1, 10, 2, measure="gradient")
    assert worst_final(method, 10, 10, 2) is None
