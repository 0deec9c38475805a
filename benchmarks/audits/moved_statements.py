"""Moves what was kept of statements whose hash has changed though what they say has not.

``python -m benchmarks.audits.moved_statements OLD [--write]`` compares this tree with another
checkout of the project. Statements are paired by claim, part and role. A pair with two hashes is
one statement if display, hypotheses and the claim's verdict are equal, and so are both sides at up
to 50 points that are drawn here. Of what has no value at any of them (a certificate, a simulation)
the computations are equal by this tree's hash, or the findings in the trees' ``build/ledger.json``.
With ``--write`` stored proofs and violations have the new hash, and a sentence that was read with
the old statements counts as read with the new ones. The rest is listed. Proofs of leaves are not
moved: they are found again.

In OLD this file is run with OLD's own modules.
"""

import argparse
import itertools
import json
import os
import runpy
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any

from verify.display.sentences import hypotheses, sentence
from verify.formula.evaluate import EXACT, FLOATS, evaluate
from verify.formula.expression import External
from verify.ledger import lock, meanings, selection
from verify.ledger.proofs import place
from verify.ledger.words import NO_WORDS, Words
from verify.methods.context import Context
from verify.methods.search import points
from verify.methods.search.known import read, written

POINTS = 50
CODE = Path(__file__).resolve().parents[2] / "verify/formula/code.py"
RECORDS = Path("build/ledger.json")
Described = dict[str, Any]


def drafts(claim: Any) -> Iterator[tuple[str, Any]]:
    """The statements of a claim by part and role, first those displayed, in their order."""
    for part, draft in claim.printed.items():
        yield f"{part}, printed", draft
        for role in ("repairs", "instead"):
            if part in getattr(claim, role):
                yield f"{part}, {role}", getattr(claim, role)[part]
    yield from ((f"note {k}", draft) for k, draft in enumerate(claim.notes))
    yield from ((f"lemma {lemma.id}", lemma.says) for lemma in claim.rests_on)
    yield from ((f"control {c.name} {k}", c.says) for k, c in enumerate(claim.controls))
    yield from ((f"{part}, elsewhere", draft) for part, (_, draft) in claim.elsewhere.items())


def statements() -> Iterator[tuple[str, str, Any]]:
    """Every statement of this tree: claim, part and role, what is built."""
    for entry in selection.all_entries():
        for role, draft in drafts(entry.claim):
            yield entry.claim.id, role, draft.build()


def findings() -> Mapping[str, str]:
    """What the last run found, by the statement's hash."""
    if not RECORDS.exists():
        return {}
    claims = json.loads(RECORDS.read_text(encoding="utf-8"))["claims"]
    shown = [s for c in claims for p in c["parts"] for s in (p["printed"], p["repaired"])]
    shown += [s for c in claims for s in (*(p["instead"] for p in c["parts"]), *c["notes"])]
    return {s["hash"]: s["finding"]["text"] for s in shown if s}


def described(at: Mapping[str, Any]) -> Described:
    """Hash, display and values of each statement, these at the points given."""
    hashed = runpy.run_path(os.fspath(CODE))["code_hash"]
    verdicts = {line.id: line.verdict for line in lock.parsed(lock.LOCK.read_text("utf-8"))}
    found, every = findings(), {}
    for claim, role, said in statements():
        key = f"{claim}: {role}"
        every[key] = {
            "hash": said.hash,
            "says": [verdicts.get(claim), sentence(said.pruned()), *hypotheses(said)],
            "values": [values(said, read(p)) for p in at.get(key, ())],
            "finding": found.get(said.hash),
            "code": [hashed(f) for f in computations((said.assertion, said.where))],
        }
    return every


def computations(said: Any) -> Iterator[Any]:
    """The functions, and their enclosures, of the external computations of formulas."""
    if isinstance(said, External):
        yield from filter(None, (said.function, said.balls))
    elif isinstance(said, tuple):
        yield from itertools.chain.from_iterable(map(computations, said))
    elif is_dataclass(said):
        yield from computations(tuple(getattr(said, field.name) for field in fields(said)))


def values(said: Any, point: Mapping[str, Any]) -> list[str | None]:
    """The sides of a comparison at a point."""
    return [value(side, point) for side in (said.assertion.left, said.assertion.right)]


def value(side: Any, point: Mapping[str, Any]) -> str | None:
    """One side, exactly where it is rational; None where it has no value."""
    for numbers in (EXACT, FLOATS):
        with suppress(ArithmeticError, ValueError, TypeError):
            return str(evaluate(side, point, numbers))
    return None


