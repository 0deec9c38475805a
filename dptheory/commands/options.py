"""Options of commands, made of the vocabulary: name, help, unit and range, which is checked."""

import argparse
import sys
from collections.abc import Callable, Collection
from fractions import Fraction
from functools import cache
from typing import Any

from dptheory.errors import ArgumentError
from dptheory.numbers import WRITTEN, exact
from dptheory.parser import Parser
from dptheory.vocabulary import Quantity, quantities

DECADES = 40  # of what enters bounds, so that their powers and products are floats
FAR = 300  # decades of numbers that are read exactly and shown as floats
LARGEST = 10**15  # records, dimensions
LONGEST = 10**7  # iterations: their schedule is held in memory
LARGEST_SEED = 2**62 - 1
LEAST = Fraction(1, 10**100)  # probability
COUNTED = ("records", "steps")  # units of whole numbers
PLAIN = str.maketrans({
    "≥": ">=", "²": "^2", "₀": "_0", "₁": "_1", "₂": "_2", "λ": "lambda ", "ε": "epsilon",
    "δ": "delta", "μ": "mu", "ν": "nu",
})  # fmt: skip

# What is written beside the value of an option, ``--model vit-small,tokens=64,fused``, which it is
# of; once these were options of their own, and still work.
PART_OF = {
    "classes": "model", "first_stage": "method", "fused": "model", "label_bound": "loss",
    "no_dropout": "model", "on": "noise_multiplier", "optimal": "groups", "p": "method",
    "phi_divisor": "batch_size", "tokens": "model", "trade_off": "floor",
    "unit": "noise_multiplier",
}  # fmt: skip

KNOWN = quantities()
Read = Callable[[str], Any]


class Typed(Fraction):
    """A number that is shown as it was typed; what is computed from it is a Fraction."""

    __slots__ = ("text",)
    text: str

    def __new__(cls, *typed: Any) -> Any:
        """Read a text exactly; anything else makes a Fraction (as methods of Fraction do)."""
        if len(typed) != 1 or not isinstance(typed[0], str):
            return Fraction(*typed)
        self = super().__new__(cls, typed[0])
        self.text = typed[0].strip()
        return self

    def __str__(self) -> str:
        return self.text


