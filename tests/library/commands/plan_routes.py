"""The numbers of a plan by other routes: dp-accounting, quadrature, linear programmes, counting."""

import math
from collections.abc import Callable
from fractions import Fraction

import numpy as np
from dp_accounting import dp_event
from dp_accounting.pld import pld_pmf
from dp_accounting.pld.pld_privacy_accountant import PLDAccountant
from dp_accounting.privacy_accountant import NeighboringRelation
from dp_accounting.rdp import RdpAccountant
from numpy.typing import NDArray
from scipy.optimize import brentq, linprog
from scipy.special import log_ndtr, ndtr
from scipy.stats import binom, norm

from dptheory.memory.layers import Network

Array = NDArray[np.float64]
FINE = 1e-3  # width of a grid of losses
LOW_ORDERS = [1.1, 1.2, 1.3]  # at which dp-accounting is slow for Poisson batches
ORDERS = [1 + k / 10 for k in range(4, 41)] + [float(k) for k in range(6, 30)]


def poisson_loss(sigma: float, rate: float, steps: int, delta: float) -> float:
    """dp-accounting's privacy loss distribution of Poisson batches."""
    return _composed(
        PLDAccountant(NeighboringRelation.ADD_OR_REMOVE_ONE, FINE), sigma, rate, steps, delta
    )


def poisson_renyi(sigma: float, rate: float, steps: int, delta: float) -> float:
    """dp-accounting's Renyi divergences of Poisson batches."""
    accountant = RdpAccountant(ORDERS, NeighboringRelation.ADD_OR_REMOVE_ONE)
    return _composed(accountant, sigma, rate, steps, delta)


def _composed(
    accountant: PLDAccountant | RdpAccountant, sigma: float, rate: float, steps: int, delta: float
) -> float:
    event = dp_event.PoissonSampledDpEvent(rate, dp_event.GaussianDpEvent(sigma))
    accountant.compose(event, steps)
    return float(accountant.get_epsilon(delta))


def release(eps: Array, z: float) -> Array:
    """delta of one Gaussian release in closed form."""
    half = 1 / (2 * z)
    found: Array = ndtr(half - eps * z) - np.exp(eps + log_ndtr(-half - eps * z))
    return found


def replaced_loss(sigma: float, rate: float, steps: int, delta: float) -> float:
    """Batches without replacement: the known profile of a step, composed by dp-accounting."""
    z = sigma / 2

    def profile(eps: Array) -> Array:
        size = np.abs(eps)
        amplified = rate * release(np.log1p(np.expm1(size) / rate), z)
        found: Array = np.where(eps >= 0, amplified, -np.expm1(-size) + np.exp(-size) * amplified)
        return found

    top = math.log1p(rate * math.expm1((1 / z) * 7 + 1 / (2 * z**2)))
    return compose(profile, -top, top, steps, delta)


def compose(
    profile: Callable[[Array], Array], low: float, high: float, steps: int, delta: float
) -> float:
    """eps of a profile, rounded to more on a grid and composed by dp-accounting."""
    width = max(FINE, (high - low) / 20_000)
    places = np.arange(math.floor(low / width), math.ceil(high / width) + 1)
    rounded = np.minimum(profile(places * width), 1)  # what rounding adds to 1 is refused
    pmf = pld_pmf.create_pmf_pessimistic_connect_dots(width, places, rounded)
    return float(pmf.self_compose(steps, 1e-12).get_epsilon_for_delta(delta))


def replaced_renyi(sigma: float, rate: float, steps: int, delta: float) -> float:
    """The same by Renyi divergences: the integral of dptheory.privacy.rdp by the trapezoid rule."""
    start = 1 / sigma

    def at(order: float) -> float:
        x = np.arange(start, start + 2 * order * start + 12, 2e-3)
        log_ratio = np.log1p(rate * np.expm1(2 * start * (x - start)))
        gain = np.expm1(log_ratio)
        if float(np.max(norm.logpdf(x) + order * log_ratio)) > 600:
            return math.inf
        parts = [
            norm.pdf(x) * (-1 - power * gain) + np.exp(norm.logpdf(x) + power * log_ratio)
            for power in (order, 1 - order)
        ]
        total = float(np.trapezoid(sum(parts), x))
        divergence = steps * math.log1p(total) / (order - 1)
        return divergence + math.log1p(-1 / order) - math.log(delta * order) / (order - 1)

    return min(at(order) for order in LOW_ORDERS + ORDERS)


