"""``dptheory rate``: the certified convergence rate of one method."""

import argparse
import math
from collections.abc import Iterator
from dataclasses import asdict
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from dptheory.commands import options, rate_grid, rate_horizon
from dptheory.commands.arguments import add_method, check_class, left_out, method_of, tell
from dptheory.files import outputs

if TYPE_CHECKING:
    from dptheory.lyapunov.floors import Floor
    from dptheory.lyapunov.results import RateResult
    from dptheory.methods import Method

Problem = tuple["Method", Fraction, Fraction]
INEQUALITIES = ("full", "paper")
DEPTHS = (0.01, 0.1, 0.3, 0.7, 1.2, 2.0, 3.0)  # log of (1 - least rho^2) over 1 - rho^2
FLOORS = {"value": "F - F*", "distance": "|x - x*|^2", "gradient": "|grad F|^2"}
MEANING = {
    "infeasible": "the inequality certifies no rate here; the method may converge all the same",
    "curvature": "on a quadratic of the class the method does not converge",
    "cycle": "on a function of the class the method goes round {} points",
    "undecided": "neither a rate nor its absence was proved to the accuracy that is asked for",
}


def add(subparsers: Any) -> None:
    """Add the subcommand."""
    p = options.command(
        subparsers,
        "rate",
        "certified rate of a momentum method on strongly convex, smooth functions",
        "The smallest rate rho that the Lyapunov inequality certifies for "
        "x+ = x - alpha g(y) + beta (x - x_prev), y = x + eta (x - x_prev), with a certificate in "
        "rational numbers. Without --alpha and --beta they are chosen for the least rate that is "
        "found. Numbers may be decimals or rationals such as 2/11.",
    )
    add_method(p)
    for name in ("mu", "smoothness"):
        options.add(p, name, required=True, within="> 0", decades=options.FAR)
    words = "full: all interpolation conditions; paper: (22) of Kuru et al."
    options.add(p, "inequality", words, among=INEQUALITIES, default="full")
    words = "of |x - x*|^2 and |grad F|^2 too; with --grid its floors"
    options.add(p, "floor", words, among=("all",), nargs="?", const="all")
    options.flag(p, "trade_off", "the smallest certified noise gain at slower rates")
    options.add(p, "iterations", "the worst error of the last one", between=(1, rate_horizon.MOST))
    words = "with --iterations: E|w_t|^2 of each gradient, a number a line, or one for all"
    options.text(p, "noise_schedule", words, metavar="FILE")
    words = ".json, the certificate; with --grid .csv or .png, or both"
    options.text(p, "output", words, metavar="FILE", action="append")
    rate_grid.add(p)


def run(arguments: argparse.Namespace) -> int:
    """Solve, print, write the certificate."""
    check_class(arguments)
    if arguments.grid is not None:
        return rate_grid.run(arguments)
    left_out(arguments, rate_grid.OWN, "without --grid")
    chosen = _is_left_open(arguments)
    method = None if chosen else method_of(arguments)
    rate_horizon.check(arguments)
    path = outputs("--output", arguments.output, ".json").get(".json")
    from dptheory.lyapunov.certificates import write
    from dptheory.lyapunov.fastest import fastest
    from dptheory.lyapunov.rates import rate

    method = method or fastest(arguments.method, arguments.mu, arguments.smoothness)
    problem = (method, arguments.mu, arguments.smoothness)
    result = rate(*problem, inequality=arguments.inequality)
    if path is not None and result.certificate is not None:
        write(result.certificate, path)
    horizon = rate_horizon.answer(problem, arguments.iterations, arguments.noise_schedule)
    noise = _noise(arguments.inequality, problem, result)
    floors = _floors(problem) if arguments.floor else {}
    answer: dict[str, Any] = {
        "status": str(result.status),
        "method": method.name,
        "inequality": arguments.inequality,
        "alpha": float(method.alpha),
        "beta": float(method.beta),
        "extrapolation": float(method.extrapolation),
        "mu": float(arguments.mu),
        "L": float(arguments.smoothness),
        "rho": result.rho,
        "rho_lower": result.rho_lower,
        "start": result.start,
        **noise,
        **({"floors": {of: it and asdict(it) for of, it in floors.items()}} if floors else {}),
        **rate_horizon.record(horizon),
        "certificate": result.certificate,
    }
    if arguments.trade_off:
        answer["trade_off"] = _trade_off(arguments.inequality, problem, result)

    def lines(answer: dict[str, Any]) -> Iterator[str]:
        for key in ("status", "method", "inequality"):
            yield f"{key:>11}  {answer[key]}"
        for key in ("alpha", "beta") if chosen else ():
            yield f"{key:>11}  {answer[key]:.10g}"
        for key in ("rho", "rho_lower", "start", "noise_gain"):
            value = answer[key]
            if value is not None or key != "start":
                yield f"{key:>11}  {_digits(value)}{_beside(key, noise)}"
        for name, found in floors.items():
            gain = _digits(None if found is None else found.gain)
            yield f"{'floor':>11}  {gain} of {FLOORS[name]} per unit of E|w|^2"
        yield from rate_horizon.lines(horizon)
        if result.rho2 is not None:
            # What a rate near 1 leaves of its digits.
            near = float((1 - result.rho2) / (1 + Fraction(result.rho or 0)))
            yield f"{'1 - rho':>11}  {near:.10g}"
        if (meaning := _meaning(result)) is not None:
            yield f"{'':>11}  {meaning}"
        if path is not None and result.certificate is not None:
            yield f"certificate  {path}"
        for rho, gain in answer.get("trade_off", ()):
            yield f"{'trade-off':>11}  noise gain {gain:.6g} at rho {rho:.8g}"

    return tell(arguments, answer, lines)


