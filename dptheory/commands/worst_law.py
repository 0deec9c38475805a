"""``dptheory worst-law``: the worst law of a gradient's deviation, with a certificate."""

import argparse
import json
from fractions import Fraction
from typing import Any

from dptheory.commands.arguments import number, require
from dptheory.files import output, write_atomically

RULES = {"clip": "clip", "normalise": "regulariser"}
SPREAD = 10**16  # between the lengths; a certificate is found within it


def add(subparsers: Any) -> None:
    """Add the subcommand."""
    p = subparsers.add_parser(
        "worst-law",
        help="the worst law of a per-sample gradient for clipping or normalising",
        description="The gradient grad f has length s, a per-sample gradient is g = grad f + e "
        "with E e = 0 and |e| <= TAU0 + TAU1 s. Prints the least E h <grad f, g> - A E h "
        "|grad f|^2 over all such laws, h = min(1, C/|g|) or 1/(R + |g|), and a law that attains "
        "it. Numbers may be decimals or rationals and are taken exactly; the value lies between "
        "two rational numbers, and the certificate proves both.",
    )
    p.add_argument("--rule", required=True, metavar="NAME", help="clip or normalise")
    p.add_argument("--clip", type=number, metavar="C", help="C > 0, with clip")
    p.add_argument("--regulariser", type=number, metavar="R", help="R > 0, with normalise")
    p.add_argument("--gradient", type=number, required=True, metavar="s", help="s >= 0")
    p.add_argument("--tau0", type=number, required=True, metavar="TAU0", help="TAU0 > 0")
    p.add_argument(
        "--tau1",
        type=number,
        default=Fraction(0),
        metavar="TAU1",
        help="0 (default) or > 1e-40, < 1",
    )
    p.add_argument(
        "--alpha", type=number, default=Fraction(0), metavar="A", help="0 (default) or > 1e-40, < 1"
    )
    p.add_argument(
        "--line",
        action="store_true",
        help="gradients in one dimension; all others have the same answer",
    )
    p.add_argument("--json", action="store_true", help="print JSON")
    p.add_argument("--certificate", metavar="FILE", help="write the certificate here")


def run(arguments: argparse.Namespace) -> int:
    """Solve, print, write the certificate."""
    scale = _checked(arguments)
    path = output("--certificate", arguments.certificate, ".json")
    from dptheory.distributions.worst_law import Clip, Normalise, worst_descent

    rule = Clip(scale) if arguments.rule == "clip" else Normalise(scale)
    numbers = (arguments.gradient, arguments.tau0, arguments.tau1, arguments.alpha)
    worst = worst_descent(rule, *numbers, arguments.line)
    if path is not None:
        write_atomically(path, json.dumps(worst.certificate, indent=1) + "\n")
    found = worst.found
    answer = {
        "rule": arguments.rule,
        RULES[arguments.rule]: str(scale),
        **{name: str(getattr(arguments, name)) for name in ("gradient", "tau0", "tau1", "alpha")},
        "dimensions": worst.certificate["statement"]["d"],
        "value": float(found.upper),
        "lower": str(found.lower),
        "upper": str(found.upper),
        "atoms": [
            {
                "along": str(atom.x),
                "length": str(atom.y),
                "across": atom.across,
                "weight": str(atom.weight),
            }
            for atom in found.atoms
        ],
        "certificate": worst.certificate,
    }
    if arguments.json:
        print(json.dumps(answer))
        return 0
    gap = found.upper - found.lower
    print(f"      value  {float(found.upper):.12g}")
    print(f"        gap  {float(gap):.2g}")
    for atom in found.atoms:
        print(
            f"       atom  probability {float(atom.weight):.8g}: g = {float(atom.x):.8g} along "
            f"grad f, {'+-' if atom.across else ''}{atom.across:.8g} across"
        )
    if path is not None:
        print(f"certificate  {path}")
    return 0


def _checked(arguments: argparse.Namespace) -> Fraction:
    """The threshold or the regulariser, once all arguments are in their ranges."""
    require(arguments.rule in RULES, "--rule", "clip or normalise", arguments.rule)
    for rule, option in RULES.items():
        value, given = getattr(arguments, option), f"given with {arguments.rule}"
        if rule == arguments.rule:
            require(value is not None, f"--{option}", f"{given}: a number > 0", "none")
        else:
            require(value is None, f"--{option}", f"left out with {arguments.rule}", value)
    option = RULES[arguments.rule]
    scale: Fraction = getattr(arguments, option)
    lengths = {f"--{option}": scale, "--tau0": arguments.tau0}
    if arguments.gradient != 0:
        lengths["--gradient"] = arguments.gradient
    for name, length in lengths.items():
        wanted = "0 or positive" if name == "--gradient" else "positive"
        require(1e-40 < length < 1e40, name, f"{wanted} (between 1e-40 and 1e40)", length)
    for option, value in (("--tau1", arguments.tau1), ("--alpha", arguments.alpha)):
        require(value == 0 or 1e-40 < value < 1, option, "0 or in (1e-40, 1)", value)
    least = min(lengths.values())
    name, largest = max(lengths.items(), key=lambda item: item[1])
    within = f"at most 1e16 times the smallest length, {float(least):g}"
    require(largest <= SPREAD * least, name, within, f"{float(largest):g}")
    return scale
