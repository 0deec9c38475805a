"""``dptheory verify``: ``python -m verify`` by another name; the library imports nothing of it."""

from typing import Any


def add(subparsers: Any) -> None:
    """Add the subcommand to the list; its words are parsed by what is offered under its name."""
    subparsers.add_parser(
        "verify", help="check claims, the papers' and your own: python -m verify", add_help=False
    )
