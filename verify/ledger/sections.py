"""``docs/ledger/<slug>.md``: a section a claim, what the paper prints and what is true of it.

Statements and the instance that decides come first; how they were judged is folded.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from verify.display.cells import against
from verify.display.clauses import clauses
from verify.display.instances import in_letters, in_powers
from verify.display.meaning import begun
from verify.display.parts import MOST
from verify.judgement.controls import told
from verify.judgement.record import (
    ClaimRecord,
    LemmaRecord,
    PartRecord,
    QuoteRecord,
    StatementRecord,
)
from verify.judgement.verdict import HOLDING, Verdict
from verify.ledger.arguments import Arguments, name_of_definition, with_common_arguments
from verify.ledger.collection import COMMAND
from verify.ledger.legend import EXPLAINED, LEGEND
from verify.ledger.letters import NO_LETTERS, Letters
from verify.ledger.page import anchor, extent, repair, tight
from verify.ledger.prose import in_latex
from verify.ledger.words import NO_WORDS, Words
from verify.methods.evidence import BESIDE, Outcome

# What an instance says beside its numbers: others, whose setting it is, what was chosen.
INSTANCE = re.compile(r"(?<=;) (?=plainest |largest |of our choice: )|(?<=\.) (?=Fails )")
SHOWN_CELLS = 4  # of a behaviour, whose values the evidence names
TESTED = re.compile(r"^[Tt]ested (?:is |are )?")  # what stands before it says so
WORD = re.compile(r"[A-Z][a-z]+[ ,.]")  # at the beginning of a reading; no name is one
TARGET = re.compile(r"\]\([^)]*\)")  # of a link, which a reader does not see
FAILS = {"misprint": "a misprint"}
GRADES = {"hypotheses-empty": "its hypotheses exclude each other", "not-real": "it has no value"}
CHECKED = {
    "checker": "the proof read by the second checker",
    "kernel": "the certificate accepted by the kernel",
    "words": "with steps in words",
}
TIES = {
    "assertion": "is the tested formula",
    "hypothesis": "is a hypothesis of what is tested",
    "definition": "is a definition that is put into the tested formula",
}


def render(
    rows: Sequence[ClaimRecord],
    title: str,
    words: Mapping[str, Words],
    command: str = COMMAND,
    letters: Letters = NO_LETTERS,
) -> str:
    """The sections of one paper's claims.

    Args:
        rows: the claims. title: the paper's.
        words: what is said of them, by id. command: what judges them.
        letters: what letters mean, in all of the sections and in each.
    """
    lines = []
    for r in rows:
        lines += [*section(r, words.get(r.id, NO_WORDS), command, letters), ""]
    lines += [*lemmas(rows), *_readings(rows)]
    text = "\n".join(lines).rstrip() + "\n"
    more = [said for what, said in EXPLAINED.items() if what in text]
    more += [f"- *Letters* {letters.page}"] * bool(letters.page)
    return "\n".join([f"# {title}", "", *LEGEND, *more, "", text])


def section(
    r: ClaimRecord, words: Words = NO_WORDS, command: str = COMMAND, letters: Letters = NO_LETTERS
) -> list[str]:
    """The lines of one claim's section."""
    lines = [
        f'<a id="{anchor(r)}"></a>',
        "",
        f"### `{r.id}`: {r.title}",
        "",
        f"{r.where}{r.origin}. {_headline(r)}. {words.meaning}".rstrip(),
        "",
    ]
    r, called = with_common_arguments(r)
    printed: dict[QuoteRecord, str] = {}
    for part in r.parts:
        lines += _part(part, stated(r, part), called, printed)
    if r.verdict in (Verdict.ERROR.value, Verdict.NEEDS_DATA.value):
        named = {k: v for p in r.parts if p.printed for k, v in p.printed.letters.items()}
        lines += [f"- {in_letters(r.reason[:1].upper() + r.reason[1:], named)}"]
    for place, note in enumerate(r.notes):
        head = ", ".join(filter(None, ("Note", words.of_note(place))))
        lines += _said(head, replace(note, beside="", remarks=()))
        lines += _where(note.definitions, called)
    if told_of := letters.told(r):
        lines += [f"- {told_of}"]
    if r.lemmas:
        shown = [f"[`{one.id}`](#{_place(one.id)}) ({one.strength})" for one in r.lemmas]
        lines += _broken("- Rests on", [*(f"{one}," for one in shown[:-1]), f"{shown[-1]}."])
    return [*lines[:4], *map(in_latex, lines[4:]), *_folded(r, command)]


def _headline(r: ClaimRecord) -> str:
    """The verdict, where a statement fails or what it lacks, and how its sides compare."""
    said = f"**{r.verdict}**" + repair(r).replace(", repair ", " (repair ") + ")" * bool(repair(r))
    if r.verdict in (Verdict.UNDEFINED.value, Verdict.VACUOUS.value):
        said += f", {r.extent}" * bool(r.extent)
    elif r.verdict not in HOLDING and r.extent:
        said += f", {FAILS.get(r.extent, f'fails {r.extent}')}"
    elif r.extent:
        said += f", {extent(r).partition(': ')[2] or r.extent}, without which there is no value"
    return ", ".join(filter(None, (said, sides(r))))


