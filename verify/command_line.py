"""The arguments of ``python -m verify``, apart from what it does with them."""

import argparse
import os

from dptheory.cluster import add_scheduler
from dptheory.parser import Parser
from verify.methods.context import MODES


def parser() -> argparse.ArgumentParser:
    """The command line's arguments."""
    p = Parser(prog="python -m verify", description="Check the claims of the papers.")
    p.add_argument(
        "selectors",
        nargs="*",
        metavar="SELECTOR",
        help="a paper's slug, an exact id, a prefix ending in '*', a part of ids, a file of your "
        "own claims (lemmas.py), or the folder of a paper",
    )
    p.add_argument("--mode", choices=MODES, default=None, help="how much work (default: standard)")
    p.add_argument("--json", metavar="FILE", help="write the ledger as JSON (- for stdout)")
    p.add_argument("--output", metavar="FILE", help="write the Markdown ledger (- for stdout)")
    p.add_argument("--html", metavar="DIR", help="write the chosen claims as a site")
    p.add_argument(
        "--picture",
        metavar="DIR",
        help="draw both sides of each claim (PNG and SVG) into a folder; of a --statement into a "
        "file",
    )
    p.add_argument("--statement", metavar="LATEX", help=r"judge this: 'ab\le\frac{a^2+b^2}2'")
    p.add_argument(
        "--for",
        dest="sets",
        metavar="SETS",
        help="the symbols of a --statement with their sets: 'a, b in R, T in N, x in R^d'",
    )
    p.add_argument("--given", action="append", metavar="LATEX", help="hypotheses of a --statement")
    p.add_argument(
        "--certificate", metavar="FILE", help="write the proof of a --statement, if it has one"
    )
    p.add_argument("--new", metavar="FOLDER", help="make a paper of one claim, to write one's own")
    p.add_argument("--list", action="store_true", help="print the ids of the chosen claims alone")
    p.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="worker processes, where they pay"
    )
    add_scheduler(p)
    p.add_argument("--seed", type=int, default=0, help="seed of every random search and simulation")
    p.add_argument("--check", action="store_true", help="compare with ledger.lock (mode quick)")
    p.add_argument(
        "--read", action="store_true", help="show the chosen claims; their meanings are read"
    )
    p.add_argument(
        "--fresh", action="store_true", help="find everything anew; with --check, compare"
    )
    p.add_argument(
        "--tenth", metavar="TEXT", help="a tenth of the claims, another one for every text"
    )
    p.add_argument("--controls", action="store_true", help="print every control")
    p.add_argument("--module", metavar="NAME", help="check the claims of your own module")
    return p
