"""Shares of the ledger: claims that one machine checks, and how finished ones come together.

A finished claim is a file in ``build/claims``, named by its code, mode and seed. What a share found
for ``verify/proofs`` lies beside it in ``build/claims/proofs``, so that one folder is all that has
to be brought to the machine that merges.
"""

from collections.abc import Sequence
from pathlib import Path

from dptheory.files import write_atomically
from dptheory.shares import Shard
from verify.ledger import costs, proofs, run
from verify.ledger.selection import Entry
from verify.methods.context import Context

PROOFS = "proofs"


def share(entries: Sequence[Entry], shard: Shard) -> list[Entry]:
    """The entries of a share."""
    return [entries[k] for k in shard.of([costs.of(entry.claim.id) for entry in entries])]


def keep(entries: Sequence[Entry]) -> None:
    """Put what ``verify/proofs`` has of the entries beside their records."""
    for entry in entries:
        place = proofs.place(entry.claim.id)
        if place is not None and place.exists():
            write_atomically(_beside(run.CACHE, place), place.read_bytes(), follow=False)


def merge(entries: Sequence[Entry], context: Context, folders: Sequence[str]) -> None:
    """Take finished claims, and what was found for ``verify/proofs``, from the folders of shares.

    Raises:
        ValueError: a folder is none, or has claims of other code, or a claim is in none of them.
    """
    for given in folders:
        if not Path(given).is_dir():
            raise ValueError(f"--merge must have folders. Found {given}.")
    lacking = []
    for entry in entries:
        name = run.place_of(entry, context).name
        for folder in map(Path, folders):
            if (folder / name).is_file():
                _take(entry, folder, name)
                break
        if run.kept(entry, context) is None:
            lacking.append(entry.claim.id)
    if lacking:
        raise ValueError(
            "--merge must find every claim, checked by this code, mode and seed. "
            f"Found {len(lacking)} nowhere, such as {', '.join(lacking[:3])}."
        )


def _take(entry: Entry, folder: Path, name: str) -> None:
    """Take one claim from a folder; what it is worth is seen when it is read."""
    if (run.CACHE / name).resolve() != (folder / name).resolve():
        write_atomically(run.CACHE / name, (folder / name).read_bytes(), follow=False)
    place = proofs.place(entry.claim.id)
    if place is not None and (found := _beside(folder, place)).is_file():
        content = found.read_bytes()
        if not place.exists() or place.read_bytes() != content:
            write_atomically(place, content)


def _beside(folder: Path, place: Path) -> Path:
    return folder / PROOFS / place.parent.name / place.name