def sides(r: ClaimRecord) -> str:
    """How the two sides compare, for a headline; "" where that says nothing."""
    found = {p.name: p.printed.finding for p in r.parts if p.printed and p.verdict == r.verdict}
    name = next((name for name, f in found.items() if f.ratio == r.tightness), None)
    if name is None or not tight(r):
        return ""
    finding, place = found[name], in_latex(f" in its part ({name})") * (len(r.parts) > 1)
    if "cells" in finding.witness:
        return f"largest ratio {tight(r)}{place}"
    if r.verdict in HOLDING:
        near = " (to 6 digits)" * (tight(r) == "1" and finding.left != finding.right)
        return f"largest ratio found of left to right side {tight(r)}{near}{place}"
    return "" if tight(r) == "1" else f"left side {tight(r)} times the right{place}"


def lemmas(rows: Sequence[ClaimRecord]) -> list[str]:
    """The statements that claims rest on and that are no claims, each once."""
    found = {one.id: one for r in rows for one in r.lemmas}
    lines = [line for name in sorted(found) for line in _lemma(found[name])]
    return ["## Lemmas", "", *lines] if lines else []


def _lemma(one: LemmaRecord) -> Iterator[str]:
    yield f'<a id="{_place(one.id)}"></a>'
    yield ""
    yield from map(in_latex, _sentence(f"`{one.id}`", one.says, one.strength))
    yield from map(in_latex, _where(one.definitions, dict.fromkeys(one.definitions, ())))
    yield ""


def _place(name: str) -> str:
    """Where a lemma stands on the page of whoever cites it."""
    return f"lemma-{name.replace('/', '-')}"


def stated(r: ClaimRecord, part: PartRecord) -> str:
    """What a page calls the formula of a part: tested for a print, read in words, or our own."""
    if r.ours or r.where.startswith("docs/"):
        return "Stated"
    return "Tested" if part.quotes else "Read as"


def as_printed(part: PartRecord) -> bool:
    """Whether a print is the tested formula, perhaps with its terms moved."""
    return any(q.tied == "assertion" for q in part.quotes)


def _part(
    part: PartRecord, head: str, called: dict[str, Arguments], printed: dict[QuoteRecord, str]
) -> Iterator[str]:
    """The lines of a part.

    Args:
        called: the arguments that names are shown without, where these are not explained yet.
        printed: the prints that the section has shown, and for which part; its own are added.
    """
    if part.printed is None:
        return
    name = "" if part.name == "statement" else f" ({part.name})"
    for q in part.quotes:
        if q in printed:
            yield f"- Printed{name}: the line above, of{printed[q]}, read in the same way"
            continue
        printed[q] = name
        # A mark follows the formula without a space.
        said = read_as(q)
        yield from _broken(f"- Printed{name}: ${q.latex}${said[0]}", [said[2:], *_pieces(q)])
    lines = _said(f"{head}{name}", part.printed)
    yield from _behind(f"{head}{name}", part.printed, lines) if as_printed(part) else lines
    yield from _where(part.printed.definitions, called)
    if part.printed.finding.outcome is not Outcome.HOLDS and not _one_entry(part.printed):
        first, *others = INSTANCE.split(in_letters(part.reason, part.printed.letters))
        yield from _broken(f"- Instance{name}: {first}", others)
    if part.misprint:
        yield f"- Rightly printed in the paper: {part.misprint}."
    if part.repaired:
        yield from _said(f"{_headed('True', part.repaired)}{name}", part.repaired)
        if part.no_correction:
            yield f"- No correction{name}: {part.no_correction}."
    if part.instead:
        yield from _said(f"{_headed('Instead', part.instead)}{name}", part.instead)
    better = [s for s in (part.repaired, part.instead) if s is not None]
    yield from _where([d for s in better for d in s.definitions], called)


def _where(definitions: Sequence[str], called: dict[str, Arguments]) -> Iterator[str]:
    """What names mean that the section has not explained yet; those of one meaning together.

    Args:
        called: the arguments that a name is shown without; what is explained leaves it.
    """
    alike: dict[tuple[str, Arguments], list[str]] = {}
    for one in dict.fromkeys(definitions):
        if one in called:
            meaning = begun(one.partition("$: ")[2])
            alike.setdefault((meaning, called.pop(one)), []).append(name_of_definition(one))
    if alike:
        shown = []
        for (meaning, arguments), names in alike.items():
            of = f" as a function of ${','.join(arguments)}$" if arguments else ""
            shown.append(f"{' and '.join(names)}{of}: {meaning}")
        yield from _broken("- Where", [*(f"{piece};" for piece in shown[:-1]), f"{shown[-1]}."])


def _one_entry(s: StatementRecord) -> bool:
    """Whether a statement is a table of one entry: it says itself what is not what."""
    return s.finding.method == "recompute" and s.says.startswith("the number")


