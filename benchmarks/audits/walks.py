"""The way of a number through the library, from the command line to the answer.

``python -m benchmarks.audits.walks VALUE COMMAND...`` runs a command (``rate --alpha 0.1237 ...``)
and lists the functions of dptheory that are called with the number, as an argument by itself or in
a record's field, in the order of the first call. Places are functions, rooms their modules; a
return is a place in a room that was entered before.
"""

import argparse
import dataclasses
import sys
from collections.abc import Iterator
from fractions import Fraction
from numbers import Real
from pathlib import Path
from types import FrameType
from typing import Any

from dptheory import cli

ROOM = str(Path(cli.__file__).parent)


def main(words: list[str]) -> None:
    """Run the command and print its places."""
    wanted, places = float(Fraction(words[0])), {True: dict[str, str](), False: dict[str, str]()}

    def watch(frame: FrameType, event: str, _: Any) -> None:
        code = frame.f_code
        if event != "call" or not code.co_filename.startswith(ROOM) or code.co_name[0] == "<":
            return
        taken = [frame.f_locals[name] for name in code.co_varnames[: code.co_argcount]]
        for alone, numbers in ((True, taken), (False, [v for one in taken for v in _held(one)])):
            if any(_is(value, wanted) for value in numbers):
                room = Path(code.co_filename).relative_to(ROOM).with_suffix("").as_posix()
                places[alone].setdefault(f"{room}: {code.co_qualname}", room)

    sys.setprofile(watch)
    try:
        cli.main(words[1:])
    finally:
        sys.setprofile(None)
    for alone, found in places.items():
        rooms = len(set(found.values()))
        head = "by itself" if alone else "in a record"
        print(f"{head}: {len(found)} places, {rooms} rooms, {len(found) - rooms} returns")
        print("".join(f"  {place}\n" for place in found), end="")


def _is(value: Any, wanted: float) -> bool:
    """Whether a value is the number, as a float, a rational or a text."""
    if isinstance(value, str):
        return value == repr(wanted)
    return isinstance(value, Real) and not isinstance(value, bool) and float(value) == wanted


def _held(record: Any) -> Iterator[Any]:
    """The fields of a record and of parsed options."""
    if isinstance(record, argparse.Namespace) or dataclasses.is_dataclass(type(record)):
        yield from getattr(record, "__dict__", {}).values()  # not yet all of them in a constructor


if __name__ == "__main__":
    main(sys.argv[1:])
