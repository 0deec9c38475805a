"""What ``python -m verify`` does once its arguments are known to be well formed."""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from rich.console import Console, Group
from rich.padding import Padding
from rich.progress import Progress
from rich.table import Table
from rich.text import Text

from dptheory.files import write_atomically
from verify.display.digits import ratio
from verify.display.instances import bare
from verify.judgement.controls import Answer
from verify.judgement.graph import read_apart, uncited
from verify.judgement.record import ClaimRecord
from verify.ledger import costs, lock, proofs, readme, sections
from verify.ledger import page as ledger
from verify.ledger.collection import Collection
from verify.ledger.letters import NO_LETTERS
from verify.ledger.meanings import all_first, all_words, letters, meanings, without
from verify.ledger.run import run_all
from verify.ledger.selection import Entry
from verify.ledger.sources import code_hash
from verify.ledger.words import NO_WORDS, Words
from verify.methods.context import Context
from verify.methods.evidence import Outcome
from verify.site import drawings
from verify.site import write as site

LEDGER_JSON = Path("build/ledger.json")
LEDGER_MARKDOWN = Path("paper_checks.md")
SECTIONS = Path("docs/ledger")
README = Path("README.md")


def execute(entries: list[Entry], arguments: argparse.Namespace, collection: Collection) -> int:
    """Run the claims, print, write, compare; returns the exit status."""
    context = context_of(arguments)
    mode = context.mode
    records = _run(entries, context, arguments)
    document = ledger.document(records, mode, arguments.seed)
    words = all_words(collection)
    meant, wrong = meanings(records, words)
    # First of all: an output that fails is the one thing to be said.
    part = arguments.selectors or arguments.tenth is not None
    whole = not part and collection.home is not None
    _write(arguments, records, document, meant, collection)
    if whole and not arguments.check:
        _write_ledger(records, document, meant, collection)
        _write_lock(collection.lock, lambda before: lock.kept(records, words, before))
    if arguments.html:
        files = site.write(Path(arguments.html), records, entries, collection, meant)
    if arguments.read:
        shown_rows = (
            sections.section(r, meant.get(r.id, NO_WORDS), collection.command) for r in records
        )
        read = [row for rows in shown_rows for row in rows]
        print("\n".join([*read, "", *sections.lemmas(records)]))
        _write_lock(collection.lock, lambda before: lock.renewed(records, words, before))
    drawn = []
    if arguments.picture is not None:
        drawn = drawings.write(Path(arguments.picture), records, [e.claim for e in entries])
    console = Console(stderr="-" in (arguments.json, arguments.output), soft_wrap=True)
    if console.is_terminal:
        console.print(shown(records, console.width), soft_wrap=False)
    else:
        for line in lines(records):
            console.print(line, markup=False, highlight=False)
    console.print(_summary(records))
    for line in drawn:
        console.print(line, markup=False, highlight=False)
    if arguments.html:
        console.print(f"{arguments.html}/index.html: {files} files", markup=False, highlight=False)
    if arguments.controls:
        _print_controls(console, records)
    problems = [p for r in records for p in r.defects] + wrong
    if not part:
        own = [name for name in sorted(sys.modules) if name.startswith(collection.within)]
        modules = [sys.modules[name] for name in own]
        problems += [
            f"a lemma must be cited. Found none that rests on {name}."
            for name in uncited([e.claim for e in entries], modules)
        ]
        problems += read_apart([e.claim for e in entries])
    if arguments.check or whole:
        codes = {e.claim.id: code_hash(e.module) for e in entries}
        claims = [e.claim for e in entries] if whole else None
        problems += lock.stale(records, codes, words, claims, collection.lock)
    if whole:
        problems += without(records, words)
    problems += [
        f"{e.claim.id}: what is violated is not what verify/proofs has."
        for e in (entries if arguments.check and arguments.fresh else [])
        if proofs.violated(e, aside=True) != proofs.violated(e)
    ]
    if whole and not arguments.check and context == Context():
        proofs.sweep(entries)
    for problem in problems:
        print(f"verify: {problem}", file=sys.stderr)
    return 1 if problems else 0


