"""Statements of other papers, line by line: ``python -m benchmarks.studies.foreign [PART ...]``.

Each is judged in mode standard as a claim without a proof of its own; its answer stands beside the
right one, with the lines that an author writes and the processor time. What is said of how many
come out right counts the theorems that cannot be stated, and the displays that cannot be read. Exit
status 1 where one is decided wrongly.
"""

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterator

from benchmarks.studies.foreign_displays import ASKED_BACK, READ, REFUSED
from benchmarks.studies.foreign_statements import (
    EXAMPLES,
    NOT_OFFERED,
    POINTS,
    SCALARS,
    Latex,
    Rate,
    Row,
)
from dptheory import rate
from verify.asked import asked
from verify.judgement.judge import run_claim
from verify.language import Claim, claim
from verify.methods.context import Context

SECTIONS = {
    "1 scalars": SCALARS,
    "1 points and noise": POINTS,
    "2 examples of PEPit and AutoLyap": EXAMPLES,
    "3 theorems": {name: Row(None) for name in NOT_OFFERED},
    "4 displays": {
        name: Row(Latex(*row[:2]), right)
        for right, rows in (("read", READ | REFUSED), ("asked back", ASKED_BACK))
        for name, row in rows.items()
    },
}
FINAL = ("verified", "refuted", "read")


def answer(row: Row, context: Context) -> tuple[str, str]:
    """Today's answer and what the finding says."""
    if row.said is None:
        return "not offered", ""
    if isinstance(row.said, Rate):
        return _rate(row.said)
    if isinstance(row.said, Latex):
        try:
            question = asked(row.said.said, row.said.sets, row.said.given).claim
        except ValueError as error:
            return ("asked back" if row.right == "asked back" else "not read"), str(error)
        return ("read", "") if row.right in ("read", "asked back") else _judged(question, context)
    return _judged(claim("study/one", "a study", "a theorem", row.said), context)


def _judged(question: Claim, context: Context) -> tuple[str, str]:
    record = run_claim(question, context)
    texts = [p.printed.finding.text for p in record.parts if p.printed is not None]
    return record.verdict, "; ".join(texts) or record.reason


def _rate(asked_for: Rate) -> tuple[str, str]:
    found = rate(asked_for.of, asked_for.mu, asked_for.smoothness)
    if found.status != "feasible":
        return ("refuted" if found.status == "infeasible" else found.status), ""
    squared = float(found.rho) ** 2
    text = f"rho^2 = {squared:.6f}, printed {asked_for.most}"
    return ("verified" if squared <= asked_for.most else "supported"), text


def outcome(row: Row, given: str) -> str:
    """rightly, wrongly, supported, or open."""
    if given == row.right:
        return "rightly"
    if given in FINAL:
        return "wrongly"
    return "supported" if given == "supported" else "open"


def _spent() -> float:
    return sum(os.times()[:4])


def _rows(parts: list[str]) -> Iterator[tuple[str, str, Row]]:
    for section, rows in SECTIONS.items():
        for name, row in rows.items():
            if not parts or any(part in f"{section}: {name}" for part in parts):
                yield section, name, row


def main(arguments: list[str] | None = None) -> int:
    """Print a line a statement, and the shares."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help="of a section's or row's name")
    parser.add_argument("--why", action="store_true", help="print what the finding says")
    options = parser.parse_args(arguments)
    counted: dict[str, Counter[str]] = {}
    print(f"{'statement':44} {'right':10} {'today':12} {'':9} {'lines':>5} {'s':>6}")
    for section, name, row in _rows(options.parts):
        if section not in counted:
            print(section)
        before = _spent()
        given, why = answer(row, Context("standard"))
        how = outcome(row, given)
        counted.setdefault(section, Counter())[how] += 1
        spent = _spent() - before
        print(
            f"  {name:42} {row.right:10} {given:12} {how:9} {row.lines:5} {spent:6.1f}", flush=True
        )
        if options.why and why:
            print(f"    {why}", flush=True)
    whole = sum(counted.values(), Counter())
    for section, counts in {**counted, "all": whole}.items():
        shares = ", ".join(f"{how} {n}" for how, n in sorted(counts.items()))
        right = counts["rightly"] / counts.total()
        print(f"{section}: {counts.total()} statements, {right:.0%} rightly ({shares})")
    return int(whole["wrongly"] > 0)


if __name__ == "__main__":
    sys.exit(main())
