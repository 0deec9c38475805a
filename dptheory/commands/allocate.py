"""``dptheory allocate``: the schedule of noise that spends a budget best."""

import argparse
import json
import math
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from dptheory.commands.account_table import accounts, show_accounts
from dptheory.commands.arguments import exclusive, number, require
from dptheory.commands.budget import (
    add_data,
    check_data,
    finite,
    require_iterations,
    require_positive,
    require_probability,
    shown,
    whole,
)
from dptheory.commands.disclaimer import closing
from dptheory.errors import ArgumentError
from dptheory.files import text_of

METHODS = ("gradient", "nesterov", "multistage")  # with bounds in closed form
CERTIFIED = ("gradient", "heavy-ball", "nesterov")
SHAPE = ("method", "alpha", "beta", "mu", "smoothness", "iterations", "first_stage", "p", "scale")


def add(subparsers: Any) -> None:
    """Add the subcommand."""
    p = subparsers.add_parser(
        "allocate",
        help="how to spend a privacy budget over iterations",
        description="The noise of every iteration that makes a bound's noise part smallest at a "
        "given budget, for the replace-one relation. The weights of the iterations come from a "
        "method's proved bound, or from a file. Numbers may be decimals or rationals.",
    )
    p.add_argument(
        "--method", metavar="NAME", help="gradient, nesterov or multistage; certified: heavy-ball"
    )
    p.add_argument("--alpha", type=number, metavar="A", help="step size (not with multistage)")
    p.add_argument("--beta", type=number, metavar="B", help="certified: momentum, 0 <= B < 1")
    p.add_argument("--mu", type=number, metavar="M", help="strong convexity, M > 0")
    p.add_argument("--smoothness", type=number, metavar="L", help="smoothness L >= mu")
    p.add_argument("--iterations", type=whole, metavar="T", help="number of iterations, T >= 1")
    p.add_argument(
        "--first-stage", type=whole, metavar="N", help="multistage: length of the first stage"
    )
    p.add_argument("--p", type=whole, metavar="P", help="multistage: exponent (default 1)")
    p.add_argument(
        "--scale", type=number, metavar="C", help="multistage: first step size by 1/L (default 1)"
    )
    p.add_argument(
        "--weights",
        default="proved",
        metavar="WHICH",
        help="proved: of E|w_t|^2 in the proved bound (default); printed: a_{T,t} of (29) and "
        "(34) of Kuru et al., which multiply d b_t^2; certified: of the Lyapunov function that "
        "makes the noise part smallest",
    )
    p.add_argument("--weights-file", metavar="FILE", help="own weights instead, one a line")
    p.add_argument(
        "--mechanism", default="laplace", metavar="NAME", help="laplace (default) or gaussian"
    )
    add_data(p)
    p.add_argument(
        "--batch-size", type=whole, metavar="M", help="records in a batch, 1 <= M <= N (default N)"
    )
    p.add_argument("--epsilon", type=number, metavar="E", help="the budget, E > 0")
    p.add_argument(
        "--delta",
        type=number,
        metavar="D",
        help="laplace: also print the epsilon that the schedule really has at this delta; "
        "gaussian: the budget is (epsilon, delta), and the sensitivity an L2 distance",
    )
    p.add_argument("--rho", type=number, metavar="R", help="gaussian: a zCDP budget instead")
    p.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace) -> int:
    """Allocate, print a summary or JSON."""
    check_data(arguments)
    _check_budget(arguments)
    proof = _certified(arguments) if arguments.weights == "certified" else None
    weights = _weights(arguments) if proof is None else proof.weights
    answer = _laplace(arguments, weights) if arguments.mechanism == "laplace" else None
    answer = answer or _gaussian(arguments, weights)
    if proof is not None:
        answer["certificate"] = proof.certificate
    if arguments.json:
        print(json.dumps(answer))
    else:
        _show(answer)
        print(closing(arguments.n, arguments.delta))
    return 0


def _check_budget(arguments: argparse.Namespace) -> None:
    mechanism = arguments.mechanism
    require(mechanism in ("laplace", "gaussian"), "--mechanism", "laplace or gaussian", mechanism)
    if arguments.rho is not None:
        require(mechanism == "gaussian", "--rho", "left out with laplace", arguments.rho)
        require_positive("--rho", arguments.rho)
        for option in ("epsilon", "delta"):
            exclusive(f"--{option}", getattr(arguments, option), "--rho")
        allowed = f"n = {arguments.n} with --rho: zCDP has no amplification by sampling"
        require(arguments.batch_size == arguments.n, "--batch-size", allowed, arguments.batch_size)
        return
    require_positive("--epsilon", arguments.epsilon)
    if mechanism == "gaussian" or arguments.delta is not None:
        require_probability("--delta", arguments.delta)


