"""``dptheory allocate``: the schedule of noise that spends a budget best."""

import argparse
import math
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from dptheory.commands import options
from dptheory.commands.account_table import account_lines, accounts
from dptheory.commands.arguments import (
    check_batch,
    check_class,
    exclusive,
    finite,
    given,
    left_out,
    maybe,
    require,
    tell,
)
from dptheory.commands.disclaimer import closing
from dptheory.commands.tables import digits, pairs, table
from dptheory.errors import ArgumentError
from dptheory.files import text_of

METHODS = ("gradient", "nesterov", "multistage")  # with bounds in closed form
CERTIFIED = ("gradient", "heavy-ball", "nesterov")
WEIGHTS = ("proved", "printed", "certified")
SHAPE = ("method", "alpha", "beta", "mu", "smoothness", "iterations", "first_stage", "p")
TABLE = {"t": 8, "weight": 16}
ROWS = 8  # intervals between the iterations that are shown


def add(subparsers: Any) -> None:
    """Add the subcommand."""
    p = options.command(
        subparsers,
        "allocate",
        "how to spend a privacy budget over iterations",
        "The noise of every iteration that makes a bound's noise part smallest at a "
        "given budget, for the replace-one relation. The weights of the iterations come from a "
        "method's proved bound, or from a file. Numbers may be decimals or rationals.",
    )
    options.add(p, "method", among=("gradient", "heavy-ball", "nesterov", "multistage"))
    options.add(p, "alpha", "multistage: of the first stage, at most and by default 1/L")
    options.add(p, "beta", "with --weights certified")
    options.add(p, "mu")
    options.add(p, "smoothness", within="> 0")
    options.add(p, "iterations")
    options.add(p, "first_stage", "multistage")
    options.add(p, "p", "multistage, default 1", between=(1, 1000))
    options.text(
        p,
        "weights",
        "proved: of E|w_t|^2 in the proved bound (default); printed: a_{T,t} of (29) and "
        "(34) of Kuru et al., which multiply d b_t^2; certified: of the Lyapunov function that "
        "makes the noise part smallest; or a file with one a line",
        metavar="NAME|FILE",
        default="proved",
    )
    options.add(p, "mechanism", among=("laplace", "gaussian"), default="laplace")
    options.add(p, "n", required=True)
    options.add(p, "sensitivity", "gaussian: the L2 distance", required=True)
    options.add(p, "batch_size", "default n")
    options.add(p, "epsilon")
    words = "laplace: the epsilon that the schedule has at this delta is told too"
    options.add(p, "delta", words, within="(0, 1)")
    options.add(p, "rho_total", "gaussian, in place of epsilon and delta")


def run(arguments: argparse.Namespace) -> int:
    """Allocate, print a summary or JSON."""
    check_batch(arguments)
    _check_budget(arguments)
    proof = _certified(arguments) if arguments.weights == "certified" else None
    weights = _weights(arguments) if proof is None else proof.weights
    allocated = _laplace if arguments.mechanism == "laplace" else _gaussian
    answer = allocated(arguments, weights)
    if proof is not None:
        answer["certificate"] = proof.certificate

    def lines(answer: dict[str, Any]) -> Iterator[str]:
        yield from _lines(answer)
        yield closing(arguments.n, arguments.delta)

    return tell(arguments, answer, lines)


def _check_budget(arguments: argparse.Namespace) -> None:
    gaussian = arguments.mechanism == "gaussian"
    if arguments.rho_total is None:
        given(arguments, ("epsilon", "delta") if gaussian else ("epsilon",), "")
        return
    require(gaussian, "--rho-total", "left out with laplace", arguments.rho_total)
    for option in ("epsilon", "delta"):
        exclusive(f"--{option}", getattr(arguments, option), "--rho-total")
    allowed = f"n = {arguments.n} with --rho-total: zCDP has no amplification by sampling"
    require(arguments.batch_size == arguments.n, "--batch-size", allowed, arguments.batch_size)


