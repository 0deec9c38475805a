"""``dptheory map``: certified rates over the (alpha, beta) plane."""

import argparse
import json
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dptheory.cluster import add_scheduler, check_scheduler, scheduled
from dptheory.commands.arguments import MOST, add_class, check_class, check_positive, number
from dptheory.commands.budget import whole
from dptheory.files import output, replacing, write_atomically
from dptheory.processes import check_jobs
from dptheory.progress import Report, announce, shown, silent

if TYPE_CHECKING:
    from dptheory.lyapunov.grid import RateMap

MOST_POINTS = 1000


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
    p.add_argument(
        "--inequality",
        default="full",
        metavar="NAME",
        help="full (default): all interpolation conditions; paper: (22) of Kuru et al.",
    )
    p.add_argument("--points", type=whole, default=200, metavar="N", help="grid points a side")
    p.add_argument(
        "--top", type=number, default=Fraction(4), metavar="TOP", help="largest alpha L (default 4)"
    )
    p.add_argument(
        "--jobs",
        type=whole,
        default=2,
        metavar="J",
        help="worker processes (default 2), where they pay",
    )
    add_scheduler(p)
    p.add_argument("--output", metavar="FILE", help="write a CSV file")
    p.add_argument("--picture", metavar="FILE", help="draw the rates into a PNG file")
    p.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace) -> int:
    """Solve the grid, print a summary or JSON, write the CSV."""
    check_class(arguments.mu, arguments.smoothness)
    if arguments.method not in ("heavy-ball", "nesterov"):
        raise ValueError(f"--method must be heavy-ball or nesterov. Found {arguments.method!r}.")
    if arguments.inequality not in ("full", "paper"):
        raise ValueError(f"--inequality must be full or paper. Found {arguments.inequality!r}.")
    if not 1 <= arguments.points <= MOST_POINTS:
        raise ValueError(f"--points must be from 1 to {MOST_POINTS}. Found {arguments.points}.")
    check_jobs(arguments.jobs)
    check_scheduler(arguments.scheduler)
    check_positive("--top", arguments.top)
    largest = arguments.top / arguments.smoothness
    if not MOST_POINTS / MOST <= largest <= MOST:
        raise ValueError(
            f"--top must keep step sizes alpha between 1e-300 and 1e300. Found {arguments.top}."
        )
    path = output("--output", arguments.output, ".csv")
    picture = output("--picture", arguments.picture, ".png")
    from dptheory.lyapunov.answers import Inequality
    from dptheory.lyapunov.grid import SECONDS, rate_map

    size = arguments.points
    alphas = [arguments.top * (i + 1) / size / arguments.smoothness for i in range(size)]
    betas = [Fraction(i, size) for i in range(size)]
    seconds = size * size * SECONDS[Inequality(arguments.inequality)] / arguments.jobs
    announce("dptheory map", f"{size * size} points", seconds)

    def solved(inequality: str, report: Report) -> "RateMap":
        return rate_map(
            alphas,
            betas,
            arguments.mu,
            arguments.smoothness,
            method=arguments.method,
            inequality=inequality,
            jobs=arguments.jobs,
            report=report,
        )

    drawn = picture is not None and arguments.inequality != "paper"
    with shown() as report, scheduled(arguments.scheduler, "dptheory map"):
        grid = solved(arguments.inequality, report)
        paper = solved("paper", silent) if drawn else grid
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
    if picture is not None:
        descent = float(1 - 2 / (1 + arguments.smoothness / arguments.mu))
        with replacing(picture) as temporary:
            _draw(grid, paper, descent, temporary)
    if arguments.json:
        print(json.dumps(rows))
        return 0
    for status in ("feasible", "infeasible", "undecided"):
        print(f"{status:>11}  {sum(r['status'] == status for r in rows)}")
    best = min((r for r in rows if r["rho"] is not None), key=lambda r: r["rho"], default=None)
    if best is not None:
        at = f"alpha = {best['alpha']:.10g}, beta = {best['beta']:.10g}"
        print(f"{'best rho':>11}  {best['rho']:.10g} at {at}")
    return 0


def _draw(grid: "RateMap", paper: "RateMap", descent: float, path: Path) -> None:
    """The picture of the map with two lines.

    Args:
        grid: the map.
        paper: the map of (22), whose region gets a line.
        descent: gradient descent's best rate; the other line shows where the method is certified
            faster.
        path: of the PNG file.
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6, 4.5), layout="constrained")
    axes = figure.subplots()
    grid.plot(axes)
    steps = [float(alpha * grid.smoothness) for alpha in grid.alphas]
    momenta = [float(beta) for beta in grid.betas]
    lines = (
        (paper, 1.0, "black", "edge of the region of (22)"),
        (grid, descent, "red", f"gradient descent's best rate, {descent:.4g}"),
    )
    for one, level, colour, words in lines:
        if len(steps) > 1 and one.rho.min() < level <= one.rho.max():
            axes.contour(
                steps, momenta, one.rho.T, levels=[level * (1 - 1e-9)], colors=colour, linewidths=1
            )
            axes.plot([], [], color=colour, linewidth=1, label=words)
    if axes.get_legend_handles_labels()[0]:
        axes.legend(loc="lower right", fontsize="small")
    figure.savefig(path, format="png", dpi=150)
