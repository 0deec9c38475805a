"""``dptheory second-moment``: the exact law of Adam's second moment under the noise alone."""

import argparse
import json
import os
from fractions import Fraction
from pathlib import Path
from typing import Any

from dptheory.commands.arguments import number, require
from dptheory.commands.budget import whole
from dptheory.errors import ArgumentError
from dptheory.files import text_of

BESIDE = 4  # columns of quantiles, in 80 characters
LARGEST = 10**6  # steps
FARTHEST = 10**12  # deviations of the noise, to a gradient
QUANTILES = "1/4,1/2,3/4"


def add(subparsers: Any) -> None:
    """Add the subcommand."""
    p = subparsers.add_parser(
        "second-moment",
        help="the exact law of DP-Adam's second moment in one coordinate",
        description="One coordinate of DP-Adam: the released gradient is g + N(0, (S C/B1)^2), "
        "v_hat_t the second moment of Adam with its factor 1/(1 - b^t), steps counted from 1, and "
        "Phi = (S C/B2)^2 what DP-AdamBC subtracts. Prints E[v_hat], P[v_hat > Phi], "
        "P[v_hat - Phi > G] and quantiles, with a bound of the absolute error of every "
        "probability; with --beta1 also the floor that keeps the noise's part of an update below "
        "a sign, and the share of coordinates on it. Numbers may be decimals or rationals.",
    )
    p.add_argument(
        "--noise-multiplier", type=number, required=True, metavar="S", help="S >= 0 (0: no noise)"
    )
    p.add_argument("--clip", type=number, required=True, metavar="C", help="clipping norm, C > 0")
    p.add_argument(
        "--noise-divisor", type=number, metavar="B1", help="divides the noise (default: B2)"
    )
    p.add_argument(
        "--phi-divisor", type=number, metavar="B2", help="the divisor in Phi (default: B1)"
    )
    p.add_argument("--beta2", type=number, required=True, metavar="b", help="in [0, 1)")
    p.add_argument("--beta1", type=number, metavar="a", help="of the first moment, in [0, 1)")
    p.add_argument("--iteration", type=whole, metavar="t", help=f"from 1 to {LARGEST}")
    p.add_argument(
        "--iterations",
        metavar="LIST",
        help="or several: 1,10,100, or a file of them; the answers come in a list",
    )
    p.add_argument(
        "--gradient",
        default="0",
        metavar="g",
        help="what is released apart from the noise: a number (default 0), or a file with the t "
        "numbers of steps 1, ..., t (with --iterations: up to the last step)",
    )
    p.add_argument(
        "--regulariser", type=number, default=Fraction(0), metavar="G", help="the floor, G >= 0 (0)"
    )
    p.add_argument(
        "--quantiles",
        default=QUANTILES,
        metavar="LIST",
        help=f"probabilities in (0, 1), separated by commas (default {QUANTILES}; '' for none)",
    )
    p.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace) -> int:
    """Evaluate the law, print a table or JSON."""
    deviation, subtracted = _noise(arguments)
    require(0 <= arguments.beta2 < 1, "--beta2", "in [0, 1)", arguments.beta2)
    if arguments.beta1 is not None:
        fits = 0 <= arguments.beta1 < 1 and float(arguments.beta1) < 1
        require(fits, "--beta1", "in [0, 1)", arguments.beta1)
    require(
        0 <= arguments.regulariser < 10**300,
        "--regulariser",
        "at least 0 (below 1e300)",
        arguments.regulariser,
    )
    levels = _levels(arguments.quantiles)
    steps = _steps(arguments)
    gradient = _gradient(arguments.gradient, max(steps), deviation)
    settings = (deviation**2, subtracted**2, arguments.regulariser, float(arguments.beta2))
    answers = [_answer(*settings, arguments.beta1, t, gradient, levels) for t in steps]
    if not arguments.json:
        _show(answers, steps)
    elif arguments.iterations is None:
        print(json.dumps(answers[0]))
    else:
        listed = [{"iteration": t, **answer} for t, answer in zip(steps, answers, strict=True)]
        print(json.dumps({"iterations": listed}))
    return 0