def _weights(arguments: argparse.Namespace) -> list[float]:
    """The weights of the method's bound, or of the file."""
    method, which = arguments.method, arguments.weights
    if which not in WEIGHTS:
        for name in SHAPE:
            exclusive(options.written(name), getattr(arguments, name), "--weights FILE")
        return _from_file(Path(which))
    require(method in METHODS, "--method", f"one of {', '.join(METHODS)}", method)
    fits = which == "proved" or method != "gradient"
    require(fits, "--weights", "proved with gradient: none are printed", which)
    left_out(arguments, ("beta",), "but with --weights certified")
    T = _check_shape(arguments)
    if method == "multistage":
        return _multistage_weights(arguments)
    _require_constant(arguments)
    scaled = arguments.alpha * arguments.smoothness
    fits, interval = (scaled < 2, "(0, 2/L)") if method == "gradient" else (scaled <= 1, "(0, 1/L]")
    allowed = f"in {interval} with L = {arguments.smoothness}"
    require(fits, "--alpha", allowed, arguments.alpha)
    from dptheory.bounds import last_iterate, strongly_convex

    known = tuple(float(x) for x in (arguments.alpha, arguments.mu, arguments.smoothness))
    bound = getattr(strongly_convex, method)
    if method == "gradient" and last_iterate.covers(*known):
        bound = last_iterate.gradient
    return _chosen(bound(*known, T).noise_weights, which)


def _check_shape(arguments: argparse.Namespace) -> int:
    """The class and the number of iterations, which is returned."""
    given(arguments, ("mu", "smoothness", "iterations"), "but with --weights FILE")
    check_class(arguments)
    return int(arguments.iterations)


def _require_constant(arguments: argparse.Namespace) -> None:
    """A step size, and no stages."""
    left_out(arguments, ("first_stage", "p"), f"with {arguments.method}")
    given(arguments, ("alpha",), f"with {arguments.method}")


@dataclass(frozen=True)
class _Proof:
    """Weights of a certified bound and what proves them."""

    weights: list[float]
    certificate: dict[str, Any]


def _certified(arguments: argparse.Namespace) -> _Proof:
    """The certified bound with the smallest noise part under the best schedule."""
    allowed = f"one of {', '.join(CERTIFIED)} with --weights certified"
    require(arguments.method in CERTIFIED, "--method", allowed, arguments.method)
    T = _check_shape(arguments)
    _require_constant(arguments)
    alpha, beta = arguments.alpha, arguments.beta
    if arguments.method == "gradient":
        left_out(arguments, ("beta",), "with gradient")
    else:
        given(arguments, ("beta",), f"with {arguments.method}")
    from dptheory import methods
    from dptheory.bounds.certified import Wanted, constant
    from dptheory.privacy.accounting import gaussian_rho
    from dptheory.tuning.noise import FullGaussian, Noise, mechanism

    S, n, m = float(arguments.sensitivity), arguments.n, arguments.batch_size
    noise: Noise
    if arguments.mechanism == "gaussian" and m == n:
        rho = arguments.rho_total or gaussian_rho(float(arguments.epsilon), float(arguments.delta))
        noise = FullGaussian(float(rho), S, n, 1)
    else:
        delta = maybe(arguments.delta) if arguments.mechanism == "gaussian" else None
        eps = float(arguments.epsilon)
        noise = mechanism(
            eps, delta, sensitivity=S, sensitivity_l2=S, n=n, batch_size=m, dimension=1
        )
    wanted = Wanted(T, 0.0, lambda rho2: noise.least(((1.0, rho2, float(T)),)))
    build = {"heavy-ball": methods.heavy_ball, "nesterov": methods.nesterov}
    method = build[arguments.method](alpha, beta) if beta is not None else methods.gradient(alpha)
    found = constant(method, arguments.mu, arguments.smoothness, wanted)
    if found is None:
        raise ArgumentError(
            "--weights certified must be of a method for which a certificate is found, mu < L. "
            f"Found none for alpha = {alpha}, beta = {beta}."
        )
    form, certificate = found
    return _Proof([float(a) for a in form.linear(T).noise_weights], certificate)


