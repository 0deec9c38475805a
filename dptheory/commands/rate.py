"""``dptheory rate``: the certified convergence rate of one method."""

import argparse
import json
from fractions import Fraction
from typing import Any

from dptheory.commands.arguments import add_class, check_class, method_of, number
from dptheory.files import output

MEANING = {
    "infeasible": "the inequality certifies no rate here; the method may converge all the same",
    "undecided": "neither a rate nor its absence was proved to the accuracy that is asked for",
}


def add(subparsers: Any) -> None:
    """Add the subcommand."""
    p = subparsers.add_parser(
        "rate",
        help="certified rate of a momentum method on strongly convex, smooth functions",
        description="The smallest rate rho that the Lyapunov inequality certifies for "
        "x+ = x - alpha g(y) + beta (x - x_prev), y = x + eta (x - x_prev), with a certificate in "
        "rational numbers. Numbers may be decimals or rationals such as 2/11.",
    )
    p.add_argument("--alpha", type=number, metavar="A", help="step size, A from 1e-300 to 1e300")
    p.add_argument("--beta", type=number, metavar="B", help="momentum in [0, 1)")
    p.add_argument(
        "--eta", type=number, metavar="E", help="extrapolation, from 0 to 1e300 (momentum only)"
    )
    add_class(p)
    p.add_argument(
        "--method",
        default="heavy-ball",
        metavar="NAME",
        help="gradient, heavy-ball (default), nesterov, triple-momentum or momentum",
    )
    p.add_argument("--json", action="store_true", help="print JSON")
    p.add_argument("--certificate", metavar="FILE", help="write the certificate here")


def run(arguments: argparse.Namespace) -> int:
    """Solve, print, write the certificate."""
    check_class(arguments.mu, arguments.smoothness)
    method = method_of(
        arguments.method,
        arguments.alpha,
        arguments.beta,
        arguments.eta,
        arguments.mu,
        arguments.smoothness,
    )
    path = output("--certificate", arguments.certificate, ".json")
    from dptheory.lyapunov.certificates import write
    from dptheory.lyapunov.rates import rate

    result = rate(method, arguments.mu, arguments.smoothness)
    if path is not None and result.certificate is not None:
        write(result.certificate, path)
    answer = {
        "status": str(result.status),
        "method": method.name,
        "alpha": float(method.alpha),
        "beta": float(method.beta),
        "eta": float(method.eta),
        "mu": float(arguments.mu),
        "L": float(arguments.smoothness),
        "rho": result.rho,
        "rho_lower": result.rho_lower,
        "noise_gain": result.noise_gain,
        "certificate": result.certificate,
    }
    if arguments.json:
        print(json.dumps(answer))
        return 0
    for key in ("status", "method"):
        print(f"{key:>11}  {answer[key]}")
    for key in ("rho", "rho_lower", "noise_gain"):
        value = answer[key]
        print(f"{key:>11}  {'-' if value is None else format(value, '.10g')}")
    if result.rho2 is not None:
        # What a rate near 1 leaves of its digits.
        print(f"{'1 - rho':>11}  {float((1 - result.rho2) / (1 + Fraction(result.rho or 0))):.10g}")
    if result.status in MEANING:
        print(f"{'':>11}  {MEANING[result.status]}")
    if path is not None and result.certificate is not None:
        print(f"certificate  {path}")
    return 0
