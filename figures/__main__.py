"""``python -m figures [NAME ...] [--output DIR] [--reuse-data]``."""

import argparse
import importlib
import os
import sys
from pathlib import Path
from typing import NoReturn

from figures import NAMES

DATA = Path("build/figures")


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(2, f"figures: {' '.join(message.split())}\n")


def main(argv: list[str] | None = None) -> int:
    """Draw the figures; 0 when done, 2 on bad input."""
    p = _Parser(prog="python -m figures", description="Draw the figures, CSV first.")
    p.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(NAMES)}")
    p.add_argument("--output", default="docs/images", metavar="DIR", help="folder of the images")
    p.add_argument("--reuse-data", action="store_true", help="redraw from the CSV files at hand")
    arguments = p.parse_args(argv)
    for name in arguments.names:
        if name not in NAMES:
            print(
                f"figures: NAME must be one of {', '.join(NAMES)}. Found {name!r}.", file=sys.stderr
            )
            return 2
    output = Path(arguments.output)
    try:
        output.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        print(
            f"figures: --output must be a writable folder. Found {output}: {error.strerror}.",
            file=sys.stderr,
        )
        return 2
    if not os.access(output, os.W_OK):
        print(f"figures: --output must be a writable folder. Found {output}.", file=sys.stderr)
        return 2
    for name in arguments.names or NAMES:
        module = importlib.import_module(NAMES[name])
        folder = DATA / name
        if not (arguments.reuse_data and folder.is_dir()):
            folder.mkdir(parents=True, exist_ok=True)
            module.write(folder)
        from figures.style import save

        save(module.draw(folder), output / name)
        print(output / f"{name}.png")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
