"""``dptheory rate --iterations N``: the worst error after N steps."""

import argparse
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from dptheory.commands.arguments import require
from dptheory.numbers import WRITTEN, exact

if TYPE_CHECKING:
    from dptheory.lyapunov.horizons import Horizon
    from dptheory.methods import Method

MOST = 20  # iterations
NOISIEST = 10  # of them with noise: beyond, a minute or more
LONGEST = 10_000  # characters of a schedule


def check(arguments: argparse.Namespace) -> None:
    """Raise ValueError unless the options of a horizon fit together."""
    steps, path = arguments.iterations, arguments.noise_schedule
    if steps is None:
        require(path is None, "--noise-schedule", "left out without --iterations", path)
        return
    require(
        arguments.inequality == "full", "--iterations", "left out with --inequality paper", steps
    )
    reason = "with noise" if path else "without noise"
    most = NOISIEST if path else MOST
    allowed = f"from 1 to {most} {reason}: the programme grows with its sixth power"
    require(1 <= steps <= most, "--iterations", allowed, steps)


def schedule(path: str, steps: int) -> list[Fraction]:
    """E|w_t|^2 of each step, from a file of one column: a number a line, or one for all.

    Raises:
        ValueError: it holds something else.
        OSError: it cannot be read.
    """
    with open(path, encoding="utf-8", errors="replace") as file:
        text = file.read(LONGEST + 1)
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    allowed = f"a file of {steps} lines, as --iterations says, or of 1"
    found = f"{len(lines)} lines"
    require(len(text) <= LONGEST and len(lines) in (1, steps), "--noise-schedule", allowed, found)
    levels = [_level(line) for line in lines]
    return levels * (steps // len(levels))


def _level(line: str) -> Fraction:
    try:
        level = exact(line)
    except ValueError:
        level = None
    words = f"of numbers E|w_t|^2, 0 or positive, {WRITTEN}"
    require(level is not None and level >= 0, "--noise-schedule", words, repr(line[:60]))
    return Fraction(level or 0)


@dataclass(frozen=True)
class Answer:
    """The horizon that was asked for, of so many steps; None where none was found."""

    steps: int
    found: "Horizon | None"


def answer(
    problem: "tuple[Method, Fraction, Fraction]", steps: int | None, path: str | None
) -> Answer | None:
    """The horizon from F(x_0) - F* = 1, if one is asked for."""
    if steps is None:
        return None
    from dptheory.lyapunov.horizons import worst_final

    noise = None if path is None else schedule(path, steps)
    return Answer(steps, worst_final(*problem, steps, noise))


def record(asked: Answer | None) -> dict[str, Any]:
    """The same for JSON."""
    return {} if asked is None else {"horizon": asked.found and asdict(asked.found)}


def lines(asked: Answer | None) -> Iterator[str]:
    """It among the lines of a rate."""
    if asked is None:
        return
    found, name = asked.found, f"{'horizon':>11}"
    if found is None:
        yield f"{name}  -"
        return
    total = f"{found.bound:.10g} at most, {found.lower:.10g} at least"
    yield f"{name}  {total}: E F(x_{asked.steps}) - F* from F(x_0) - F* = 1"
    parts = f"{found.gain:.6g} (F(x_0) - F*)"
    if any(found.weights):
        weights = ", ".join(f"{weight:.4g}" for weight in found.weights)
        parts += f" + sum of c_t E|w_t|^2, c_t = {weights}"
    yield f"{'':>11}  {parts}"
