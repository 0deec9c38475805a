"""Command lines as they were written before: each still works, and says how it is written now."""

import argparse
import shlex
import sys
from collections.abc import Callable
from fractions import Fraction

from dptheory.errors import ArgumentError
from dptheory.numbers import exact
from dptheory.parser import one_line

FIGURES = "fig-2 fig-3 fig-4"


def renewed(words: list[str]) -> list[str]:
    """The words of a line as it is written now, which is said where it differs.

    Raises:
        ArgumentError: it asks for an experiment of a paper.
    """
    make = OLD.get(words[0]) if words else None
    new = words if make is None else make(words[1:])
    if new != words:
        said = one_line(shlex.join(["dptheory", *new]))
        print(f"dptheory {words[0]}: this is now {said}", file=sys.stderr)
    return new


def _map(words: list[str]) -> list[str]:
    """``map``: its points are those of the grid, its top is in units of 1/L."""
    old, rest = _taken(words, "--points", "--top", "--smoothness", "--picture")
    top = None if old.top is None else _ratio(old.top, old.smoothness)
    rest += [*_option("--smoothness", old.smoothness), *_option("--alpha", top)]
    rest += _option("--output", old.picture)
    return ["rate", *rest, "--grid", *([] if old.points is None else [old.points])]


def _tune(words: list[str]) -> list[str]:
    """``tune`` without a word that says what is known of the problem."""
    if not words or not words[0].startswith("--") or words[0] == "--help":
        return ["tune", *words]
    options = [word.partition("=")[0] for word in words]
    if not {"--data", "--public", "--surrogate"} & set(options):
        return ["tune", "class", *words]
    return ["tune", "data", *(word for word in words if word != "--surrogate")]


def _tune_nonconvex(words: list[str]) -> list[str]:
    """``tune-nonconvex``: the records of which constants are estimated are public."""
    old, rest = _taken(words, "--estimate")
    return ["tune", "nonconvex", *rest, *_option("--public", old.estimate)]


def _simulate(words: list[str]) -> list[str]:
    """``simulate`` of a paper's experiment, which is a figure's."""
    figures = {
        "accelerated-logistic": FIGURES,
        "accelerated-logistic-quick": FIGURES,
        "breast-cancer": "breast-cancer",
    }
    for word in words[:1]:
        if word in figures:
            raise ArgumentError(f"{word} is now python -m figures {figures[word]}.")
    return ["simulate", *words]


def _allocate(words: list[str]) -> list[str]:
    """``allocate --scale``: the first step size is that of --alpha."""
    old, rest = _taken(words, "--scale", "--smoothness")
    if old.scale is None or old.smoothness is None:
        return ["allocate", *words]
    alpha = _ratio(old.scale, old.smoothness)
    return ["allocate", *rest, "--smoothness", old.smoothness, "--alpha", alpha]


def _privacy(words: list[str]) -> list[str]:
    """``privacy``: the law of candidates follows their mean; the mechanism is Gaussian."""
    old, rest = _taken(words, "--candidates", "--candidates-law", "--mechanism")
    if old.candidates_law is None and old.mechanism != "gaussian":
        return ["privacy", *words]
    law = "" if old.candidates_law is None else f",{old.candidates_law}"
    asked = None if old.candidates is None else f"{old.candidates}{law}"
    return ["privacy", *rest, *_option("--candidates", asked)]


def _worst_law(words: list[str]) -> list[str]:
    """``worst-law``: --clip or --regulariser says the rule, the dimension what --line did."""
    _, rest = _taken(words, "--rule")
    line = [] if "--line" not in rest else ["--dimension", "1"]
    return ["worst-law", *(word for word in rest if word != "--line"), *line]


def _option(name: str, value: str | None) -> list[str]:
    """An option with its value, if it has one."""
    return [] if value is None else [name, value]


def _taken(words: list[str], *options: str) -> tuple[argparse.Namespace, list[str]]:
    """The values of some options, and the other words."""
    parser = argparse.ArgumentParser(add_help=False, exit_on_error=False, allow_abbrev=False)
    for option in options:
        parser.add_argument(option)
    try:
        return parser.parse_known_args(words)
    except argparse.ArgumentError as error:
        raise ArgumentError(str(error).removeprefix("argument ")) from error


def _ratio(number: str, divisor: str | None) -> str:
    """A ratio of numbers that are read exactly; what is none of them stays as it is."""
    try:
        return str(Fraction(exact(number)) / Fraction(exact(divisor or "1")))
    except (ValueError, ZeroDivisionError):
        return number


OLD: dict[str, Callable[[list[str]], list[str]]] = {
    "map": _map,
    "tune": _tune,
    "tune-nonconvex": _tune_nonconvex,
    "simulate": _simulate,
    "allocate": _allocate,
    "privacy": _privacy,
    "worst-law": _worst_law,
}
