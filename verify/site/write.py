"""Write the site: ``python -m verify --html DIR``."""

import base64
import inspect
import json
import os
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from dptheory.files import text_of, write_atomically
from figures.catalogue import Catalogue, of_paper, of_project
from verify.judgement.record import ClaimRecord
from verify.language.claims import Claim
from verify.ledger.collection import Collection
from verify.ledger.meanings import all_first, letters
from verify.ledger.page import anchor, papers_of
from verify.ledger.record import to_json
from verify.ledger.selection import Entry
from verify.ledger.words import Words
from verify.methods.evidence import Outcome
from verify.site import documents, gallery, pages, pictures, reference, search
from verify.site.frame import OWN, PARTS

STATIC = Path(__file__).with_name("static")
WRITTEN = "site-files.txt"  # what a run wrote, a line a file: what the next may delete


def write(
    folder: Path,
    records: Sequence[ClaimRecord],
    entries: Sequence[Entry],
    collection: Collection,
    words: Mapping[str, Words],
) -> int:
    """Write every page; returns how many there are.

    Args:
        folder: where to; what a run before wrote there, by its list, is replaced.
        records: of the claims, in their order. entries: the claims, whose statements the pictures
            evaluate, and their modules, by whose first sentence they are found too.
        collection: the papers. words: what is said of claims, by id.

    Raises:
        ValueError: the folder holds something else, or latex2mathml is missing.
    """
    before = _written(folder)
    titles = collection.titles
    ledger = pages.Ledger(
        tuple(records),
        titles,
        words,
        dict(_pictures(records, [entry.claim for entry in entries])),
        collection.title,
        all_first(collection),
        {entry.claim.id: _about(entry.module) for entry in entries},
        command=collection.command,
        letters=letters(collection),
    )
    ledgers = frozenset(
        name
        for slug, rows in papers_of(records).items()
        for name in (f"{slug}.html", *(f"{slug}/{anchor(r)}.html" for r in rows))
    )
    given = documents.sources(ledgers) if collection.ours else None
    catalogue = of_project(given.root) if given else _catalogue(collection)
    parts = tuple(PARTS) if given else (*OWN, *(("Figures",) if catalogue else ()))
    ledger = replace(ledger, parts=parts)
    found = {PARTS["Home"]: pages.overview(ledger), PARTS["Claims"]: pages.everything(ledger)}
    for slug, rows in papers_of(records).items():
        found[f"{slug}.html"] = pages.paper(slug, rows, ledger)
        for r in rows:
            found[f"{slug}/{anchor(r)}.html"] = pages.claim(r, ledger)
            short = {k: v for k, v in to_json(r).items() if k not in ("controls", "evidence")}
            found[f"{slug}/{anchor(r)}.json"] = json.dumps(short, indent=1) + "\n"
    copied: dict[str, Path] = {file.name: file for file in STATIC.glob("*.[jt]*")}
    if given:
        found |= dict(documents.pages(given, parts))
        found |= dict(reference.pages(parts))
        copied |= documents.copies(given)
    if catalogue:
        shown = {r.id: r for r in records}

        def cards(name: str) -> str:
            return pages.cards(shown[name], "../") if name in shown else ""

        found |= dict(gallery.pages(catalogue, titles, cards, parts))
        copied |= gallery.copies(catalogue)
    found["search.js"] = search.script({k: v for k, v in found.items() if k.endswith(".html")})
    found["site.css"] = _style()
    names = sorted(found.keys() | copied.keys())
    for name in names:
        if name not in before and os.path.lexists(folder / name):
            raise ValueError(f"--html must replace no file of others. Found {folder / name}.")
    for name in before:
        (folder / name).unlink(missing_ok=True)
    # First of all: a run that is cut short leaves nothing that is not listed.
    write_atomically(folder / WRITTEN, "".join(f"{name}\n" for name in names))
    for name, text in found.items():
        write_atomically(folder / name, text)
    for name, file in copied.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, folder / name)
    return len(found)


def _catalogue(collection: Collection) -> Catalogue | None:
    """The figures of a paper that is judged by itself; None where it has none."""
    for paper in collection.papers:
        if not collection.ours and paper.folder is not None:
            return of_paper(paper.package, paper.slug, paper.folder)
    return None


def _written(folder: Path) -> set[str]:
    """The files that a run before wrote, by its list.

    Raises:
        ValueError: the folder is no such site and not empty, or the list names files outside it.
    """
    if not folder.exists() or not any(folder.iterdir()):
        return set()
    if not (folder / WRITTEN).is_file():
        raise ValueError(
            f"--html must name a new folder or a site. Found files in {folder} and no {WRITTEN}, "
            "which lists those of a site; one of an earlier release is for you to delete."
        )
    names = set(text_of("--html", folder / WRITTEN).splitlines())
    for name in names:
        # By way of the folders as they are: one may be a link.
        if not (folder / name).parent.resolve().is_relative_to(folder.resolve()):
            raise ValueError(f"{folder / WRITTEN} must list files of the site. Found {name!r}.")
    return names


def _style() -> str:
    """The style sheet with its font: a page from a disk may not read one beside it."""
    font = base64.b64encode((STATIC / "mathematics.woff").read_bytes()).decode()
    source = f'url("data:font/woff;base64,{font}") format("woff")'
    face = f'@font-face {{ font-family: "dptheory mathematics"; src: {source} }}\n'
    return (STATIC / "site.css").read_text(encoding="utf-8") + face


def _about(module: str) -> str:
    """The first sentences of a module."""
    said = inspect.getdoc(sys.modules[module]) or ""
    return " ".join(said.partition("\n\n")[0].split())


def _pictures(
    records: Sequence[ClaimRecord], claims: Sequence[Claim]
) -> Iterator[tuple[tuple[str, str], str]]:
    """The picture of every printed part that fails and can be drawn, by id and part."""
    for record, claim in zip(records, claims, strict=True):
        for part in record.parts:
            if part.printed is None or part.printed.finding.outcome is not Outcome.FAILS:
                continue
            statement = claim.printed[part.name].build()
            if picture := pictures.of(statement, part.printed.finding.point):
                yield (record.id, part.name), pictures.figure(picture, record.id)
