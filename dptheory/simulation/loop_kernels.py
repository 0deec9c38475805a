r"""The one loop of all simulations: a block of consecutive runs, with kernels bound statically.

.. math:: x_{t+1} = u_t(x_t, x_{t-1}, g(y_t) + b_t\zeta_t), \qquad y_t = q_t(x_t, x_{t-1}).

An optimiser is a record of numbers, one an iteration, and three kernels:

* ``at(method, t)``: the numbers c of iteration t;
* ``query(c, x, last)``: a coordinate of the point where the gradient is taken;
* ``update(c, x, last, released)``: that of the next iterate.

A problem is a record of arrays and scalars and two kernels:

* ``measure(problem, block)``: a loss or a norm of the gradient a run, in ``block.values``;
* ``differentiate(problem, plan, t, block)``: the gradients at the query points, bounded where a
  rule bounds them.

:func:`stepping` makes a step of an optimiser and ``differentiate``, :func:`simulation` the loop.
The arithmetic of a run depends neither on its position in a block nor on the other runs, and its
draws on (seed, run, iteration, coordinate) alone, so its numbers are the same bits however the work
is split.
"""

import hashlib
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from dptheory.compiled import compiled
from dptheory.ranges import require
from dptheory.simulation.streams import fill_block

Array = NDArray[np.float64]
Indices = NDArray[np.int64]
Kernel = Callable[..., Any]


class Plan(NamedTuple):
    """What the runs of a call share.

    Attributes:
        law: of the noise, a number of :mod:`dptheory.simulation.streams`.
        seed: of the streams.
        pace: iterations of the streams that a step takes; its noise is that of the first.
        scale: of the noise of every step, shape (T,).
        recorded: the iterations whose measures are kept, increasing in 0..T, shape (r,).
        starts: x_0 and x_{-1}, shape (2, coordinates), as the problem has them.
        dimension: how many coordinates, from the first, have noise.
    """

    law: int
    seed: int
    pace: int
    scale: Array
    recorded: Indices
    starts: Array
    dimension: int


class Block(NamedTuple):
    """Consecutive runs, at most 256, one a row or one a column, as their problem has them.

    Attributes:
        first: number of the first run.
        now, last: the iterates x_t and x_{t-1}, overwritten.
        point, gradient: the query points y_t and the gradients there.
        noise: standard draws, a run a column; draws: those rows of it that are drawn.
        values: the measures, shape (runs,).
    """

    first: int
    now: Array
    last: Array
    point: Array
    gradient: Array
    noise: Array
    draws: Array
    values: Array