def shuffled(sigma: float, epochs: int, delta: float) -> float:
    """Where the closed profile of all epochs' releases has this delta."""
    z = sigma / 2 / math.sqrt(epochs)
    return float(brentq(lambda eps: float(release(eps, z)) - delta, 0, 1e4, xtol=1e-10))


def users_on_poisson(sigma: float, rate: float, steps: int, delta: float, records: int) -> float:
    """The larger of both directions of the mixture, its profiles by sums over a fine grid."""
    x = np.arange(-9 * sigma, records + 9 * sigma, sigma / 800)
    shares = binom.pmf(np.arange(records + 1), records, rate)
    mixed = sum(p * norm.pdf(x, j, sigma) for j, p in enumerate(shares))
    plain = norm.pdf(x, 0, sigma)
    width = sigma / 800

    def side(P: Array, Q: Array) -> float:
        ratio = np.log(P) - np.log(Q)
        order = np.argsort(ratio)
        above_P = np.append(np.cumsum(P[order][::-1])[::-1], 0) * width
        above_Q = np.append(np.cumsum(Q[order][::-1])[::-1], 0) * width

        def profile(eps: Array) -> Array:
            first = np.searchsorted(ratio[order], eps, side="right")
            found: Array = np.maximum(above_P[first] - np.exp(eps) * above_Q[first], 0)
            return found

        return compose(profile, float(np.min(ratio)) - FINE, float(np.max(ratio)), steps, delta)

    return max(side(mixed, plain), side(plain, mixed))


def average_variance(beta: float, steps: int) -> float:
    """The sum of squared weights of Adam's average, term by term."""
    weights = [(1 - beta) * beta**k / (1 - beta**steps) for k in range(steps)]
    return math.fsum(w * w for w in weights)


def on_floor(ratio: float, beta2: float, steps: int, floor: float, draws: int) -> float:
    """The share of simulated coordinates with v_hat - 1 below the floor, noise of variance 1."""
    random = np.random.default_rng(7)
    v = np.zeros(draws)
    for _ in range(steps):
        v = beta2 * v + (1 - beta2) * (ratio + random.standard_normal(draws)) ** 2
    return float(np.mean(v / (1 - beta2**steps) - 1 <= floor))


def worst(gradient: float, deviation: float, factor: Callable[[Array], Array]) -> float:
    """The least E h <grad f, g>/|grad f| over laws in the plane, a linear programme on a grid."""
    radius, angle = np.meshgrid(
        deviation * np.linspace(0, 1, 41), np.arccos(np.linspace(-1, 1, 201)), indexing="ij"
    )
    e, across = (radius * np.cos(angle)).ravel(), (radius * np.sin(angle)).ravel()
    values = factor(np.hypot(gradient + e, across)) * (gradient + e)
    found = linprog(values, A_eq=[np.ones_like(e), e], b_eq=[1, 0], method="highs")
    return float(found.fun)


def worst_symmetric(gradient: float, deviation: float, regulariser: float) -> float:
    """The least mean of pairs +-e along or across the gradient with E|e|^2 at most the square."""
    radius = gradient * np.concatenate(
        [np.linspace(0, 3, 1501), np.geomspace(3, 400 * max(1, deviation / gradient), 1000)]
    )
    radius = np.sort(np.concatenate([radius, [gradient, deviation]]))

    def unit(along: Array, across: Array) -> Array:
        found: Array = along / (np.hypot(along, across) + regulariser)
        return found

    zero = np.zeros_like(radius)
    along = (unit(gradient + radius, zero) + unit(gradient - radius, zero)) / 2
    across = unit(np.full_like(radius, gradient), radius)
    values = np.concatenate([along, across])
    squares = np.concatenate([radius, radius]) ** 2
    found = linprog(
        values, A_ub=[squares], b_ub=[deviation**2], A_eq=[np.ones_like(values)], b_eq=[1],
        method="highs",
    )  # fmt: skip
    return float(found.fun)


def peak(network: Network, firsts: list[int]) -> int:
    """What is stored at most, layer by layer of the backward pass."""
    held = sum(layer.tokens * layer.inputs for layer in network.layers)
    most, group = held, 0
    for number in range(len(network.layers), 0, -1):
        layer = network.layers[number - 1]
        held += layer.tokens * layer.outputs
        group += layer.tokens * (layer.inputs + layer.outputs)
        most = max(most, held)
        if number in firsts:
            held, group = held - group, 0
    return most


def divisor_of_opacus(n: int, batch: int) -> tuple[int, int]:
    """Batches of an epoch, and the whole part of the records of each."""
    batches = -(-n // batch)
    return batches, math.floor(Fraction(n, batches))
