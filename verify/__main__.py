"""``python -m verify``: check claims, print the table, write the ledger."""

import argparse
import os
import sys
from pathlib import Path

from verify.context import MODES


class _Parser(argparse.ArgumentParser):
    """One line on bad usage, exit status 2."""

    def error(self, message: str) -> "None":  # type: ignore[override]
        self.exit(2, f"verify: {message}\n")


def parser() -> argparse.ArgumentParser:
    """The command line's arguments."""
    p = _Parser(prog="python -m verify", description="Check the claims of the papers.")
    p.add_argument(
        "selectors",
        nargs="*",
        metavar="SELECTOR",
        help="a paper's slug, an exact id, or a prefix ending in '*'",
    )
    p.add_argument("--mode", choices=MODES, default=None, help="how much work (default: standard)")
    p.add_argument("--json", metavar="FILE", help="write the ledger as JSON (- for stdout)")
    p.add_argument("--output", metavar="FILE", help="write the Markdown ledger here")
    p.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="worker processes")
    p.add_argument("--seed", type=int, default=0, help="seed of every random search and simulation")
    p.add_argument("--check", action="store_true", help="compare with paper_checks.md (mode quick)")
    p.add_argument("--controls", action="store_true", help="print every control")
    p.add_argument("--module", metavar="NAME", help="check the claims of your own module")
    return p


def main(argv: list[str] | None = None) -> int:
    """Run the command; returns the exit status of the design."""
    arguments = parser().parse_args(argv)
    if arguments.jobs < 1:
        print(f"verify: --jobs must be at least 1. Found {arguments.jobs}.", file=sys.stderr)
        return 2
    for option in (arguments.json, arguments.output):
        if option and option != "-" and not _writable(Path(option)):
            print(
                f"verify: a file to write must be in a writable folder. Found {option}.",
                file=sys.stderr,
            )
            return 2
    sys.path.insert(0, os.getcwd())
    from verify.report import execute

    try:
        return execute(arguments)
    except ValueError as error:
        print(f"verify: {error}", file=sys.stderr)
        return 2


def _writable(path: Path) -> bool:
    folder = path.parent
    return not path.is_dir() and folder.is_dir() and os.access(folder, os.W_OK)


if __name__ == "__main__":
    raise SystemExit(main())