@cache
def _sources() -> str:
    """A digest of the project's compiled sources."""
    package = Path(__file__).parents[1]
    digest = hashlib.sha256()
    for folder in ("gradients", "simulation"):
        for path in sorted((package / folder).glob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def _bound(template: Kernel, name: str, kernels: dict[str, Kernel]) -> FunctionType:
    """A copy of a template of its own name, with kernels for its globals of theirs."""
    function = FunctionType(template.__code__, {**template.__globals__, **kernels}, name)
    function.__qualname__ = f"{name}_{_sources()}"
    return function


def bind(template: Kernel, name: str, **kernels: Kernel) -> Kernel:
    """A template with its kernels, to be inlined where it is called: it has no machine code."""
    inlined: Kernel = njit(inline="always")(_bound(template, name, kernels))
    return inlined


def recorded_iterations(record: Sequence[int] | None, steps: int) -> Indices:
    """The iterations of 0..T that are recorded, all by default.

    Raises:
        ValueError: they do not increase, or one is not in 0..T.
    """
    recorded = np.arange(steps + 1) if record is None else np.array(record, dtype=np.int64)
    increasing = recorded.ndim == 1 and bool((np.diff(recorded) > 0).all())
    inside = increasing and (recorded.size == 0 or (recorded[0] >= 0 and recorded[-1] <= steps))
    require(inside, "record", f"increasing iterations in 0..{steps}", record)
    return recorded


def _absent(*_: Any) -> Any:
    """The place of a kernel in a template."""


begin = measure = advance = at = query = differentiate = update = _absent


def _simulate(
    problem: Any, method: Any, plan: Plan, first: int, kept: Array, least: Array
) -> Array:
    """Run a block; its last iterates.

    Shapes: kept (r, runs), the measures at the recorded iterations; least (runs,), lowered to the
    smallest measure over 0 <= t < T, or (0,) where nobody asks for it.
    """
    block, place = begin(plan, first, kept.shape[1]), 0
    steps = plan.scale.shape[0]
    for t in range(steps + 1):
        keep = place < plan.recorded.shape[0] and plan.recorded[place] == t
        if keep or least.shape[0] > 0:
            measure(problem, block)
        if keep:
            for run in range(kept.shape[1]):
                kept[place, run] = block.values[run]
            place += 1
        if t == steps:
            break
        for run in range(least.shape[0]):
            least[run] = min(least[run], block.values[run])
        if plan.scale[t] > 0.0:
            fill_block(plan.law, plan.seed, block.first, plan.pace * t, block.draws)
        advance(problem, method, plan, t, block)
    final: Array = block.now
    return final


def simulation(
    name: str, *, begin: Kernel, measure: Kernel, advance: Kernel, fuse: bool = False
) -> Kernel:
    """Compile the loop with its kernels.

    Numba never caches a function that takes another as an argument or holds it in a closure; a
    global is bound statically. Its cache on disk goes by a function's file, name and the age of
    that file alone: a simulation has a name of its own, with the digest of all sources. That also
    keeps records out of other entries, whose old index would name a class that has moved.

    Args:
        name: of the simulation, unique.
        begin: makes a block, of the plan, the number of the first run and that of runs.
        measure, advance: of the problem and the optimiser.
        fuse: whether products and sums are rounded once.
    """
    function = _bound(_simulate, name, {"begin": begin, "measure": measure, "advance": advance})
    flags = {"contract"} if fuse else False
    machine: Kernel = compiled(nogil=True, error_model="numpy", fastmath=flags)(function)
    return machine


@njit(inline="always")
def rows(plan: Plan, first: int, runs: int) -> Block:
    """The start of a block with one run a row."""
    width, noise = plan.starts.shape[1], np.zeros((plan.starts.shape[1], runs))
    now, last = np.empty((runs, width)), np.empty((runs, width))
    point, gradient = np.empty((runs, width)), np.empty((runs, width))
    for j in range(width):
        now[:, j] = plan.starts[0, j]
        last[:, j] = plan.starts[1, j]
    draws = noise[: plan.dimension]
    return Block(first, now, last, point, gradient, noise, draws, np.empty(runs))


def _step(problem: Any, method: Any, plan: Plan, t: int, block: Block) -> None:
    """A step of runs that are rows."""
    now, last, point, gradient = block.now, block.last, block.point, block.gradient
    c, scale, noise = at(method, t), plan.scale[t], block.noise
    for i in range(now.shape[0]):
        for j in range(now.shape[1]):
            point[i, j] = query(c, now[i, j], last[i, j])
    differentiate(problem, plan, t, block)
    for i in range(now.shape[0]):
        for j in range(now.shape[1]):
            x, released = now[i, j], gradient[i, j] + scale * noise[j, i]
            now[i, j] = update(c, x, last[i, j], released)
            last[i, j] = x


def stepping(name: str, method: dict[str, Kernel], differentiate: Kernel) -> Kernel:
    """A step of runs that are rows: ``advance`` of :func:`simulation`."""
    return bind(_step, name, differentiate=differentiate, **method)


class Momentum(NamedTuple):
    """The momentum family: step sizes, momenta and extrapolations, shape (T,) each."""

    alpha: Array
    beta: Array
    eta: Array


@njit(inline="always")
def _coefficients(method: Momentum, t: int) -> tuple[float, float, float]:
    return method.alpha[t], method.beta[t], method.eta[t]


@njit(inline="always")
def _extrapolated(c: tuple[float, float, float], x: float, last: float) -> float:
    """x_t + eta (x_t - x_{t-1})."""
    return x + c[2] * (x - last)


@njit(inline="always")
def _moved(c: tuple[float, float, float], x: float, last: float, released: float) -> float:
    """x_t - alpha released + beta (x_t - x_{t-1})."""
    return x - c[0] * released + c[1] * (x - last)


MOMENTUM: dict[str, Kernel] = {"at": _coefficients, "query": _extrapolated, "update": _moved}


class Sgd(NamedTuple):
    """SGD without momentum: step sizes, shape (T,)."""

    eta: Array


@njit(inline="always")
def _step_size(method: Sgd, t: int) -> float:
    eta: float = method.eta[t]
    return eta


@njit(inline="always")
def _here(_eta: float, x: float, _last: float) -> float:
    return x


@njit(inline="always")
def _descended(eta: float, x: float, _last: float, released: float) -> float:
    """x_t - eta released."""
    return x - eta * released


SGD: dict[str, Kernel] = {"at": _step_size, "query": _here, "update": _descended}
