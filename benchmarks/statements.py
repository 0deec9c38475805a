"""What the ledger's statements rest on, in numbers: ``python -m benchmarks.statements [LEDGER]``.

It reads ``build/ledger.json``, or another file of that form: statements by grade, those for which
there are words alone, the grades of repairs, where claims fail, how many failing rows show a ratio
of an instance of their own, and how many parts carry the paper's own formula; and then how the
displays read (:mod:`benchmarks.displays`).
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks.displays import COUNTS, displays

Record = dict[str, Any]


def statements(claim: Record) -> Iterator[tuple[str, Record]]:
    """The statements of a claim, each with its role."""
    for part in claim["parts"]:
        for role in ("printed", "repaired", "instead"):
            if part[role]:
                yield role, part[role]
    for note in claim["notes"]:
        yield "note", note


def words_alone(statement: Record) -> bool:
    """Whether an argument in words leaves a statement that holds as strong as a search."""
    finding = statement["finding"]
    return bool(finding["argued"]) and finding["outcome"] == "holds" and finding["sampled"]


def tally(title: str, values: Sequence[str]) -> None:
    """A line of counts."""
    found = ", ".join(f"{count} {value}" for value, count in Counter(values).most_common())
    print(f"{title}: {found or 'none'}")


def main() -> None:
    """Print the counts."""
    path = Path(sys.argv[1] if sys.argv[1:] else "build/ledger.json")
    claims = json.loads(path.read_text(encoding="utf-8"))["claims"]
    said = [(role, s) for claim in claims for role, s in statements(claim)]
    parts = [part for claim in claims for part in claim["parts"]]
    failing = [p for p in parts if p["verdict"] in ("corrected", "refuted", "undefined")]
    tally("claims", [claim["verdict"] for claim in claims])
    for role in ("printed", "repaired", "instead", "note"):
        tally(f"{role} statements", [s["strength"] for r, s in said if r == role])
    tally("with words alone", [role for role, s in said if words_alone(s)])
    tally("argued, some step checked", [role for role, s in said if s["strength"] == "argued"])
    tally("where parts fail", [p["extent"] or "nowhere else" for p in failing])
    foreign = [p for p in failing if (p["printed"]["finding"]["ratio"] or 1) < 1]
    tally(
        "failing parts with a ratio below 1", [p["printed"]["finding"]["method"] for p in foreign]
    )
    quotes = [quote for part in parts for quote in part.get("quotes", [])]
    tally("quotes", [quote["tied"] or "read otherwise" for quote in quotes])
    tally("rearranged of them", [q["tied"] for q in quotes if q["rearranged"]])
    with_one = sum(bool(part.get("quotes")) for part in parts)
    print(f"parts with the paper's own formula: {with_one} of {len(parts)}")
    shown = list(displays(claims))
    for what, holds in COUNTS.items():
        print(f"displays {what}: {sum(map(holds, shown))} of {len(shown)}")


if __name__ == "__main__":
    main()