def _multistage_weights(arguments: argparse.Namespace) -> list[float]:
    """The weights of the multistage bound."""
    first, alpha, L = arguments.first_stage, arguments.alpha, arguments.smoothness
    allowed = f"a whole number from 1 to the iterations, {arguments.iterations}"
    fits = first is None or first <= arguments.iterations
    require(fits, "--method first-stage", allowed, first)
    scale = 1 if alpha is None else alpha * L
    require(scale <= 1, "--alpha", f"in (0, 1/L] with L = {L}", alpha)
    from dptheory.bounds.strongly_convex import multistage
    from dptheory.optimizers.stage_plans import stages

    mu, smoothness, p = float(arguments.mu), float(L), arguments.p or 1
    plan = stages(
        arguments.iterations, mu, smoothness, first_stage=first, p=p, alpha_scale=float(scale)
    )
    return _chosen(multistage(plan, mu, smoothness).noise_weights, arguments.weights)


def _chosen(noise: Sequence[Any], which: str) -> list[float]:
    """The proved weights a_t of E|w_t|^2, t = 0, ..., T-1, or the printed ones.

    The paper numbers the same iterations from 1 to T; its a_{T,t} multiplies d b_t^2, half of
    E|noise|^2, and is twice the proved weight. The optimal schedule is the same.
    """
    factor = 2.0 if which == "printed" else 1.0
    return [factor * float(a) for a in noise]


def _from_file(path: Path) -> list[float]:
    """One number a line; empty lines are skipped.

    Raises:
        ValueError: a line is not a nonnegative number, or there is no positive one.
    """
    weights = []
    for place, line in enumerate(text_of("--weights", path).split("\n"), start=1):
        if not line.strip():
            continue
        try:
            value = options.number(line)
        except argparse.ArgumentTypeError:
            value = Fraction(-1)
        fits = value == 0 or 1e-300 < value < 1e300
        where = f"--weights {path}, line {place},"
        require(fits, where, "a number, 0 or between 1e-300 and 1e300", line.strip())
        weights.append(float(value))
    require(any(weights), f"--weights {path}", "not without a positive weight", path.name)
    return weights


def _common(arguments: argparse.Namespace, allocation: Any, weights: list[float]) -> dict[str, Any]:
    return {
        "method": arguments.method,
        "mechanism": arguments.mechanism,
        "neighbouring": "replace-one",
        "iterations": len(weights),
        "n": arguments.n,
        "batch_size": arguments.batch_size,
        "weights": weights,
        "objective": allocation.objective,
        "uniform_objective": allocation.uniform_objective,
        "spent": allocation.spent,
        "kkt_residual": allocation.kkt_residual,
    }


def _laplace(arguments: argparse.Namespace, weights: list[float]) -> dict[str, Any]:
    from dptheory.allocation.laplace_schedule import compare
    from dptheory.privacy.accounting import laplace_epsilon
    from dptheory.privacy.laplace import LaplaceSteps
    from dptheory.privacy.neighbouring import Neighbouring

    S, n, m = float(arguments.sensitivity), arguments.n, arguments.batch_size
    compared = compare(weights, float(arguments.epsilon), sensitivity=S, n=n, batch_size=m)
    best = compared.optimal
    answer = {
        "epsilon_t": best.budgets.tolist(),
        "laplace_scale_t": [finite(float(b)) for b in best.scales],
        **_common(arguments, best, weights),
        "cube_root_objective": compared.cube_root.objective,
        "printed_spent": finite(compared.printed_spent),
    }
    if arguments.delta is not None:
        steps = LaplaceSteps(S, tuple(b for b in best.scales.tolist() if math.isfinite(b)), n, m)
        answer["delta"] = float(arguments.delta)
        answer["epsilon_at_delta"] = laplace_epsilon(
            steps, float(arguments.delta), neighbouring=Neighbouring.REPLACE_ONE
        )
    return answer