def _weights(arguments: argparse.Namespace) -> list[float]:
    """The weights of the method's bound, or of the file."""
    if arguments.weights_file is not None:
        for name in SHAPE:
            option, value = f"--{name.replace('_', '-')}", getattr(arguments, name)
            exclusive(option, value, "--weights-file")
        return _from_file(Path(arguments.weights_file))
    method, which = arguments.method, arguments.weights
    require(method in METHODS, "--method", f"one of {', '.join(METHODS)}", method)
    allowed = "proved, printed or certified"
    require(which in ("proved", "printed"), "--weights", allowed, which)
    fits = which == "proved" or method != "gradient"
    require(fits, "--weights", "proved with gradient: none are printed", which)
    beta = arguments.beta
    require(beta is None, "--beta", "left out but with --weights certified", beta)
    T = _check_shape(arguments)
    if method == "multistage":
        return _multistage_weights(arguments)
    _require_constant(arguments)
    scaled = arguments.alpha * arguments.smoothness
    if method == "gradient":
        allowed = f"in (0, 2/L) with L = {arguments.smoothness}"
        require(scaled < 2, "--alpha", allowed, arguments.alpha)
    else:
        allowed = f"in (0, 1/L] with L = {arguments.smoothness}"
        require(scaled <= 1, "--alpha", allowed, arguments.alpha)
    from dptheory.bounds import last_iterate, strongly_convex

    known = tuple(float(x) for x in (arguments.alpha, arguments.mu, arguments.smoothness))
    bound = getattr(strongly_convex, method)
    if method == "gradient" and last_iterate.covers(*known):
        bound = last_iterate.gradient
    return _chosen(bound(*known, T).noise_weights, which)


def _check_shape(arguments: argparse.Namespace) -> int:
    """The class and the number of iterations, which is returned."""
    require_positive("--mu", arguments.mu)
    require_positive("--smoothness", arguments.smoothness)
    allowed = f"at least mu = {arguments.mu}"
    require(arguments.smoothness >= arguments.mu, "--smoothness", allowed, arguments.smoothness)
    require_iterations("--iterations", arguments.iterations)
    return int(arguments.iterations)


def _require_constant(arguments: argparse.Namespace) -> None:
    """A step size, and no stages."""
    for name in ("first_stage", "p", "scale"):
        option, value = f"--{name.replace('_', '-')}", getattr(arguments, name)
        require(value is None, option, f"left out with {arguments.method}", value)
    require_positive("--alpha", arguments.alpha)


@dataclass(frozen=True)
class _Proof:
    """Weights of a certified bound and what proves them."""

    weights: list[float]
    certificate: dict[str, Any]