def number(text: str) -> Fraction:
    """A decimal (``0.1``, ``1e-3``) or a rational (``2/11``), read exactly.

    Raises:
        argparse.ArgumentTypeError: anything else, NaN and infinities included.
    """
    try:
        exact(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(
            f"must be a finite decimal or rational number {WRITTEN}. Found {text[:60]!r}."
        ) from error
    typed: Fraction = Typed(text)
    return typed


def whole(text: str) -> int:
    """A whole number, also written as ``1e5``.

    Raises:
        argparse.ArgumentTypeError: anything else.
    """
    value = number(text)
    if value.denominator != 1:
        raise argparse.ArgumentTypeError(f"must be a whole number. Found {text!r}.")
    return int(value)


def command(subparsers: Any, name: str, help: str, description: str) -> Parser:
    """The parser of a command, with the option --json."""
    made: Parser = subparsers.add_parser(name, help=help, description=description)
    flag(made, "json")
    return made


def flag(parser: Any, name: str, words: str = "") -> None:
    """An option without a value."""
    if name in PART_OF:
        _add_part(parser, name, None, "", _help(name, words), False)
        return
    parser.add_argument(written(name), action="store_true", help=_help(name, words))


def written(name: str) -> str:
    """How a quantity is named on the command line; what is part of another, behind that."""
    key = name.replace("_", "-")
    return f"{written(PART_OF[name])} {key}" if name in PART_OF else f"--{key}"


def add(
    parser: Any,
    name: str,
    words: str = "",
    *,
    required: bool = False,
    default: Any = None,
    read: Read | None = None,
    among: Collection[str] = (),
    within: str = "",
    between: tuple[Any, Any] | None = None,
    decades: int = DECADES,
    metavar: str = "",
    **more: Any,
) -> None:
    """An option of a quantity of the vocabulary.

    Args:
        parser: of the command, or a group of it.
        name: the quantity's.
        words: what is particular of it here.
        required: whether it must be given.
        default: its value where it is not given.
        read: makes a value of a text; by default a number in the quantity's range.
        among: the words that it may be.
        within: a narrower range, of those that the vocabulary has.
        between: its least and its largest value, in place of a range.
        decades: how far a number may be from 1 where its range does not say it.
        metavar: what stands for its value.
        more: for argparse.
    """
    entry = KNOWN[name]
    if read is None:
        read = _one_of(among) if among else _number(entry, within or entry.range, between, decades)
    shown = metavar or ("NAME" if among else "N" if _counts(entry) else "X")
    limits = between and f"{float(between[0]):g} to {float(between[1]):g}"
    told = ", ".join(among) or limits or within or (entry.range if entry.unit else "")
    told = ", ".join(x for x in (told, default not in (None, []) and f"default {default}") if x)
    if name in PART_OF:
        _add_part(parser, name, read, shown, _help(name, words, told), default)
        return
    kind: dict[str, Any] = {"type": read}
    if name in PART_OF.values():
        kind = {"action": _WithParts, "read": read}
    parser.add_argument(
        written(name),
        required=required,
        default=default,
        metavar=shown,
        help=_help(name, words, told),
        **kind,
        **more,
    )


def text(parser: Any, name: str, words: str = "", *, metavar: str = "NAME", **more: Any) -> None:
    """An option whose value is read where it is used: a list, a file, a word or a number."""
    add(parser, name, words, read=str, metavar=metavar, **more)


def reads(name: str) -> Read:
    """What reads a number in the range of a quantity."""
    return _number(KNOWN[name], KNOWN[name].range, None, DECADES)


def seed(parser: Any) -> None:
    """The option --seed."""
    add(parser, "seed", default=0, read=_whole(0, LARGEST_SEED), metavar="N")


def positive(text: str) -> Fraction:
    """A number > 0.

    Raises:
        argparse.ArgumentTypeError: anything else.
    """
    fits, said = _range("> 0", DECADES)
    value = number(text)
    if not fits(value):
        raise argparse.ArgumentTypeError(f"must be {said}. Found {value}.")
    return value


def spectrum(text: str) -> list[Fraction]:
    """The eigenvalues that --quadratic names: numbers > 0, separated by commas.

    Raises:
        ArgumentError: a text is none.
    """
    try:
        return [positive(word) for word in text.split(",")]
    except argparse.ArgumentTypeError as error:
        raise ArgumentError(f"--quadratic {error}") from error


class _WithParts(argparse.Action):
    """An option whose value may have parts behind it, after commas; or be them alone."""

    def __init__(self, *args: Any, read: Read, **more: Any) -> None:
        super().__init__(*args, **more)
        self.read, self.parts = read, dict[str, tuple[str, Read | None]]()

    def __call__(self, parser: Any, namespace: Any, values: Any, option: str | None = None) -> None:
        words, found = values.split(","), dict[str, Any]()
        try:
            while words and (key := words[-1].partition("=")[0].strip()) in self.parts:
                name, read = self.parts[key]
                if name in found:
                    raise argparse.ArgumentTypeError(f"must have {key} once. Found {values}.")
                found[name] = _part(key, read, words.pop())
            if (value := ",".join(words)) or not found:
                found[self.dest] = self.read(value)
        except argparse.ArgumentTypeError as error:
            raise argparse.ArgumentError(self, str(error)) from error
        vars(namespace).update(found)


def _part(key: str, read: Read | None, word: str) -> Any:
    """The value of a part; of one without a value, that it is there."""
    _, equals, value = word.partition("=")
    if read is None:
        if equals:
            raise argparse.ArgumentTypeError(f"{key} must have no value. Found {value!r}.")
        return True
    try:
        return read(value)
    except argparse.ArgumentTypeError as error:
        raise argparse.ArgumentTypeError(f"{key} {error}") from error


def _add_part(
    parser: Any, name: str, read: Read | None, shown: str, help: str, default: Any
) -> None:
    """A part of an option that the parser has, and the option that it was once."""
    key, whole, equals = name.replace("_", "-"), written(PART_OF[name]), "=" if read else ""
    of = parser._option_string_actions[whole]
    of.parts[key] = name, read
    of.help += f"; with ,{key}{equals}{shown}: {help}"
    old(parser, f"--{key}", f"{key}{equals} of {whole}", name, read, default)


def old(parser: Any, option: str, new: str, name: str, read: Read | None, default: Any) -> None:
    """An option that was given up: it works, is in no help, and says what is written now."""

    class Old(argparse.Action):
        def __call__(self, parser: Any, namespace: Any, values: Any, _: str | None = None) -> None:
            print(f"{parser.prog}: {option} is now {new}", file=sys.stderr)
            setattr(namespace, name, True if read is None else values)

    parser.add_argument(
        option,
        action=Old,
        dest=name,
        default=default,
        help=argparse.SUPPRESS,
        **({"nargs": 0} if read is None else {"type": read}),
    )


def _help(name: str, words: str, told: str = "") -> str:
    """The vocabulary's sentence, what is particular, the range with its unit."""
    entry = KNOWN[name]
    unit = entry.unit if entry.unit not in ("", "1") else ""
    beside = "; ".join(filter(None, (told, unit)))
    said = f"{entry.help}{words and f'; {words}'}{beside and f' ({beside})'}"
    return said.translate(PLAIN).replace("%", "%%")


def _counts(entry: Quantity) -> bool:
    """Whether the quantity is a whole number."""
    return entry.unit in COUNTED or entry.range == "≥ 1"


def _one_of(words: Collection[str]) -> Read:
    """One of some words."""

    def read(text: str) -> str:
        if text not in words:
            raise argparse.ArgumentTypeError(f"must be one of {', '.join(words)}. Found {text!r}.")
        return text

    return read


def _whole(least: int, most: int) -> Read:
    """A whole number from one to another."""

    def read(text: str) -> int:
        value = whole(text)
        if not least <= value <= most:
            raise argparse.ArgumentTypeError(
                f"must be a whole number from {least} to {most}. Found {value}."
            )
        return value

    return read


def _number(entry: Quantity, within: str, between: tuple[Any, Any] | None, decades: int) -> Read:
    """A number as the entry has it, in a range or between two numbers."""
    if _counts(entry):
        return _whole(*(between or (1, LONGEST if entry.unit == "steps" else LARGEST)))
    if between is not None:
        fits, said = _between(*between), f"from {float(between[0]):g} to {float(between[1]):g}"
    else:
        fits, said = _range(within, decades)

    def read(text: str) -> Fraction:
        value = number(text)
        if not fits(value):
            raise argparse.ArgumentTypeError(f"must be {said}. Found {value}.")
        return value

    return read


def _between(least: Fraction, most: Fraction) -> Callable[[Fraction], bool]:
    return lambda x: least <= x <= most


@cache
def _range(text: str, decades: int) -> tuple[Callable[[Fraction], bool], str]:
    """Whether a number is in a range of the vocabulary, and the range in words."""
    least, most = Fraction(1, 10**decades), Fraction(10**decades)
    ends = f"(between 1e-{decades} and 1e{decades})"
    exactly = decades == FAR  # nothing is rounded
    ranges: dict[str, tuple[Callable[[Fraction], bool], str]] = {
        "> 0": (lambda x: least <= x <= most, f"positive {ends}"),
        "≥ 0": (lambda x: x == 0 or least <= x <= most, f"0 or positive {ends}"),
        "[0, 1)": (
            lambda x: x == 0 or (least <= x < 1 and (exactly or float(x) < 1)),
            f"in [0, 1), 0 or at least 1e-{decades}",
        ),
        "(0, 1)": (lambda x: LEAST <= x < 1 and float(x) < 1, "in (0, 1), and at least 1e-100"),
    }
    return ranges.get(text, (lambda x: True, ""))