def elsewhere(tree: Path, at: Mapping[str, Any]) -> Described:
    """The description of another checkout, by its own modules."""
    code = f"import runpy; runpy.run_path({os.fspath(Path(__file__).resolve())!r}, run_name='old')"
    found = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": os.fspath(tree.resolve())},
        input=json.dumps(at),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return json.loads(found.stdout)


def drawn(said: Any) -> list[Any]:
    """Points of a comparison's sets that meet its hypotheses, as JSON, where they are rational."""
    if said.exists or not hasattr(said.assertion, "left"):
        return []
    try:
        return [written(p) for p in itertools.islice(points.sample(said, Context()), POINTS)]
    except ValueError:
        return []


def same(one: Described, other: Described) -> str:
    """Why two are not one statement; "" where they are."""
    if one["says"] != other["says"]:
        return "the display, a hypothesis or the verdict differs"
    if one["values"] != other["values"]:
        return "a value differs"
    seen = any(None not in sides for sides in one["values"])
    found = one["finding"] is not None and one["finding"] == other["finding"]
    if seen or found or one["code"] == other["code"]:
        return ""
    return "it has no value at a point, another computation and no equal finding"


def move_proofs(entry: selection.Entry, moved: Mapping[str, str]) -> None:
    """Give what is stored of a claim the new hashes."""
    path = place(entry)
    if path is not None and path.exists():
        text = path.read_text(encoding="utf-8")
        for old, new in moved.items():
            text = text.replace(f'  "{old}', f'  "{new}')
        path.write_text(text, encoding="utf-8")


def read_again(line: lock.Line, old: list[str], new: list[str], words: Words) -> lock.Line:
    """A line of the lock whose words, if they were read with the old statements, are read."""
    if line.meaning != lock.read_with(lock.digest(*old), words):
        return line
    statements = lock.digest(*new)
    return replace(line, statements=statements, meaning=lock.read_with(statements, words))


def main() -> None:
    """Compare, list, and move."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("old", type=Path, help="another checkout of the project")
    parser.add_argument("--write", action="store_true", help="move what is kept")
    options = parser.parse_args()
    here, there = described({}), elsewhere(options.old, {})
    changed = [k for k in here.keys() & there.keys() if here[k]["hash"] != there[k]["hash"]]
    built = {f"{claim}: {role}": said for claim, role, said in statements()}
    at = {key: drawn(built[key]) for key in sorted(changed)}
    here, there = described(at), elsewhere(options.old, at)
    reasons = {key: same(here[key], there[key]) for key in at}
    left = {key: reason for key, reason in reasons.items() if reason}
    for key, reason in left.items():
        print(f"left: {key}: {reason}")
    for key in sorted(here.keys() ^ there.keys()):
        print(f"{'new' if key in here else 'gone'}: {key}")
    count = f"{len(at)} with another hash: {len(at) - len(left)} the same, {len(left)} left"
    print(f"{len(here)} statements, {count}.")
    if options.write:
        write(here, there, left)


def write(here: Described, there: Described, left: Mapping[str, str]) -> None:
    """Move the proofs and the readings of sentences."""
    words = meanings.all_words()
    entries = {entry.claim.id: entry for entry in selection.all_entries()}
    lines = []
    for line in lock.parsed(lock.LOCK.read_text(encoding="utf-8")):
        keys = [key for key in here if key.startswith(f"{line.id}: ") and key in there]
        known = [key for key in keys if key not in left]
        move_proofs(entries[line.id], {there[key]["hash"]: here[key]["hash"] for key in known})
        shown = [k for k in here if k.startswith(f"{line.id}: ") and is_displayed(k)]
        if set(shown) <= set(known):
            old, new = ([tree[key]["hash"] for key in shown] for tree in (there, here))
            line = read_again(line, old, new, words.get(line.id, NO_WORDS))
        lines.append(line)
    lock.LOCK.write_text(lock.rendered(lines), encoding="utf-8")


def is_displayed(key: str) -> bool:
    """Whether a statement stands on the claim's page, where a sentence is read with it."""
    role = key.partition(": ")[2]
    return role.startswith("note ") or role.endswith((", printed", ", repairs", ", instead"))


if __name__ == "__main__":
    main()
elif __name__ == "old":
    print(json.dumps(described(json.load(sys.stdin))))
