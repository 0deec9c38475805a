"""Recompute every count that paper_checks.md quotes, from the ledger's JSON and nothing else.

    python examples/recount.py [build/ledger.json [paper_checks.md]]

Exit status 0 if all agree, 1 otherwise.
"""

import json
import re
import sys
from collections import Counter
from pathlib import Path


def quoted_table(text):
    """(paper, column) -> number of the summary table."""
    rows = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| ")]
    header = next(row for row in rows if row[0] == "paper")
    start = rows.index(header) + 1
    found = {}
    for row in rows[start:]:
        if len(row) != len(header) or not all(cell.isdigit() for cell in row[1:]):
            break
        found |= {(row[0], column): int(n) for column, n in zip(header[1:], row[1:], strict=True)}
    return found


def counted_table(claims):
    """The same from the records."""
    verdicts = {c["verdict"] for c in claims}
    found = {}
    for paper in {c["paper"] for c in claims}:
        mine = [c for c in claims if c["paper"] == paper]
        count = Counter(c["verdict"] for c in mine)
        found[paper, "claims"] = len(mine)
        found |= {(paper, v): count[v] for v in verdicts}
    return found


def quoted_controls(text):
    """(kind, answer) -> number of the line on controls."""
    line = next(line for line in text.splitlines() if line.startswith("Controls: "))
    parts = line.removeprefix("Controls: ").rstrip(".").split("; ")
    pairs = (re.fullmatch(r"(.*), (.*): (\d+)", part) for part in parts)
    return {(m[1], m[2]): int(m[3]) for m in pairs if m}


def counted_controls(claims):
    """The same from the records."""
    return dict(Counter((x["kind"], x["answer"]) for c in claims for x in c["controls"]))


def quoted_rows(text):
    """id -> verdict of every row."""
    pattern = r"^\|\[`([^`]+)`\].*?\|\*\*([a-z-]+)\*\*"
    return dict(re.findall(pattern, text, flags=re.MULTILINE))


def accepted_falsehoods(claims):
    """Controls that do not behave; the ledger may hold none."""
    return [(c["id"], x["name"]) for c in claims for x in c["controls"] if not x["behaves"]]


def main(ledger="build/ledger.json", page="paper_checks.md"):
    claims = json.loads(Path(ledger).read_text(encoding="utf-8"))["claims"]
    text = Path(page).read_text(encoding="utf-8")
    pairs = {
        "summary": (quoted_table(text), counted_table(claims)),
        "controls": (quoted_controls(text), counted_controls(claims)),
        "rows": (quoted_rows(text), {c["id"]: c["verdict"] for c in claims}),
        "accepted falsehoods": ([], accepted_falsehoods(claims)),
    }
    for name, (quoted, counted) in pairs.items():
        print(f"{name}: {'agrees' if quoted == counted else 'DIFFERS'} ({len(counted)} numbers)")
    return 0 if all(quoted == counted for quoted, counted in pairs.values()) else 1


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
