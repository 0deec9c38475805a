"""``dptheory verify``: ``python -m verify`` by another name; the library imports nothing of it."""

import os
import sys
from collections.abc import Sequence
from typing import Any, NoReturn


def add(subparsers: Any) -> None:
    """Add the subcommand to the list; its words are parsed by :mod:`verify` alone."""
    subparsers.add_parser(
        "verify", help="check claims, the papers' and your own: python -m verify", add_help=False
    )


def become(words: Sequence[str]) -> NoReturn:
    """Run ``python -m verify`` in the place of this process."""
    sys.stdout.flush()
    os.execv(sys.executable, [sys.executable, "-m", "verify", *words])
