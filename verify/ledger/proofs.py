"""What the checking of a claim found, for the next time and for strangers: a paper's ``proofs/``.

One file a claim, readable and under version control. Nothing in it is believed: a violation is
evaluated again where it stands, a proof is read by :mod:`verify.checker`, and a file that is stale,
edited or damaged costs a search.
"""

import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from dptheory.files import write_atomically
from verify.checker.documents import NUMBERED, spelled
from verify.checker.text import Malformed, Work
from verify.ledger.collection import paper_of
from verify.ledger.selection import Entry
from verify.methods.kept import Kept
from verify.methods.search.known import Known

ASIDE = Path("build/found-anew")
MOST_BYTES = 2_000_000  # of a file that is read
SHORT = 10  # letters that a formula has that stands once for all its places


def place(entry: Entry, aside: bool = False) -> Path | None:
    """The file of a claim; None where its paper keeps nothing.

    Args:
        aside: that of a check that finds everything anew, and leaves the paper's own as it is.
    """
    folder = paper_of(entry.module).proofs
    if folder is None:
        return None
    name = f"{entry.claim.id.partition('/')[2]}.json"
    return ASIDE / folder.name / name if aside else folder / name


def read(path: Path) -> tuple[Known, Kept]:
    """What a file knows; nothing where it is missing, too long or no such file."""
    try:
        short = path.stat().st_size <= MOST_BYTES
        document: Any = json.loads(path.read_text(encoding="utf-8")) if short else {}
    except (OSError, ValueError, RecursionError):
        document = {}
    parts = document if isinstance(document, dict) else {}
    violations, found = (parts.get(name) for name in ("violations", "proofs"))
    return (
        Known(violations if isinstance(violations, dict) else {}),
        Kept(
            {key: _whole(entry) for key, entry in found.items()} if isinstance(found, dict) else {}
        ),
    )


def write(path: Path, known: Known, kept: Kept) -> None:
    """Write what a run found or confirmed, and nothing else; the same bytes for the same."""
    if not known.found and not kept.used:
        path.unlink(missing_ok=True)
        return
    text = text_of(known, kept)
    if not path.exists() or path.read_bytes() != text.encode():
        write_atomically(path, text)


def violated(entry: Entry, aside: bool = False) -> frozenset[str]:
    """What a claim's file says to be violated; where, may hang on the machine's last digits."""
    path = place(entry, aside)
    return frozenset(read(path)[0].stored) if path is not None else frozenset()


def sweep(entries: Collection[Entry]) -> None:
    """Remove what belongs to no claim of the papers of these, which are all that they have."""
    wanted = {path for entry in entries if (path := place(entry)) is not None}
    for folder in {path.parent for path in wanted}:
        for path in folder.glob("*.json"):
            if path not in wanted:
                path.unlink()


def text_of(known: Known, kept: Kept) -> str:
    """One line a point, and one a field of a proof, in the order of the keys."""
    violations = [
        f"  {json.dumps(key)}: [\n{_lines(map(_line, known.found[key]))}\n  ]"
        for key in sorted(known.found)
    ]
    found = [
        f"  {json.dumps(key)}: {{\n{_lines(_fields(kept.used[key]))}\n  }}"
        for key in sorted(kept.used)
    ]
    parts = [("violations", violations), ("proofs", found)]
    inside = (f' "{name}": {{\n' + ",\n".join(lines) + "\n }" for name, lines in parts if lines)
    return "{\n" + ",\n".join(inside) + "\n}\n"


def _fields(entry: Mapping[str, Any]) -> Iterator[str]:
    entry = _short(entry)
    return (f"{_line(name)}: {_line(entry[name])}" for name in sorted(entry))


def _short(entry: Mapping[str, Any]) -> Mapping[str, Any]:
    """An entry whose goals have the number of a formula in the places of one that comes twice."""
    goals = entry.get("goals")
    counts = Counter(_strings(goals))
    texts = [t for t, count in counts.items() if count > 1 and len(t) >= SHORT and " " in t]
    if not texts or any(map(NUMBERED.fullmatch, counts)):
        return entry
    return {
        **entry,
        "goals": _numbered(goals, {t: f"#{i}" for i, t in enumerate(texts)}),
        "texts": texts,
    }


def _numbered(told: Any, numbers: Mapping[str, str]) -> Any:
    if isinstance(told, str):
        return numbers.get(told, told)
    if isinstance(told, Mapping):
        return {name: _numbered(part, numbers) for name, part in told.items()}
    return [_numbered(part, numbers) for part in told] if isinstance(told, list | tuple) else told


def _strings(told: Any) -> Iterator[str]:
    if isinstance(told, str):
        yield told
    elif isinstance(told, Mapping | list | tuple):
        for part in told.values() if isinstance(told, Mapping) else told:
            yield from _strings(part)


def _whole(entry: Any) -> Any:
    """An entry with its texts in the places of their numbers; what is no such entry as it is."""
    if not isinstance(entry, dict) or not isinstance(entry.get("texts"), list):
        return entry
    try:
        goals = spelled(entry.get("goals"), entry["texts"], Work())
    except Malformed:
        return {}
    return {name: part for name, part in entry.items() if name != "texts"} | {"goals": goals}


def _lines(texts: Iterable[str]) -> str:
    return ",\n".join(f"   {text}" for text in texts)


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