def context_of(arguments: argparse.Namespace) -> Context:
    """How much work, and by which seed."""
    mode = arguments.mode or ("quick" if arguments.check and not arguments.fresh else "standard")
    return Context(mode=mode, seed=arguments.seed)


def _run(
    entries: list[Entry], context: Context, arguments: argparse.Namespace
) -> list[ClaimRecord]:
    reuse = not (arguments.check or arguments.fresh)
    jobs = costs.workers([e.claim.id for e in entries], arguments.jobs)
    error_console = Console(stderr=True)
    with Progress(
        console=error_console, transient=True, disable=not error_console.is_terminal
    ) as p:
        task = p.add_task("claims", total=len(entries))
        return run_all(
            entries,
            context,
            jobs=jobs,
            reuse=reuse,
            fresh=arguments.fresh,
            aside=arguments.check and arguments.fresh,
            finished=lambda r: p.update(task, advance=1, description=r.id),
        )


def _write(
    arguments: argparse.Namespace,
    records: list[ClaimRecord],
    document: dict[str, Any],
    meant: Mapping[str, Words],
    collection: Collection,
) -> None:
    """What was asked for by name."""
    if arguments.json == "-":
        print(json.dumps(document, indent=1, ensure_ascii=False))
    elif arguments.json:
        ledger.write_json(Path(arguments.json), document)
    if arguments.output == "-":
        print(_in_full(records, meant, collection), end="")
    elif arguments.output:
        write_atomically(Path(arguments.output), _in_full(records, meant, collection))


def _in_full(records: list[ClaimRecord], meant: Mapping[str, Words], collection: Collection) -> str:
    """Page and sections as one text."""
    page = ledger.render(records, collection.titles, meant)
    return "\n".join([page, *_sections(records, meant, collection).values()])


def _sections(
    records: list[ClaimRecord], meant: Mapping[str, Words], collection: Collection
) -> dict[str, str]:
    """The sections of each paper's claims."""
    titles, command, said = collection.titles, collection.command, letters(collection)
    return {
        slug: sections.render(
            rows, titles.get(slug, "Claims of a user"), meant, command, said.get(slug, NO_LETTERS)
        )
        for slug, rows in ledger.papers_of(records).items()
    }


def _write_ledger(
    records: list[ClaimRecord],
    document: dict[str, Any],
    meant: Mapping[str, Words],
    collection: Collection,
) -> None:
    """The ledger's own files, for programs and to read."""
    home, titles = collection.home or Path(), collection.titles
    ledger.write_json(LEDGER_JSON, document)
    write_atomically(home / LEDGER_MARKDOWN, ledger.render(records, titles, meant))
    for slug, text in _sections(records, meant, collection).items():
        write_atomically(home / SECTIONS / f"{slug}.md", text)
    if (first := home / README).exists():
        text = first.read_text("utf-8")
        shown = readme.findings(records, titles, all_first(collection), meant)
        # Where somebody works in a folder of his own, its first page is his.
        if (new := readme.renewed(text, shown)) != text:
            write_atomically(first, new)


def _write_lock(path: Path, lines: Callable[[list[lock.Line]], list[lock.Line]]) -> None:
    """``ledger.lock`` from what it was before."""
    before = lock.parsed(path.read_text(encoding="utf-8")) if path.exists() else []
    write_atomically(path, lock.rendered(lines(before)))


COLOURS = {
    "verified": "green",
    "supported": "cyan",
    "corrected": "yellow",
    "refuted": "red",
    "vacuous": "magenta",
    "undefined": "magenta",
    "error": "bold red",
}


def lines(records: list[ClaimRecord]) -> list[str]:
    """What the command prints where it is not read on a terminal: one line a claim."""
    cells = [_cells(r) for r in records]
    widths = [max((len(row[k]) for row in cells), default=0) for k in range(len(HEADS) - 1)]
    return [
        "  ".join([*(c.ljust(w) for c, w in zip(row, widths, strict=False)), row[-1]]).rstrip()
        for row in cells
    ]