def _is_left_open(arguments: argparse.Namespace) -> bool:
    """Whether step size and momentum are to be chosen."""
    given = (arguments.alpha, arguments.beta, arguments.extrapolation)
    named = arguments.method in ("gradient", "heavy-ball", "nesterov")
    return named and arguments.inequality == "full" and given == (None, None, None)


def _digits(value: float | None) -> str:
    return "-" if value is None else format(value, ".10g")


def _meaning(result: "RateResult") -> str | None:
    """What an answer without a rate means, by its proof."""
    if result.status == "infeasible" and result.certificate is not None:
        witness = result.certificate["witness"]
        for proof in ("curvature", "cycle"):
            if proof in witness:
                return MEANING[proof].format(len(witness[proof]))
    return MEANING.get(result.status)


def _noise(inequality: str, problem: Problem, result: "RateResult") -> dict[str, Any]:
    """The noise gain with the memory that it needs, and what is known from below."""
    from dptheory.lyapunov.floors import noise_floor
    from dptheory.lyapunov.radial import floor_from_below

    full = inequality == "full" and result.noise_gain is None
    floor, low = noise_floor(*problem) if full else None, floor_from_below(*problem)
    return {
        "noise_gain": result.noise_gain if floor is None else floor.gain,
        "noise_lookback": None if floor is None else floor.lookback,
        "noise_certificate": None if floor is None else floor.certificate,
        "noise_gain_lower": None if low is None else low.gain,
        "noise_lower_by": None if low is None else low.by,
        "noise_lower_certificate": None if low is None else low.certificate,
    }


def _floors(problem: Problem) -> "dict[str, Floor | None]":
    """The least floor of each kind of error."""
    from dptheory.lyapunov.floors import noise_floor

    return {of: noise_floor(*problem, measure=of) for of in FLOORS}


def _beside(key: str, noise: dict[str, Any]) -> str:
    """What a reader compares a noise gain with."""
    if key != "noise_gain" or noise["noise_gain"] is None or noise["noise_gain_lower"] is None:
        return ""
    return f" at most, {noise['noise_gain_lower']:.6g} at least ({noise['noise_lower_by']})"


def _trade_off(
    inequality: str, problem: Problem, result: "RateResult"
) -> list[tuple[float, float]]:
    """Rates from the fastest on, and the smallest certified noise gain at each."""
    from dptheory.lyapunov.full_noise import full_trade_off
    from dptheory.lyapunov.noise import trade_off

    if result.rho2 is None:
        return []
    gap = float(1 - result.rho2)
    rates = [math.sqrt(1 - gap * math.exp(-depth)) for depth in DEPTHS]
    curve = full_trade_off if inequality == "full" else trade_off
    return [(it.rho, it.gain) for it in curve(*problem, rates) if it is not None]
