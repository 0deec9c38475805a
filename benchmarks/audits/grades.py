"""What verdicts were worth: rows of ``paper_checks.md`` whose verdict another one replaced.

``python -m benchmarks.audits.grades [--list VERDICT]`` reads every version that git has. A row may
also have moved because its statement was written anew; git's history of the page does not tell
these apart. The whole history is needed: a shallow clone has none.
"""

import argparse
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = "paper_checks.md"
# The id, which some versions print without its folder, the folder's page, and the verdict.
ROW = re.compile(
    r"^\| \[?`([^`]+)`\]?(?:\(docs/ledger/([\w-]+)\.md)?.*?\| \*\*([a-z-]+)\*\*", flags=re.MULTILINE
)
# What is said of a statement as it is printed: that it holds, the stronger first, or not.
HOLDS = ("verified", "argued", "supported")
FAILS = ("corrected", "refuted", "undefined", "vacuous")
OPEN = ("inconclusive", "needs-data")


@dataclass(frozen=True)
class Move:
    """A row's verdict was replaced, on a day (ISO)."""

    id: str
    before: str
    after: str
    day: str

    @property
    def kind(self) -> str:
        """How the new verdict stands to the old one."""
        sides = [HOLDS, FAILS, OPEN]
        old, new = (next(s for s in sides if v in s) for v in (self.before, self.after))
        if old is new:
            rank = old.index
            return (
                "other"
                if old is not HOLDS
                else ("weaker", "stronger")[rank(self.after) < rank(self.before)]
            )
        return "other" if OPEN in (old, new) else "contradicted"


def verdicts(page: str) -> dict[str, str]:
    """The verdict of each row by its whole id."""
    return {
        name if "/" in name else f"{folder}/{name}": verdict
        for name, folder, verdict in ROW.findall(page)
    }


def versions() -> Iterator[tuple[str, dict[str, str]]]:
    """Day and verdicts of every version of the page, the oldest first."""

    def git(*words: str) -> str:
        return subprocess.run(
            ["git", *words], cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout

    for line in git("log", "--reverse", "--format=%h %as", "--", PAGE).splitlines():
        commit, day = line.split()
        yield day, verdicts(git("show", f"{commit}:{PAGE}"))


def history() -> tuple[dict[str, set[str]], list[Move]]:
    """The rows that ever had a verdict, and the moves; errors of a run are passed over."""
    last: dict[str, str] = {}
    ever: dict[str, set[str]] = defaultdict(set)
    moves = []
    for day, rows in versions():
        for name, verdict in rows.items():
            if verdict == "error":
                continue
            ever[verdict].add(name)
            if last.setdefault(name, verdict) != verdict:
                moves.append(Move(name, last[name], verdict, day))
            last[name] = verdict
    return ever, moves


def main() -> int:
    """Print a row a verdict, or the rows that left one."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.audits.grades")
    parser.add_argument("--list", metavar="VERDICT", help="the rows that left it, and for what")
    chosen = parser.parse_args().list
    ever, moves = history()
    if chosen:
        for move in (m for m in moves if m.before == chosen):
            print(f"{move.day} {move.id}: {move.kind}, {move.after}")
        return 0
    kinds = ("contradicted", "weaker", "stronger", "other")
    print(
        f"{'verdict':<14}{'rows':>6}" + "".join(f"{k:>14}" for k in kinds) + "  last contradicted"
    )
    for verdict in (*HOLDS, *FAILS, *OPEN):
        of = [m for m in moves if m.before == verdict]
        rows = [len({m.id for m in of if m.kind == kind}) for kind in kinds]
        last = max((m.day for m in of if m.kind == "contradicted"), default="never")
        print(
            f"{verdict:<14}{len(ever[verdict]):>6}"
            + "".join(f"{n:>14}" for n in rows)
            + f"  {last}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
