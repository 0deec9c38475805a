"""``dptheory simulate``: runs of a noisy method on a quadratic or on records."""

import argparse
import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from dptheory.cluster import add_scheduler, check_scheduler, scheduled
from dptheory.commands import linear_model, options
from dptheory.commands.arguments import (
    add_method,
    check_batch,
    exclusive,
    finite,
    given,
    left_out,
    maybe,
    method_of,
    require,
    tell,
)
from dptheory.commands.disclaimer import closing
from dptheory.commands.tables import digits, pairs, table
from dptheory.files import outputs, write_rows
from dptheory.processes import check_jobs

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dptheory.problems.logistic import Logistic
    from dptheory.problems.quadratic import Quadratic
    from dptheory.simulation import Noise

POINTS, ROWS = 1000, 10  # intervals between the iterations that are recorded, and shown
MOST_ITERATIONS, MOST_RUNS = 10**6, 10**6
OF_RECORDS = (
    "label", "names", "regularisation", "radius_l1", "radius_l2", "scale_rows", "batch_size",
    "clip",
)  # fmt: skip
OF_BUDGETS = ("n", "sensitivity", "delta")
COLUMNS = {"t": 9, "mean F - F*": 15, "standard error": 16}


@dataclass(frozen=True)
class _Asked:
    """The problem, its start, and the distances of two records' gradients, L1 and L2."""

    problem: "Quadratic | Logistic"
    start: "NDArray[Any]"
    mu: Fraction
    smoothness: Fraction
    sensitivities: tuple[float, float] | None = None


def add(subparsers: Any) -> None:
    """Add the subcommand."""
    p = options.command(
        subparsers,
        "simulate",
        "runs of a noisy method on your quadratic or your records",
        "The mean of F(x_t) - F* over runs of x+ = x - alpha (g(y) + noise) + beta (x - x_prev), "
        "y = x + eta (x - x_prev), with its standard error, beside the exact expectation where F "
        "is a quadratic. Of records F is the mean logistic loss plus lambda |x|^2, the start is "
        "0. The noise is Gaussian with --noise-std, or what a budget needs in every "
        "iteration alike, for the replace-one relation.",
    )
    source = p.add_mutually_exclusive_group(required=True)
    options.text(source, "quadratic", metavar="X,...")
    options.text(source, "data", ".npz or CSV, labels of two values", metavar="FILE")
    add_method(p, decades=options.DECADES)
    options.add(p, "iterations", required=True, between=(1, MOST_ITERATIONS))
    options.add(p, "noise_std")
    options.add(p, "epsilon", "Laplace noise, with --delta Gaussian noise")
    options.add(p, "delta", within="(0, 1)")
    options.add(p, "gap", "quadratic: of a start with equal coordinates, default 1", within="> 0")
    options.add(p, "n", "quadratic, with a budget")
    options.add(p, "sensitivity", "quadratic, with a budget; with --delta the L2 distance")
    linear_model.add(p, losses=False)
    options.add(p, "batch_size", "default n")
    options.add(p, "clip", "L2; default: none")
    options.add(p, "runs", default=100, between=(2, MOST_RUNS))
    options.seed(p)
    options.add(p, "jobs", "threads, default 2")
    add_scheduler(p)
    options.text(p, "output", "all recorded iterations, .csv", metavar="FILE", action="append")


def run(arguments: argparse.Namespace) -> int:
    """Simulate, print means and errors or JSON, write the CSV."""
    _check(arguments)
    path = outputs("--output", arguments.output, ".csv").get(".csv")
    asked = _quadratic(arguments) if arguments.data is None else _records(arguments)
    arguments.mu, arguments.smoothness = asked.mu, asked.smoothness
    method, noise = method_of(arguments), _noise(arguments, asked)
    from dptheory.gradients.per_sample import PerSample
    from dptheory.simulation import Execution, simulate

    clip = arguments.clip
    with scheduled(arguments.scheduler, "dptheory simulate"):
        found = simulate(
            asked.problem,
            method,
            noise,
            asked.start,
            arguments.iterations,
            runs=arguments.runs,
            seed=arguments.seed,
            batch_size=arguments.batch_size,
            per_sample=None if clip is None else PerSample("clip", (float(clip),)),
            record=_places(arguments.iterations, POINTS),
            execution=Execution(jobs=arguments.jobs),
        )
    exact = _exact(arguments, asked, method, noise)
    rows = [
        {"iteration": int(t), "mean": finite(float(mean)), "standard_error": finite(float(error))}
        for t, mean, error in zip(found.iterations, found.mean, found.standard_error, strict=True)
    ]
    if exact is not None:
        rows = [row | {"exact": float(exact[row["iteration"]])} for row in rows]
    if path is not None:
        write_rows(path, rows)
    scales = noise.scales(arguments.iterations)
    answer = {
        "method": method.name,
        "alpha": float(method.alpha),
        "beta": float(method.beta),
        "extrapolation": float(method.extrapolation),
        "mu": float(asked.mu),
        "L": float(asked.smoothness),
        "iterations": arguments.iterations,
        "batch_size": arguments.batch_size,
        "law": noise.law,
        "scale": float(scales[0]),
        "epsilon": maybe(arguments.epsilon),
        "delta": maybe(arguments.delta),
        "runs": arguments.runs,
        "seed": arguments.seed,
        "losses": rows,
    }
    return tell(arguments, answer, lambda found: _lines(found, arguments))


