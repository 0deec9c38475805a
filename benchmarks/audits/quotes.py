"""What of a paper the ledger quotes: ``python -m benchmarks.audits.quotes SLUG FILE``.

FILE is the paper's text with its formulas between dollars. A formula that compares two sides is
quoted where a claim has it, letter for letter but for spaces; the others are listed. Of the
quotes the command says how many are the tested formula, as the last run of the ledger found.
"""

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from verify.display.latex.chain import split
from verify.ledger.selection import chosen

LEDGER = Path("build/ledger.json")
DISPLAYED = re.compile(r"\$\$(.+?)\$\$|\$([^$\n]+?)\$", re.DOTALL)


def compared(text: str) -> Iterator[str]:
    """The formulas of a text that compare two sides."""
    for double, single in DISPLAYED.findall(text):
        try:
            split(double or single)
        except ValueError:
            continue
        yield double or single


def bare(latex: str) -> str:
    """A formula without its spaces and its last stop."""
    return re.sub(r"\s|\\[,;!:]", "", latex).rstrip(".,;")


def main() -> None:
    """Count and list."""
    slug, file = sys.argv[1:]
    quoted = {bare(q.latex) for e in chosen([slug]) for q in e.claim.quotes}
    printed = dict.fromkeys(compared(Path(file).read_text(encoding="utf-8")))
    free = [latex for latex in printed if not any(bare(latex) in q for q in quoted)]
    claims = json.loads(LEDGER.read_text(encoding="utf-8"))["claims"]
    mine = [p for c in claims if c["paper"] == slug for p in c["parts"]]
    found = [q for p in mine for q in p.get("quotes", [])]
    print(f"{slug}: {len(printed) - len(free)} of {len(printed)} formulas quoted;")
    ties = Counter(q["tied"] or "read otherwise" for q in found)
    print(f"{len(found)} quotes: {', '.join(f'{n} {what}' for what, n in ties.most_common())};")
    print(f"{sum(bool(p.get('quotes')) for p in mine)} of {len(mine)} parts have one. Not quoted:")
    for latex in free:
        print(f"  {latex}")


if __name__ == "__main__":
    main()