def _certified(arguments: argparse.Namespace) -> _Proof:
    """The certified bound with the smallest noise part under the best schedule."""
    allowed = f"one of {', '.join(CERTIFIED)} with --weights certified"
    require(arguments.method in CERTIFIED, "--method", allowed, arguments.method)
    exclusive("--weights-file", arguments.weights_file, "--weights certified")
    T = _check_shape(arguments)
    _require_constant(arguments)
    alpha, beta = arguments.alpha, arguments.beta
    if arguments.method == "gradient":
        require(beta is None, "--beta", "left out with gradient", beta)
    else:
        require(beta is not None and 0 <= beta < 1, "--beta", "a number in [0, 1)", beta)
    from dptheory import methods
    from dptheory.bounds.certified import Wanted, constant
    from dptheory.privacy.accounting import gaussian_rho
    from dptheory.tuning.noise import FullGaussian, Noise, mechanism

    S, n, m = float(arguments.sensitivity), arguments.n, arguments.batch_size
    noise: Noise
    if arguments.mechanism == "gaussian" and m == n:
        rho = arguments.rho or gaussian_rho(float(arguments.epsilon), float(arguments.delta))
        noise = FullGaussian(float(rho), S, n, 1)
    else:
        delta = float(arguments.delta) if arguments.mechanism == "gaussian" else None
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
    given = arguments.alpha
    require(given is None, "--alpha", "left out with multistage: it is scale/L", given)
    first, p, scale = arguments.first_stage, arguments.p, arguments.scale
    allowed = f"a whole number from 1 to the iterations, {arguments.iterations}"
    require(first is None or 1 <= first <= arguments.iterations, "--first-stage", allowed, first)
    require(p is None or 1 <= p <= 1000, "--p", "a whole number from 1 to 1000", p)
    require(scale is None or 0 < scale <= 1, "--scale", "in (0, 1]", scale)
    from dptheory.bounds.strongly_convex import multistage
    from dptheory.optimizers.stage_plans import stages

    mu, smoothness = float(arguments.mu), float(arguments.smoothness)
    p, scale = 1 if p is None else p, 1.0 if scale is None else float(scale)
    plan = stages(arguments.iterations, mu, smoothness, first_stage=first, p=p, alpha_scale=scale)
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
    for place, line in enumerate(text_of("--weights-file", path).split("\n"), start=1):
        if not line.strip():
            continue
        try:
            value = number(line)
        except argparse.ArgumentTypeError:
            value = Fraction(-1)
        fits = value == 0 or 1e-300 < value < 1e300
        where = f"--weights-file {path}, line {place},"
        require(fits, where, "a number, 0 or between 1e-300 and 1e300", line.strip())
        weights.append(float(value))
    require(any(weights), f"--weights-file {path}", "not without a positive weight", path.name)
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
    from dptheory.allocation import compare
    from dptheory.privacy.accounting import laplace_epsilon
    from dptheory.privacy.laplace import LaplaceSteps
    from dptheory.privacy.neighbouring import Neighbouring

    S, n, m = float(arguments.sensitivity), arguments.n, arguments.batch_size
    compared = compare(weights, float(arguments.epsilon), sensitivity=S, n=n, batch_size=m)
    best = compared.optimal
    answer = {
        "epsilon_t": best.budgets.tolist(),
        "laplace_scale_t": [finite(b) for b in best.scales.tolist()],
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
    from dptheory.allocation import gaussian_zcdp
    from dptheory.privacy.accounting import gaussian_rho

    D, n, m = float(arguments.sensitivity), arguments.n, arguments.batch_size
    if m < n:
        best, by_rule = _sampled(arguments, weights)
        spending = "divergence_t"
        answer = _common(arguments, best, weights)
        answer["fourth_root_objective"] = by_rule
    else:
        rho = arguments.rho
        if rho is None:
            rho = gaussian_rho(float(arguments.epsilon), float(arguments.delta))
        best = gaussian_zcdp(weights, float(rho), sensitivity=D / n)
        spending = "rho_t"
        answer = _common(arguments, best, weights)
        if arguments.rho is None:
            # The budget is rho's exact equivalent, and rho is spent.
            answer |= {"rho": rho, "spent": float(arguments.epsilon)}
    answer = {
        spending: best.budgets.tolist(),
        "sigma_t": [finite(s) for s in best.scales.tolist()],
        **answer,
    }
    if arguments.delta is not None:
        delta = float(arguments.delta)
        answer["accounts"] = accounts(best.scales.tolist(), D, n, m, delta)
        answer["delta"] = delta
    return answer


def _show(answer: dict[str, Any]) -> None:
    """A summary: what was asked, what it gains, and some iterations."""
    spending, scale = list(answer)[:2]
    for key, value in answer.items():
        if not isinstance(value, list | dict) and value is not None:
            print(f"{key:>20}  {_residual(value) if key == 'kkt_residual' else shown(value)}")
    if answer["objective"] > 0:
        gain = answer["uniform_objective"] / answer["objective"]
        print(f"{'gain over uniform':>20}  {gain:.6g}")
    if "accounts" in answer:
        show_accounts(answer["accounts"], answer["delta"])
    T = answer["iterations"]
    print(f"{'t':>8}  {'weight':>14}  {spending:>14}  {scale:>15}")
    for t in sorted({round(k * (T - 1) / 8) for k in range(9)}):
        noise = answer[scale][t]
        size = "infinite" if noise is None else f"{noise:.8g}"
        print(f"{t:>8}  {answer['weights'][t]:>14.8g}  {answer[spending][t]:>14.8g}  {size:>15}")


def _residual(value: float) -> str:
    """A residual; what rounding leaves differs from machine to machine."""
    return f"{value:.2g}" if value > 1e-12 else "below 1e-12"