HEADS = ("claim", "verdict", "extent", "evidence", "left/right", "reason")


def _cells(record: ClaimRecord) -> tuple[str, ...]:
    r = record
    tight = "" if r.tightness is None else ratio(r.tightness)
    said = [bare(r.reason), *_units(record)]
    return r.id, r.verdict, r.extent or "", r.strength, tight, " ".join(" ".join(said).split())


def _units(record: ClaimRecord) -> list[str]:
    """Why a comparison fails whose sides have two units: one of a declaration, or of the print."""
    printed = [p.printed for p in record.parts if p.printed]
    failing = [s for s in printed if s.finding.outcome is Outcome.FAILS]
    found = [r for s in failing for r in s.remarks if r.startswith("units: left side")]
    return [f"{remark[0].upper()}{remark[1:]}." for remark in found[:1]]


INDENT = 4
WIDE = 110  # columns of a terminal in which a table has room for reasons


def shown(records: list[ClaimRecord], width: int) -> Table | Group:
    """What the command prints on a terminal; where it is narrow reasons stand below."""
    return table(records) if width >= WIDE else Group(*map(_stacked, records))


def _stacked(record: ClaimRecord) -> Group:
    """A claim in two parts: id and verdict in one line, the reason below, over the whole width."""
    first, verdict, *rest, reason = _cells(record)
    head = Text.assemble(first, "  ", (verdict, COLOURS.get(verdict, "white")))
    head.append("".join(f"  {word}" for word in rest if word))
    return Group(head, Padding(Text(reason), (0, 0, 0, INDENT)))


def table(records: list[ClaimRecord]) -> Table:
    """The table that the command prints on a terminal with room for it."""
    result = Table(show_edge=False, pad_edge=False)
    for head in HEADS:
        narrow = head not in ("evidence", "reason")
        result.add_column(head, no_wrap=narrow, overflow="fold")
    for r in records:
        colour = COLOURS.get(r.verdict, "white")
        first, _, *rest, reason = _cells(r)
        escaped = reason.replace("[", "\\[")
        result.add_row(first, f"[{colour}]{r.verdict}[/]", *rest, escaped)
    return result


def _summary(records: list[ClaimRecord]) -> str:
    count = Counter(r.verdict for r in records)
    seconds = sum(r.seconds for r in records)
    controls = [c for r in records for c in r.controls]
    bad = sum(not c.behaves for c in controls)
    counts = ", ".join(f"{n} {v}" for v, n in count.most_common())
    claims = "1 claim" if len(records) == 1 else f"{len(records)} claims"
    return (
        f"{claims}: {counts}. {len(controls)} controls, {bad} of them accepted something false. "
        f"{seconds:.0f} s of work."
    )


def _print_controls(console: Console, records: list[ClaimRecord]) -> None:
    """For each method what became of the mutants; controls made by hand apart; the survivors."""
    controls = [(r, c) for r in records for c in r.controls]
    for kind in dict.fromkeys(c.kind for _, c in controls):
        mine = [c for _, c in controls if c.kind == kind]
        result = Table(title=f"controls: {kind}", show_edge=False, pad_edge=False)
        for column in ("method", *(a.value for a in Answer), "through a proof"):
            result.add_column(column)
        for method in dict.fromkeys(c.method for c in mine):
            chosen = [c for c in mine if c.method == method]
            count = Counter(c.answer for c in chosen)
            result.add_row(
                method, *(str(count[a]) for a in Answer), str(sum(c.through_proof for c in chosen))
            )
        console.print(result)
    for r, c in controls:
        if c.answer in (Answer.SURVIVOR, Answer.ACCEPTED) or (c.kind == "hand"):
            console.print(
                f"{c.answer.value}: {r.id} / {c.statement} / {c.name}: {c.reason}", markup=False
            )
