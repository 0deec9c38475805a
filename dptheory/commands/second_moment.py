"""``dptheory second-moment``: the exact law of Adam's second moment under the noise alone."""

import argparse
import os
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

from dptheory.commands import options
from dptheory.commands.arguments import given, require, tell
from dptheory.commands.tables import table
from dptheory.errors import ArgumentError
from dptheory.files import text_of

BESIDE = 4  # columns of quantiles, in 80 characters
LARGEST = 10**6  # steps
FARTHEST = 10**12  # deviations of the noise, to a gradient
QUANTILES = "1/4,1/2,3/4"
FLOOR = {"step": 8, "floor": 18, "P[v - Phi <= floor]": 21, "1/root floor": 18}


def add(subparsers: Any) -> None:
    """Add the subcommand."""
    p = options.command(
        subparsers,
        "second-moment",
        "the exact law of DP-Adam's second moment in one coordinate",
        "One coordinate of DP-Adam: the released gradient is g + N(0, (S C/B1)^2), "
        "v_hat_t the second moment of Adam with its factor 1/(1 - b^t), steps counted from 1, and "
        "Phi = (S C/B2)^2 what DP-AdamBC subtracts. Prints E[v_hat], P[v_hat > Phi], "
        "P[v_hat - Phi > G] and quantiles, with a bound of the absolute error of every "
        "probability; with --beta1 also the floor that keeps the noise's part of an update below "
        "a sign, and the share of coordinates on it. Numbers may be decimals or rationals.",
    )
    options.add(p, "noise_multiplier", "S", required=True, decades=100)
    options.add(p, "clip", "C", required=True)
    words = "B1 > 0, by which the noise on the sum is divided, default B2"
    options.add(p, "batch_size", words, read=options.reads("phi_divisor"))
    options.add(p, "phi_divisor", "B2, default B1")
    options.add(p, "beta2", "b", required=True)
    options.add(p, "beta1")
    words = "made so far: t, counted from 1, several t as 1,10,100, or a file of them"
    options.text(p, "iterations", words, metavar="LIST|FILE", required=True)
    words = "g, apart from the noise: a number, or a file with the numbers of steps 1, ..., t"
    options.text(p, "gradient", words, metavar="X|FILE", default="0")
    options.add(p, "regulariser", "G", within="≥ 0", default=Fraction(0), decades=options.FAR)
    words = "separated by commas, '' for none"
    options.text(p, "quantiles", words, metavar="LIST", default=QUANTILES)


def run(arguments: argparse.Namespace) -> int:
    """Evaluate the law, print a table or JSON."""
    deviation, subtracted = _noise(arguments)
    levels = _levels(arguments.quantiles)
    steps = _steps(arguments)
    gradient = _gradient(arguments.gradient, max(steps), deviation)
    settings = (deviation**2, subtracted**2, arguments.regulariser, float(arguments.beta2))
    answers = [_answer(*settings, arguments.beta1, t, gradient, levels) for t in steps]
    listed = [{"iteration": t, **answer} for t, answer in zip(steps, answers, strict=True)]
    told = (answers[0] if len(answers) == 1 else {}) | {"iterations": listed}
    return tell(arguments, told, lambda _: _lines(answers, steps))


def _noise(arguments: argparse.Namespace) -> tuple[Fraction, Fraction]:
    """The standard deviation of the noise, and that which Phi is the square of."""
    S = arguments.noise_multiplier
    B1, B2 = arguments.batch_size, arguments.phi_divisor
    if B2 is None:
        given(arguments, ("batch_size",), "or phi-divisor=B2 in it")
    B1, B2 = (B2 if B1 is None else B1), (B1 if B2 is None else B2)
    names = ("--batch-size", options.written("phi_divisor"))
    first = names[0 if arguments.batch_size is not None else 1]
    second = names[1 if arguments.phi_divisor is not None else 0]
    scale = S * arguments.clip
    for option, name, divisor in ((first, "S C/B1", B1), (second, "S C/B2", B2)):
        fits = S == 0 or 1e-70 < scale / divisor < 1e70
        found = f"{divisor}, S C = {float(scale):.3g}"
        require(fits, option, f"such that {name} is between 1e-70 and 1e70", found)
    return scale / B1, scale / B2


def _words(option: str, text: str) -> list[str]:
    """What the commas of a list, or the white space of a file, separate."""
    path = Path(text)
    words = text_of(option, path).split() if _is_file(text) else text.split(",")
    return [word.strip() for word in words if word.strip()]


def _is_file(text: str) -> bool:
    """Whether a value is the name of a file, a pipe included."""
    return os.path.exists(text) and not os.path.isdir(text)


def _list(option: str, text: str) -> list[Fraction]:
    """Numbers separated by commas, or a file of them."""
    try:
        return [options.number(word) for word in _words(option, text)]
    except argparse.ArgumentTypeError as error:
        place = f"a file of numbers. In {text}:" if _is_file(text) else "numbers, or a file:"
        raise ArgumentError(f"{option} must be {place} {error}") from error


