"""What the checking of a claim found and may look at first the next time: ``verify/proofs/``.

One file a claim, readable and under version control. Nothing in it is believed: a violation is
evaluated again where it stands, and a file that is stale, edited or damaged costs a search.
"""

import json
from collections.abc import Collection
from pathlib import Path
from typing import Any

from dptheory.files import write_atomically
from verify import papers
from verify.methods.search.known import Known

FOLDER = Path(__file__).resolve().parents[1] / "proofs"
MOST_BYTES = 1 << 20  # of a file that is read


def place(claim_id: str) -> Path | None:
    """The file of a claim of the papers; None for a user's own."""
    slug, _, name = claim_id.partition("/")
    return FOLDER / slug / f"{name}.json" if slug in papers.SLUGS else None


def read(path: Path) -> Known:
    """What a file knows; nothing where it is missing, too long or no such file."""
    try:
        if path.stat().st_size > MOST_BYTES:
            return Known({})
        document: Any = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return Known({})
    found = document.get("violations") if isinstance(document, dict) else None
    return Known(found if isinstance(found, dict) else {})


def write(path: Path, known: Known) -> None:
    """Write what a run found or confirmed, and nothing else; the same bytes for the same."""
    if not known.found:
        path.unlink(missing_ok=True)
        return
    text = text_of(known)
    if not path.exists() or path.read_bytes() != text.encode():
        write_atomically(path, text)


def violated(claim_id: str) -> frozenset[str]:
    """What a claim's file says to be violated; where, may hang on the machine's last digits."""
    path = place(claim_id)
    return frozenset(read(path).stored) if path is not None else frozenset()


def sweep(ids: Collection[str]) -> None:
    """Remove what belongs to no claim."""
    wanted = {place(claim_id) for claim_id in ids}
    for path in FOLDER.glob("*/*.json"):
        if path not in wanted:
            path.unlink()


def text_of(known: Known) -> str:
    """One line a point, in the order of the keys."""
    entries = []
    for key in sorted(known.found):
        points = ",\n".join(f"   {json.dumps(p, ensure_ascii=False)}" for p in known.found[key])
        entries.append(f"  {json.dumps(key)}: [\n{points}\n  ]")
    inside = ",\n".join(entries)
    return f'{{\n "violations": {{\n{inside}\n }}\n}}\n'