def _check(arguments: argparse.Namespace) -> None:
    """Raise ArgumentError unless the options fit together."""
    arguments.jobs = check_jobs(2 if arguments.jobs is None else arguments.jobs)
    check_scheduler(arguments.scheduler)
    if arguments.noise_std is not None:
        exclusive("--epsilon", arguments.epsilon, "--noise-std")
        left_out(arguments, OF_BUDGETS, "with --noise-std")
    else:
        given(arguments, ("epsilon",), "or --noise-std")
    if arguments.data is not None:
        left_out(arguments, ("gap", "n", "sensitivity"), "with --data")
        given(arguments, ("regularisation",), "with --data")
        return
    left_out(arguments, OF_RECORDS, "with --quadratic")
    if arguments.epsilon is not None:
        given(arguments, ("n", "sensitivity"), "with --quadratic and --epsilon")


def _quadratic(arguments: argparse.Namespace) -> _Asked:
    """The quadratic, with the start that has the gap."""
    import numpy as np

    from dptheory.problems import from_spectrum

    spectrum = sorted(options.spectrum(arguments.quadratic))
    gap = float(1 if arguments.gap is None else arguments.gap)
    start = np.full(len(spectrum), math.sqrt(2 * gap / float(sum(spectrum))))
    problem = from_spectrum([float(x) for x in spectrum])
    most = maybe(arguments.sensitivity)
    return _Asked(problem, start, spectrum[0], spectrum[-1], None if most is None else (most, most))


def _records(arguments: argparse.Namespace) -> _Asked:
    """The logistic regression of the file's records, at 0."""
    import numpy as np

    from dptheory.problems.logistic import Logistic

    records, sensitivities = linear_model.read("--data", arguments), None
    bounded = arguments.radius_l1 or arguments.radius_l2 or arguments.ranges
    if arguments.epsilon is not None or bounded:
        linear_model.check(arguments)
        model = linear_model.model_of(arguments, records)
        features, d = model.features, model.dimension
        l1, l2 = linear_model.radii(arguments, d)  # the slope of the loss is at most 1
        clip = math.inf if arguments.clip is None else float(arguments.clip)
        sensitivities = 2 * min(l1, math.sqrt(d) * clip), 2 * min(l2, clip)
    else:
        left_out(arguments, ("scale_rows",), "without --ranges, --radius-l1 or --radius-l2")
        features = records.features
    problem = Logistic(features, records.labels, float(arguments.regularisation))
    arguments.n = problem.size
    check_batch(arguments)
    if arguments.batch_size == arguments.n:
        arguments.batch_size = None
    mu, smoothness = Fraction(problem.mu), Fraction(problem.L)
    return _Asked(problem, np.zeros(problem.dimension), mu, smoothness, sensitivities)


def _noise(arguments: argparse.Namespace, asked: _Asked) -> "Noise":
    """The noise that was given, or the least for the budget, the same in every iteration."""
    import numpy as np

    from dptheory.simulation import Noise

    if asked.sensitivities is None or arguments.epsilon is None:
        return Noise("gaussian", float(arguments.noise_std))
    from dptheory.tuning.noise import mechanism

    l1, l2 = asked.sensitivities
    budget = float(arguments.epsilon), maybe(arguments.delta)
    batch, d = arguments.batch_size or arguments.n, asked.problem.dimension
    made = mechanism(
        *budget, sensitivity=l1, sensitivity_l2=l2, n=arguments.n, batch_size=batch, dimension=d
    )
    scales = made.schedule(np.ones(arguments.iterations)).scales
    fits = bool(np.isfinite(scales).all())
    require(fits, "--epsilon", "a budget that some noise meets", arguments.epsilon)
    return Noise("laplace" if arguments.delta is None else "gaussian", tuple(scales.tolist()))


def _exact(arguments: argparse.Namespace, asked: _Asked, method: Any, noise: "Noise") -> Any:
    """The exact expected loss of every iteration of a quadratic, if floats can hold it."""
    from dptheory.problems import Quadratic
    from dptheory.simulation import expected_loss

    if not isinstance(asked.problem, Quadratic):
        return None
    T = arguments.iterations
    try:
        return expected_loss(asked.problem, method, noise.variances(T), asked.start, T)
    except ValueError:
        return None


def _places(T: int, intervals: int) -> list[int]:
    """The first iteration, the last, and others between them in nearly equal steps."""
    parts = min(T, intervals)
    return [round(k * T / parts) for k in range(parts + 1)]


def _lines(answer: dict[str, Any], arguments: argparse.Namespace) -> Iterator[str]:
    """What was run, and some iterations."""
    momenta = f"beta {answer['beta']:.6g}, eta {answer['extrapolation']:.6g}"
    yield from pairs(
        [
            ("method", f"{answer['method']}, alpha {answer['alpha']:.6g}, {momenta}"),
            ("noise", f"{answer['law']}, scale {answer['scale']:.6g} on the mean gradient"),
            ("runs", answer["runs"]),
        ],
        9,
    )
    rows = answer["losses"]
    exactly = "exact" in rows[0]
    shown = [rows[k] for k in _places(len(rows) - 1, ROWS)]
    names = ["mean", "standard_error", *["exact"] * exactly]
    columns = COLUMNS | ({"exact": 15} if exactly else {})
    cells = ([r["iteration"], *(digits(r[name], 6, "infinite") for name in names)] for r in shown)
    yield from table(columns, cells)
    if arguments.epsilon is not None:
        yield closing(arguments.n, arguments.delta)
