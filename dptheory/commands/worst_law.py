"""``dptheory worst-law``: the worst law of a gradient's deviation, with a certificate."""

import argparse
import json
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from dptheory.commands import options
from dptheory.commands.arguments import exclusive, given, require, tell
from dptheory.files import output, write_atomically

SPREAD = 10**16  # between the lengths; a certificate is found within it


def add(subparsers: Any) -> None:
    """Add the subcommand."""
    p = options.command(
        subparsers,
        "worst-law",
        "the worst law of a per-sample gradient for clipping or normalising",
        "The gradient grad f has length s, a per-sample gradient is g = grad f + e "
        "with E e = 0 and |e| <= TAU0 + TAU1 s. Prints the least E h <grad f, g> - A E h "
        "|grad f|^2 over all such laws, h = min(1, C/|g|) with --clip or 1/(R + |g|) with "
        "--regulariser, and a law that attains it. Numbers may be decimals or rationals and are "
        "taken exactly; the value lies between two rational numbers, and the certificate proves "
        "both.",
    )
    options.add(p, "clip", "C, for clipping")
    options.add(p, "regulariser", "R, for normalising", within="> 0")
    options.add(p, "gradient", "s", required=True, within="≥ 0")
    options.add(p, "tau0", required=True, within="> 0")
    options.add(p, "tau1", default=Fraction(0))
    options.add(p, "alpha", "A", default=Fraction(0), within="[0, 1)")
    words = "in one the answer is another; it is the same in all others"
    options.add(p, "dimension", words, default=2)
    options.text(p, "output", "the certificate, .json", metavar="FILE")


def run(arguments: argparse.Namespace) -> int:
    """Solve, print, write the certificate."""
    name = "regulariser" if arguments.clip is None else "clip"
    scale = _checked(arguments, name)
    path = output("--output", arguments.output, ".json")
    from dptheory.distributions.worst_law import Clip, Normalise, worst_descent

    rule = Clip(scale) if name == "clip" else Normalise(scale)
    numbers = (arguments.gradient, arguments.tau0, arguments.tau1, arguments.alpha)
    worst = worst_descent(rule, *numbers, arguments.dimension == 1)
    if path is not None:
        write_atomically(path, json.dumps(worst.certificate, indent=1) + "\n")
    found = worst.found
    answer = {
        "rule": "clip" if name == "clip" else "normalise",
        name: str(scale),
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

    def lines(_: Any) -> Iterator[str]:
        yield f"      value  {float(found.upper):.12g}"
        yield f"        gap  {float(found.upper - found.lower):.2g}"
        for atom in found.atoms:
            across = f"{'+-' if atom.across else ''}{atom.across:.8g} across"
            place = f"g = {float(atom.x):.8g} along grad f, {across}"
            yield f"       atom  probability {float(atom.weight):.8g}: {place}"
        if path is not None:
            yield f"certificate  {path}"

    return tell(arguments, answer, lines)


def _checked(arguments: argparse.Namespace, name: str) -> Fraction:
    """The threshold or the regulariser, with which the other lengths must be comparable."""
    if name == "clip":
        exclusive("--regulariser", arguments.regulariser, "--clip")
    given(arguments, (name,), "or --clip")
    scale: Fraction = getattr(arguments, name)
    lengths = {f"--{name}": scale, "--tau0": arguments.tau0}
    if arguments.gradient != 0:
        lengths["--gradient"] = arguments.gradient
    least = min(lengths.values())
    longest, largest = max(lengths.items(), key=lambda item: item[1])
    within = f"at most 1e16 times the smallest length, {float(least):g}"
    require(largest <= SPREAD * least, longest, within, f"{float(largest):g}")
    return scale