def _noise(arguments: argparse.Namespace) -> tuple[Fraction, Fraction]:
    """The standard deviation of the noise, and that which Phi is the square of."""
    S = arguments.noise_multiplier
    require(S == 0 or 1e-100 < S < 1e100, "--noise-multiplier", "0 or from 1e-100 to 1e100", S)
    _moderate("--clip", arguments.clip)
    B1, B2 = arguments.noise_divisor, arguments.phi_divisor
    B1, B2 = (B2 if B1 is None else B1), (B1 if B2 is None else B2)
    require(B1 is not None, "--noise-divisor", "given, or --phi-divisor", None)
    options = ("--noise-divisor", "--phi-divisor")
    first = options[0 if arguments.noise_divisor is not None else 1]
    second = options[1 if arguments.phi_divisor is not None else 0]
    scale = S * arguments.clip
    for option, name, divisor in ((first, "S C/B1", B1), (second, "S C/B2", B2)):
        _moderate(option, divisor)
        fits = S == 0 or 1e-70 < scale / divisor < 1e70
        found = f"{divisor}, S C = {float(scale):.3g}"
        require(fits, option, f"such that {name} is between 1e-70 and 1e70", found)
    return scale / B1, scale / B2


def _moderate(option: str, value: Fraction) -> None:
    """A positive number, far from the ends of floats."""
    require(1e-40 < value < 1e40, option, "positive (between 1e-40 and 1e40)", value)


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
        return [number(word) for word in _words(option, text)]
    except argparse.ArgumentTypeError as error:
        place = f"a file of numbers. In {text}:" if _is_file(text) else "numbers, or a file:"
        raise ArgumentError(f"{option} must be {place} {error}") from error


def _steps(arguments: argparse.Namespace) -> list[int]:
    """The steps asked for, as given."""
    either = (arguments.iteration is None) != (arguments.iterations is None)
    require(either, "--iteration", "given, or --iterations, not both", arguments.iteration)
    found, option = [Fraction(arguments.iteration or 0)], "--iteration"
    if arguments.iteration is None:
        found, option = _list("--iterations", arguments.iterations), "--iterations"
    require(bool(found), option, "a list of at least one step", arguments.iterations)
    for t in found:
        valid = t.denominator == 1 and 1 <= t <= LARGEST
        require(valid, option, f"a whole number from 1 to {LARGEST}", t)
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


def _show(answers: list[dict[str, Any]], steps: list[int]) -> None:
    """Tables of one row a step, 80 columns wide at most."""
    first = answers[0]
    error = max(a["error_bound"] for a in answers)
    print(f"Phi = {first['phi']:.8g}; every probability to {error:.0e}")
    _table(
        steps,
        {
            "mean": [a["mean"] for a in answers],
            "P[v > Phi]": [a["share_above_phi"] for a in answers],
            "P[v - Phi > G]": [a["share_above_gamma"] for a in answers],
        },
    )
    names = list(first["quantiles"])
    for k in range(0, len(names), BESIDE):
        columns = {
            _head(name): [a["quantiles"][name] for a in answers] for name in names[k : k + BESIDE]
        }
        _table(steps, columns)
    if "adam_floor" not in first:
        return
    print("the noise's floor Phi r_t; on it DP-AdamBC is SGD with momentum at A/root floor")
    print(f"{'step':>8}  {'floor':>16}  {'P[v - Phi <= floor]':>19}  {'1/root floor':>16}")
    for t, a in zip(steps, answers, strict=True):
        floor, share = a["adam_floor"], a["share_on_noise_floor"]
        size = f"{floor**-0.5:.8g}" if floor else "infinite"
        print(f"{t:>8}  {floor:>16.8g}  {share:>19.8g}  {size:>16}")


def _head(name: str) -> str:
    """What a column of quantiles is called, in its width."""
    return f"quantile {name if len(name) <= 7 else format(float(Fraction(name)), '.2g')}"


def _table(steps: list[int], columns: dict[str, list[float]]) -> None:
    """Print a column a name, a row a step."""
    print(f"{'step':>8}" + "".join(f"  {head:>16}" for head in columns))
    for row in zip(steps, *columns.values(), strict=True):
        print(f"{row[0]:>8}" + "".join(f"  {value:>16.8g}" for value in row[1:]))