def _sampled(arguments: argparse.Namespace, weights: list[float]) -> tuple[Any, float | None]:
    """The best schedule, and the objective of the rule of full data where it meets the budget."""
    from dptheory.allocation import fourth_root, gaussian
    from dptheory.privacy.neighbouring import Neighbouring

    run: dict[str, Any] = {
        "weights": weights,
        "epsilon": float(arguments.epsilon),
        "delta": float(arguments.delta),
        "sensitivity": float(arguments.sensitivity),
        "n": arguments.n,
        "batch_size": arguments.batch_size,
        "neighbouring": Neighbouring.REPLACE_ONE,
    }
    best, by_rule = gaussian(**run), None
    with suppress(ValueError):
        by_rule = fourth_root(**run).objective
    return best, by_rule


def _gaussian(arguments: argparse.Namespace, weights: list[float]) -> dict[str, Any]:
    from dptheory.allocation.zcdp import gaussian_zcdp
    from dptheory.privacy.accounting import gaussian_rho

    D, n, m = float(arguments.sensitivity), arguments.n, arguments.batch_size
    if m < n:
        best, by_rule = _sampled(arguments, weights)
        spending = "divergence_t"
        answer = _common(arguments, best, weights)
        answer["fourth_root_objective"] = by_rule
    else:
        rho = arguments.rho_total
        if rho is None:
            rho = gaussian_rho(float(arguments.epsilon), float(arguments.delta))
        best = gaussian_zcdp(weights, float(rho), sensitivity=D / n)
        spending = "rho_t"
        answer = _common(arguments, best, weights)
        if arguments.rho_total is None:
            # The budget is rho's exact equivalent, and rho is spent.
            answer |= {"rho_total": rho, "spent": float(arguments.epsilon)}
    answer = {
        spending: best.budgets.tolist(),
        "sigma_t": [finite(float(s)) for s in best.scales],
        **answer,
    }
    if arguments.delta is not None:
        delta = float(arguments.delta)
        answer["accounts"] = accounts(best.scales.tolist(), D, n, m, delta)
        answer["delta"] = delta
    return answer


def _lines(answer: dict[str, Any]) -> Iterator[str]:
    """A summary: what was asked, what it gains, and some iterations."""
    spending, scale = list(answer)[:2]
    told = [(k, v) for k, v in answer.items() if v is not None and not isinstance(v, list | dict)]
    yield from pairs(((key, _shown(key, value)) for key, value in told), 20)
    if answer["objective"] > 0:
        gain = answer["uniform_objective"] / answer["objective"]
        yield f"{'gain over uniform':>20}  {gain:.6g}"
    if "accounts" in answer:
        yield from account_lines(answer["accounts"], answer["delta"])
    T, columns = answer["iterations"], TABLE | {spending: 16, scale: 17}
    yield from table(columns, (_row(answer, t, spending, scale) for t in _places(T)))


def _places(T: int) -> list[int]:
    """The iterations that are shown."""
    return sorted({round(k * (T - 1) / ROWS) for k in range(ROWS + 1)})


def _row(answer: dict[str, Any], t: int, spending: str, scale: str) -> list[Any]:
    size = digits(answer[scale][t], 8, "infinite")
    return [t, f"{answer['weights'][t]:.8g}", f"{answer[spending][t]:.8g}", size]


def _shown(key: str, value: Any) -> str:
    """Ten digits, so that every machine agrees; what rounding leaves of a residual differs."""
    if key == "kkt_residual":
        return f"{value:.2g}" if value > 1e-12 else "below 1e-12"
    return f"{value:.10g}" if isinstance(value, float) else str(value)