def _said(head: str, s: StatementRecord) -> Iterator[str]:
    """A statement with its grade and what is remarked of it."""
    beside = [f"That it says ${s.beside}$ is argued in words."] if s.beside else []
    remarks = [f"Remark: {'; '.join(s.remarks)}."] if s.remarks else []
    return _sentence(head, s.says, graded(s), [*beside, *remarks])


def graded(s: StatementRecord) -> str:
    """How a statement stands, for the brackets behind it."""
    return GRADES.get(s.strength, s.strength)


def _behind(head: str, s: StatementRecord, lines: Iterator[str]) -> Iterator[str]:
    """The lines of an entry behind a line to click on."""
    first, *others = lines
    yield f"- <details><summary>{head}, with sets and hypotheses ({graded(s)})</summary>"
    yield ""
    yield f"  {first.removeprefix(f'- {head}: ').replace(f' ({graded(s)})', '', 1)}"
    yield from others
    yield ""
    yield "  </details>"


def _sentence(head: str, says: str, strength: str, behind: Sequence[str] = ()) -> Iterator[str]:
    """A sentence with its grade and what stands behind it; a long one has a line a clause."""
    long = len(f"- {head}: {says} ({strength})") > MOST
    first, *others = clauses(says) if long else [says]
    yield from _broken(f"- {head}: {first} ({strength})", behind)
    yield from (f"  - {clause}" for clause in others)


def _broken(first: str, others: Sequence[str]) -> Iterator[str]:
    """Pieces in one line, or where it were too long in a line each."""
    whole = " ".join([first, *others])
    if len(TARGET.sub("]", whole)) <= MOST:
        yield whole
    else:
        yield first
        yield from (f"  - {piece}" for piece in others)


def _headed(head: str, s: StatementRecord) -> str:
    """Only what is proved or argued is called true."""
    if s.strength != Verdict.SUPPORTED.value:
        return head
    return "No violation found" if head == "True" else f"{head}, no violation found"


def reading(quote: QuoteRecord) -> str:
    """How a print was read, as the end of a sentence and without its full stop."""
    said = TESTED.sub("", quote.reading.removesuffix("."))
    return said[:1].lower() + said[1:] if WORD.match(said) else said


def _pieces(quote: QuoteRecord) -> list[str]:
    """What letters of a print that is tested stand for in the tested formula, in brackets."""
    found = [] if quote.reading else [f"${piece}$" for piece in quote.pieces if not _same(piece)]
    if not found:
        return []
    *others, last = ["(with " + found[0], *found[1:]]
    return [*(f"{one}," for one in others), f"{last})"]


def _same(piece: str) -> bool:
    left, _, right = piece.partition(" = ")
    return left == right


def read_as(quote: QuoteRecord) -> str:
    """How a print was read, or what of the tested statement it is, behind its formula."""
    if quote.reading:
        return f"; how it is tested: {reading(quote)}"
    link = f"; its ${quote.link}$" if quote.link else ", which"
    return f"{link} {TIES[quote.tied]}" + (", rearranged" if quote.rearranged else "")


def _folded(r: ClaimRecord, command: str) -> list[str]:
    """Evidence, arguments and controls, behind a line to click on."""
    lines = ["", "<details><summary>evidence and controls</summary>", ""]
    for part in r.parts:
        for what, s in (("", part.printed), ("true", part.repaired), ("instead", part.instead)):
            if s is not None:
                name = ", ".join(filter(None, (part.name, what)))
                lines += _evidence(name, s)
    for k, note in enumerate(r.notes, start=1):
        lines += _evidence(f"note {k}", note)
    lines += [f"- [Controls](#legend): {told(r.controls) or 'none'}."]
    lines += [f"- Replay: `{command} {r.id}`"]
    return [*lines, "", "</details>"]


def _evidence(name: str, s: StatementRecord) -> Iterator[str]:
    if s.finding.outcome is Outcome.HOLDS:
        found, text = s.finding, in_letters(s.finding.text, s.letters)
        again = CHECKED.get(s.checked_by, "not checked a second time")
        yield f"- {name}: {found.level.value}, by `{found.method}`, {again}: {text}"
    cells = s.finding.witness.get("cells", {})
    if len(cells) > SHOWN_CELLS:
        shown = "; ".join(f"{against(c)}: {r[1]:.4g}" for c, r in cells.items())
        yield f"- {name}, all cases: {in_powers(shown)}."
    if words := [in_latex(step).rstrip(".") for step in s.finding.argued if step != BESIDE]:
        yield from _broken(f"- {name}, in words:", [f"{step}." for step in words])


def _readings(records: Sequence[ClaimRecord]) -> list[str]:
    """Every place where the tested formula is not the printed one, and why."""
    found = dict.fromkeys(
        tuple(map(in_latex, _broken(f"- `{r.id}`: ${quote.latex}$ -", [f"{reading(quote)}."])))
        for r in records
        for part in r.parts
        for quote in part.quotes
        if quote.reading
    )
    return ["## Readings", "", *(line for lines in found for line in lines)] if found else []
