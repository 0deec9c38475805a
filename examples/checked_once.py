"""The statements that nothing checked a second time, from the ledger's JSON and nothing else.

    python examples/checked_once.py [build/ledger.json]

A line for each statement that the ledger says holds: its claim, its part, and whose word it is.
"""

import json
import sys
from collections import Counter
from pathlib import Path

TWICE = {"checker", "kernel"}


def statements(claim):
    """The statements of a claim: role and record."""
    for part in claim["parts"]:
        for role in ("printed", "repaired", "instead"):
            if part[role]:
                yield f"{part['name']}, {role}", part[role]
    yield from ((f"note {k}", note) for k, note in enumerate(claim["notes"], start=1))


def main(ledger="build/ledger.json"):
    claims = json.loads(Path(ledger).read_text(encoding="utf-8"))["claims"]
    words = Counter()
    for claim in claims:
        for role, found in statements(claim):
            if found["finding"]["outcome"] != "holds":
                continue
            twice = found["checked_by"] in TWICE
            word = found["checked_by"] or found["finding"]["level"]
            words["twice" if twice else word] += 1
            if not twice:
                print(f"{claim['id']} ({role}): {word}, by {found['finding']['method']}")
    print(f"of {sum(words.values())}: " + ", ".join(f"{n} {w}" for w, n in words.most_common()))


if __name__ == "__main__":
    main(*sys.argv[1:])
