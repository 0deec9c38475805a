"""``dptheory figures``: ``python -m figures``, of which the library imports nothing."""

from typing import Any


def add(subparsers: Any) -> None:
    """Add the subcommand to the list; its words are parsed by what is offered under its name."""
    subparsers.add_parser("figures", help="draw the papers' figures", add_help=False)
