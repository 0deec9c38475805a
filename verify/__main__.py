"""``python -m verify``: check claims, print the table, write the ledger."""

import argparse
import os
from pathlib import Path

from dptheory.cluster import add_scheduler, check_scheduler, scheduled
from dptheory.files import folder_of, output
from dptheory.processes import check_jobs, quietly
from dptheory.shares import add_shares, shard_of
from dptheory.usage import Parser
from verify.methods.context import MODES


def parser() -> argparse.ArgumentParser:
    """The command line's arguments."""
    p = Parser(prog="python -m verify", description="Check the claims of the papers.")
    p.add_argument(
        "selectors",
        nargs="*",
        metavar="SELECTOR",
        help="a paper's slug, an exact id, a prefix ending in '*', a part of ids, or a file of "
        "your own claims (lemmas.py)",
    )
    p.add_argument("--mode", choices=MODES, default=None, help="how much work (default: standard)")
    p.add_argument("--json", metavar="FILE", help="write the ledger as JSON (- for stdout)")
    p.add_argument("--output", metavar="FILE", help="write the Markdown ledger (- for stdout)")
    p.add_argument("--html", metavar="DIR", help="write the chosen claims as a site")
    p.add_argument(
        "--picture", metavar="DIR", help="draw both sides of each claim (PNG and SVG) into a folder"
    )
    p.add_argument("--list", action="store_true", help="print the ids of the chosen claims alone")
    p.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="worker processes, where they pay"
    )
    add_scheduler(p)
    add_shares(p, "claims")
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


def main(argv: list[str] | None = None) -> int:
    """Run the command; returns the exit status of the design."""
    arguments = parser().parse_args(argv)
    return quietly(lambda: _run(arguments), "verify", vars(arguments))


def _run(arguments: argparse.Namespace) -> int:
    check_jobs(arguments.jobs)
    check_scheduler(arguments.scheduler)
    shard = shard_of(arguments.shard, arguments.merge)
    if arguments.merge is not None and (arguments.check or arguments.fresh):
        raise ValueError("--merge must be without --check and --fresh: it takes what was found.")
    if arguments.json == arguments.output == "-":
        raise ValueError("--json and --output must not both be the standard output. Found - twice.")
    if arguments.read and not (arguments.selectors and os.path.exists("ledger.lock")):
        raise ValueError("--read must have a selector, and a ledger.lock here. Found one missing.")
    output("--json", None if arguments.json == "-" else arguments.json, ".json")
    output("--output", None if arguments.output == "-" else arguments.output, ".md")
    if arguments.picture is not None:
        folder_of("--picture", arguments.picture)
    from verify.ledger.selection import chosen, module_of, own_file, reach, tenth

    file, arguments.selectors = own_file(arguments.selectors)
    if file is not None and arguments.module is not None:
        raise ValueError(f"--module must not stand beside a file. Found {arguments.module} too.")
    reach(Path.cwd())
    if file is not None:
        arguments.module = module_of(file)
    # Before the provers are loaded: a selector that names nothing is refused at once.
    entries = chosen(arguments.selectors, arguments.module)
    if arguments.tenth is not None:
        entries = tenth(entries, arguments.tenth)
    if arguments.list:
        print("\n".join(entry.claim.id for entry in entries))
        return 0
    from verify.ledger import shards
    from verify.report import context_of, execute

    context = context_of(arguments)
    if shard is not None:
        entries = shards.share(entries, shard)
    if arguments.merge is not None:
        shards.merge(entries, context, arguments.merge)
    with scheduled(arguments.scheduler, "verify"):
        status = execute(entries, arguments)
    if shard is not None:
        shards.keep(entries)
    return status


if __name__ == "__main__":
    raise SystemExit(main())