def _steps(arguments: argparse.Namespace) -> list[int]:
    """The steps asked for, as given."""
    found = _list("--iterations", arguments.iterations)
    require(bool(found), "--iterations", "a list of at least one step", arguments.iterations)
    for t in found:
        valid = t.denominator == 1 and 1 <= t <= LARGEST
        require(valid, "--iterations", f"a whole number from 1 to {LARGEST}", t)
    return [int(t) for t in found]


def _levels(text: str) -> dict[str, float]:
    """The probabilities by their names."""
    levels = {str(p): float(p) for p in _list("--quantiles", text)}
    for name, p in levels.items():
        require(0 < p < 1, "--quantiles", "in (0, 1)", name)
    return levels


def _gradient(text: str, steps: int, deviation: Fraction) -> Any:
    """A number, or the array of a file, near the noise's deviation where there is noise."""
    import numpy as np

    values, whole = _list("--gradient", text), _is_file(text)
    if whole:
        allowed = f"a file with {steps} numbers, one a step"
        require(len(values) == steps, "--gradient", allowed, f"{len(values)} in {text}")
    else:
        require(len(values) == 1, "--gradient", "a number or a file", text)
    most = max(values, key=abs)  # whose square is a float
    require(abs(most) < 1e100, "--gradient", "less than 1e100 in absolute value", most)
    near = deviation == 0 or abs(most) <= FARTHEST * deviation
    allowed = f"at most 1e12 S C/B1 = {FARTHEST * float(deviation):.3g} in absolute value"
    require(near, "--gradient", allowed, most)
    return np.array([float(g) for g in values]) if whole else float(values[0])


def _answer(
    variance: Fraction,
    phi: Fraction,
    gamma: Fraction,
    beta2: float,
    beta1: Fraction | None,
    t: int,
    gradient: Any,
    levels: dict[str, float],
) -> dict[str, Any]:
    """The keys of one step."""
    from dptheory.distributions.second_moment import SecondMoment
    from dptheory.optimizers.floor import average_variance

    g = gradient if isinstance(gradient, float) else gradient[:t]
    law = SecondMoment(float(variance), beta2, t, g)
    above = law.exceedance(float(phi))
    floor = law.exceedance(float(phi + gamma)) if gamma else above
    errors = [above.error, floor.error]
    first: dict[str, float] = {}
    if beta1 is not None:
        own = float(variance) * float(average_variance(float(beta1), t))
        higher = law.exceedance(float(phi) + own)
        errors.append(higher.error)
        first = {"adam_floor": own, "share_on_noise_floor": 1 - higher.value}
    return {
        "phi": float(phi),
        "mean": law.mean,
        "share_above_phi": above.value,
        "share_above_gamma": floor.value,
        "quantiles": {name: law.quantile(p) for name, p in levels.items()},
        **first,
        "error_bound": max(errors),
    }


def _lines(answers: list[dict[str, Any]], steps: list[int]) -> Iterator[str]:
    """Tables of one row a step, 80 columns wide at most."""
    first = answers[0]
    error = max(a["error_bound"] for a in answers)
    yield f"Phi = {first['phi']:.8g}; every probability to {error:.0e}"
    shares = {"P[v > Phi]": "share_above_phi", "P[v - Phi > G]": "share_above_gamma"}
    columns = {"mean": [a["mean"] for a in answers]}
    columns |= {head: [a[key] for a in answers] for head, key in shares.items()}
    yield from _table(steps, columns)
    names = list(first["quantiles"])
    for k in range(0, len(names), BESIDE):
        beside = names[k : k + BESIDE]
        columns = {_head(name): [a["quantiles"][name] for a in answers] for name in beside}
        yield from _table(steps, columns)
    if "adam_floor" not in first:
        return
    yield "the noise's floor Phi r_t; on it DP-AdamBC is SGD with momentum at A/root floor"
    floors = [(a["adam_floor"], a["share_on_noise_floor"]) for a in answers]
    sizes = [f"{floor**-0.5:.8g}" if floor else "infinite" for floor, _ in floors]
    numbers = [[f"{x:.8g}" for x in pair] for pair in floors]
    yield from table(FLOOR, ([t, *n, s] for t, n, s in zip(steps, numbers, sizes, strict=True)))


def _head(name: str) -> str:
    """What a column of quantiles is called, in its width."""
    return f"quantile {name if len(name) <= 7 else format(float(Fraction(name)), '.2g')}"


def _table(steps: list[int], columns: dict[str, list[float]]) -> Iterator[str]:
    """A column a name, a row a step."""
    numbers = zip(*columns.values(), strict=True)
    rows = ([t, *(f"{x:.8g}" for x in row)] for t, row in zip(steps, numbers, strict=True))
    return table({"step": 8} | dict.fromkeys(columns, 18), rows)
