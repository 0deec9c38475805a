"""``python -m verify``: check claims, print the table, write the ledger."""

import argparse
from pathlib import Path

from dptheory.cluster import check_scheduler, scheduled
from dptheory.files import folder_of, output
from dptheory.processes import check_jobs, quietly
from verify.command_line import parser


def main(argv: list[str] | None = None) -> int:
    """Run the command; returns the exit status of the design."""
    arguments = parser().parse_args(argv)
    return quietly(lambda: _run(arguments), "verify", vars(arguments))


def _run(arguments: argparse.Namespace) -> int:
    check_jobs(arguments.jobs)
    check_scheduler(arguments.scheduler)
    if arguments.json == arguments.output == "-":
        raise ValueError("--json and --output must not both be the standard output. Found - twice.")
    if arguments.statement is None and (beside := _of_a_statement(arguments)):
        raise ValueError(f"{beside} must stand beside --statement. Found it alone.")
    output("--json", None if arguments.json == "-" else arguments.json, ".json")
    output("--output", None if arguments.output == "-" else arguments.output, ".md")
    if arguments.new is not None:
        return _made(arguments)
    if arguments.statement is not None:
        from verify.asked import answer

        return answer(arguments)
    if arguments.picture is not None:
        folder_of("--picture", arguments.picture)
    from verify.ledger.collection import of_module
    from verify.ledger.selection import chosen, named, reach, tenth

    reach(Path.cwd())
    some = bool(arguments.selectors)
    module, arguments.selectors = named(arguments.selectors)
    if module is not None and arguments.module is not None:
        raise ValueError(f"--module must not stand beside a file. Found {arguments.module} too.")
    collection = of_module(module or arguments.module)
    if arguments.read and not (some and collection.lock.exists()):
        raise ValueError("--read must have a selector, and a ledger.lock here. Found one missing.")
    # Before the provers are loaded: a selector that names nothing is refused at once.
    entries = chosen(arguments.selectors, collection)
    if arguments.tenth is not None:
        entries = tenth(entries, arguments.tenth)
    if arguments.list:
        print("\n".join(entry.claim.id for entry in entries))
        return 0
    from verify.report import execute

    with scheduled(arguments.scheduler, "verify"):
        return execute(entries, arguments, collection)


def _made(arguments: argparse.Namespace) -> int:
    """A new paper; says what to do with it."""
    from verify.new import make

    if arguments.selectors or arguments.statement is not None or arguments.module is not None:
        raise ValueError("--new must stand alone. Found something to judge beside it.")
    folder = arguments.new.rstrip("/")
    print(f"{folder}: {make(Path(folder))} files. To judge it: python -m verify {folder}")
    return 0


def _of_a_statement(arguments: argparse.Namespace) -> str:
    """The first option that only a statement has."""
    named = {"--for": arguments.sets, "--given": arguments.given}
    named["--certificate"] = arguments.certificate
    return next((name for name, value in named.items() if value is not None), "")


if __name__ == "__main__":
    raise SystemExit(main())
