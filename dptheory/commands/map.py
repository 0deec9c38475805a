"""``dptheory map``: certified rates over the (alpha, beta) plane."""

import argparse
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

from dptheory.commands.arguments import add_class, check_class, number
from dptheory.files import require_writable, write_atomically


def add(subparsers: Any) -> None:
    """Add the subcommand."""
    p = subparsers.add_parser(
        "map",
        help="certified rates over a grid of step sizes and momenta",
        description="Certified rates on the grid alpha L in (0, TOP], beta in [0, 1), every "
        "feasible point with an exact certificate.",
    )
    add_class(p)
    p.add_argument(
        "--method", default="heavy-ball", metavar="NAME", help="heavy-ball (default) or nesterov"
    )
    p.add_argument("--points", type=int, default=200, metavar="N", help="grid points a side")
    p.add_argument(
        "--top", type=number, default=Fraction(4), metavar="TOP", help="largest alpha L (default 4)"
    )
    p.add_argument("--jobs", type=int, default=2, metavar="J", help="worker processes (default 2)")
    p.add_argument("--output", metavar="FILE", help="write a CSV file")
    p.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace) -> int:
    """Solve the grid, print a summary or JSON, write the CSV."""
    check_class(arguments.mu, arguments.smoothness)
    if arguments.method not in ("heavy-ball", "nesterov"):
        raise ValueError(f"--method must be heavy-ball or nesterov. Found {arguments.method!r}.")
    if arguments.points < 1:
        raise ValueError(f"--points must be at least 1. Found {arguments.points}.")
    if arguments.jobs < 1:
        raise ValueError(f"--jobs must be at least 1. Found {arguments.jobs}.")
    if arguments.top <= 0:
        raise ValueError(f"--top must be positive. Found {arguments.top}.")
    path = Path(arguments.output) if arguments.output else None
    if path is not None:
        require_writable("--output", path)
    from dptheory.lyapunov.grid import rate_map

    size = arguments.points
    alphas = [arguments.top * (i + 1) / size / arguments.smoothness for i in range(size)]
    betas = [Fraction(i, size) for i in range(size)]
    grid = rate_map(
        alphas,
        betas,
        arguments.mu,
        arguments.smoothness,
        method=arguments.method,
        jobs=arguments.jobs,
    )
    rows: list[dict[str, Any]] = [
        {
            "alpha": float(alpha),
            "beta": float(beta),
            "status": str(grid.status[i][j]),
            "rho": float(grid.rho[i][j]) if grid.rho[i][j] < 1 else None,
        }
        for i, alpha in enumerate(alphas)
        for j, beta in enumerate(betas)
    ]
    if path is not None:
        lines = ["alpha,beta,status,rho"] + [
            ",".join("" if value is None else str(value) for value in row.values()) for row in rows
        ]
        write_atomically(path, "\n".join(lines) + "\n")
    if arguments.json:
        print(json.dumps(rows))
        return 0
    for status in ("feasible", "infeasible", "undecided"):
        print(f"{status:>11}  {sum(r['status'] == status for r in rows)}")
    best = min((r for r in rows if r["rho"] is not None), key=lambda r: r["rho"], default=None)
    if best is not None:
        print(f"{'best rho':>11}  {best['rho']} at alpha = {best['alpha']}, beta = {best['beta']}")
    return 0
